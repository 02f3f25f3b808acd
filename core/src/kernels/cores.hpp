// The functions themselves: from the transformed vector v to a number. Sums over the variables run
// in eight lanes that are combined at the end; see lanes.hpp.
#pragma once

#include "kernels/steps.hpp"

namespace optimeter::inline OPTIMETER_ISA {

/// sum w_i v_i^2, each term (w_i v_i) v_i.
template <typename L>
OPTIMETER_INLINE Scalar<L> weighted_squares(const KernelData& k, const Work& s) {
  typename L::Sum sum;
  OPTIMETER_VARIABLES {
    const Lanes z = L::get(s.v, i);
    sum.add(i, (L::table(k.weight, i) * z) * z);
  }
  return sum.total();
}

template <typename L>
OPTIMETER_INLINE Scalar<L> squares(const KernelData& k, const Work& s) {
  typename L::Sum sum;
  OPTIMETER_VARIABLES {
    const Lanes z = L::get(s.v, i);
    sum.add(i, z * z);
  }
  return sum.total();
}

/// sum cos(2 pi v_i).
template <typename L>
OPTIMETER_INLINE Scalar<L> cosines(const KernelData& k, const Work& s) {
  typename L::Sum sum;
  OPTIMETER_VARIABLES sum.add(i, L::table(k.ones, i) * quick_cos(Lanes(kTwoPi) * L::get(s.v, i)));
  return sum.total();
}

template <typename L>
OPTIMETER_INLINE Scalar<L> rastrigin(const KernelData& k, const Work& s) {
  const Scalar<L> sum = squares<L>(k, s);
  if constexpr (L::kStep != 1) {
    if (__builtin_expect(sum == kInfinity, 0)) return sum;
  }
  return 10.0 * ((double)k.d - cosines<L>(k, s)) + sum;
}

template <typename L>
OPTIMETER_INLINE Scalar<L> rosenbrock(const KernelData& k, const Work& s) {
  typename L::Sum first;
  typename L::Sum second;
  OPTIMETER_VARIABLES {
    const Lanes z = L::get(s.v, i);
    const Mask counts = L::table(k.pairs, i) > Lanes(0.0);
    const Lanes a = select(counts, z * z - L::next(s.v, i), Lanes(0.0));
    const Lanes b = select(counts, z - Lanes(1.0), Lanes(0.0));
    first.add(i, a * a);
    second.add(i, b * b);
  }
  return 100.0 * first.total() + second.total();
}

/// sqrt(sum |v_i|^exponent_i)
template <typename L>
OPTIMETER_INLINE Scalar<L> different_powers(const KernelData& k, const Work& s) {
  typename L::Sum sum;
  OPTIMETER_VARIABLES sum.add(i, pow(abs(L::get(s.v, i)), L::table(k.exponent, i)));
  return square_root(sum.total());
}

template <typename L>
OPTIMETER_INLINE Scalar<L> weierstrass(const KernelData& k, const Work& s) {
  constexpr int kTerms = 12;
  typename L::Sum sum;
  OPTIMETER_VARIABLES {
    const Lanes phase = Lanes(kTwoPi) * (L::get(s.v, i) + Lanes(0.5));
    const Lanes counts = L::table(k.ones, i);
    double amplitude = 1.0;
    double frequency = 1.0;
    Lanes terms = 0.0;
    for (int term = 0; term < kTerms; ++term) {
      terms += quick_cos(phase * Lanes(frequency)) * Lanes(amplitude);
      amplitude *= 0.5;
      frequency *= 3.0;
    }
    sum.add(i, terms * counts);
  }
  const Scalar<L> base = sum.total() / (double)k.d - k.a;
  return 10.0 * (base * base * base);
}

template <typename L>
OPTIMETER_INLINE Scalar<L> schaffer(const KernelData& k, const Work& s) {
  typename L::Sum sum;
  OPTIMETER_VARIABLES {
    const Lanes z = L::get(s.v, i);
    const Lanes next = L::next(s.v, i);
    const Lanes t = (z * z + next * next) * L::table(k.pairs, i);
    if (__builtin_expect(s.guarded && any(t == Lanes(kInfinity)), 0)) return kInfinity;
    const Lanes y = quick_sin(Lanes(50.0) * pow(t, Lanes(0.1)));
    sum.add(i, sqrt(sqrt(t)) * (Lanes(1.0) + y * y));
  }
  const Scalar<L> mean = sum.total() / (double)(k.d - 1);
  return mean * mean;
}

template <typename L>
OPTIMETER_INLINE Scalar<L> griewank_rosenbrock(const KernelData& k, const Work& s) {
  typename L::Sum sum;
  OPTIMETER_VARIABLES {
    const Lanes z = L::get(s.v, i);
    const Mask counts = L::table(k.pairs, i) > Lanes(0.0);
    const Lanes a = z * z - L::next(s.v, i);
    const Lanes b = Lanes(1.0) - z;
    const Lanes t = select(counts, (Lanes(100.0) * a) * a + b * b, Lanes(0.0));
    sum.add(i, select(counts, t / Lanes(4000.0) - quick_cos(t), Lanes(0.0)));
  }
  return 10.0 + (10.0 * sum.total()) / (double)(k.d - 1);
}

template <typename L>
OPTIMETER_INLINE Scalar<L> katsuura(const KernelData& k, const Work& s) {
  constexpr int kTerms = 32;
  typename L::Product product;
  OPTIMETER_VARIABLES {
    Lanes z = L::get(s.v, i);
    Lanes sum = 0.0;
    double inverse = 1.0;
    for (int term = 0; term < kTerms; ++term) {
      z = z + z;
      inverse *= 0.5;
      // Points that are not guarded stay far below 2^51.
      const Lanes distance = s.guarded ? abs(z - round_half_up(z)) : distance_to_integer(z);
      sum += distance * Lanes(inverse);
    }
    product.multiply(i, pow(Lanes(1.0) + L::table(k.weight, i) * sum, Lanes(k.a)));
  }
  return k.b * (product.total() - 1.0);
}

/// max over the peaks of height * exp(-1/2d * q); NaN counts as no peak.
///
/// The logarithms decide first: a peak whose log(height) + exponent is 1e-9 below the largest one
/// cannot win, whatever the rounding, so that exp is computed for one vector of peaks as a rule.
OPTIMETER_INLINE double highest_peak_at(const KernelData& k, const double* r) {
  const Lanes factor = -0.5 / (double)k.d;
  alignas(64) double exponents[kMostPeaks];
  Lanes best = -kInfinity;
  std::size_t p = 0;
  for (; p + 2 * kLanes <= k.peaks; p += 2 * kLanes) {  // two at a time hide the latency
    Lanes q0 = 0.0;
    Lanes q1 = 0.0;
    const double* centre = k.centres + p;
    const double* condition = k.conditions + p;
    for (std::size_t j = 0; j < k.d; ++j, centre += k.peaks, condition += k.peaks) {
      const Lanes here = r[j];
      const Lanes d0 = here - load(centre);
      const Lanes d1 = here - load(centre + kLanes);
      q0 += (load(condition) * d0) * d0;
      q1 += (load(condition + kLanes) * d1) * d1;
    }
    const Lanes e0 = factor * q0;
    const Lanes e1 = factor * q1;
    store(exponents + p, e0);
    store(exponents + p + kLanes, e1);
    best = max(e0 + load(k.log_heights + p), best);
    best = max(e1 + load(k.log_heights + p + kLanes), best);
  }
  for (; p < k.peaks; p += kLanes) {
    Lanes q = 0.0;
    for (std::size_t j = 0; j < k.d; ++j) {
      const Lanes difference = Lanes(r[j]) - load(k.centres + j * k.peaks + p);
      q += (load(k.conditions + j * k.peaks + p) * difference) * difference;
    }
    const Lanes e = factor * q;
    store(exponents + p, e);
    best = max(e + load(k.log_heights + p), best);
  }
  const Lanes threshold = horizontal_max(best) - 1e-9;
  Lanes highest = 0.0;
  for (p = 0; p < k.peaks; p += kLanes) {
    const Lanes exponent = load(exponents + p);
    if (any(exponent + load(k.log_heights + p) >= threshold)) {
      highest = max(load(k.heights + p) * exp(exponent), highest);
    }
  }
  return horizontal_max(highest);
}

/// The same for the current vector of one point or of eight. Peaks fill the vectors for one point
/// already, so that eight points are taken one after the other.
template <typename L>
OPTIMETER_INLINE Scalar<L> highest_peak(const KernelData& k, const Work& s) {
  if constexpr (L::kStep != 1) {
    return highest_peak_at(k, s.v);
  } else {
    double heights[kLanes];
    for (std::size_t p = 0; p < kLanes; ++p) {
      double point[kLargestGrouped];
      for (std::size_t j = 0; j < k.d; ++j) point[j] = s.v[j * kLanes + p];
      heights[p] = highest_peak_at(k, point);
    }
    return load(heights);
  }
}

}  // namespace optimeter::inline OPTIMETER_ISA
