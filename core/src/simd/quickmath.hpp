// Sine, cosine and the oscillation of bbob with a small absolute error: where a term is added to
// numbers of the size of 1, the last bits of a small sine are lost anyway, and half of the work of
// vecmath.hpp is enough. The rules are the same: correctly rounded operations only, no fused
// multiply-add, the same bits on every instruction set. The constants come from
// scripts/vecmath_coefficients.py.
#pragma once

#include "simd/vecmath.hpp"

namespace optimeter::inline OPTIMETER_ISA {

namespace detail {

/// x = n pi + rest with |rest| <= pi/2; only the lowest bit of `turns`, that of n, counts.
struct HalfTurn {
  Lanes rest;
  Ints turns;
};

/// For |x| <= 1e7: n has 22 bits and the first two parts of pi have 30 each, so that their products
/// with n are exact, as is the first difference.
OPTIMETER_INLINE HalfTurn reduce_half_turn(const Lanes& x) {
  const Lanes rounded = x * Lanes(0.3183098861837907) + Lanes(kRound);
  const Lanes n = rounded - Lanes(kRound);
  HalfTurn r;
  r.rest = ((x - n * Lanes(3.141592651605606)) - n * Lanes(1.9841871583270443e-09)) -
           n * Lanes(1.034036596358821e-18);
  r.turns = bits(rounded);
  return r;
}

/// For |x| <= 7500: n has 12 bits, the first part of pi has 41.
OPTIMETER_INLINE HalfTurn reduce_few_half_turns(const Lanes& x) {
  const Lanes rounded = x * Lanes(0.3183098861837907) + Lanes(kRound);
  const Lanes n = rounded - Lanes(kRound);
  HalfTurn r;
  r.rest = (x - n * Lanes(3.1415926535883045)) - n * Lanes(1.4887094960973246e-12);
  r.turns = bits(rounded);
  return r;
}

OPTIMETER_INLINE Lanes sin_of_half_turn(const HalfTurn& angle) {
  const Lanes r = angle.rest;
  const Lanes z = r * r;
  const Lanes z2 = z * z;
  const Lanes s01 = Lanes(-0.16666666666666666) + z * Lanes(0.008333333333333196);
  const Lanes s23 = Lanes(-0.00019841269841207676) + z * Lanes(2.7557319210712077e-06);
  const Lanes s45 = Lanes(-2.505210682743655e-08) + z * Lanes(1.6058937294378915e-10);
  const Lanes s67 = Lanes(-7.642927802283579e-13) + z * Lanes(2.7205080821313677e-15);
  const Lanes s = (s01 + z2 * s23) + (z2 * z2) * (s45 + z2 * s67);
  return from_bits(bits(r + (r * z) * s) ^ shift_left<63>(angle.turns));
}

OPTIMETER_INLINE Lanes cos_of_half_turn(const HalfTurn& angle) {
  const Lanes z = angle.rest * angle.rest;
  const Lanes z2 = z * z;
  const Lanes c01 = Lanes(0.04166666666666578) + z * Lanes(-0.001388888888882762);
  const Lanes c23 = Lanes(2.480158728532816e-05) + z * Lanes(-2.7557317025734495e-07);
  const Lanes c45 = Lanes(2.0876590447231885e-09) + z * Lanes(-1.1463580444848956e-11);
  const Lanes c = (c01 + z2 * c23) + (z2 * z2) * (c45 + z2 * Lanes(4.6155683030324195e-14));
  const Lanes value = (Lanes(1.0) - Lanes(0.5) * z) + z2 * c;
  return from_bits(bits(value) ^ shift_left<63>(angle.turns));
}

/// 10 log x of positive normal x, with the error of a number of the size of 10 log x, or of 1. Some
/// number below -7000 for 0 and subnormal x, some above 7000 for infinity and NaN.
OPTIMETER_INLINE Lanes ten_logs(const Lanes& x) {
  const Split parts = split(x, 0x3fe6a09e667f3bcd, Lanes(0.0));  // from sqrt(1/2)
  const Lanes s = (parts.mantissa - Lanes(1.0)) / (parts.mantissa + Lanes(1.0));
  const Lanes z = s * s;
  const Lanes z2 = z * z;
  const Lanes p01 = Lanes(6.666666666650751) + z * Lanes(4.0000000083187395);
  const Lanes p23 = Lanes(2.8571412932353377) + z * Lanes(2.222363077594805);
  const Lanes p45 = Lanes(1.8116198952731883) + z * Lanes(1.690070331981649);
  const Lanes p = (p01 + z2 * p23) + (z2 * z2) * p45;
  return parts.exponent * Lanes(6.931471805599453) + (Lanes(20.0) * s + (s * z) * p);
}

/// e^r - 1 for |r| <= 0.0981.
OPTIMETER_INLINE Lanes exp_near_zero(const Lanes& r) {
  const Lanes r2 = r * r;
  const Lanes q01 = Lanes(0.49999999999999983) + r * Lanes(0.1666666666673);
  const Lanes q23 = Lanes(0.04166666666683407) + r * Lanes(0.008333332994881974);
  const Lanes q45 = Lanes(0.0013888888364815947) + r * Lanes(0.00019846740309503253);
  const Lanes q = (q01 + r2 * q23) + (r2 * r2) * (q45 + r2 * Lanes(2.4808058663879493e-05));
  return r + r2 * q;
}

}  // namespace detail

/// Sine and cosine with an absolute error below 4e-16; exact at 0. Slow if a lane is above 1e7 in
/// magnitude; such lanes get the result of vecmath.hpp.
OPTIMETER_MATH Lanes quick_sin(const Lanes& x) {
  const Lanes value = detail::sin_of_half_turn(detail::reduce_half_turn(x));
  const Lanes limit = detail::kModerateAngle;
  if (!all_at_most(abs(x), limit)) [[unlikely]]
    return select(abs(x) <= limit, value, sin(x));
  return value;
}
OPTIMETER_MATH Lanes quick_cos(const Lanes& x) {
  const Lanes value = detail::cos_of_half_turn(detail::reduce_half_turn(x));
  const Lanes limit = detail::kModerateAngle;
  if (!all_at_most(abs(x), limit)) [[unlikely]]
    return select(abs(x) <= limit, value, cos(x));
  return value;
}

/// T_osz: sign(v) exp(l + 0.049 (sin(c1 l) + sin(c2 l))), l = log |v|, relative error below 1e-15.
///
/// The field computes exp(10 (...))^0.1 from 10 l, which over- and underflows earlier; so does
/// this.
OPTIMETER_MATH Lanes oscillate(const Lanes& v) {
  const Lanes magnitude = abs(v);
  const Lanes l = detail::ten_logs(magnitude);
  const Mask positive = v > Lanes(0.0);
  const Lanes first = select(positive, l, Lanes(0.55) * l);
  const Lanes second = select(positive, Lanes(0.79), Lanes(0.31)) * l;
  const Lanes waves = detail::sin_of_half_turn(detail::reduce_few_half_turns(first)) +
                      detail::sin_of_half_turn(detail::reduce_few_half_turns(second));
  const Lanes t = l + Lanes(0.49) * waves;
  const Lanes value = magnitude * (Lanes(1.0) + detail::exp_near_zero(Lanes(0.049) * waves));
  const Lanes overflow = Lanes(detail::kInfinity) + (magnitude - magnitude);  // NaN of infinity
  const Lanes limited = select(t > Lanes(709.782712893384), overflow, value);
  return copy_sign(select(t < Lanes(-745.1332191019412), Lanes(0.0), limited), v);
}

}  // namespace optimeter::inline OPTIMETER_ISA
