// Sine, cosine, powers and the oscillation of bbob with a small absolute error: where a term is
// added to numbers of the size of 1, the last bits of a small sine are lost anyway, and half of the
// work of vecmath.hpp is enough. The rules are the same: correctly rounded operations only, no
// fused multiply-add, the same bits on every instruction set. The constants come from
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

/// For |x| <= 1e8: n has 25 bits and the first part of pi has 27, so that their product is exact,
/// as is the first difference. The second part times n is below 0.1, its rounding below 1e-17.
inline constexpr double kQuickAngle = 1e8;
OPTIMETER_INLINE HalfTurn reduce_half_turn(const Lanes& x) {
  const Lanes rounded = x * Lanes(0.3183098861837907) + Lanes(kRound);
  const Lanes n = rounded - Lanes(kRound);
  HalfTurn r;
  r.rest = (x - n * Lanes(3.141592651605606)) - n * Lanes(1.984187159361081e-09);
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

/// A logarithm: that of 2, and the terms of a polynomial for the rest.
struct LogTerms {
  double of_two;
  double slope;
  double p[6];
};
inline constexpr LogTerms kBinary = {1.0,
                                     2.8853900817779268,
                                     {0.961796693923706, 0.5770780175499094, 0.4121983580728177,
                                      0.32061918924330507, 0.2613622533907053, 0.2438182512722956}};
inline constexpr LogTerms kTenfold = {6.931471805599453,
                                      20.0,
                                      {6.666666666650751, 4.0000000083187395, 2.8571412932353377,
                                       2.222363077594805, 1.8116198952731883, 1.690070331981649}};

/// The logarithm of positive normal x, with the error of a number of its size, or of 1.
OPTIMETER_INLINE Lanes quick_log(const Lanes& x, const LogTerms& terms) {
  const Split parts = split(x, 0x3fe6a09e667f3bcd, Lanes(0.0));  // from sqrt(1/2)
  const Lanes s = (parts.mantissa - Lanes(1.0)) / (parts.mantissa + Lanes(1.0));
  const Lanes z = s * s;
  const Lanes z2 = z * z;
  const Lanes p01 = Lanes(terms.p[0]) + z * Lanes(terms.p[1]);
  const Lanes p23 = Lanes(terms.p[2]) + z * Lanes(terms.p[3]);
  const Lanes p45 = Lanes(terms.p[4]) + z * Lanes(terms.p[5]);
  const Lanes p = (p01 + z2 * p23) + (z2 * z2) * p45;
  return parts.exponent * Lanes(terms.of_two) + (Lanes(terms.slope) * s + (s * z) * p);
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

/// Sine and cosine with an absolute error below 4e-16; exact at 0. Slow if a lane is above 1e8 in
/// magnitude; such lanes get the result of vecmath.hpp.
OPTIMETER_MATH Lanes quick_sin(const Lanes& x) {
  const Lanes value = detail::sin_of_half_turn(detail::reduce_half_turn(x));
  const Lanes limit = detail::kQuickAngle;
  if (!all_at_most(abs(x), limit)) [[unlikely]]
    return select(abs(x) <= limit, value, sin(x));
  return value;
}
OPTIMETER_MATH Lanes quick_cos(const Lanes& x) {
  const Lanes value = detail::cos_of_half_turn(detail::reduce_half_turn(x));
  const Lanes limit = detail::kQuickAngle;
  if (!all_at_most(abs(x), limit)) [[unlikely]]
    return select(abs(x) <= limit, value, cos(x));
  return value;
}

/// cos(2 pi v) with an absolute error below 5e-16; exact at 0. Above 1e7, where the rounding of
/// 2 pi v is what counts, it is quick_cos of that.
OPTIMETER_MATH Lanes quick_cos_of_turns(const Lanes& v) {
  const Lanes half_turns = v + v;
  const Lanes rounded = half_turns + Lanes(detail::kRound);
  const Lanes r = half_turns - (rounded - Lanes(detail::kRound));  // exact
  const Lanes z = r * r;
  const Lanes z2 = z * z;
  const Lanes c01 = Lanes(-4.934802200544677) + z * Lanes(4.058712126416515);
  const Lanes c23 = Lanes(-1.3352627688438132) + z * Lanes(0.2353306301336207);
  const Lanes c45 = Lanes(-0.02580688876382672) + z * Lanes(0.0019295563752643643);
  const Lanes c67 = Lanes(-0.00010456676624595296) + z * Lanes(4.149748447912577e-06);
  const Lanes c = (c01 + z2 * c23) + (z2 * z2) * (c45 + z2 * c67);
  const Lanes value = from_bits(bits(Lanes(1.0) + z * c) ^ shift_left<63>(bits(rounded)));
  const Lanes limit = 1e7;
  if (!all_at_most(abs(v), limit)) [[unlikely]]
    return select(abs(v) <= limit, value, quick_cos(Lanes(6.283185307179586) * v));
  return value;
}

/// log2 x of positive normal x, with the error of a number of the size of log2 x, or of 1. Some
/// number below -1000 for 0 and subnormal x; some number for others.
OPTIMETER_MATH Lanes quick_log2(const Lanes& x) { return detail::quick_log(x, detail::kBinary); }

/// 2^t for t <= 1020, relative error below 4e-16; 0 for t < -1020.
OPTIMETER_MATH Lanes quick_exp2(const Lanes& t) {
  const Lanes rounded = t + Lanes(detail::kRound);
  const Lanes r = t - (rounded - Lanes(detail::kRound));  // exact
  const Lanes r2 = r * r;
  const Lanes r4 = r2 * r2;
  const Lanes q01 = Lanes(0.6931471805599453) + r * Lanes(0.24022650695910133);
  const Lanes q23 = Lanes(0.05550410866482226) + r * Lanes(0.009618129107593498);
  const Lanes q45 = Lanes(0.0013333558146380658) + r * Lanes(0.00015403530457765014);
  const Lanes q67 = Lanes(1.5252733805508413e-05) + r * Lanes(1.3215435001110837e-06);
  const Lanes q89 = Lanes(1.0178086773689247e-07) + r * Lanes(7.0738260463083005e-09);
  const Lanes q =
      (q01 + r2 * q23) + r4 * ((q45 + r2 * q67) + r4 * (q89 + r2 * Lanes(4.4499554771894435e-10)));
  const Lanes value = from_bits(bits(Lanes(1.0) + r * q) + shift_left<52>(bits(rounded)));
  return select(t < Lanes(-1020.0), Lanes(0.0), value);
}

// T_osz: sign(v) exp(l + 0.049 (sin(c1 l) + sin(c2 l))), l = log |v|, relative error below 1e-15.
// In three steps for loops over many vectors: so few operations depend on each other then that the
// processor works on several vectors at once.

/// 10 l; some number below -7000 for 0.
OPTIMETER_MATH Lanes oscillation_logs(const Lanes& v) {
  return detail::quick_log(abs(v), detail::kTenfold);
}
/// sin(c1 l) + sin(c2 l) from 10 l.
OPTIMETER_MATH Lanes oscillation_waves(const Lanes& v, const Lanes& ten_logs) {
  const Mask positive = v > Lanes(0.0);
  const Lanes first = select(positive, Lanes(1.0), Lanes(0.55)) * ten_logs;
  const Lanes second = select(positive, Lanes(0.79), Lanes(0.31)) * ten_logs;
  return detail::sin_of_half_turn(detail::reduce_half_turn(first)) +
         detail::sin_of_half_turn(detail::reduce_half_turn(second));
}
/// The field computes exp(10 (...))^0.1, which over- and underflows earlier; so does this.
OPTIMETER_MATH Lanes oscillated(const Lanes& v, const Lanes& waves) {
  const Lanes magnitude = abs(v);
  const Lanes value = magnitude * (Lanes(1.0) + detail::exp_near_zero(Lanes(0.049) * waves));
  const Lanes overflow = Lanes(detail::kInfinity) + (magnitude - magnitude);  // NaN of infinity
  const Lanes limited = select(value > Lanes(6.690699980388627e+30), overflow, value);
  return copy_sign(select(value < Lanes(4.3578819960526265e-33), Lanes(0.0), limited), v);
}
OPTIMETER_MATH Lanes oscillate(const Lanes& v) {
  return oscillated(v, oscillation_waves(v, oscillation_logs(v)));
}

}  // namespace optimeter::inline OPTIMETER_ISA
