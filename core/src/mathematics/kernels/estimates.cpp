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

  const Lanes h_upper = upper_half(h);
  const Lanes h_lower = (h - h_upper) + h_rest;
  const Lanes product = sin_upper * h_upper;  // exact
  const Lanes product_rest = sin_upper * h_lower + sin_lower * h;
  const Lanes z = h * h;
  const Lanes z2 = z * z;
  const Lanes c0 = Lanes(-1.0 / 2) + z * Lanes(1.0 / 24);
  const Lanes c1 = Lanes(-1.0 / 720) + z * Lanes(1.0 / 40320);
  const Lanes cosine = z * (c0 + z2 * (c1 + z2 * Lanes(-1.0 / 3628800)));
  const Lanes s0 = Lanes(-1.0 / 6) + z * Lanes(1.0 / 120);
  const Lanes s1 = Lanes(-1.0 / 5040) + z * Lanes(1.0 / 362880);
  const Lanes sine = (z * h) * (s0 + z2 * (s1 + z2 * Lanes(-1.0 / 39916800)));
  const Sum first = quick_sum(cos_upper, -product);
  const Lanes series = (cos_upper + cos_lower) * cosine - (sin_upper + sin_lower) * sine;
  return {quick_sum(first.high, first.low + ((cos_lower - product_rest) + series)),
          outside(x, -1e6, 1e6) | (x == Lanes(0.0))};  // which may have a sign
}

/// exp(high + low) for |high| <= kLargestExponent.
constexpr double kLargestExponent = 40.0;
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
  const Mask unusual = outside(x, -kLargestExponent, kLargestExponent);
  return {exp_of_wide(select(unusual, Lanes(0.0), x), Lanes(0.0)), unusual};
}

OPTIMETER_INLINE Estimate pow_estimate(const Lanes& x, const Lanes& y) {
  const Sum log_x = detail::log_as_sum(x, Lanes(0.0));
  const Lanes y_upper = upper_half(y);
  const Lanes log_upper = upper_half(log_x.high);
  const Lanes log_lower = (log_x.high - log_upper) + log_x.low;
  const Sum product = quick_sum(y_upper * log_upper, (y - y_upper) * log_upper + y * log_lower);
  const Mask unusual = not_normal(x) | outside(product.high, -kLargestExponent, kLargestExponent);
  return {exp_of_wide(select(unusual, Lanes(0.0), product.high), product.low), unusual};
}

template <Estimate (*function)(const Lanes&, const Lanes&)>
std::uint64_t run(const double* x, const double* y, double* out, std::size_t n) {
  constexpr double kStretch = 1.0 / (1.0 - 2.0 * mathematics::kDoubt);
  std::uint64_t doubtful = 0;
  for (std::size_t i = 0; i < n; i += kLanes) {
    double padded_x[kLanes], padded_y[kLanes];
    const std::size_t count = n - i < kLanes ? n - i : kLanes;
    const double* from_x = x + i;
    const double* from_y = y + i;
    if (count < kLanes) {
      for (std::size_t k = 0; k < kLanes; ++k) padded_x[k] = k < count ? from_x[k] : 1.0;
      for (std::size_t k = 0; k < kLanes; ++k) padded_y[k] = k < count ? from_y[k] : 1.0;
      from_x = padded_x;
      from_y = padded_y;
    }
    const Estimate estimate = function(load(from_x), load(from_y));
    const Sum& sum = estimate.sum;
    const Mask doubt = estimate.unusual | (sum.high + sum.low * Lanes(kStretch) != sum.high);
    double results[kLanes];
    store(results, sum.high);
    std::memcpy(out + i, results, count * sizeof(double));
    if (!any(doubt)) continue;
    for (std::size_t k = 0; k < count; ++k) {
      const bool set = doubt.part[k / kNative][k % kNative] != 0;
      doubtful |= static_cast<std::uint64_t>(set) << (i + k);
    }
  }
  return doubtful;
}

constexpr mathematics::Estimates kEstimates{{run<log_estimate>, run<log10_estimate>,
                                             run<exp_estimate>, run<cos_estimate<-8>>,
                                             run<cos_estimate<0>>, run<pow_estimate>}};

}  // namespace

const mathematics::Estimates& estimates() { return kEstimates; }

}  // namespace optimeter::inline OPTIMETER_ISA
