// Rows of resamples: every entry by itself, in the same order with every instruction set.
#include "measures/kernels/resampling.hpp"

namespace optimeter::inline OPTIMETER_ISA {

namespace {

void add_product(double factor, const double* weights, const double* values, std::size_t size,
                 double* sum) {
  for (std::size_t r = 0; r < size; ++r) sum[r] += factor * weights[r] * values[r];
}

void add_products(double first, double second, const double* weights, const double* values,
                  std::size_t size, double* sum) {
  const double* const next = values + size;
  for (std::size_t r = 0; r < size; ++r) {
    sum[r] = (sum[r] + first * weights[r] * values[r]) + second * weights[r] * next[r];
  }
}

void add_scaled(double factor, const double* values, std::size_t size, double* sum) {
  for (std::size_t r = 0; r < size; ++r) sum[r] += factor * values[r];
}

void add_run(double spent, double success, const double* drawn, std::size_t size,
             const RatioSums& sums) {
  add_scaled(spent, drawn, size, sums.spent);
  add_scaled(spent * spent, drawn, size, sums.spent_squared);
  if (success == 0.0) return;
  add_scaled(success, drawn, size, sums.success);
  add_scaled(spent * success, drawn, size, sums.product);
  add_scaled(success * success, drawn, size, sums.success_squared);
}

void ratios(const RatioSums& sums, double n, std::size_t size, double* ratios, double* errors) {
  const double degrees = n > 2.0 ? n - 1.0 : 1.0;
  for (std::size_t r = 0; r < size; ++r) {
    const double spent = sums.spent[r];
    const double success = sums.success[r];
    const double squares = sums.spent_squared[r] / (spent * spent) -
                           2.0 * sums.product[r] / (spent * success) +
                           sums.success_squared[r] / (success * success);
    ratios[r] = spent / success;
    errors[r] = __builtin_sqrt((squares < 0.0 ? 0.0 : squares) * n / degrees);
  }
}

// Constant initialization: nothing of a kernel source runs when the library is loaded.
constexpr ResamplingTable kTable{add_product, add_products, add_scaled, add_run, ratios};

}  // namespace

const ResamplingTable& resampling_table() { return kTable; }

}  // namespace optimeter::inline OPTIMETER_ISA
