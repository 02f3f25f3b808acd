// The linear constraints of bbob-constrained, of the transformed point z.
#pragma once

#include "bbob/kernels/constrained.hpp"
#include "bbob/kernels/layouts.hpp"

namespace optimeter::inline OPTIMETER_ISA {

/// sum + a (z - offset), unless the term lies in (0, 1e-11]: this protects the optimum from
/// rounding.
OPTIMETER_INLINE Lanes add_term(const Lanes& sum, const Lanes& gradient, const Lanes& offset,
                                const Lanes& z) {
  const Lanes term = gradient * (z - offset);
  const Mask omitted = (term > Lanes(0.0)) & (term <= Lanes(1e-11));
  return sum + select(omitted, Lanes(0.0), term);
}

/// One constraint of eight points.
OPTIMETER_INLINE Lanes constraint_of_eight(const ConstraintData& c, const double* z,
                                           std::size_t number) {
  Lanes sum = 0.0;
  std::size_t at = number;
  for (std::size_t i = 0; i < c.kernel.d; ++i, at += c.padded_count) {
    sum = add_term(sum, c.gradients[at], c.offsets[at], Group::get(z, i));
  }
  return sum;
}

}  // namespace optimeter::inline OPTIMETER_ISA
