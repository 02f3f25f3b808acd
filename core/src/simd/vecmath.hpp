// exp, log, sin, cos and pow of eight lanes: within 1 ulp for every argument, the corner cases of
// C99, and the same bits on every instruction set (tests/core/test_vecmath.py measures all three).
// Before the last rounding the error is below half an ulp, so that results which are doubles, such
// as integer powers of small integers, are exact.
//
// Everything is made of correctly rounded operations and of integer operations, without fused
// multiply-add and without the C library. A value's bits depend neither on its lane nor on the
// other lanes. Signs and payloads of NaNs are unspecified. The constants come from
// scripts/vecmath_coefficients.py.
//
// Only common arguments are handled in line: zeros and positive normal numbers by log and pow,
// angles up to 1e7 by sin and cos, everything by exp. One lane with another argument sends all
// eight through a function that is not inlined and takes a few times as long.
#pragma once

#include "simd/lanes.hpp"

#define OPTIMETER_COLD inline __attribute__((noinline, cold))
// A call costs little beside a function that takes several registers for each operand, and saves
// most of the code and of the time to compile it.
#ifndef OPTIMETER_CALLS
#define OPTIMETER_CALLS (OPTIMETER_NATIVE_LANES > 1 && OPTIMETER_NATIVE_LANES < 8)
#endif
#if OPTIMETER_CALLS
#define OPTIMETER_MATH inline __attribute__((noinline))
#else
#define OPTIMETER_MATH OPTIMETER_INLINE
#endif

namespace optimeter::inline OPTIMETER_ISA {

struct SinCos {
  Lanes sin, cos;
};

namespace detail {

inline constexpr double kInfinity = __builtin_inf();
inline constexpr double kNan = __builtin_nan("");
inline constexpr double kMinNormal = 0x1p-1022;
inline constexpr double kMax = 0x1.fffffffffffffp1023;
/// Adding 1.5 * 2^52 rounds a smaller number to an integer, which then is in the lowest bits.
inline constexpr double kRound = 0x1.8p52;

inline constexpr double kLn2High = 0.6931471805598903;  // 42 bits: exact times an exponent
inline constexpr double kLn2Low = 5.497923018708371e-14;

/// An unevaluated sum.
struct Sum {
  Lanes high, low;
};

/// v * 2^k, rounded once, with k given as `rounded` = k + kRound, |k| <= 1200.
OPTIMETER_INLINE Lanes scale(const Lanes& v, const Lanes& rounded) {
#if defined(__AVX512F__)
  Lanes r;
  r.part[0] = _mm512_maskz_scalef_pd(0xff, v.part[0], (rounded - Lanes(kRound)).part[0]);
  return r;
#else
  // Two powers of two, since one may be out of range; only the second product can be inexact.
  const Ints half = shift_right<1>(bits(rounded));
  const Ints other_half = bits(rounded) - half;
  return v * from_bits(shift_left<52>(half + ints(1023))) *
         from_bits(shift_left<52>(other_half + ints(1023)));
#endif
}

/// e^(high + low), also where it overflows, is subnormal or underflows; NaN if high is NaN.
/// Needs |low| <= 2^-20 |high| and, if `high` is finite, |high| <= 800.
OPTIMETER_INLINE Lanes exp_of_sum(const Lanes& high, const Lanes& low) {
  // high + low = k ln 2 + r + tail, |r| <= ln(2) / 2.
  const Lanes rounded = high * Lanes(1.4426950408889634) + Lanes(kRound);
  const Lanes k = rounded - Lanes(kRound);
  const Lanes reduced = high - k * Lanes(kLn2High);  // exact
  const Lanes rest = k * Lanes(kLn2Low) - low;
  const Lanes r = reduced - rest;
  const Lanes tail = (reduced - r) - rest;

  // e^r = 1 + r + r^2 q(r)
  const Lanes r2 = r * r;
  const Lanes q01 = Lanes(0.5000000000000012) + r * Lanes(0.16666666666666471);
  const Lanes q23 = Lanes(0.041666666666519775) + r * Lanes(0.008333333333458667);
  const Lanes q45 = Lanes(0.0013888888945908842) + r * Lanes(0.00019841269581172808);
  const Lanes q67 = Lanes(2.480149104754191e-05) + r * Lanes(2.7557521693832273e-06);
  const Lanes q89 = Lanes(2.763090051172013e-07) + r * Lanes(2.5020049863738605e-08);
  const Lanes r4 = r2 * r2;
  const Lanes q = (q01 + r2 * q23) + r4 * ((q45 + r2 * q67) + r4 * q89);
  const Lanes power = Lanes(1.0) + (r + (r2 * q + tail));
  return scale(power, rounded);
}

/// 2^shift x = 2^exponent * mantissa with the mantissa in [base, 2 base), for positive normal x.
struct Split {
  Lanes exponent, mantissa;
  Ints position;  ///< bits of x minus bits of base; the fraction field divides the range evenly
};
OPTIMETER_INLINE Split split(const Lanes& x, std::int64_t base_bits, const Lanes& shift) {
  constexpr std::int64_t kOneBits = 0x3ff0000000000000;
  Split s;
  s.position = bits(x) - ints(base_bits);
  const Ints biased = shift_right<52>(s.position + ints(kOneBits));
  s.exponent = from_bits(biased | bits(Lanes(0x1p52))) - (Lanes(0x1p52 + 1023) - shift);
  s.mantissa = from_bits((s.position & ints(0x000fffffffffffff)) + ints(base_bits));
  return s;
}

/// log(2^shift x) of positive normal x.
OPTIMETER_INLINE Lanes log_of_normal(const Lanes& x, const Lanes& shift) {
  const Split parts = split(x, 0x3fe6a09e667f3bcd, shift);  // from sqrt(1/2)
  const Lanes k = parts.exponent;
  // With s = f / (2 + f): log(1 + f) = 2 atanh(s) = f - f^2/2 + s (f^2/2 + s^2 p(s^2))
  const Lanes f = parts.mantissa - Lanes(1.0);
  const Lanes s = f / (f + Lanes(2.0));
  const Lanes half_square = Lanes(0.5) * f * f;
  const Lanes z = s * s;
  const Lanes z2 = z * z;
  const Lanes p01 = Lanes(0.6666666666666736) + z * Lanes(0.39999999999405483);
  const Lanes p23 = Lanes(0.28571428744061894) + z * Lanes(0.22222198426151224);
  const Lanes p45 = Lanes(0.18183571057432849) + z * Lanes(0.15313895728652202);
  const Lanes p = (p01 + z2 * p23) + (z2 * z2) * (p45 + z2 * Lanes(0.1479736350587642));
  const Lanes curve = half_square - s * (half_square + z * p);

  const Lanes base = k * Lanes(kLn2High);
  const Lanes high = base + f;  // f is less than |base|, or base is 0
  const Lanes low = (base - high) + f;
  return high + (low + (k * Lanes(kLn2Low) - curve));
}

/// log of lanes among which some are negative, subnormal, infinite or NaN.
OPTIMETER_COLD Lanes log_of_any(Lanes x) {
  const Mask small = x < Lanes(kMinNormal);
  Lanes r =
      log_of_normal(select(small, x * Lanes(0x1p54), x), select(small, Lanes(-54.0), Lanes(0.0)));
  r = select(x == Lanes(kInfinity), x, r);
  r = select(x == Lanes(0.0), Lanes(-kInfinity), r);
  r = select(x >= Lanes(0.0), r, Lanes(kNan));
  return r;
}

/// x = quadrant * pi/2 + high + low with |high| <= pi/4; only the two lowest bits of `quadrant`
/// count.
struct Angle {
  Lanes high, low;
  Ints quadrant;
};

/// Cody and Waite's reduction in four parts, for 0 <= x <= 1e7. The quadrant n has at most 23 bits
/// and the first three parts of pi/2 have 30, 23 and 30, so that n times each of them is exact. So
/// are the first two differences, which are multiples of 2^-53 below 1; the third either is exact,
/// too, or has the larger operand first, so that its error is exact.
inline constexpr double kModerateAngle = 1e7;
OPTIMETER_INLINE Angle reduce_moderate(const Lanes& x) {
  const Lanes rounded = x * Lanes(0.6366197723675814) + Lanes(kRound);
  const Lanes n = rounded - Lanes(kRound);
  const Lanes a = (x - n * Lanes(1.570796325802803)) - n * Lanes(9.920935184482005e-10);
  const Lanes third = n * Lanes(6.12323399409214e-17);
  Angle angle;
  angle.high = a - third;
  angle.low = ((a - angle.high) - third) - n * Lanes(1.6446256936324258e-26);
  angle.quadrant = bits(rounded);
  return angle;
}

/// Payne and Hanek's reduction: x times those bits of 2/pi that matter for it. `high` + `low` is
/// good to 2^-70, relatively, for every finite x >= 1; NaN for infinity and NaN.
OPTIMETER_COLD void reduce_huge(double x, double& high, double& low, std::int64_t& quadrant) {
  // The bits of 2/pi after the point, behind one word of zeros.
  static constexpr std::uint64_t kTwoOverPi[20] = {
      0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
      0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
      0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
      0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
      0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};
  using Wide = unsigned __int128;
  quadrant = 0;
  if (!(x <= kMax)) {
    high = low = kNan;
    return;
  }
  std::uint64_t x_bits;
  std::memcpy(&x_bits, &x, sizeof x);
  const std::uint64_t mantissa = (x_bits & 0x000fffffffffffff) | 0x0010000000000000;
  const unsigned exponent = static_cast<unsigned>(x_bits >> 52);  // x = mantissa * 2^(this - 1075)
  // Bits of 2/pi worth a multiple of 4 in the product do not matter. The 192 bits after them give
  // the product modulo 4 in units of 2^-190; those further below change it by less than 2^-137.
  const unsigned start = 64 + exponent - 1075 - 2;
  const unsigned word = start / 64;
  const unsigned shift = start % 64;
  std::uint64_t window[3];
  for (unsigned i = 0; i < 3; ++i) {
    const Wide pair = (static_cast<Wide>(kTwoOverPi[word + i]) << 64) | kTwoOverPi[word + i + 1];
    window[i] = static_cast<std::uint64_t>(pair >> (64 - shift));
  }
  const Wide product2 = static_cast<Wide>(mantissa) * window[2];
  const Wide product1 = static_cast<Wide>(mantissa) * window[1] + (product2 >> 64);
  const Wide product0 = static_cast<Wide>(mantissa) * window[0] + (product1 >> 64);
  const Wide product = (product0 << 64) | static_cast<std::uint64_t>(product1);

  // Split into the nearest quadrant and a signed fraction of one.
  Wide fraction = (product << 2) | (static_cast<std::uint64_t>(product2) >> 62);
  const bool negative = (fraction >> 127) != 0;
  if (negative) fraction = -fraction;
  quadrant = static_cast<std::int64_t>((product >> 126) + (negative ? 1 : 0));

  // The fraction as a sum of two doubles of 53 bits each.
  const std::uint64_t upper = static_cast<std::uint64_t>(fraction >> 64);
  const int zeros = upper != 0 ? __builtin_clzll(upper)
                               : 64 + __builtin_clzll(static_cast<std::uint64_t>(fraction) | 1);
  fraction <<= zeros;
  const std::uint64_t unit_bits = static_cast<std::uint64_t>(1023 - 53 - zeros) << 52;
  double unit;
  std::memcpy(&unit, &unit_bits, sizeof unit);
  constexpr std::uint64_t kLowest53 = (std::uint64_t{1} << 53) - 1;
  const double first = static_cast<double>(static_cast<std::uint64_t>(fraction >> 75)) * unit;
  const double second =
      static_cast<double>(static_cast<std::uint64_t>(fraction >> 22) & kLowest53) *
      (unit * 0x1p-53);

  // Times pi/2, by Dekker's product.
  constexpr double kHalfPi = 1.5707963267948966;
  constexpr double kHalfPiUpper = 0x1.921fb5p0;  // the leading 25 bits
  constexpr double kHalfPiLower = kHalfPi - kHalfPiUpper;
  constexpr double kHalfPiRest = 6.123233995736766e-17;
  const double first_upper = (first + first * 0x1p27) - first * 0x1p27;
  const double first_lower = first - first_upper;
  const double main = first * kHalfPi;
  const double error = ((first_upper * kHalfPiUpper - main) + first_upper * kHalfPiLower +
                        first_lower * kHalfPiUpper) +
                       first_lower * kHalfPiLower;
  const double rest = error + (first * kHalfPiRest + second * kHalfPi);
  const double sign = negative ? -1.0 : 1.0;
  high = sign * (main + rest);
  low = sign * ((main - (main + rest)) + rest);
}

/// The reduction of lanes among which some are above kModerateAngle.
OPTIMETER_COLD Angle reduce_any(Lanes x) {
  Angle angle = reduce_moderate(x);
  double argument[kLanes], high[kLanes], low[kLanes];
  std::int64_t quadrant[kLanes];
  store(argument, x);
  store(high, angle.high);
  store(low, angle.low);
  std::memcpy(quadrant, &angle.quadrant, sizeof quadrant);
  for (std::size_t i = 0; i < kLanes; ++i) {
    if (!(argument[i] <= kModerateAngle)) reduce_huge(argument[i], high[i], low[i], quadrant[i]);
  }
  angle.high = load(high);
  angle.low = load(low);
  std::memcpy(&angle.quadrant, quadrant, sizeof quadrant);
  return angle;
}

/// The reduction of |x|.
OPTIMETER_INLINE Angle reduce(const Lanes& x) {
  const Lanes magnitude = abs(x);
  if (!all_at_most(magnitude, Lanes(kModerateAngle))) [[unlikely]]
    return reduce_any(magnitude);
  return reduce_moderate(magnitude);
}

/// Sine and cosine of high + low, for |high| <= pi/4.
OPTIMETER_INLINE SinCos sincos_of_angle(const Angle& angle) {
  const Lanes r = angle.high;
  const Lanes z = r * r;
  const Lanes z2 = z * z;
  const Lanes half = Lanes(0.5) * z;
  const Lanes above = Lanes(1.0) - half;

  const Lanes s01 = Lanes(-0.1666666666666663) + z * Lanes(0.00833333333332192);
  const Lanes s23 = Lanes(-0.0001984126982946125) + z * Lanes(2.7557313583628424e-06);
  const Lanes s45 = Lanes(-2.505074259080665e-08) + z * Lanes(1.5895962192519218e-10);
  const Lanes s = s01 + z2 * (s23 + z2 * s45);
  const Lanes c01 = Lanes(0.04166666666666659) + z * Lanes(-0.0013888888888872349);
  const Lanes c23 = Lanes(2.4801587288469675e-05) + z * Lanes(-2.755731408153871e-07);
  const Lanes c45 = Lanes(2.087568886198896e-09) + z * Lanes(-1.1357969769638185e-11);
  const Lanes c = c01 + z2 * (c23 + z2 * c45);

  SinCos result;
  result.sin = r + ((r * z) * s + angle.low * above);
  result.cos = above + (((Lanes(1.0) - above) - half) + (z2 * c - r * angle.low));
  return result;
}

/// For pow: the mantissa is in [kTableBase, 2 kTableBase), 32 intervals select c such that
/// |mantissa / c - 1| < 0.0154. 1 / c has ten bits, log c is split at 2^-42. The interval that
/// contains 1 has c = 1, so that the logarithm is relatively accurate near 1.
inline constexpr std::int64_t kTableBase = 0x3fe62aaa00000000;  // 0.6927...
alignas(64) inline constexpr double kTableInverse[32] = {
    1.427734375, 1.396484375, 1.3671875,   1.337890625, 1.310546875, 1.28515625,  1.259765625,
    1.234375,    1.2109375,   1.189453125, 1.16796875,  1.146484375, 1.126953125, 1.107421875,
    1.087890625, 1.0703125,   1.052734375, 1.03515625,  1.01953125,  1.0,         0.974609375,
    0.9453125,   0.91796875,  0.892578125, 0.869140625, 0.845703125, 0.82421875,  0.802734375,
    0.783203125, 0.765625,    0.748046875, 0.73046875};
alignas(64) inline constexpr double kTableHigh[32] = {
    -0.3560888347103628,   -0.33395791765451577,  -0.31275571000378477,  -0.2910942132227774,
    -0.2704445119322827,   -0.2508803062858078,   -0.2309256917562834,   -0.21056476910735,
    -0.19139485299956505,  -0.17349364267033707,  -0.15526612891108016,  -0.13670019478854556,
    -0.11951764146851929,  -0.10203467868814187,  -0.0842406148876762,   -0.06795066190852594,
    -0.051390945869570714, -0.034552381506728125, -0.019342962843211353, 0.0,
    0.02571852928804219,   0.05623971832278585,   0.0855919303353403,    0.1136412341452342,
    0.14025034287328708,   0.16758689703692653,   0.1933193110035063,    0.2197314105433179,
    0.24436319773303694,   0.2670627852489815,    0.290289635858926,     0.3140688276250785};
alignas(64) inline constexpr double kTableLow[32] = {
    9.207037023524347e-14,   1.589797456220205e-14,
    -1.1211800740360982e-13, 5.989302587544076e-14,
    1.0868597510348195e-13,  -1.5973663463624904e-15,
    1.8708555799068442e-14,  3.6507188831790577e-16,
    -6.440856150696892e-14,  -5.217182669884592e-14,
    -4.3792508292406054e-14, -4.310426838472474e-14,
    -7.249000326669549e-14,  -1.0241934414218483e-13,
    -1.0003539556895334e-13, 1.8195060030168815e-14,
    8.134490401032933e-14,   6.839139742328777e-14,
    8.041853850522586e-14,   0.0,
    -5.307171319656295e-14,  9.023009281142904e-14,
    6.322009333691484e-14,   6.889214192008475e-14,
    -1.9509765515283165e-14, 9.140819889491412e-14,
    -1.0320443688698849e-14, -4.472851385991314e-14,
    -9.834201296269778e-14,  6.371947269815667e-14,
    -6.418144637660116e-14,  -1.0263280755261064e-13};

/// log(2^shift x) of positive normal x, relative error below 2^-65.
OPTIMETER_INLINE Sum log_as_sum(const Lanes& x, const Lanes& shift) {
  const Split parts = split(x, kTableBase, shift);
  const Lanes k = parts.exponent;
  const Ints index = shift_right<47>(parts.position) & ints(31);
  const Lanes inverse = lookup(kTableInverse, index);
  const Lanes table_high = lookup(kTableHigh, index);
  const Lanes table_low = lookup(kTableLow, index);

  // r + r_error = upper + lower = mantissa / c - 1, exactly. `upper` has 24 bits; as it comes from
  // the rounded, not the cut mantissa, it is 0 or close to r.
  const Lanes mantissa_upper =
      from_bits((bits(parts.mantissa) + ints(0x80000000)) & ints(~std::int64_t{0xffffffff}));
  const Lanes upper = mantissa_upper * inverse - Lanes(1.0);
  const Lanes lower = (parts.mantissa - mantissa_upper) * inverse;
  const Lanes r = upper + lower;
  const Lanes r_error = (upper - r) + lower;

  // k log 2 + log c + r - r^2/2 + r^3 p(r)
  const Lanes base = k * Lanes(kLn2High) + table_high;  // exact
  const Lanes linear = base + r;
  const Lanes linear_error = (base - linear) + r;
  const Lanes half_upper = Lanes(-0.5) * upper;
  const Lanes square = half_upper * upper;  // exact
  const Lanes square_rest = Lanes(-0.5) * lower * (upper + r);
  const Lanes high = linear + square;
  const Lanes high_error = (linear - high) + square;

  const Lanes r2 = r * r;
  const Lanes p01 = Lanes(0.3333333333333333) + r * Lanes(-0.24999999999999997);
  const Lanes p23 = Lanes(0.2000000000007885) + r * Lanes(-0.16666666666762697);
  const Lanes p45 = Lanes(0.142857132605819) + r * Lanes(-0.12499998903058668);
  const Lanes p67 = Lanes(0.11116321883370735) + r * Lanes(-0.10005100043985475);
  const Lanes p = (p01 + r2 * p23) + (r2 * r2) * (p45 + r2 * p67);

  const Lanes low = ((k * Lanes(kLn2Low) + table_low) + (linear_error + r_error)) +
                    ((square_rest + high_error) + (r * r2) * p);
  Sum sum;
  sum.high = high + low;
  sum.low = (high - sum.high) + low;
  return sum;
}

/// (2^shift x)^y for positive normal x; NaN if y is NaN.
OPTIMETER_INLINE Lanes pow_of_normal(const Lanes& x, const Lanes& shift, const Lanes& y) {
  const Sum log_x = log_as_sum(x, shift);
  // From 2^66 on every power other than of 1 over- or underflows; limited, products stay finite.
  const Lanes limited = min(Lanes(0x1p66), max(Lanes(-0x1p66), y));
  // The product of the leading halves is exact.
  const Ints leading = ints(~std::int64_t{0x7ffffff});
  const Lanes y_upper = from_bits(bits(limited) & leading);
  const Lanes log_upper = from_bits(bits(log_x.high) & leading);
  const Lanes log_lower = (log_x.high - log_upper) + log_x.low;
  const Lanes high = y_upper * log_upper;
  const Lanes low = (limited - y_upper) * log_upper + limited * log_lower;
  // Beyond 800 the result is 0 or infinity; only there the limits of `low` matter.
  return exp_of_sum(min(Lanes(800.0), max(Lanes(-800.0), high)),
                    min(Lanes(0x1p-14), max(Lanes(-0x1p-14), low)));
}

/// x^y where x or y may be anything.
OPTIMETER_COLD Lanes pow_of_any(Lanes x, Lanes y) {
  const Lanes zero = 0.0, one = 1.0, infinity = kInfinity, nan = kNan;
  const Lanes magnitude = abs(x);
  const Mask small = magnitude < Lanes(kMinNormal);
  Lanes r = pow_of_normal(select(small, magnitude * Lanes(0x1p54), magnitude),
                          select(small, Lanes(-54.0), zero), y);
  // y > 0 for zero and y < 0 for infinity give 0, the opposite gives infinity.
  r = select(magnitude == zero, select(y < zero, infinity, zero), r);
  r = select(magnitude == infinity, select(y < zero, zero, infinity), r);

  const Mask negative = copy_sign(one, x) < zero;
  const Mask integer = floor(y) == y;
  const Lanes half = y * Lanes(0.5);
  const Mask odd_integer = integer & (floor(half) != half);
  r = select(negative & odd_integer, -r, r);
  r = select((x < zero) & (magnitude < infinity) & ~integer, nan, r);
  r = select((x != x) | (y != y), nan, r);
  r = select((y == zero) | (x == one), one, r);
  return r;
}

}  // namespace detail

/// e^x.
OPTIMETER_MATH Lanes exp(const Lanes& x) {
  // Outside of these limits the result is 0 or infinity; NaN passes both comparisons.
  return detail::exp_of_sum(min(Lanes(710.0), max(Lanes(-746.0), x)), Lanes(0.0));
}

/// Natural logarithm; -infinity for zeros of either sign, NaN for negative numbers.
OPTIMETER_MATH Lanes log(const Lanes& x) {
  if (!all_regular(x)) [[unlikely]]
    return detail::log_of_any(x);
  return select(x == Lanes(0.0), Lanes(-detail::kInfinity), detail::log_of_normal(x, Lanes(0.0)));
}

/// Sine and cosine; NaN for infinities. Slow (lane by lane) if a lane is above 1e7 in magnitude.
OPTIMETER_INLINE SinCos sincos(const Lanes& x) {
  const detail::Angle angle = detail::reduce(x);
  const SinCos first = detail::sincos_of_angle(angle);
  const Mask swap = odd(angle.quadrant);
  const Ints sin_sign = (shift_left<62>(angle.quadrant) ^ bits(x)) & ints(INT64_MIN);
  const Ints cos_sign = shift_left<62>(angle.quadrant + ints(1)) & ints(INT64_MIN);
  SinCos r;
  r.sin = from_bits(bits(select(swap, first.cos, first.sin)) ^ sin_sign);
  r.cos = from_bits(bits(select(swap, first.sin, first.cos)) ^ cos_sign);
  return r;
}
// The compiler leaves out what only the other half needs.
OPTIMETER_MATH Lanes sin(const Lanes& x) { return sincos(x).sin; }
OPTIMETER_MATH Lanes cos(const Lanes& x) { return sincos(x).cos; }

/// x^y with all corner cases of C99: x^0 = 1^y = 1 even for NaN, the sign of odd integer powers,
/// NaN for other powers of negative numbers.
OPTIMETER_MATH Lanes pow(const Lanes& x, const Lanes& y) {
  if (!all_regular(x)) [[unlikely]]
    return detail::pow_of_any(x, y);
  const Lanes zero = 0.0, one = 1.0;
  // For x = 0 this is 1 if y = 0, NaN if y is NaN, and else arbitrary.
  Lanes r = detail::pow_of_normal(x, zero, y);
  const Mask base_is_zero = x == zero;
  r = select(base_is_zero & (y > zero), zero, r);
  r = select(base_is_zero & (y < zero), Lanes(detail::kInfinity), r);
  return select(x == one, one, r);  // also where y is NaN
}

}  // namespace optimeter::inline OPTIMETER_ISA

#undef OPTIMETER_COLD
