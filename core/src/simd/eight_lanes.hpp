// The types of lanes.hpp for processors: eight doubles in as many registers as they take.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace optimeter::inline OPTIMETER_ISA {

inline constexpr std::size_t kLanes = 8;
inline constexpr std::size_t kNative = OPTIMETER_NATIVE_LANES;
inline constexpr std::size_t kParts = kLanes / kNative;

using NativeF64 = double __attribute__((vector_size(kNative * 8)));
using NativeI64 = std::int64_t __attribute__((vector_size(kNative * 8)));
using NativeU64 = std::uint64_t __attribute__((vector_size(kNative * 8)));

struct Lanes;

/// Eight booleans, each all ones or all zeros.
struct Mask {
  NativeI64 part[kParts];
};

/// Eight 64-bit integers.
struct Ints {
  NativeI64 part[kParts];
};

struct Lanes {
  NativeF64 part[kParts];

  Lanes() = default;
  OPTIMETER_INLINE Lanes(double value) {           // NOLINT: a double is meant to broadcast
    for (auto& p : part) p = value - NativeF64{};  // costs nothing, unlike a sum with 0
  }
};

#define OPTIMETER_EACH for (std::size_t k = 0; k < kParts; ++k)

// Part by part: the compiler would copy all eight lanes in smaller pieces through the stack.
OPTIMETER_INLINE Lanes load(const double* from) {
  Lanes r;
  OPTIMETER_EACH std::memcpy(&r.part[k], from + k * kNative, sizeof(NativeF64));
  return r;
}
OPTIMETER_INLINE void store(double* to, const Lanes& v) {
  OPTIMETER_EACH std::memcpy(to + k * kNative, &v.part[k], sizeof(NativeF64));
}

#define OPTIMETER_BINARY(op)                                           \
  OPTIMETER_INLINE Lanes operator op(const Lanes& a, const Lanes& b) { \
    Lanes r;                                                           \
    OPTIMETER_EACH r.part[k] = a.part[k] op b.part[k];                 \
    return r;                                                          \
  }
OPTIMETER_BINARY(+)
OPTIMETER_BINARY(-)
OPTIMETER_BINARY(*)
OPTIMETER_BINARY(/)
#undef OPTIMETER_BINARY

OPTIMETER_INLINE Lanes operator-(const Lanes& a) {
  Lanes r;
  OPTIMETER_EACH r.part[k] = -a.part[k];
  return r;
}
OPTIMETER_INLINE Lanes& operator+=(Lanes& a, const Lanes& b) { return a = a + b; }
OPTIMETER_INLINE Lanes& operator*=(Lanes& a, const Lanes& b) { return a = a * b; }

#define OPTIMETER_COMPARE(op)                                         \
  OPTIMETER_INLINE Mask operator op(const Lanes& a, const Lanes& b) { \
    Mask r;                                                           \
    OPTIMETER_EACH r.part[k] = (NativeI64)(a.part[k] op b.part[k]);   \
    return r;                                                         \
  }
OPTIMETER_COMPARE(<)
OPTIMETER_COMPARE(<=)
OPTIMETER_COMPARE(>)
OPTIMETER_COMPARE(>=)
OPTIMETER_COMPARE(==)
OPTIMETER_COMPARE(!=)
#undef OPTIMETER_COMPARE

#define OPTIMETER_BITWISE(Type, op)                                 \
  OPTIMETER_INLINE Type operator op(const Type& a, const Type& b) { \
    Type r;                                                         \
    OPTIMETER_EACH r.part[k] = a.part[k] op b.part[k];              \
    return r;                                                       \
  }
OPTIMETER_BITWISE(Mask, &)
OPTIMETER_BITWISE(Mask, |)
OPTIMETER_BITWISE(Ints, &)
OPTIMETER_BITWISE(Ints, |)
OPTIMETER_BITWISE(Ints, ^)
#undef OPTIMETER_BITWISE

/// Sums and differences wrap.
OPTIMETER_INLINE Ints operator+(const Ints& a, const Ints& b) {
  Ints r;
  OPTIMETER_EACH r.part[k] = (NativeI64)((NativeU64)a.part[k] + (NativeU64)b.part[k]);
  return r;
}
OPTIMETER_INLINE Ints operator-(const Ints& a, const Ints& b) {
  Ints r;
  OPTIMETER_EACH r.part[k] = (NativeI64)((NativeU64)a.part[k] - (NativeU64)b.part[k]);
  return r;
}

OPTIMETER_INLINE Mask operator~(const Mask& a) {
  Mask r;
  OPTIMETER_EACH r.part[k] = ~a.part[k];
  return r;
}

OPTIMETER_INLINE Ints ints(std::int64_t value) {
  Ints r;
  OPTIMETER_EACH r.part[k] = NativeI64{} + value;
  return r;
}
/// The same 64 bits, read as integers and back.
OPTIMETER_INLINE Ints bits(const Lanes& v) {
  Ints r;
  OPTIMETER_EACH r.part[k] = (NativeI64)v.part[k];
  return r;
}
OPTIMETER_INLINE Lanes from_bits(const Ints& v) {
  Lanes r;
  OPTIMETER_EACH r.part[k] = (NativeF64)v.part[k];
  return r;
}
OPTIMETER_INLINE Mask operator==(const Ints& a, const Ints& b) {
  Mask r;
  OPTIMETER_EACH r.part[k] = (NativeI64)(a.part[k] == b.part[k]);
  return r;
}
template <int n>
OPTIMETER_INLINE Ints shift_left(const Ints& v) {
  Ints r;
  OPTIMETER_EACH r.part[k] = v.part[k] << n;
  return r;
}
/// Shift that fills with zeros.
template <int n>
OPTIMETER_INLINE Ints shift_right(const Ints& v) {
  Ints r;
  OPTIMETER_EACH r.part[k] = (NativeI64)((NativeU64)v.part[k] >> n);
  return r;
}
/// Where the lowest bit is set.
OPTIMETER_INLINE Mask odd(const Ints& v) {
  Mask r;
  OPTIMETER_EACH r.part[k] = -(v.part[k] & 1);
  return r;
}

/// table[index], for indices below 32. The table must be aligned to 64 bytes.
OPTIMETER_INLINE Lanes lookup(const double (&table)[32], const Ints& index) {
  Lanes r;
#if defined(__AVX512F__)
  const __m512i i = (__m512i)index.part[0];
  const __m512d lower = _mm512_permutex2var_pd(_mm512_load_pd(table), i, _mm512_load_pd(table + 8));
  const __m512d upper =
      _mm512_permutex2var_pd(_mm512_load_pd(table + 16), i, _mm512_load_pd(table + 24));
  r.part[0] = _mm512_mask_blend_pd(_mm512_test_epi64_mask(i, _mm512_set1_epi64(16)), lower, upper);
#else
  OPTIMETER_EACH for (std::size_t i = 0; i < kNative; ++i) r.part[k][i] = table[index.part[k][i]];
#endif
  return r;
}

/// `mask ? a : b`, lane by lane.
OPTIMETER_INLINE Lanes select(const Mask& mask, const Lanes& a, const Lanes& b) {
  Lanes r;
  OPTIMETER_EACH r.part[k] = mask.part[k] ? a.part[k] : b.part[k];
  return r;
}

OPTIMETER_INLINE bool any(const Mask& mask) {
  NativeI64 all = mask.part[0];
  for (std::size_t k = 1; k < kParts; ++k) all |= mask.part[k];
#if defined(__AVX512F__)
  return _mm512_test_epi64_mask((__m512i)all, (__m512i)all) != 0;
#elif defined(__AVX2__)
  return _mm256_movemask_pd((__m256d)all) != 0;
#elif defined(__SSE2__)
  return _mm_movemask_pd((__m128d)all) != 0;
#else
  std::int64_t any_bit = 0;
  for (std::size_t i = 0; i < kNative; ++i) any_bit |= all[i];
  return any_bit != 0;
#endif
}

/// `a > b ? a : b` and `a < b ? a : b`: b if either is NaN.
OPTIMETER_INLINE Lanes max(const Lanes& a, const Lanes& b) {
  Lanes r;
#if defined(__AVX512F__)
  r.part[0] = _mm512_maskz_max_pd(0xff, a.part[0], b.part[0]);
#elif defined(__AVX2__)
  OPTIMETER_EACH r.part[k] = _mm256_max_pd(a.part[k], b.part[k]);
#elif defined(__SSE2__)
  OPTIMETER_EACH r.part[k] = _mm_max_pd(a.part[k], b.part[k]);
#else
  r = select(a > b, a, b);
#endif
  return r;
}
OPTIMETER_INLINE Lanes min(const Lanes& a, const Lanes& b) {
  Lanes r;
#if defined(__AVX512F__)
  r.part[0] = _mm512_maskz_min_pd(0xff, a.part[0], b.part[0]);
#elif defined(__AVX2__)
  OPTIMETER_EACH r.part[k] = _mm256_min_pd(a.part[k], b.part[k]);
#elif defined(__SSE2__)
  OPTIMETER_EACH r.part[k] = _mm_min_pd(a.part[k], b.part[k]);
#else
  r = select(a < b, a, b);
#endif
  return r;
}

OPTIMETER_INLINE Lanes sqrt(const Lanes& v) {
  Lanes r;
#if defined(__AVX512F__)
  r.part[0] = _mm512_maskz_sqrt_pd(0xff, v.part[0]);
#elif defined(__AVX2__)
  OPTIMETER_EACH r.part[k] = _mm256_sqrt_pd(v.part[k]);
#elif defined(__SSE2__)
  OPTIMETER_EACH r.part[k] = _mm_sqrt_pd(v.part[k]);
#else
  OPTIMETER_EACH for (std::size_t i = 0; i < kNative; ++i) r.part[k][i] =
      __builtin_sqrt(v.part[k][i]);
#endif
  return r;
}

// Lanes change their places within registers: what was just stored in one piece can only be loaded
// at once in that piece or in a part of it.

namespace detail {

using Places = std::make_integer_sequence<int, static_cast<int>(kNative)>;

/// Lanes n, n + 1, ... of `a` and then `b`.
template <int n, int... lane>
OPTIMETER_INLINE NativeF64 moved(const NativeF64& a, const NativeF64& b,
                                 std::integer_sequence<int, lane...>) {
  return __builtin_shufflevector(a, b, (lane + n)...);
}

/// Rows i and i + s of a matrix, where i has no bit s, after the exchange of bit s of the number of
/// the row and of the lane.
template <int s, bool second, int... lane>
OPTIMETER_INLINE NativeF64 exchanged(const NativeF64& a, const NativeF64& b,
                                     std::integer_sequence<int, lane...>) {
  constexpr int kOther = static_cast<int>(kNative);
  if constexpr (second) {
    return __builtin_shufflevector(a, b, ((lane & s) != 0 ? kOther + lane : lane + s)...);
  }
  return __builtin_shufflevector(a, b, ((lane & s) != 0 ? kOther + lane - s : lane)...);
}

using Pair = double __attribute__((vector_size(16)));

/// Lanes 2 i and 2 i + 1.
template <std::size_t i>
OPTIMETER_INLINE Pair pair(const Lanes& v) {
  constexpr int kFirst = 2 * i % kNative;
  const NativeF64& part = v.part[2 * i / kNative];
  return __builtin_shufflevector(part, part, kFirst, kFirst + 1);
}

}  // namespace detail

/// Lanes 1 to 7 of `a` and lane 0 of `b`.
OPTIMETER_INLINE Lanes successors(const Lanes& a, const Lanes& b) {
  Lanes r;
  OPTIMETER_EACH {
    r.part[k] =
        detail::moved<1>(a.part[k], k + 1 < kParts ? a.part[k + 1] : b.part[0], detail::Places());
  }
  return r;
}
/// Lane 7 of `a` and lanes 0 to 6 of `b`.
OPTIMETER_INLINE Lanes predecessors(const Lanes& a, const Lanes& b) {
  Lanes r;
  OPTIMETER_EACH {
    r.part[k] = detail::moved<static_cast<int>(kNative) - 1>(
        k > 0 ? b.part[k - 1] : a.part[kParts - 1], b.part[k], detail::Places());
  }
  return r;
}

/// Exchanges rows and columns, where lanes are one register.
template <int s = 1>
OPTIMETER_INLINE void transpose(Lanes (&rows)[kLanes]) {
  for (std::size_t i = 0; i < kLanes; ++i) {
    if ((i & s) != 0) continue;
    NativeF64& a = rows[i].part[0];
    NativeF64& b = rows[i + s].part[0];
    const NativeF64 first = detail::exchanged<s, false>(a, b, detail::Places());
    b = detail::exchanged<s, true>(a, b, detail::Places());
    a = first;
  }
  if constexpr (2 * s < static_cast<int>(kLanes)) transpose<2 * s>(rows);
}

/// ((0+4)+(2+6)) + ((1+5)+(3+7)): the one order in which lanes are summed.
OPTIMETER_INLINE double horizontal_sum(const Lanes& v) {
  using detail::pair;
  const detail::Pair sums = (pair<0>(v) + pair<2>(v)) + (pair<1>(v) + pair<3>(v));
  return sums[0] + sums[1];
}
OPTIMETER_INLINE double horizontal_product(const Lanes& v) {
  using detail::pair;
  const detail::Pair products = (pair<0>(v) * pair<2>(v)) * (pair<1>(v) * pair<3>(v));
  return products[0] * products[1];
}
/// The largest lane; none is NaN.
OPTIMETER_INLINE double horizontal_max(const Lanes& v) {
  using detail::pair;
  const auto larger = [](const detail::Pair& a, const detail::Pair& b) { return a > b ? a : b; };
  const detail::Pair pairs = larger(larger(pair<0>(v), pair<2>(v)), larger(pair<1>(v), pair<3>(v)));
  return pairs[0] > pairs[1] ? pairs[0] : pairs[1];
}

}  // namespace optimeter::inline OPTIMETER_ISA
