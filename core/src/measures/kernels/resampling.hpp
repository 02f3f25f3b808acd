// The table through which rows of resamples are computed with one instruction set.
#pragma once

#include <cstddef>

namespace optimeter {

/// Sums over the drawn runs of what they spent and achieved: an entry for every resample.
struct RatioSums {
  double* spent;
  double* success;
  double* spent_squared;
  double* product;
  double* success_squared;
};

/// All rows have `size` entries.
struct ResamplingTable {
  /// sum += factor * weights * values
  void (*add_product)(double factor, const double* weights, const double* values, std::size_t size,
                      double* sum);
  /// sum += first * weights * values + second * weights * next, where the row `next` follows
  /// `values`
  void (*add_products)(double first, double second, const double* weights, const double* values,
                       std::size_t size, double* sum);
  /// sum += factor * values
  void (*add_scaled)(double factor, const double* values, std::size_t size, double* sum);
  /// Adds what one run spent and achieved, as often as each resample holds it.
  void (*add_run)(double spent, double success, const double* drawn, std::size_t size,
                  const RatioSums& sums);
  /// Divides the values by a number, and returns their variance; `squares` is room for as many.
  double (*divide)(double number, std::size_t size, double* values, double* squares);
  /// areas += width * (values + before) / 2
  void (*add_areas)(double width, const double* values, const double* before, std::size_t size,
                    double* areas);
  /// Ratios of the sums, and the standard errors of their logarithms for n runs.
  void (*ratios)(const RatioSums& sums, double n, std::size_t size, double* ratios, double* errors);
};

}  // namespace optimeter
