// From the function of one point to a kernel over many.
#pragma once

#include "kernels/cores.hpp"

namespace optimeter::inline OPTIMETER_ISA {

/// The value of one point that has been brought into the work space.
using PointFunction = double (*)(const KernelData& k, Work& s);

template <int vectors, PointFunction function>
void run_kernel(const KernelData& k, const double* x, std::size_t n, double* y, double* scratch) {
  constexpr std::size_t kSmall = 3 * kLanes;
  alignas(64) double local[vectors == 1 ? 3 * kSmall : 1];
  double* const base = vectors == 1 ? local : scratch;
  const std::size_t stride = vectors == 1 ? kSmall : k.padded + 2 * kPadding;
  for (std::size_t buffer = 0; buffer < 3; ++buffer) {  // the margins are read, and never written
    store(base + buffer * stride, Lanes(0.0));
    store(base + (buffer + 1) * stride - kLanes, Lanes(0.0));
  }
  for (std::size_t p = 0; p < n; ++p) {
    Work s{base + kPadding, base + stride + kPadding, base + 2 * stride + kPadding, false, 0.0};
    y[p] = enter<vectors>(k, x + p * k.d, s) ? function(k, s) : s.verdict;
  }
}

/// core * normalize + optimal value. The factor is 1, which changes no bit, except
/// in large scale.
OPTIMETER_INLINE double plain(const KernelData& k, double core) {
  return core * k.normalize + k.optimal_value;
}

/// (core * normalize + optimal value) + factor * penalty
template <int vectors>
OPTIMETER_INLINE double with_penalty_last(const KernelData& k, const Work& s, double core) {
  return (core * k.normalize + k.optimal_value) + k.penalty * boundary_penalty<vectors>(k, s);
}

/// (core * normalize + factor * penalty) + optimal value
template <int vectors>
OPTIMETER_INLINE double with_penalty_first(const KernelData& k, const Work& s, double core) {
  return (core * k.normalize + k.penalty * boundary_penalty<vectors>(k, s)) + k.optimal_value;
}

/// f6: sum of squares, those on the side of the optimum counted 10000-fold.
template <int vectors>
OPTIMETER_INLINE double sector_squares(const KernelData& k, const Work& s) {
  Lanes sum = 0.0;
  OPTIMETER_VARIABLES {
    const Lanes z = load(s.v + i);
    const Mask inside = load(k.shift + i) * z > Lanes(0.0);
    sum += (select(inside, Lanes(10000.0), Lanes(1.0)) * z) * z;
  }
  return horizontal_sum(sum);
}

OPTIMETER_INLINE double power(double base, double exponent) {
  double result[kLanes];
  store(result, pow(Lanes(base), Lanes(exponent)));
  return result[0];
}

/// f7: rounds v to plateaus, coarse away from zero and fine near it.
template <int vectors>
OPTIMETER_INLINE void plateaus(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES {
    const Lanes z = load(s.v + i);
    const Lanes fine = round_half_up(Lanes(10.0) * z) / Lanes(10.0);
    store(s.v + i, select(abs(z) > Lanes(0.5), round_half_up(z), fine));
  }
}

/// f4: the scaling depends on the sign at every second variable.
template <int vectors>
OPTIMETER_INLINE bool skew(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES {
    const Lanes z = load(s.v + i);
    store(s.v + i, select(z > Lanes(0.0), load(k.scale_positive + i), load(k.scale + i)) * z);
  }
  return passes(k, s);
}

/// f5
template <int vectors>
OPTIMETER_INLINE double slope(const KernelData& k, const Work& s) {
  Lanes sum = 0.0;
  OPTIMETER_VARIABLES {
    const Lanes x = load(s.x + i);
    const Lanes corner = load(k.shift + i);
    const Lanes w = select(x * corner < Lanes(25.0), x, corner);
    sum += load(k.weight + i) - load(k.scale + i) * w;
  }
  return horizontal_sum(sum);
}

/// f20, up to the factor and the constant: v becomes z, and the value is k.b-based.
template <int vectors>
OPTIMETER_INLINE double schwefel(const KernelData& k, Work& s) {
  const Lanes centre = k.a;
  OPTIMETER_VARIABLES store(s.v + i, Lanes(2.0) * (load(k.sign + i) * load(s.x + i)));
  if (!passes(k, s)) return s.verdict;
  OPTIMETER_VARIABLES {  // weight is 0 for the first variable, which has no neighbour, else 1/4
    store(s.w + i, load(s.v + i) + load(k.weight + i) * (load(s.v + i - 1) - centre));
  }
  double* const result = s.w;
  s.w = s.v;
  s.v = result;
  if (!passes(k, s)) return s.verdict;
  Lanes penalty = 0.0;
  Lanes sum = 0.0;
  OPTIMETER_VARIABLES {
    const Lanes z =
        Lanes(100.0) * (load(k.scale + i) * (load(s.v + i) - centre) + centre) * load(k.ones + i);
    store(s.v + i, z);
    const Lanes excess = max(abs(z) - Lanes(500.0), Lanes(0.0));
    penalty += excess * excess;
    sum += z * sin(sqrt(abs(z)));
  }
  if (!passes(k, s)) return s.verdict;
  return 0.01 * (horizontal_sum(penalty) + k.b - horizontal_sum(sum) / (double)k.d);
}

/// f24: the two parabolas; leaves x - mu0 in v.
template <int vectors>
OPTIMETER_INLINE double parabolas(const KernelData& k, Work& s) {
  Lanes near = 0.0;
  Lanes far = 0.0;
  OPTIMETER_VARIABLES {
    const Lanes x = (Lanes(2.0) * load(s.x + i)) * load(k.sign + i);
    const Lanes to_near = x - load(k.shift + i);
    const Lanes to_far = x - load(k.second + i);
    store(s.v + i, to_near);
    near += to_near * to_near;
    far += to_far * to_far;
  }
  const double a = horizontal_sum(near);
  const double b = (double)k.d + k.a * horizontal_sum(far);
  return b < a ? b : a;
}

}  // namespace optimeter::inline OPTIMETER_ISA
