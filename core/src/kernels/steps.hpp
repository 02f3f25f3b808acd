// The transformations from which the functions are built, each over all variables of one point.
//
// A step is a template of the number of vectors: 1 when the dimension is at most 8, so that a whole
// point stays in registers, 0 when it is read from the data.
//
// For huge coordinates the field's rule applies: when a step makes a coordinate infinite, the value
// is +inf, else when it makes one NaN, the value is NaN. No step can do so while every |x_i| is at
// most 1000, so the test is made for `guarded` points only. A step returns false when it applies;
// `verdict` is then the value.
#pragma once

#include "kernels/data.hpp"
#include "simd/vecmath.hpp"

namespace optimeter::inline OPTIMETER_ISA {

/// The state of one point on its way through the steps.
struct Work {
  double* x;  ///< the point itself, padded with zeros
  double* v;  ///< the current vector
  double* w;  ///< free; steps that cannot work in place swap it with v
  bool guarded;
  double verdict;
};

using detail::kInfinity;
using detail::kNan;
inline constexpr double kTwoPi = 6.283185307179586476925286766559;
inline constexpr double kBoundary = 5.0;

template <int vectors>
OPTIMETER_INLINE std::size_t extent(const KernelData& k) {
  return vectors == 1 ? kLanes : k.padded;
}

#define OPTIMETER_VARIABLES for (std::size_t i = 0; i < extent<vectors>(k); i += kLanes)

/// The first `count` < 8 doubles, the rest zeros.
OPTIMETER_INLINE Lanes load_partial(const double* from, std::size_t count) {
#if defined(__AVX512F__)
  Lanes r;
  r.part[0] = _mm512_maskz_loadu_pd((__mmask8)((1u << count) - 1u), from);
  return r;
#elif defined(__AVX2__)
  alignas(64) static constexpr std::int64_t kMasks[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
  const std::int64_t* const mask = kMasks + kLanes - count;
  Lanes r;
  r.part[0] = _mm256_maskload_pd(from, _mm256_loadu_si256((const __m256i*)mask));
  r.part[1] = _mm256_maskload_pd(from + 4, _mm256_loadu_si256((const __m256i*)(mask + 4)));
  return r;
#else
  double padded[kLanes] = {};
  for (std::size_t i = 0; i < count; ++i) padded[i] = from[i];
  return load(padded);
#endif
}

/// Out of line: decides what a point with huge or non-finite coordinates is worth.
__attribute__((noinline, cold)) inline double classify(const double* x, std::size_t d) {
  double verdict = 0.0;
  for (std::size_t i = 0; i < d; ++i) {
    if (x[i] != x[i]) verdict = kNan;
  }
  for (std::size_t i = 0; i < d; ++i) {
    if (x[i] == kInfinity || x[i] == -kInfinity) verdict = kInfinity;
  }
  return verdict;  // 0: finite
}

/// Brings a point into the work space. False when it has a non-finite coordinate.
template <int vectors>
OPTIMETER_INLINE bool enter(const KernelData& k, const double* x, Work& s) {
  const Lanes limit = 1000.0;
  Mask huge = Lanes(0.0) > Lanes(0.0);
  std::size_t i = 0;
  for (; i + kLanes <= k.d; i += kLanes) {
    const Lanes v = load(x + i);
    huge = huge | ~(abs(v) <= limit);
    store(s.x + i, v);
    if (vectors == 1) break;
  }
  if (i < extent<vectors>(k) && i + kLanes > k.d) {
    const Lanes v = load_partial(x + i, k.d - i);
    huge = huge | ~(abs(v) <= limit);
    store(s.x + i, v);
  }
  s.guarded = any(huge);
  if (__builtin_expect(!s.guarded, 1)) return true;
  s.verdict = classify(x, k.d);
  return s.verdict == 0.0;
}

/// Applies the rule for huge coordinates to the current vector.
OPTIMETER_INLINE bool passes(const KernelData& k, Work& s) {
  if (__builtin_expect(!s.guarded, 1)) return true;
  s.verdict = classify(s.v, k.d);
  return s.verdict == 0.0;
}

template <int vectors>
OPTIMETER_INLINE bool shift(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES store(s.v + i, load(s.x + i) - load(k.shift + i));
  return passes(k, s);
}

template <int vectors>
OPTIMETER_INLINE void copy(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES store(s.v + i, load(s.x + i));
}

template <int vectors>
OPTIMETER_INLINE bool multiply(const KernelData& k, const double* factors, Work& s) {
  OPTIMETER_VARIABLES store(s.v + i, load(factors + i) * load(s.v + i));
  return passes(k, s);
}

/// w[0..rows) = start + sum over j of v[j] * column j, each sum in the order of j.
template <int vectors>
OPTIMETER_INLINE void multiply_block(const double* columns, std::size_t n, double start,
                                     const double* v, double* w) {
  if constexpr (vectors == 1) {
    Lanes sum = start;
    for (std::size_t j = 0; j < n; ++j) sum += Lanes(v[j]) * load(columns + j * kLanes);
    store(w, sum);
    return;
  }
  const std::size_t rows = padded_size(n);
  std::size_t i = 0;
  for (; i + 5 * kLanes <= rows; i += 5 * kLanes) {  // forty rows fill the registers best
    Lanes s0 = start, s1 = start, s2 = start, s3 = start, s4 = start;
    const double* column = columns + i;
    for (std::size_t j = 0; j < n; ++j, column += rows) {
      const Lanes f = v[j];
      s0 += f * load(column);
      s1 += f * load(column + kLanes);
      s2 += f * load(column + 2 * kLanes);
      s3 += f * load(column + 3 * kLanes);
      s4 += f * load(column + 4 * kLanes);
    }
    store(w + i, s0);
    store(w + i + kLanes, s1);
    store(w + i + 2 * kLanes, s2);
    store(w + i + 3 * kLanes, s3);
    store(w + i + 4 * kLanes, s4);
  }
  for (; i + 2 * kLanes <= rows; i += 2 * kLanes) {
    Lanes s0 = start, s1 = start;
    const double* column = columns + i;
    for (std::size_t j = 0; j < n; ++j, column += rows) {
      const Lanes f = v[j];
      s0 += f * load(column);
      s1 += f * load(column + kLanes);
    }
    store(w + i, s0);
    store(w + i + kLanes, s1);
  }
  for (; i < rows; i += kLanes) {
    Lanes s0 = start;
    const double* column = columns + i;
    for (std::size_t j = 0; j < n; ++j, column += rows) s0 += Lanes(v[j]) * load(column);
    store(w + i, s0);
  }
}

/// v = start + A v.
template <int vectors>
OPTIMETER_INLINE bool rotate(const KernelData& k, const MatrixTable& matrix, Work& s,
                             double start = 0.0) {
  if constexpr (vectors == 1) {
    multiply_block<vectors>(matrix.columns, k.d, start, s.v, s.w);
  } else {
    const double* columns = matrix.columns;
    for (std::size_t begin = 0; begin < k.d; begin += matrix.block) {
      const std::size_t n = k.d - begin < matrix.block ? k.d - begin : matrix.block;
      multiply_block<vectors>(columns, n, start, s.v + begin, s.w + begin);
      columns += n * padded_size(n);
    }
  }
  double* const result = s.w;
  s.w = s.v;
  s.v = result;
  return passes(k, s);
}

/// v_i = v_{P[i]}.
template <int vectors>
OPTIMETER_INLINE void permute(const KernelData& k, const std::uint32_t* permutation, Work& s) {
  if (permutation == nullptr) return;
  for (std::size_t i = 0; i < k.d; ++i) s.w[i] = s.v[permutation[i]];
  for (std::size_t i = k.d; i < k.padded; ++i) s.w[i] = 0.0;
  double* const result = s.w;
  s.w = s.v;
  s.v = result;
}

/// exp(t)^0.1 without the detour, with the overflow and underflow of the detour.
OPTIMETER_INLINE Lanes tenth_power_of_exp(const Lanes& t) {
  // 0.1 t in two parts (Dekker), so that the rounding of the product does not show.
  const double tenth = 0.1;
  const double tenth_high = 0x1.99999ap-4;
  const double tenth_low = tenth - tenth_high;
  const Lanes product = t * Lanes(tenth);
  const Lanes high = from_bits(bits(t) & ints(static_cast<std::int64_t>(0xfffffffff8000000)));
  const Lanes low = t - high;
  const Lanes error = ((high * Lanes(tenth_high) - product) + high * Lanes(tenth_low) +
                       low * Lanes(tenth_high)) +
                      low * Lanes(tenth_low);
  const Lanes value = detail::exp_of_sum(product, error);
  return select(t > Lanes(709.782712893384), Lanes(kInfinity),
                select(t < Lanes(-745.1332191019412), Lanes(0.0), value));
}

/// T_osz of eight numbers.
OPTIMETER_INLINE Lanes oscillate(const Lanes& v) {
  const Mask zero = v == Lanes(0.0);
  const Mask positive = v > Lanes(0.0);
  const Lanes l = log(select(zero, Lanes(1.0), abs(v))) / Lanes(0.1);
  const Lanes first = select(positive, l, Lanes(0.55) * l);
  const Lanes second = select(positive, Lanes(0.79), Lanes(0.31)) * l;
  const Lanes t = l + Lanes(0.49) * (sin(first) + sin(second));
  return select(zero, Lanes(0.0), copy_sign(tenth_power_of_exp(t), v));
}

OPTIMETER_INLINE double oscillate(double v) {
  double result[kLanes];
  store(result, oscillate(Lanes(v)));
  return result[0];
}

template <int vectors>
OPTIMETER_INLINE bool oscillate(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES store(s.v + i, oscillate(load(s.v + i)));
  return passes(k, s);
}

/// T_asy.
template <int vectors>
OPTIMETER_INLINE bool asymmetric(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES {
    const Lanes v = load(s.v + i);
    const Mask positive = v > Lanes(0.0);
    const Lanes base = select(positive, v, Lanes(1.0));
    const Lanes power = Lanes(1.0) + load(k.asymmetry + i) * sqrt(base);
    store(s.v + i, select(positive, pow(base, power), v));
  }
  return passes(k, s);
}

/// sum max(0, |x_i| - 5)^2.
template <int vectors>
OPTIMETER_INLINE double boundary_penalty(const KernelData& k, const Work& s) {
  Lanes sum = 0.0;
  Mask outside = Lanes(0.0) > Lanes(0.0);
  OPTIMETER_VARIABLES {
    const Lanes excess = abs(load(s.x + i)) - Lanes(kBoundary);
    outside = outside | (excess > Lanes(0.0));
    const Lanes positive = max(excess, Lanes(0.0));
    sum += positive * positive;
  }
  return any(outside) ? horizontal_sum(sum) : 0.0;
}

}  // namespace optimeter::inline OPTIMETER_ISA
