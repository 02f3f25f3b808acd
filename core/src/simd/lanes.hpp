// Doubles in lanes that behave the same on every instruction set, and on a GPU.
//
// On processors `Lanes` holds eight lanes, whatever a register of the target holds (2 for SSE2 or
// NEON, 4 for AVX2, 8 for AVX-512): see eight_lanes.hpp. On a GPU, where OPTIMETER_NATIVE_LANES is
// 1, it holds one, and the threads are the lanes: see one_lane.hpp. Every operation is lane by lane
// and correctly rounded, hence the bits of a result do not depend on the number of lanes. Only
// `horizontal_*` combine lanes, in one fixed order.
//
// This header is compiled once per instruction set; the inline namespace keeps the versions apart.
#pragma once

#ifndef OPTIMETER_ISA
#error "lanes.hpp is for kernel sources, which are compiled with OPTIMETER_ISA defined"
#endif

#define OPTIMETER_INLINE inline __attribute__((always_inline))
// The same for a lambda; the compiler for GPUs does not need to be told.
#if OPTIMETER_NATIVE_LANES == 1
#define OPTIMETER_INLINED
#else
#define OPTIMETER_INLINED __attribute__((always_inline))
#endif

#if OPTIMETER_NATIVE_LANES == 1
#include "simd/one_lane.hpp"
#else
#include "simd/eight_lanes.hpp"
#endif

namespace optimeter::inline OPTIMETER_ISA {

OPTIMETER_INLINE Lanes abs(const Lanes& v) { return from_bits(bits(v) & ints(0x7fffffffffffffff)); }
/// `magnitude` with the sign bit of `sign`.
OPTIMETER_INLINE Lanes copy_sign(const Lanes& magnitude, const Lanes& sign) {
  return from_bits((bits(magnitude) & ints(0x7fffffffffffffff)) | (bits(sign) & ints(INT64_MIN)));
}

/// Whether no lane is above the bound or NaN.
OPTIMETER_INLINE bool all_at_most(const Lanes& v, const Lanes& bound) {
#if defined(__AVX512F__)
  return _mm512_cmp_pd_mask(v.part[0], bound.part[0], _CMP_NLE_UQ) == 0;
#else
  return !any(~(v <= bound));
#endif
}
/// Whether every lane is positive and normal, or positive zero.
OPTIMETER_INLINE bool all_regular(const Lanes& v) {
#if defined(__AVX512DQ__)
  constexpr int kNans = 0x01 | 0x80, kNegativeZero = 0x04, kInfinities = 0x08 | 0x10,
                kSubnormal = 0x20, kNegative = 0x40;
  return _mm512_fpclass_pd_mask(v.part[0],
                                kNans | kNegativeZero | kInfinities | kSubnormal | kNegative) == 0;
#else
  const Mask normal = (v >= Lanes(0x1p-1022)) & (v <= Lanes(0x1.fffffffffffffp1023));
  return !any(~(normal | (bits(v) == ints(0))));
#endif
}

/// Largest integer not above v, for every v (values from 2^52 on are integers already).
OPTIMETER_INLINE Lanes floor(const Lanes& v) {
#if defined(__AVX512F__)
  Lanes r;
  r.part[0] = _mm512_floor_pd(v.part[0]);
  return r;
#elif defined(__AVX2__)
  Lanes r;
  OPTIMETER_EACH r.part[k] = _mm256_floor_pd(v.part[k]);
  return r;
#elif OPTIMETER_NATIVE_LANES == 1
  return __builtin_floor(v.lane);  // one instruction of a GPU
#else
  const Lanes magic = 4503599627370496.0;  // 2^52: adding it rounds a smaller number to an integer
  const Lanes magnitude = abs(v);
  const Lanes rounded = copy_sign((magnitude + magic) - magic, v);
  const Lanes lowered = select(rounded > v, rounded - Lanes(1.0), rounded);
  return select(magnitude < magic, copy_sign(lowered, v), v);
#endif
}
/// The distance of v to the next multiple of 2^-places, for |v| < 2^(51 - places), places <= 15.
template <int places>
OPTIMETER_INLINE Lanes distance_to_grid(const Lanes& v) {
#if defined(__AVX512DQ__)
  Lanes r;
  r.part[0] = _mm512_maskz_reduce_pd(0xff, v.part[0], places << 4 | 0x08);  // 8: no exceptions
  return abs(r);
#else
  const Lanes magic = 6755399441055744.0 / (1 << places);  // 1.5 * 2^(52 - places)
  return abs(v - ((v + magic) - magic));
#endif
}
/// floor(v + 1/2): halves go up, also for negative v.
OPTIMETER_INLINE Lanes round_half_up(const Lanes& v) { return floor(v + Lanes(0.5)); }

}  // namespace optimeter::inline OPTIMETER_ISA
