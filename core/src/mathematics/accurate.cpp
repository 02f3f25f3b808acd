#include "mathematics/accurate.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "mathematics/double_double.hpp"

namespace optimeter::mathematics {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kLargestAngle = 1e13;
constexpr double kModerateAngle = 1e6;  // of which the steps are found by short products
constexpr double kRound = 0x1.8p52;     // added, it rounds a smaller number to an integer

double nearest(double x) { return (x + kRound) - kRound; }

/// log x of a positive finite x.
Two log_of(double x) {
  double exponent = 0.0;
  if (x < std::numeric_limits<double>::min()) {
    x *= 0x1p54;
    exponent = -54.0;
  }
  constexpr std::int64_t kBase = 0x3fe62aaa00000000;  // of the mantissa, as in simd/vecmath.hpp
  constexpr std::int64_t kOne = 0x3ff0000000000000;
  const std::int64_t position = std::bit_cast<std::int64_t>(x) - kBase;
  exponent += static_cast<double>(((position + kOne) >> 52) - 1023);
  const auto mantissa = std::bit_cast<double>((position & 0x000fffffffffffff) + kBase);
  const auto i = static_cast<std::size_t>((position >> 47) & 31);

  const Two scaled = exact_product(mantissa, kInverse[i]);
  const Two r = quick_sum(scaled.high - 1.0, scaled.low);
  const Three& ln2 = kLn2[0];
  const double base = exponent * ln2.high + kLog[i].high;  // exact
  const Two rest = Two{ln2.middle, ln2.low} * exponent + Two{kLog[i].middle, kLog[i].low};
  return (r * series(kLogHead, kLogTail, r) + rest) + base;
}

/// x - n pi / 16, which is small.
Two remainder_of(double x, double n) {
  if (std::fabs(x) <= kModerateAngle) {
    const Three& step = kStep[0];
    const Two first = exact_sum(x - n * step.high, -(n * step.middle));
    return first + -exact_product(n, step.low);
  }
  // Three parts of full length; n has at most 47 bits, and x - product.high is exact.
  constexpr double kFirst = 0x1.921fb54442d18p-3;
  constexpr double kSecond = 0x1.1a62633145c07p-57;
  constexpr double kThird = -0x1.f1976b7ed8fbcp-113;
  const Two product = exact_product(n, kFirst);
  const Two first = exact_sum(x - product.high, -product.low);
  return (first + -exact_product(n, kSecond)) + -(n * kThird);
}

/// cos(x + turns pi / 16).
Two cos_of(double x, int turns) {
  if (!(std::fabs(x) <= kLargestAngle)) return {kNan, 0.0};
  const double n = nearest(x * 5.092958178940651);  // 16 / pi
  const Two h = remainder_of(x, n);
  const auto i = static_cast<std::size_t>((static_cast<std::int64_t>(n) + turns) & 31);
  const Two cosine = kCos[i];
  const Two sine = kCos[(i + 24) & 31];  // cos(a - pi/2)
  const Two square = h * h;
  const Two cos_part = cosine * (square * series(kCosineHead, kCosineTail, square));
  const Two sin_h = h + h * (square * series(kSineHead, kSineTail, square));
  return cosine + (cos_part + -(sine * sin_h));
}

/// exp(x) for |x| <= 800.
Two exp_of(const Two& x) {
  const double n = nearest(x.high * 46.16624130844683);  // 32 / log 2
  const Three& step = kLn2Step[0];
  const Two reduced = exact_sum(x.high - n * step.high, x.low);
  const Two r = (reduced + -exact_product(n, step.middle)) + -(n * step.low);
  const auto whole = static_cast<int>(n);
  const Two power = kPower[whole & 31];
  const Two result = power + power * (r * series(kExpHead, kExpTail, r));
  return {std::ldexp(result.high, whole >> 5), std::ldexp(result.low, whole >> 5)};
}

Two exactly(double value) { return {value, 0.0}; }

Two exponential(double x) {
  if (std::isnan(x)) return exactly(x);
  if (x > 800.0) return exactly(kInfinity);
  if (x < -800.0) return exactly(0.0);
  return exp_of({x, 0.0});
}

Two logarithm(Function function, double x) {
  if (std::isnan(x) || x == kInfinity) return exactly(x);
  if (x <= 0.0) return exactly(x == 0.0 ? -kInfinity : kNan);
  const Two result = log_of(x);
  return function == Function::log ? result : result * kInverseLn10[0];
}

Two power(double x, double y) {
  if (y == 0.0 || x == 1.0) return exactly(1.0);
  if (std::isnan(x) || std::isnan(y) || x < 0.0) return exactly(kNan);
  if (x == 0.0) return exactly(y > 0.0 ? 0.0 : kInfinity);
  if (x == kInfinity) return exactly(y > 0.0 ? kInfinity : 0.0);
  const Two log_x = log_of(x);
  const double size = log_x.high * y;
  if (size > 800.0) return exactly(kInfinity);
  if (size < -800.0) return exactly(0.0);
  return exp_of(log_x * y);
}

}  // namespace

Two accurate(Function function, double x, double y) {
  switch (function) {
    case Function::log:
    case Function::log10:
      return logarithm(function, x);
    case Function::exp:
      return exponential(x);
    case Function::sin:
      return x == 0.0 ? exactly(x) : cos_of(x, -8);
    case Function::cos:
      return cos_of(x, 0);
    case Function::pow:
      return power(x, y);
  }
  return exactly(kNan);
}

}  // namespace optimeter::mathematics
