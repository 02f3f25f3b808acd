// Rows of resamples: every entry by itself, in the same order with every instruction set.
#include "measures/kernels/resampling.hpp"

namespace optimeter::inline OPTIMETER_ISA {

namespace {

constexpr std::size_t kSummed = 8;
constexpr std::size_t kBlock = 128;

/// The sum by halves, which rounds less than one after the other; in the order of numpy's sums.
double pairwise_sum(const double* values, std::size_t count) {
  if (count < kSummed) {
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) sum += values[i];
    return sum;
  }
  if (count > kBlock) {
    const std::size_t half = count / 2 - count / 2 % kSummed;
    return pairwise_sum(values, half) + pairwise_sum(values + half, count - half);
  }
  double sums[kSummed];
  for (std::size_t k = 0; k < kSummed; ++k) sums[k] = values[k];
  std::size_t i = kSummed;
  for (; i + kSummed <= count; i += kSummed) {
    for (std::size_t k = 0; k < kSummed; ++k) sums[k] += values[i + k];
  }
  double sum =
      ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  for (; i < count; ++i) sum += values[i];
  return sum;
}

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

double divide(double number, std::size_t size, double* values, double* squares) {
  for (std::size_t r = 0; r < size; ++r) values[r] /= number;
  const double mean = pairwise_sum(values, size) / static_cast<double>(size);
  for (std::size_t r = 0; r < size; ++r) squares[r] = (values[r] - mean) * (values[r] - mean);
  return pairwise_sum(squares, size) / static_cast<double>(size);
}

void add_areas(double width, const double* values, const double* before, std::size_t size,
               double* areas) {
  for (std::size_t r = 0; r < size; ++r) areas[r] += width * (values[r] + before[r]) / 2.0;
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
constexpr ResamplingTable kTable{add_product, add_products, add_scaled, add_run,
                                 divide,      add_areas,    ratios};

}  // namespace

const ResamplingTable& resampling_table() { return kTable; }

}  // namespace optimeter::inline OPTIMETER_ISA
