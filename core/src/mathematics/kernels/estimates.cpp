// Each function is a sum high + low of doubles with a relative error below 2^-59, from a table of
// 32 entries and a short series; `high` is the rounded result unless `low` is close to half a unit.
#include "mathematics/kernels/estimates.hpp"

#include "mathematics/tables.hpp"
#include "simd/vecmath.hpp"

namespace optimeter::inline OPTIMETER_ISA {
namespace {

using detail::kRound;
using detail::Sum;
using mathematics::Function;

/// The result, and where it cannot be trusted.
struct Estimate {
  Sum sum;
  Mask unusual;  ///< the argument is not one that the estimate is made for
};

OPTIMETER_INLINE Sum quick_sum(const Lanes& a, const Lanes& b) {
  const Lanes sum = a + b;
  return {sum, (a - sum) + b};
}

/// The leading 26 bits, rounded.
OPTIMETER_INLINE Lanes upper_half(const Lanes& v) {
  return from_bits((bits(v) + ints(0x4000000)) & ints(~std::int64_t{0x7ffffff}));
}

OPTIMETER_INLINE Mask outside(const Lanes& v, double low, double high) {
  return ~((v >= Lanes(low)) & (v <= Lanes(high)));
}

OPTIMETER_INLINE Mask not_normal(const Lanes& x) {
  return outside(x, detail::kMinNormal, detail::kMax);
}

OPTIMETER_INLINE Estimate log_estimate(const Lanes& x, const Lanes&) {
  return {detail::log_as_sum(x, Lanes(0.0)), not_normal(x)};
}

OPTIMETER_INLINE Estimate log10_estimate(const Lanes& x, const Lanes&) {
  const Sum log_x = detail::log_as_sum(x, Lanes(0.0));
  const Lanes upper = upper_half(log_x.high);
  const Lanes lower = (log_x.high - upper) + log_x.low;
  const mathematics::Two& factor = mathematics::kShortLn10[0];
  const Lanes rest = lower * Lanes(factor.high) + log_x.high * Lanes(factor.low);
  return {quick_sum(upper * Lanes(factor.high), rest), not_normal(x)};
}

/// cos(x + turns pi / 16) by the sum of angles: x = n pi / 16 + h.
template <int turns>
OPTIMETER_INLINE Estimate cos_estimate(const Lanes& x, const Lanes&) {
  const mathematics::Three& step = mathematics::kStep[0];
  const Lanes rounded = x * Lanes(5.092958178940651) + Lanes(kRound);
  const Lanes n = rounded - Lanes(kRound);
  const Lanes a = x - n * Lanes(step.high);  // exact
  const Lanes b = n * Lanes(step.middle);    // exact
  const Lanes difference = a - b;
  const Lanes part = difference - a;
  const Lanes error = (a - (difference - part)) - (b + part);
  const Lanes rest = error - n * Lanes(step.low);
  const Lanes h = difference + rest;
  const Lanes h_rest = (difference - h) + rest;

  const Ints i = (bits(rounded) + ints(turns)) & ints(31);
  const Ints j = (i + ints(24)) & ints(31);
  const Lanes cos_upper = lookup(mathematics::kCosUpper, i);
  const Lanes cos_lower = lookup(mathematics::kCosLower, i);
  const Lanes sin_upper = lookup(mathematics::kCosUpper, j);
  const Lanes sin_lower = lookup(mathematics::kCosLower, j);

  // Products of upper halves are exact: those of sin a h and of cos a h^2 / 2.
  const Lanes h_upper = upper_half(h);
  const Lanes h_lower = (h - h_upper) + h_rest;
  const Lanes square = h_upper * h_upper;
  const Lanes square_upper = upper_half(square);
  const Lanes square_rest = (square - square_upper) + h_lower * (h + h_upper);
  const Lanes linear = sin_upper * h_upper;
  const Lanes linear_rest = sin_upper * h_lower + sin_lower * h;
  const Lanes curve = Lanes(0.5) * cos_upper * square_upper;
  const Lanes curve_rest = Lanes(0.5) * (cos_upper * square_rest + cos_lower * square);
  const Lanes z = h * h;
  const Lanes z2 = z * z;
  const Lanes c0 = Lanes(1.0 / 24) + z * Lanes(-1.0 / 720);
  const Lanes c1 = Lanes(1.0 / 40320) + z * Lanes(-1.0 / 3628800);
  const Lanes s0 = Lanes(-1.0 / 6) + z * Lanes(1.0 / 120);
  const Lanes s1 = Lanes(-1.0 / 5040) + z * Lanes(1.0 / 362880);
  const Lanes cosine = z2 * (c0 + z2 * c1);
  const Lanes sine = (z * h) * (s0 + z2 * (s1 + z2 * Lanes(-1.0 / 39916800)));

  const Sum first = quick_sum(cos_upper, -linear);
  const Sum second = quick_sum(first.high, -curve);
  const Lanes series = (cos_upper + cos_lower) * cosine - (sin_upper + sin_lower) * sine;
  const Lanes low = (first.low + second.low) + ((cos_lower - linear_rest) - curve_rest) + series;
  return {quick_sum(second.high, low),
          outside(x, -1e6, 1e6) | (x == Lanes(0.0))};  // -0 is one, too
}

/// exp(high + low) for |high| <= 650, so that also the low part is normal.
OPTIMETER_INLINE Sum exp_of_wide(const Lanes& high, const Lanes& low) {
  const mathematics::Three& step = mathematics::kLn2Step[0];
  const Lanes rounded = high * Lanes(46.16624130844683) + Lanes(kRound);
  const Lanes n = rounded - Lanes(kRound);
  const Lanes a = high - n * Lanes(step.high);  // exact
  const Lanes rest = low - n * Lanes(step.middle);
  const Lanes r = a + rest;
  const Lanes r_rest = (a - r) + rest;

  const Ints i = bits(rounded) & ints(31);
  const Lanes upper = lookup(mathematics::kPowerUpper, i);
  const Lanes lower = lookup(mathematics::kPowerLower, i);
  const Lanes r_upper = upper_half(r);
  const Lanes r_lower = (r - r_upper) + r_rest;
  const Lanes product = upper * r_upper;  // exact
  const Lanes product_rest = upper * r_lower + lower * r;
  const Lanes r2 = r * r;
  const Lanes s0 = Lanes(1.0 / 2) + r * Lanes(1.0 / 6);
  const Lanes s1 = Lanes(1.0 / 24) + r * Lanes(1.0 / 120);
  const Lanes s2 = Lanes(1.0 / 720) + r * Lanes(1.0 / 5040);
  const Lanes series = r2 * (s0 + r2 * (s1 + r2 * s2));
  const Sum first = quick_sum(upper, product);
  const Sum power =
      quick_sum(first.high, first.low + ((lower + product_rest) + (upper + lower) * series));
  // 2^k with k = (n - i) / 32, in the field of an exponent: exact, the result is normal.
  const Ints exponent = shift_left<47>(bits(rounded) - i) + ints(0x3ff0000000000000);
  const Lanes scale = from_bits(exponent & ints(0x7ff0000000000000));
  return {power.high * scale, power.low * scale};
}

OPTIMETER_INLINE Estimate exp_estimate(const Lanes& x, const Lanes&) {
  const Mask unusual = outside(x, -650.0, 650.0);
  return {exp_of_wide(select(unusual, Lanes(0.0), x), Lanes(0.0)), unusual};
}

OPTIMETER_INLINE Estimate pow_estimate(const Lanes& x, const Lanes& y) {
  const Sum log_x = detail::log_as_sum(x, Lanes(0.0));
  const Lanes y_upper = upper_half(y);
  const Lanes log_upper = upper_half(log_x.high);
  const Lanes log_lower = (log_x.high - log_upper) + log_x.low;
  const Sum product = quick_sum(y_upper * log_upper, (y - y_upper) * log_upper + y * log_lower);
  // The error of the logarithm counts as often as it is large.
  const Mask unusual = not_normal(x) | outside(product.high, -16.0, 16.0);
  return {exp_of_wide(select(unusual, Lanes(0.0), product.high), product.low), unusual};
}

/// Where the sum lies within `distance` of the middle between two doubles, in their units.
OPTIMETER_INLINE Mask near_middle(const Sum& sum, double distance) {
  return sum.high + sum.low * Lanes(1.0 / (1.0 - 2.0 * distance)) != sum.high;
}

OPTIMETER_INLINE std::uint64_t bits_of(const Mask& mask) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < kLanes; ++i) {
    result |= static_cast<std::uint64_t>(mask.part[i / kNative][i % kNative] & 1) << i;
  }
  return result;
}

/// `error`: of the estimate, in thousandths of a unit in the last place.
template <Estimate (*function)(const Lanes&, const Lanes&), int error>
mathematics::Doubts run(const double* x, const double* y, double* out, std::size_t n) {
  mathematics::Doubts doubts;
  for (std::size_t i = 0; i < n; i += kLanes) {
    const std::size_t count = n - i < kLanes ? n - i : kLanes;
    Lanes x_lanes = 1.0;
    Lanes y_lanes = 1.0;
    if (count == kLanes) {
      x_lanes = load(x + i);
      y_lanes = load(y + i);
    } else if (count == 1) {
      x_lanes = x[i];
      y_lanes = y[i];
    } else {
      double padded[kLanes];
      for (std::size_t k = 0; k < kLanes; ++k) padded[k] = k < count ? x[i + k] : 1.0;
      x_lanes = load(padded);
      for (std::size_t k = 0; k < kLanes; ++k) padded[k] = k < count ? y[i + k] : 1.0;
      y_lanes = load(padded);
    }
    const Estimate estimate = function(x_lanes, y_lanes);
    const Sum& sum = estimate.sum;
    if (count == kLanes) {
      store(out + i, sum.high);
    } else {
      double results[kLanes];
      store(results, sum.high);
      for (std::size_t k = 0; k < count; ++k) out[i + k] = results[k];
    }
    const Mask close = near_middle(sum, mathematics::kDoubt) | estimate.unusual;
    if (!any(close)) continue;
    const Mask unsure = near_middle(sum, error / 1000.0) | estimate.unusual;
    const std::uint64_t present = (std::uint64_t{1} << count) - 1;
    doubts.close |= (bits_of(close) & present) << i;
    doubts.unsure |= (bits_of(unsure) & present) << i;
  }
  return doubts;
}

constexpr mathematics::Estimates kEstimates{{run<log_estimate, 2>, run<log10_estimate, 3>,
                                             run<exp_estimate, 2>, run<cos_estimate<-8>, 10>,
                                             run<cos_estimate<0>, 10>, run<pow_estimate, 6>}};

}  // namespace

const mathematics::Estimates& estimates() { return kEstimates; }

}  // namespace optimeter::inline OPTIMETER_ISA
