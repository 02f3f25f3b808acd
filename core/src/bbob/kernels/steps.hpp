// The transformations from which the functions are built, as templates of the layout.
//
// For huge coordinates the field's rule applies: when a step makes a coordinate infinite, the value
// is +inf, else when it makes one NaN, the value is NaN. No step can do so while every |x_i| is at
// most 1000, so the test is made for `guarded` points only, which are never processed in groups. A
// step returns false when the rule applies; `verdict` is then the value.
#pragma once

// How many rows of a matrix are multiplied with eight points at once, as registers allow; and, on a
// GPU, how many of its columns are unrolled.
#ifndef OPTIMETER_ROWS
#define OPTIMETER_ROWS (OPTIMETER_NATIVE_LANES == 8 ? 10 : 4)
#endif
#ifdef OPTIMETER_COLUMNS
#define OPTIMETER_EACH_COLUMN _Pragma("unroll OPTIMETER_COLUMNS")
#else
#define OPTIMETER_EACH_COLUMN
#endif

#include "bbob/kernels/layouts.hpp"
#include "simd/quickmath.hpp"

namespace optimeter::inline OPTIMETER_ISA {

/// Applies the rule for huge coordinates to the current vector. Functions that are defined in one
/// piece ignore the answer.
OPTIMETER_INLINE bool passes(const KernelData& k, Work& s) {
  if (__builtin_expect(!s.guarded, 1)) return true;
  for (std::size_t i = k.d; i < k.padded; ++i) s.v[i] = 0.0;  // infinity times 0 is not
  s.verdict = classify(s.v, k.d);
  return s.verdict == 0.0;
}

template <typename L>
OPTIMETER_INLINE bool take(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES L::put(s.v, i, L::get(s.x, i));
  return true;
}

template <typename L>
OPTIMETER_INLINE bool shift(const KernelData& k, const double* location, Work& s) {
  OPTIMETER_VARIABLES L::put(s.v, i, L::get(s.x, i) - L::table(location, i));
  return passes(k, s);
}

template <typename L>
OPTIMETER_INLINE bool centre(const KernelData& k, const double* location, Work& s) {
  OPTIMETER_VARIABLES L::put(s.v, i, L::get(s.v, i) - L::table(location, i));
  return passes(k, s);
}

template <typename L>
OPTIMETER_INLINE bool scale(const KernelData& k, const double* factors, Work& s) {
  OPTIMETER_VARIABLES L::put(s.v, i, L::table(factors, i) * L::get(s.v, i));
  return passes(k, s);
}

template <typename L>
OPTIMETER_INLINE bool skew(const KernelData& k, const SkewTables& t, Work& s) {
  OPTIMETER_VARIABLES {
    const Lanes z = L::get(s.v, i);
    const Lanes factor =
        select(z > Lanes(0.0), L::table(t.factors_of_positive, i), L::table(t.factors, i));
    L::put(s.v, i, factor * z);
  }
  return passes(k, s);
}

template <typename L>
OPTIMETER_INLINE bool enlarge(const KernelData& k, double factor, Work& s) {
  OPTIMETER_VARIABLES L::put(s.v, i, Lanes(factor) * L::get(s.v, i) + Lanes(1.0));
  return passes(k, s);
}

template <typename L>
OPTIMETER_INLINE bool add(const KernelData& k, double constant, Work& s) {
  OPTIMETER_VARIABLES L::put(s.v, i, L::get(s.v, i) + Lanes(constant));
  return passes(k, s);
}

/// Rounds v to plateaus, coarse away from zero and fine near it.
template <typename L>
OPTIMETER_INLINE bool plateaus(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES {
    const Lanes z = L::get(s.v, i);
    const Lanes fine = round_half_up(Lanes(10.0) * z) / Lanes(10.0);
    L::put(s.v, i, select(abs(z) > Lanes(0.5), round_half_up(z), fine));
  }
  return true;  // rounding makes nothing infinite
}

/// The lower of two parabolas; leaves the way to the centre of the nearer one in v.
template <typename L>
OPTIMETER_INLINE bool parabolas(const KernelData& k, const ParabolaTables& t, Work& s,
                                Scalar<L>& lower) {
  typename L::Sum near;
  typename L::Sum far;
  OPTIMETER_VARIABLES {
    const Lanes x = (Lanes(2.0) * L::get(s.x, i)) * L::table(t.signs, i);
    const Lanes to_near = x - L::table(t.near, i);
    const Lanes to_far = x - L::table(t.far, i);
    L::put(s.v, i, to_near);
    near.add(i, to_near * to_near);
    far.add(i, to_far * to_far);
  }
  lower = smaller((double)k.d + t.far_factor * far.total(), near.total());
  return passes(k, s);
}

/// Rows i to i + count vectors of w = start + A v for one point; each sum in the order of j.
template <std::size_t count>
OPTIMETER_INLINE void multiply_rows(const double* columns, std::size_t n, std::size_t rows,
                                    double start, const double* v, double* w) {
  Lanes sum[count];
  for (auto& s : sum) s = start;
  for (std::size_t j = 0; j < n; ++j, columns += rows) {
    const Lanes factor = v[j];
    for (std::size_t r = 0; r < count; ++r) sum[r] += factor * load(columns + r * kLanes);
  }
  for (std::size_t r = 0; r < count; ++r) store(w + r * kLanes, sum[r]);
}

/// The same for eight points; here a row is one variable of each.
template <std::size_t count>
OPTIMETER_INLINE void multiply_group_rows(const double* columns, std::size_t n, std::size_t rows,
                                          double start, const double* v, double* w) {
  Lanes sum[count];
  for (auto& s : sum) s = start;
  OPTIMETER_EACH_COLUMN for (std::size_t j = 0; j < n; ++j, columns += rows) {
    const Lanes factor = load(v + j * kLanes);
    for (std::size_t r = 0; r < count; ++r) sum[r] += factor * Lanes(columns[r]);
  }
  for (std::size_t r = 0; r < count; ++r) store(w + r * kLanes, sum[r]);
}

/// w = start + A v for one block of n rows and columns.
template <typename L>
OPTIMETER_INLINE void multiply_block(const double* columns, std::size_t n, double start,
                                     const double* v, double* w) {
  const std::size_t rows = padded_size(n);
  std::size_t i = 0;
  if constexpr (L::kStep == 1) {
    constexpr std::size_t kRows = OPTIMETER_ROWS;
    for (; i + kRows <= n; i += kRows) {
      multiply_group_rows<kRows>(columns + i, n, rows, start, v, w + i * kLanes);
    }
    if constexpr (kRows > 5) {
      for (; i + 5 <= n; i += 5) {
        multiply_group_rows<5>(columns + i, n, rows, start, v, w + i * kLanes);
      }
    }
    for (; i < n; ++i) multiply_group_rows<1>(columns + i, n, rows, start, v, w + i * kLanes);
  } else {
    for (; i + 5 * kLanes <= rows; i += 5 * kLanes) {  // the usual forty rows in one go
      multiply_rows<5>(columns + i, n, rows, start, v, w + i);
    }
    for (; i + 2 * kLanes <= rows; i += 2 * kLanes) {
      multiply_rows<2>(columns + i, n, rows, start, v, w + i);
    }
    for (; i < rows; i += kLanes) multiply_rows<1>(columns + i, n, rows, start, v, w + i);
  }
}

#if OPTIMETER_NATIVE_LANES > 1
template <>
OPTIMETER_INLINE void multiply_block<Small>(const double* columns, std::size_t n, double start,
                                            const double* v, double* w) {
  multiply_rows<1>(columns, n, kLanes, start, v, w);
}
#endif

/// v_i = v_{P[i]}.
OPTIMETER_INLINE void permute(const KernelData& k, const std::uint32_t* permutation, Work& s) {
  if (permutation == nullptr) return;
  for (std::size_t i = 0; i < k.d; ++i) s.w[i] = s.v[permutation[i]];
  for (std::size_t i = k.d; i < k.padded; ++i) s.w[i] = 0.0;
  s.swap();
}

/// v = start + A u.
template <typename L>
OPTIMETER_INLINE bool rotate(const KernelData& k, const RotateTables& t, const double* u, Work& s,
                             double start) {
  multiply_block<L>(t.matrix.columns, k.d, start, u, s.w);
  s.swap();
  return passes(k, s);
}

/// Permutation, block rotation, permutation.
template <typename L>
OPTIMETER_INLINE bool rotate_in_blocks(const KernelData& k, const RotateTables& t, Work& s) {
  permute(k, t.before, s);
  const double* columns = t.matrix.columns;
  for (std::size_t begin = 0; begin < k.d; begin += t.matrix.block) {
    const std::size_t n = k.d - begin < t.matrix.block ? k.d - begin : t.matrix.block;
    multiply_block<L>(columns, n, 0.0, s.v + begin, s.w + begin);
    columns += n * padded_size(n);
  }
  s.swap();
  if (!passes(k, s)) return false;
  permute(k, t.after, s);
  return true;
}

/// exp(t)^0.1 without the detour, with the overflow and underflow of the detour.
OPTIMETER_MATH Lanes tenth_power_of_exp(const Lanes& t) {
  // 0.1 t in two parts (Dekker), so that the rounding of the product does not show.
  const double tenth = 0.1;
  const double tenth_high = 0x1.99999ap-4;
  const double tenth_low = tenth - tenth_high;
  const Lanes product = t * Lanes(tenth);
  const Lanes high = from_bits(bits(t) & ints(static_cast<std::int64_t>(0xfffffffff8000000)));
  const Lanes low = t - high;
  const Lanes error =
      ((high * Lanes(tenth_high) - product) + high * Lanes(tenth_low) + low * Lanes(tenth_high)) +
      low * Lanes(tenth_low);
  const Lanes value = detail::exp_of_sum(product, error);
  return select(t > Lanes(709.782712893384), Lanes(kInfinity),
                select(t < Lanes(-745.1332191019412), Lanes(0.0), value));
}

OPTIMETER_INLINE double oscillate(double v) {
  double result[kLanes];
  store(result, oscillate(Lanes(v)));
  return result[0];
}

// Steps with long chains of operations go over the variables several times: the processor looks
// ahead by about a hundred operations, and finds more to do at once in short loops.

/// T_osz.
template <typename L>
OPTIMETER_INLINE bool oscillate(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES L::put(s.w, i, oscillation_logs(L::get(s.v, i)));
  OPTIMETER_VARIABLES L::put(s.w, i, oscillation_waves(L::get(s.v, i), L::get(s.w, i)));
  OPTIMETER_VARIABLES L::put(s.v, i, oscillated(L::get(s.v, i), L::get(s.w, i)));
  return passes(k, s);
}

/// T_osz by the very steps of the definition, for functions that magnify its last bits.
template <typename L>
OPTIMETER_INLINE bool oscillate_closely(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES {
    const Lanes v = L::get(s.v, i);
    L::put(s.w, i, log(select(v == Lanes(0.0), Lanes(1.0), abs(v))) / Lanes(0.1));
  }
  OPTIMETER_VARIABLES {
    const Lanes l = L::get(s.w, i);
    const Mask positive = L::get(s.v, i) > Lanes(0.0);
    const Lanes first = sin(select(positive, Lanes(1.0), Lanes(0.55)) * l);
    const Lanes second = sin(select(positive, Lanes(0.79), Lanes(0.31)) * l);
    L::put(s.w, i, l + Lanes(0.49) * (first + second));
  }
  OPTIMETER_VARIABLES {
    const Lanes v = L::get(s.v, i);
    const Lanes magnitude = tenth_power_of_exp(L::get(s.w, i));
    L::put(s.v, i, select(v == Lanes(0.0), Lanes(0.0), copy_sign(magnitude, v)));
  }
  return passes(k, s);
}

/// v^(1 + factor sqrt(v)) for positive v, which is v 2^(factor sqrt(v) log2 v), else v.
OPTIMETER_MATH Lanes stretched(const Lanes& v, const Lanes& log2_v, const Lanes& factor) {
  const Lanes exponent = factor * sqrt(v);
  const Lanes near = v * quick_exp2(exponent * log2_v);
  const Lanes result = select(v > Lanes(0.0), near, v);
  const Lanes limit = 32.0;  // beyond it the rounding of the logarithm shows
  if (!all_at_most(v, limit)) [[unlikely]] {
    const Mask far = v > limit;
    return select(far, pow(select(far, v, Lanes(1.0)), Lanes(1.0) + exponent), result);
  }
  return result;
}

/// T_asy.
template <typename L>
OPTIMETER_INLINE bool asymmetric(const KernelData& k, const double* factors, Work& s) {
  OPTIMETER_VARIABLES L::put(s.w, i, quick_log2(L::get(s.v, i)));
  OPTIMETER_VARIABLES {
    L::put(s.v, i, stretched(L::get(s.v, i), L::get(s.w, i), L::table(factors, i)));
  }
  return passes(k, s);
}

/// sum max(0, |x_i| - 5)^2.
template <typename L>
OPTIMETER_INLINE Scalar<L> boundary_penalty(const KernelData& k, const Work& s) {
  Lanes farthest = 0.0;
  OPTIMETER_VARIABLES farthest = max(abs(L::get(s.x, i)), farthest);
  if (all_at_most(farthest, kBoundary)) return 0.0;
  typename L::Sum sum;
  OPTIMETER_VARIABLES {
    const Lanes excess = max(abs(L::get(s.x, i)) - Lanes(kBoundary), Lanes(0.0));
    sum.add(i, excess * excess);
  }
  return sum.total();
}

}  // namespace optimeter::inline OPTIMETER_ISA
