// The types of lanes.hpp for a thread of a GPU: one double each.
#pragma once

#include <cstddef>
#include <cstdint>

namespace optimeter::inline OPTIMETER_ISA {

inline constexpr std::size_t kLanes = 1;

struct Mask {
  bool lane;
};

struct Ints {
  std::int64_t lane;
};

struct Lanes {
  double lane;

  Lanes() = default;
  OPTIMETER_INLINE Lanes(double value) : lane(value) {}  // NOLINT: as with eight lanes
};

OPTIMETER_INLINE Lanes load(const double* from) { return *from; }
OPTIMETER_INLINE void store(double* to, const Lanes& v) { *to = v.lane; }

#define OPTIMETER_BINARY(op) \
  OPTIMETER_INLINE Lanes operator op(const Lanes& a, const Lanes& b) { return a.lane op b.lane; }
OPTIMETER_BINARY(+)
OPTIMETER_BINARY(-)
OPTIMETER_BINARY(*)
OPTIMETER_BINARY(/)
#undef OPTIMETER_BINARY

OPTIMETER_INLINE Lanes operator-(const Lanes& a) { return -a.lane; }
OPTIMETER_INLINE Lanes& operator+=(Lanes& a, const Lanes& b) { return a = a + b; }
OPTIMETER_INLINE Lanes& operator*=(Lanes& a, const Lanes& b) { return a = a * b; }

#define OPTIMETER_COMPARE(op) \
  OPTIMETER_INLINE Mask operator op(const Lanes& a, const Lanes& b) { return {a.lane op b.lane}; }
OPTIMETER_COMPARE(<)
OPTIMETER_COMPARE(<=)
OPTIMETER_COMPARE(>)
OPTIMETER_COMPARE(>=)
OPTIMETER_COMPARE(==)
OPTIMETER_COMPARE(!=)
#undef OPTIMETER_COMPARE

OPTIMETER_INLINE Mask operator&(const Mask& a, const Mask& b) { return {a.lane && b.lane}; }
OPTIMETER_INLINE Mask operator|(const Mask& a, const Mask& b) { return {a.lane || b.lane}; }
OPTIMETER_INLINE Mask operator~(const Mask& a) { return {!a.lane}; }

#define OPTIMETER_BITWISE(op) \
  OPTIMETER_INLINE Ints operator op(const Ints& a, const Ints& b) { return {a.lane op b.lane}; }
OPTIMETER_BITWISE(&)
OPTIMETER_BITWISE(|)
OPTIMETER_BITWISE(^)
#undef OPTIMETER_BITWISE

/// Sums and differences wrap.
OPTIMETER_INLINE Ints operator+(const Ints& a, const Ints& b) {
  return {(std::int64_t)((std::uint64_t)a.lane + (std::uint64_t)b.lane)};
}
OPTIMETER_INLINE Ints operator-(const Ints& a, const Ints& b) {
  return {(std::int64_t)((std::uint64_t)a.lane - (std::uint64_t)b.lane)};
}
OPTIMETER_INLINE Mask operator==(const Ints& a, const Ints& b) { return {a.lane == b.lane}; }

OPTIMETER_INLINE Ints ints(std::int64_t value) { return {value}; }
/// The same 64 bits, read as integers and back.
OPTIMETER_INLINE Ints bits(const Lanes& v) { return {__builtin_bit_cast(std::int64_t, v.lane)}; }
OPTIMETER_INLINE Lanes from_bits(const Ints& v) { return __builtin_bit_cast(double, v.lane); }

template <int n>
OPTIMETER_INLINE Ints shift_left(const Ints& v) {
  return {(std::int64_t)((std::uint64_t)v.lane << n)};
}
/// Shift that fills with zeros.
template <int n>
OPTIMETER_INLINE Ints shift_right(const Ints& v) {
  return {(std::int64_t)((std::uint64_t)v.lane >> n)};
}
/// Where the lowest bit is set.
OPTIMETER_INLINE Mask odd(const Ints& v) { return {(v.lane & 1) != 0}; }

/// table[index], for indices below 32.
OPTIMETER_INLINE Lanes lookup(const double (&table)[32], const Ints& index) {
  return table[index.lane];
}

/// `mask ? a : b`.
OPTIMETER_INLINE Lanes select(const Mask& mask, const Lanes& a, const Lanes& b) {
  return mask.lane ? a.lane : b.lane;
}
OPTIMETER_INLINE bool any(const Mask& mask) { return mask.lane; }

/// `a > b ? a : b` and `a < b ? a : b`: b if either is NaN.
OPTIMETER_INLINE Lanes max(const Lanes& a, const Lanes& b) { return select(a > b, a, b); }
OPTIMETER_INLINE Lanes min(const Lanes& a, const Lanes& b) { return select(a < b, a, b); }

OPTIMETER_INLINE Lanes sqrt(const Lanes& v) { return __builtin_sqrt(v.lane); }

OPTIMETER_INLINE double horizontal_max(const Lanes& v) { return v.lane; }

}  // namespace optimeter::inline OPTIMETER_ISA
