// The noise models as kernels.
#pragma once

#include <cstddef>

namespace optimeter {

enum class NoiseModel { gaussian, uniform, cauchy };

/// The constants of a noise model. Not every model uses each of them.
struct NoiseConstants {
  double optimal_value = 0.0;
  double alpha = 0.0;
  double beta = 0.0;
  double probability = 0.0;  ///< of an outlier
};

/// 100 sum max(0, |x_i| - 5)^2: what the models add last.
inline double noise_penalty(const double* x, std::size_t d) {
  double sum = 0.0;
  for (std::size_t i = 0; i < d; ++i) {
    const double excess = __builtin_fabs(x[i]) - 5.0;
    if (excess > 0.0) sum += excess * excess;
  }
  return 100.0 * sum;
}

/// What the models of one instruction set read and write: arrays of n numbers, whose length is
/// rounded up to a multiple of 8 (everything up to there may be read and written).
/// `values` are noise-free, `penalty` is added last.
struct NoiseKernels {
  /// out = sqrt(-2 ln u) cos(2 pi v): a standard normal number from two uniform ones.
  void (*normal)(const double* u, const double* v, std::size_t n, double* out);
  /// a = cos(2 pi v), b = sin(2 pi v): their quotient is a standard Cauchy number.
  void (*circle)(const double* v, std::size_t n, double* a, double* b);

  void (*gaussian)(const NoiseConstants& c, const double* values, const double* penalty,
                   const double* normal, std::size_t n, double* y);
  void (*uniform)(const NoiseConstants& c, const double* values, const double* penalty,
                  const double* first, const double* second, std::size_t n, double* y);
  /// The outlier is a / |b| where u is below the probability.
  void (*cauchy)(const NoiseConstants& c, const double* values, const double* penalty,
                 const double* u, const double* a, const double* b, std::size_t n, double* y);
};

}  // namespace optimeter
