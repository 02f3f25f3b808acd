// The functions themselves: from the transformed vector v to a number. Sums over the variables run
// in eight lanes that are combined at the end; see lanes.hpp.
#pragma once

#include <utility>

#include "bbob/kernels/steps.hpp"

// How many peaks are compared with eight points at once, as registers allow.
#ifndef OPTIMETER_PEAKS
#define OPTIMETER_PEAKS (OPTIMETER_NATIVE_LANES == 8 ? 8 : 2)
#endif

namespace optimeter::inline OPTIMETER_ISA {

/// sum w_i v_i^2, each term (w_i v_i) v_i.
template <typename L>
OPTIMETER_INLINE Scalar<L> weighted_squares(const KernelData& k, const double* weights,
                                            const Work& s) {
  typename L::Sum sum;
  each_variable<L>(k, [&](std::size_t i) OPTIMETER_INLINED {
    const Lanes z = L::get(s.v, i);
    sum.add(i, (L::table(weights, i) * z) * z);
  });
  return sum.total();
}

template <typename L>
OPTIMETER_INLINE Scalar<L> squares(const KernelData& k, const Work& s) {
  typename L::Sum sum;
  each_variable<L>(k, [&](std::size_t i) OPTIMETER_INLINED {
    const Lanes z = L::get(s.v, i);
    sum.add(i, z * z);
  });
  return sum.total();
}

/// sum cos(2 pi v_i).
template <typename L>
OPTIMETER_INLINE Scalar<L> cosines(const KernelData& k, const Work& s) {
  typename L::Sum sum;
  OPTIMETER_VARIABLES sum.add(i, L::table(k.ones, i) * quick_cos_of_turns(L::get(s.v, i)));
  return sum.total();
}

template <typename L>
OPTIMETER_INLINE Scalar<L> bueche_rastrigin(const KernelData& k, const Work& s) {
  return 10.0 * ((double)k.d - cosines<L>(k, s)) + squares<L>(k, s);
}

template <typename L>
OPTIMETER_INLINE Scalar<L> rastrigin(const KernelData& k, const Work& s) {
  const Scalar<L> sum = squares<L>(k, s);
  if constexpr (L::kGuarded) {
    if (__builtin_expect(is_infinite(sum), 0)) return sum;
  }
  return 10.0 * ((double)k.d - cosines<L>(k, s)) + sum;
}

template <typename L>
OPTIMETER_INLINE Scalar<L> slope(const KernelData& k, const SlopeTables& t, const Work& s) {
  typename L::Sum sum;
  each_variable<L>(k, [&](std::size_t i) OPTIMETER_INLINED {
    const Lanes x = L::get(s.x, i);
    const Lanes corner = L::table(t.corner, i);
    const Lanes w = select(x * corner < Lanes(25.0), x, corner);
    sum.add(i, L::table(t.offsets, i) - L::table(t.slopes, i) * w);
  });
  return sum.total();
}

/// The attractive sector: sum of squares, those on the side of the optimum counted 10000-fold.
template <typename L>
OPTIMETER_INLINE Scalar<L> sector(const KernelData& k, const double* location, const Work& s) {
  typename L::Sum sum;
  each_variable<L>(k, [&](std::size_t i) OPTIMETER_INLINED {
    const Lanes z = L::get(s.v, i);
    const Mask inside = L::table(location, i) * z > Lanes(0.0);
    sum.add(i, (select(inside, Lanes(10000.0), Lanes(1.0)) * z) * z);
  });
  return power(oscillate(k.factor * sum.total()), 0.9);
}

template <typename L>
OPTIMETER_INLINE Scalar<L> rosenbrock(const KernelData& k, const Work& s) {
  typename L::Sum first;
  typename L::Sum second;
  each_variable<L>(k, [&](std::size_t i) OPTIMETER_INLINED {
    const Lanes z = L::get(s.v, i);
    const Mask counts = L::table(k.pairs, i) > Lanes(0.0);
    const Lanes a = select(counts, z * z - L::next(s.v, i), Lanes(0.0));
    const Lanes b = select(counts, z - Lanes(1.0), Lanes(0.0));
    first.add(i, a * a);
    second.add(i, b * b);
  });
  return 100.0 * first.total() + second.total();
}

/// The sharp ridge.
template <typename L, bool one_axis>
OPTIMETER_INLINE Scalar<L> ridge(const KernelData& k, const RidgeTables& t, const Work& s) {
  Scalar<L> value = 100.0 * square_root(weighted_squares<L>(k, t.weights, s));
  const std::size_t axes = one_axis ? 1 : t.axes;
  for (std::size_t i = 0; i < axes; ++i) {
    const Scalar<L> along = L::variable(s.v, i);
    value = value + along * along;
  }
  return value;
}

/// sqrt(sum |v_i|^exponent_i)
template <typename L>
OPTIMETER_INLINE Scalar<L> different_powers(const KernelData& k, const double* exponents,
                                            const Work& s) {
  typename L::Sum sum;
  if (__builtin_expect(s.guarded, 0)) {
    OPTIMETER_VARIABLES sum.add(i, pow(abs(L::get(s.v, i)), L::table(exponents, i)));
  } else {
    OPTIMETER_VARIABLES L::put(s.w, i, quick_log2(abs(L::get(s.v, i))));
    OPTIMETER_VARIABLES sum.add(i, quick_exp2(L::table(exponents, i) * L::get(s.w, i)));
  }
  return square_root(sum.total());
}

/// sum 2^-j cos(3^j phase), j = 0, ..., 11.
///
/// Slow waves are computed three at a time by cos(3 a) = cos(a) (4 cos^2(a) - 3). The last ones are
/// so quick that the rounding of their phases matters; it is that of the definition.
OPTIMETER_MATH Lanes waves(const Lanes& phase) {
  constexpr int kTerms = 12;
  constexpr int kSlowTerms = 9;
  double amplitude = 1.0;
  double frequency = 1.0;
  Lanes sum = 0.0;
  for (int term = 0; term < kSlowTerms; term += 3) {
    const Lanes first = quick_cos(phase * Lanes(frequency));
    const Lanes second = first * (Lanes(4.0) * (first * first) - Lanes(3.0));
    const Lanes third = second * (Lanes(4.0) * (second * second) - Lanes(3.0));
    sum += (first + (second * Lanes(0.5) + third * Lanes(0.25))) * Lanes(amplitude);
    amplitude *= 0.125;
    frequency *= 27.0;
  }
  for (int term = kSlowTerms; term < kTerms; ++term) {
    sum += quick_cos(phase * Lanes(frequency)) * Lanes(amplitude);
    amplitude *= 0.5;
    frequency *= 3.0;
  }
  return sum;
}

template <typename L>
OPTIMETER_INLINE Scalar<L> weierstrass(const KernelData& k, double offset, const Work& s) {
  typename L::Sum sum;
  OPTIMETER_VARIABLES {
    const Lanes phase = Lanes(kTwoPi) * (L::get(s.v, i) + Lanes(0.5));
    sum.add(i, waves(phase) * L::table(k.ones, i));
  }
  const Scalar<L> base = sum.total() / (double)k.d - offset;
  return 10.0 * (base * base * base);
}

/// t^0.1 from the logarithm of t.
OPTIMETER_MATH Lanes tenth_power(const Lanes& t, const Lanes& log2_t) {
  const Lanes near = quick_exp2(Lanes(0.1) * log2_t);
  const Lanes limit = 0x1p30;  // beyond it the rounding of the logarithm shows
  if (!all_at_most(t, limit)) [[unlikely]]
    return select(t <= limit, near, pow(t, Lanes(0.1)));
  return near;
}

template <typename L>
OPTIMETER_INLINE Scalar<L> schaffer(const KernelData& k, const Work& s) {
  OPTIMETER_VARIABLES {
    const Lanes z = L::get(s.v, i);
    const Lanes next = L::next(s.v, i);
    const Lanes t = (z * z + next * next) * L::table(k.pairs, i);
    if (__builtin_expect(s.guarded && any(t == Lanes(kInfinity)), 0)) return kInfinity;
    L::put(s.w, i, t);
  }
  OPTIMETER_VARIABLES L::put(s.v, i, quick_log2(L::get(s.w, i)));
  OPTIMETER_VARIABLES L::put(s.v, i, tenth_power(L::get(s.w, i), L::get(s.v, i)));
  typename L::Sum sum;
  OPTIMETER_VARIABLES {
    const Lanes y = quick_sin(Lanes(50.0) * L::get(s.v, i));
    sum.add(i, sqrt(sqrt(L::get(s.w, i))) * (Lanes(1.0) + y * y));
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

/// Schwefel's function, of the point itself. The steps of its definition are made here.
template <typename L>
OPTIMETER_INLINE Scalar<L> schwefel(const KernelData& k, const SchwefelTables& t, Work& s) {
  const Lanes centre = 2 * (0.5 * 4.2096874637);
  const double offset = 418.9828872724339;
  OPTIMETER_VARIABLES L::put(s.v, i, Lanes(2.0) * (L::table(t.signs, i) * L::get(s.x, i)));
  if (!passes(k, s)) return s.verdict;
  OPTIMETER_VARIABLES {  // the first variable has no neighbour: its weight is 0
    L::put(s.w, i, L::get(s.v, i) + L::table(t.neighbour, i) * (L::previous(s.v, i) - centre));
  }
  s.swap();
  if (!passes(k, s)) return s.verdict;
  typename L::Sum penalty;
  typename L::Sum sum;
  OPTIMETER_VARIABLES {
    const Lanes z = Lanes(100.0) * (L::table(t.factors, i) * (L::get(s.v, i) - centre) + centre) *
                    L::table(k.ones, i);
    L::put(s.v, i, z);
    const Lanes excess = max(abs(z) - Lanes(500.0), Lanes(0.0));
    penalty.add(i, excess * excess);
    sum.add(i, z * quick_sin(sqrt(abs(z))));
  }
  if (!passes(k, s)) return s.verdict;
  return 0.01 * (penalty.total() + offset - sum.total() / (double)k.d);
}

/// sum 2^-j |2^j z - n_j|, j = 1, ..., 32, with n_j the integer next to 2^j z, where |z| < 2^21:
/// the distances of z to finer and finer grids. Each is exact.
template <int... places>
OPTIMETER_INLINE Lanes grid_distances(const Lanes& z, std::integer_sequence<int, places...>) {
  const Lanes shifted = z * Lanes(0x1p15);
  const Lanes twice_shifted = distance_to_grid<0>(shifted) * Lanes(0x1p15);  // up to an integer
  Lanes first = 0.0;
  Lanes second = 0.0;
  ((first += distance_to_grid<places + 1>(z), second += distance_to_grid<places + 1>(shifted)),
   ...);
  const Lanes third = distance_to_grid<1>(twice_shifted) + distance_to_grid<2>(twice_shifted);
  return first + (second + third * Lanes(0x1p-15)) * Lanes(0x1p-15);
}

/// The same for z of any size.
__attribute__((noinline, cold)) inline Lanes grid_distances_of_any(Lanes z) {
  constexpr int kTerms = 32;
  Lanes sum = 0.0;
  double inverse = 1.0;
  for (int term = 0; term < kTerms; ++term) {
    z = z + z;
    inverse *= 0.5;
    sum += abs(z - round_half_up(z)) * Lanes(inverse);
  }
  return sum;
}

template <typename L>
OPTIMETER_INLINE Scalar<L> katsuura(const KernelData& k, const KatsuuraTables& t, const Work& s) {
  OPTIMETER_VARIABLES {
    const Lanes z = L::get(s.v, i);
    const Lanes sum = s.guarded ? grid_distances_of_any(z)
                                : grid_distances(z, std::make_integer_sequence<int, 15>());
    L::put(s.w, i, Lanes(1.0) + L::table(t.weights, i) * sum);
  }
  OPTIMETER_VARIABLES L::put(s.v, i, Lanes(t.exponent) * quick_log2(L::get(s.w, i)));
  typename L::Product product;
  OPTIMETER_VARIABLES {
    product.multiply(
        i, s.guarded ? pow(L::get(s.w, i), Lanes(t.exponent)) : quick_exp2(L::get(s.v, i)));
  }
  return t.factor * (product.total() - 1.0);
}

/// max over the peaks of height * exp(-1/2d * q); NaN counts as no peak.
///
/// The logarithms decide first: a peak whose log(height) + exponent is 1e-9 below the largest one
/// cannot win, whatever the rounding, so that exp is computed for one vector of peaks as a rule.
OPTIMETER_INLINE double highest_peak_at(const KernelData& k, const double* r) {
  const PeakTables& t = k.core.peaks;
  const Lanes factor = -0.5 / (double)k.d;
  alignas(64) double exponents[kMostPeaks];
  Lanes best = -kInfinity;
  std::size_t p = 0;
  for (; p + 2 * kLanes <= t.count; p += 2 * kLanes) {  // two at a time hide the latency
    Lanes q0 = 0.0;
    Lanes q1 = 0.0;
    const double* centre = t.centres + p;
    const double* condition = t.conditions + p;
    for (std::size_t j = 0; j < k.d; ++j, centre += t.count, condition += t.count) {
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
    best = max(e0 + load(t.log_heights + p), best);
    best = max(e1 + load(t.log_heights + p + kLanes), best);
  }
  for (; p < t.count; p += kLanes) {
    Lanes q = 0.0;
    for (std::size_t j = 0; j < k.d; ++j) {
      const Lanes difference = Lanes(r[j]) - load(t.centres + j * t.count + p);
      q += (load(t.conditions + j * t.count + p) * difference) * difference;
    }
    const Lanes e = factor * q;
    store(exponents + p, e);
    best = max(e + load(t.log_heights + p), best);
  }
  const Lanes threshold = horizontal_max(best) - 1e-9;
  Lanes highest = 0.0;
  for (p = 0; p < t.count; p += kLanes) {
    const Lanes exponent = load(exponents + p);
    if (any(exponent + load(t.log_heights + p) >= threshold)) {
      highest = max(load(t.heights + p) * exp(exponent), highest);
    }
  }
  return horizontal_max(highest);
}

/// The same for eight points one after the other.
__attribute__((noinline, cold)) inline Lanes highest_peaks_one_by_one(const KernelData& k,
                                                                      const double* v) {
  if constexpr (kLanes == 1) {
    return highest_peak_at(k, v);
  } else {
    double heights[kLanes];
    for (std::size_t p = 0; p < kLanes; ++p) {
      double point[kLargestGrouped];
      for (std::size_t j = 0; j < k.d; ++j) point[j] = v[j * kLanes + p];
      heights[p] = highest_peak_at(k, point);
    }
    return load(heights);
  }
}

/// The same for eight points at once; they need a single exp, unless two peaks are as good as
/// equal.
OPTIMETER_INLINE Lanes highest_peaks(const KernelData& k, const double* v) {
  const PeakTables& t = k.core.peaks;
  constexpr std::size_t kAtOnce = OPTIMETER_PEAKS;
  const Lanes factor = -0.5 / (double)k.d;
  Lanes best = -kInfinity;
  Lanes second_best = -kInfinity;
  Lanes exponent = 0.0;
  Lanes height = 0.0;
  for (std::size_t p = 0; p < t.count; p += kAtOnce) {
    Lanes q[kAtOnce];
    for (auto& each : q) each = 0.0;
    const double* centre = t.centres + p;
    const double* condition = t.conditions + p;
    for (std::size_t j = 0; j < k.d; ++j, centre += t.count, condition += t.count) {
      const Lanes here = load(v + j * kLanes);
      for (std::size_t c = 0; c < kAtOnce; ++c) {
        const Lanes difference = here - Lanes(centre[c]);
        q[c] += (Lanes(condition[c]) * difference) * difference;
      }
    }
    for (std::size_t c = 0; c < kAtOnce; ++c) {
      const Lanes e = factor * q[c];
      const Lanes log_value = e + Lanes(t.log_heights[p + c]);
      const Mask better = log_value > best;
      second_best = max(min(log_value, best), second_best);
      best = max(log_value, best);
      exponent = select(better, e, exponent);
      height = select(better, Lanes(t.heights[p + c]), height);
    }
  }
  if (any(second_best >= best - Lanes(1e-9))) [[unlikely]]
    return highest_peaks_one_by_one(k, v);
  return height * exp(exponent);
}

template <typename L>
OPTIMETER_INLINE Scalar<L> highest_peak(const KernelData& k, const Work& s) {
  if constexpr (L::kGuarded) {
    return highest_peak_at(k, s.v);
  } else {
    return highest_peaks(k, s.v);
  }
}

}  // namespace optimeter::inline OPTIMETER_ISA
