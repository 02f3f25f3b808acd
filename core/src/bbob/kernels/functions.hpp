// From the function of one point to a kernel over many.
#pragma once

#include <type_traits>

#include "bbob/kernels/cores.hpp"

namespace optimeter::inline OPTIMETER_ISA {

/// The value of a point, or of eight, that has been brought into the work space.
template <typename L>
using PointFunction = Scalar<L> (*)(const KernelData& k, Work& s);

/// The three buffers of a work space lie behind each other, each with a margin of zeros on both
/// sides, which is read and never written.
OPTIMETER_INLINE void clear_margins(double* base, std::size_t stride) {
  for (std::size_t buffer = 0; buffer < 3; ++buffer) {
    store(base + buffer * stride, Lanes(0.0));
    store(base + (buffer + 1) * stride - kPadding, Lanes(0.0));
  }
}

OPTIMETER_INLINE Work work_space(double* base, std::size_t stride) {
  return {base + kPadding, base + stride + kPadding, base + 2 * stride + kPadding, false, 0.0};
}

/// One point after the other.
template <typename L, PointFunction<L> function>
void run_points(const KernelData& k, const double* x, std::size_t n, double* y, double* scratch) {
  constexpr bool kSmall = std::is_same_v<L, Small>;
  constexpr std::size_t kBuffer = 3 * kPadding;  // a vector and its margins
  alignas(64) double local[kSmall ? 3 * kBuffer : 1];
  double* const base = kSmall ? local : scratch;
  const std::size_t stride = kSmall ? kBuffer : k.padded + 2 * kPadding;
  clear_margins(base, stride);
  for (std::size_t p = 0; p < n; ++p) {
    Work s = work_space(base, stride);
    y[p] = enter<L>(k, x + p * k.d, s) ? function(k, s) : s.verdict;
  }
}

/// Eight points at a time, and one by one where that is not possible.
template <PointFunction<Group> function, Kernel small, Kernel any_dimension>
void run_groups(const KernelData& k, const double* x, std::size_t n, double* y, double* scratch) {
  const Kernel single = k.d <= kPadding ? small : any_dimension;
  const std::size_t stride = (k.d + 2) * kPadding;
  std::size_t p = 0;
  bool cleared = false;
  for (; p + kLanes <= n; p += kLanes) {
    if (!cleared) clear_margins(scratch, stride);
    Work s = work_space(scratch, stride);
    cleared = enter_group(k, x + p * k.d, s);
    if (cleared) {
      store(y + p, function(k, s));
    } else {
      single(k, x + p * k.d, kLanes, y + p, scratch);  // uses the work space in its own way
    }
  }
  if (p < n) single(k, x + p * k.d, n - p, y + p, scratch);
}

/// core * normalize + optimal value. The factor is 1, which changes no bit, except
/// in large scale.
template <typename S>
OPTIMETER_INLINE S plain(const KernelData& k, const S& core) {
  return core * k.normalize + k.optimal_value;
}

/// (core * normalize + optimal value) + factor * penalty
template <typename L>
OPTIMETER_INLINE Scalar<L> with_penalty_last(const KernelData& k, const Work& s,
                                             const Scalar<L>& core) {
  return (core * k.normalize + k.optimal_value) + k.penalty * boundary_penalty<L>(k, s);
}

/// (core * normalize + factor * penalty) + optimal value
template <typename L>
OPTIMETER_INLINE Scalar<L> with_penalty_first(const KernelData& k, const Work& s,
                                              const Scalar<L>& core) {
  return (core * k.normalize + k.penalty * boundary_penalty<L>(k, s)) + k.optimal_value;
}

/// f6: sum of squares, those on the side of the optimum counted 10000-fold.
template <typename L>
OPTIMETER_INLINE Scalar<L> sector_squares(const KernelData& k, const Work& s) {
  typename L::Sum sum;
  OPTIMETER_VARIABLES {
    const Lanes z = L::get(s.v, i);
    const Mask inside = L::table(k.shift, i) * z > Lanes(0.0);
    sum.add(i, (select(inside, Lanes(10000.0), Lanes(1.0)) * z) * z);
  }
  return sum.total();
}

/// f7: rounds v to plateaus, coarse away from zero and fine near it.
template <typename L>
OPTIMETER_INLINE void plateaus(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES {
    const Lanes z = L::get(s.v, i);
    const Lanes fine = round_half_up(Lanes(10.0) * z) / Lanes(10.0);
    L::put(s.v, i, select(abs(z) > Lanes(0.5), round_half_up(z), fine));
  }
}

/// f4: the scaling depends on the sign at every second variable.
template <typename L>
OPTIMETER_INLINE bool skew(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES {
    const Lanes z = L::get(s.v, i);
    L::put(s.v, i, select(z > Lanes(0.0), L::table(k.scale_positive, i), L::table(k.scale, i)) * z);
  }
  return passes(k, s);
}

/// f5
template <typename L>
OPTIMETER_INLINE Scalar<L> slope(const KernelData& k, const Work& s) {
  typename L::Sum sum;
  OPTIMETER_VARIABLES {
    const Lanes x = L::get(s.x, i);
    const Lanes corner = L::table(k.shift, i);
    const Lanes w = select(x * corner < Lanes(25.0), x, corner);
    sum.add(i, L::table(k.weight, i) - L::table(k.scale, i) * w);
  }
  return sum.total();
}

/// f20, up to the factor and the constant: v becomes z, and the value is k.b-based.
template <typename L>
OPTIMETER_INLINE Scalar<L> schwefel(const KernelData& k, Work& s) {
  const Lanes centre = k.a;
  OPTIMETER_VARIABLES L::put(s.v, i, Lanes(2.0) * (L::table(k.sign, i) * L::get(s.x, i)));
  if (!passes(k, s)) return s.verdict;
  OPTIMETER_VARIABLES {  // weight is 0 for the first variable, which has no neighbour, else 1/4
    L::put(s.w, i, L::get(s.v, i) + L::table(k.weight, i) * (L::previous(s.v, i) - centre));
  }
  s.swap();
  if (!passes(k, s)) return s.verdict;
  typename L::Sum penalty;
  typename L::Sum sum;
  OPTIMETER_VARIABLES {
    const Lanes z = Lanes(100.0) * (L::table(k.scale, i) * (L::get(s.v, i) - centre) + centre) *
                    L::table(k.ones, i);
    L::put(s.v, i, z);
    const Lanes excess = max(abs(z) - Lanes(500.0), Lanes(0.0));
    penalty.add(i, excess * excess);
    sum.add(i, z * quick_sin(sqrt(abs(z))));
  }
  if (!passes(k, s)) return s.verdict;
  return 0.01 * (penalty.total() + k.b - sum.total() / (double)k.d);
}

/// f24: the two parabolas; leaves x - mu0 in v.
template <typename L>
OPTIMETER_INLINE Scalar<L> parabolas(const KernelData& k, Work& s) {
  typename L::Sum near;
  typename L::Sum far;
  OPTIMETER_VARIABLES {
    const Lanes x = (Lanes(2.0) * L::get(s.x, i)) * L::table(k.sign, i);
    const Lanes to_near = x - L::table(k.shift, i);
    const Lanes to_far = x - L::table(k.second, i);
    L::put(s.v, i, to_near);
    near.add(i, to_near * to_near);
    far.add(i, to_far * to_far);
  }
  return smaller((double)k.d + k.a * far.total(), near.total());
}

}  // namespace optimeter::inline OPTIMETER_ISA
