// The functions themselves: from the transformed vector v to a number. Sums over the variables run
// in eight lanes that are combined at the end; see lanes.hpp.
#pragma once

#include "kernels/steps.hpp"

namespace optimeter::inline OPTIMETER_ISA {

/// sum w_i v_i^2, each term (w_i v_i) v_i.
template <int vectors>
OPTIMETER_INLINE double weighted_squares(const KernelData& k, const Work& s) {
  Lanes sum = 0.0;
  OPTIMETER_VARIABLES {
    const Lanes z = load(s.v + i);
    sum += (load(k.weight + i) * z) * z;
  }
  return horizontal_sum(sum);
}

template <int vectors>
OPTIMETER_INLINE double squares(const KernelData& k, const Work& s) {
  Lanes sum = 0.0;
  OPTIMETER_VARIABLES {
    const Lanes z = load(s.v + i);
    sum += z * z;
  }
  return horizontal_sum(sum);
}

/// sum cos(2 pi v_i).
template <int vectors>
OPTIMETER_INLINE double cosines(const KernelData& k, const Work& s) {
  Lanes sum = 0.0;
  OPTIMETER_VARIABLES sum += load(k.ones + i) * cos(Lanes(kTwoPi) * load(s.v + i));
  return horizontal_sum(sum);
}

template <int vectors>
OPTIMETER_INLINE double rastrigin(const KernelData& k, const Work& s) {
  const double sum = squares<vectors>(k, s);
  if (__builtin_expect(sum == kInfinity, 0)) return sum;
  return 10.0 * ((double)k.d - cosines<vectors>(k, s)) + sum;
}

template <int vectors>
OPTIMETER_INLINE double rosenbrock(const KernelData& k, const Work& s) {
  Lanes first = 0.0;
  Lanes second = 0.0;
  OPTIMETER_VARIABLES {
    const Lanes z = load(s.v + i);
    const Lanes counts = load(k.pairs + i);
    const Lanes a = (z * z - load(s.v + i + 1)) * counts;
    const Lanes b = (z - Lanes(1.0)) * counts;
    first += a * a;
    second += b * b;
  }
  return 100.0 * horizontal_sum(first) + horizontal_sum(second);
}

/// sqrt(sum |v_i|^exponent_i)
template <int vectors>
OPTIMETER_INLINE double different_powers(const KernelData& k, const Work& s) {
  Lanes sum = 0.0;
  OPTIMETER_VARIABLES sum += pow(abs(load(s.v + i)), load(k.exponent + i));
  return __builtin_sqrt(horizontal_sum(sum));
}

template <int vectors>
OPTIMETER_INLINE double weierstrass(const KernelData& k, const Work& s) {
  constexpr int kTerms = 12;
  Lanes sum = 0.0;
  OPTIMETER_VARIABLES {
    const Lanes phase = Lanes(kTwoPi) * (load(s.v + i) + Lanes(0.5));
    const Lanes counts = load(k.ones + i);
    double amplitude = 1.0;
    double frequency = 1.0;
    Lanes terms = 0.0;
    for (int term = 0; term < kTerms; ++term) {
      terms += cos(phase * Lanes(frequency)) * Lanes(amplitude);
      amplitude *= 0.5;
      frequency *= 3.0;
    }
    sum += terms * counts;
  }
  const double base = horizontal_sum(sum) / (double)k.d - k.a;
  return 10.0 * (base * base * base);
}

template <int vectors>
OPTIMETER_INLINE double schaffer(const KernelData& k, const Work& s) {
  Lanes sum = 0.0;
  OPTIMETER_VARIABLES {
    const Lanes z = load(s.v + i);
    const Lanes next = load(s.v + i + 1);
    const Lanes t = (z * z + next * next) * load(k.pairs + i);
    if (__builtin_expect(s.guarded && any(t == Lanes(kInfinity)), 0)) return kInfinity;
    const Lanes y = sin(Lanes(50.0) * pow(t, Lanes(0.1)));
    sum += sqrt(sqrt(t)) * (Lanes(1.0) + y * y);
  }
  const double mean = horizontal_sum(sum) / (double)(k.d - 1);
  return mean * mean;
}

template <int vectors>
OPTIMETER_INLINE double griewank_rosenbrock(const KernelData& k, const Work& s) {
  Lanes sum = 0.0;
  OPTIMETER_VARIABLES {
    const Lanes z = load(s.v + i);
    const Lanes counts = load(k.pairs + i);
    const Lanes a = z * z - load(s.v + i + 1);
    const Lanes b = Lanes(1.0) - z;
    const Lanes t = ((Lanes(100.0) * a) * a + b * b) * counts;
    sum += (t / Lanes(4000.0) - cos(t)) * counts;
  }
  return 10.0 + (10.0 * horizontal_sum(sum)) / (double)(k.d - 1);
}

template <int vectors>
OPTIMETER_INLINE double katsuura(const KernelData& k, const Work& s) {
  constexpr int kTerms = 32;
  Lanes product = 1.0;
  OPTIMETER_VARIABLES {
    Lanes z = load(s.v + i);
    Lanes sum = 0.0;
    double inverse = 1.0;
    for (int term = 0; term < kTerms; ++term) {
      z = z + z;
      inverse *= 0.5;
      sum += abs(z - round_half_up(z)) * Lanes(inverse);
    }
    product *= pow(Lanes(1.0) + load(k.weight + i) * sum, Lanes(k.a));
  }
  return k.b * (horizontal_product(product) - 1.0);
}

/// max over the peaks of height * exp(-1/2d * q).
OPTIMETER_INLINE double highest_peak(const KernelData& k, const double* r) {
  const Lanes factor = -0.5 / (double)k.d;
  Lanes highest = 0.0;
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
    highest = max(load(k.heights + p) * exp(factor * q0), highest);
    highest = max(load(k.heights + p + kLanes) * exp(factor * q1), highest);
  }
  for (; p < k.peaks; p += kLanes) {
    Lanes q = 0.0;
    for (std::size_t j = 0; j < k.d; ++j) {
      const Lanes difference = Lanes(r[j]) - load(k.centres + j * k.peaks + p);
      q += (load(k.conditions + j * k.peaks + p) * difference) * difference;
    }
    highest = max(load(k.heights + p) * exp(factor * q), highest);
  }
  return horizontal_max(highest);
}

}  // namespace optimeter::inline OPTIMETER_ISA
