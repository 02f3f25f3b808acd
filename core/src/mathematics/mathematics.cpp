#include "mathematics/mathematics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "mathematics/accurate.hpp"
#include "mathematics/differences.hpp"
#include "mathematics/estimates.hpp"
#include "optimeter/simd.hpp"

namespace optimeter::mathematics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

static_assert(kLargestDifference < kDoubt);

/// The result where an estimate leaves doubts.
double settled(Function function, double x, double y, double estimate, bool unsure) {
  const bool listed = is_listed(function, x, y);
  if (!listed && !unsure) return estimate;
  const Two result = accurate(function, x, y);
  constexpr double kStretch = 1.0 / (1.0 - 2.0 * kLargestDifference);
  const bool close = result.high + result.low * kStretch != result.high;
  if (!listed || !close) return result.high;
  return std::nextafter(result.high, result.low > 0.0 ? kInfinity : -kInfinity);
}

double one(Function function, double x, double y) {
  double result = 0.0;
  const Doubts doubts = estimate_of(active_isa(), function)(&x, &y, &result, 1);
  return doubts.close == 0 ? result : settled(function, x, y, result, doubts.unsure != 0);
}

void many(Function function, const double* x, const double* y, std::size_t n, double* out) {
  const Estimates::Estimate estimate = estimate_of(active_isa(), function);
  double results[kMostArguments];  // apart, since `out` may be an argument that is needed again
  for (std::size_t begin = 0; begin < n; begin += kMostArguments) {
    const std::size_t count = std::min(kMostArguments, n - begin);
    Doubts doubts = estimate(x + begin, y + begin, results, count);
    for (; doubts.close != 0; doubts.close &= doubts.close - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(doubts.close));
      results[i] =
          settled(function, x[begin + i], y[begin + i], results[i], (doubts.unsure >> i & 1) != 0);
    }
    std::copy_n(results, count, out + begin);
  }
}

}  // namespace

double log(double x) { return one(Function::log, x, x); }
double log10(double x) { return one(Function::log10, x, x); }
double exp(double x) { return one(Function::exp, x, x); }
double sin(double x) { return one(Function::sin, x, x); }
double cos(double x) { return one(Function::cos, x, x); }
double pow(double x, double y) { return one(Function::pow, x, y); }

void log(const double* x, std::size_t n, double* out) { many(Function::log, x, x, n, out); }
void exp(const double* x, std::size_t n, double* out) { many(Function::exp, x, x, n, out); }
void sin(const double* x, std::size_t n, double* out) { many(Function::sin, x, x, n, out); }
void cos(const double* x, std::size_t n, double* out) { many(Function::cos, x, x, n, out); }
void pow(const double* x, const double* y, std::size_t n, double* out) {
  many(Function::pow, x, y, n, out);
}

}  // namespace optimeter::mathematics
