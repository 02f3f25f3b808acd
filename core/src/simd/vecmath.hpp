// Elementary functions of eight lanes. First version: lane by lane through the C library, to be
// replaced by polynomials that give the same bits everywhere.
#pragma once

#include "simd/lanes.hpp"

namespace optimeter::inline OPTIMETER_ISA {

#define OPTIMETER_UNARY(name)                                \
  inline Lanes name(const Lanes& v) {                        \
    double a[kLanes];                                        \
    store(a, v);                                             \
    for (double& value : a) value = __builtin_##name(value); \
    return load(a);                                          \
  }
OPTIMETER_UNARY(exp)
OPTIMETER_UNARY(log)
OPTIMETER_UNARY(sin)
OPTIMETER_UNARY(cos)
#undef OPTIMETER_UNARY

inline Lanes pow(const Lanes& x, const Lanes& y) {
  double a[kLanes], b[kLanes];
  store(a, x);
  store(b, y);
  for (std::size_t i = 0; i < kLanes; ++i) a[i] = __builtin_pow(a[i], b[i]);
  return load(a);
}

}  // namespace optimeter::inline OPTIMETER_ISA
