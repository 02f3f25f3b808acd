// The layouts in which points are processed, and the way into them.
//
// Every step and function is written once, as a template of the layout:
//   Small  one point of at most 8 variables, a whole point in one vector;
//   Long   one point of any dimension, eight variables in a vector;
//   Group  eight points at once, one variable of each in a vector.
// On a GPU, where a vector has one lane (simd/one_lane.hpp), there are Group, which then is the one
// point of a thread, and Guarded, the same for a point with huge coordinates.
// All of them do the same operations on every number in the same order and give the same bits; in
// particular a sum over the variables always runs in eight partial sums, variable i in sum i mod 8,
// which are combined in the order of `horizontal_sum`.
#pragma once

#include <utility>

#include "bbob/kernels/data.hpp"
#include "simd/vecmath.hpp"

namespace optimeter::inline OPTIMETER_ISA {

/// The state of one point, or of eight, on the way through the steps.
struct Work {
  double* x;  ///< the point itself, padded with zeros
  double* v;  ///< the current vector
  double* w;  ///< free; steps that cannot work in place swap it with v
  bool guarded;
  double verdict;

  OPTIMETER_INLINE void swap() {
    double* const other = w;
    w = v;
    v = other;
  }
};

using detail::kInfinity;
using detail::kNan;
inline constexpr double kTwoPi = 6.283185307179586476925286766559;
inline constexpr double kBoundary = 5.0;
inline constexpr double kHuge = 1000.0;      ///< beyond it a point is guarded
inline constexpr std::size_t kPartials = 8;  ///< of a sum over the variables

#if OPTIMETER_NATIVE_LANES > 1
/// One point, eight variables in a vector.
struct Long {
  using Scalar = double;  ///< a number per point
  static constexpr std::size_t kStep = kLanes;
  static constexpr bool kGuarded = true;  ///< whether guarded points are processed this way

  static OPTIMETER_INLINE std::size_t extent(const KernelData& k) { return k.padded; }
  static OPTIMETER_INLINE Lanes get(const double* v, std::size_t i) { return load(v + i); }
  static OPTIMETER_INLINE void put(double* v, std::size_t i, const Lanes& a) { store(v + i, a); }
  static OPTIMETER_INLINE Lanes next(const double* v, std::size_t i) {
    return successors(load(v + i), load(v + i + kLanes));
  }
  static OPTIMETER_INLINE Lanes previous(const double* v, std::size_t i) {
    return predecessors(load(v + i - kLanes), load(v + i));
  }
  static OPTIMETER_INLINE Lanes table(const double* t, std::size_t i) { return load(t + i); }
  static OPTIMETER_INLINE double variable(const double* v, std::size_t i) { return v[i]; }

  /// A sum over the variables.
  struct Sum {
    Lanes partial = 0.0;
    OPTIMETER_INLINE void add(std::size_t, const Lanes& term) { partial += term; }
    OPTIMETER_INLINE double total() const { return horizontal_sum(partial); }
  };
  struct Product {
    Lanes partial = 1.0;
    OPTIMETER_INLINE void multiply(std::size_t, const Lanes& term) { partial *= term; }
    OPTIMETER_INLINE double total() const { return horizontal_product(partial); }
  };
};

/// One point of at most 8 variables.
struct Small : Long {
  static OPTIMETER_INLINE std::size_t extent(const KernelData&) { return kLanes; }
  static OPTIMETER_INLINE Lanes next(const double* v, std::size_t) {
    return successors(load(v), 0.0);
  }
  static OPTIMETER_INLINE Lanes previous(const double* v, std::size_t) {
    return predecessors(0.0, load(v));
  }
};
#endif

/// Eight points, one variable in a vector.
struct Group {
  using Scalar = Lanes;
  static constexpr std::size_t kStep = 1;
  static constexpr bool kGuarded = false;

  static OPTIMETER_INLINE std::size_t extent(const KernelData& k) { return k.d; }
  static OPTIMETER_INLINE Lanes get(const double* v, std::size_t i) { return load(v + kLanes * i); }
  static OPTIMETER_INLINE void put(double* v, std::size_t i, const Lanes& a) {
    store(v + kLanes * i, a);
  }
  static OPTIMETER_INLINE Lanes next(const double* v, std::size_t i) { return get(v, i + 1); }
  static OPTIMETER_INLINE Lanes previous(const double* v, std::size_t i) {
    return load(v + kLanes * i - kLanes);
  }
  static OPTIMETER_INLINE Lanes table(const double* t, std::size_t i) { return t[i]; }
  static OPTIMETER_INLINE Lanes variable(const double* v, std::size_t i) { return get(v, i); }

  struct Sum {
    Lanes partial[kPartials] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    OPTIMETER_INLINE void add(std::size_t i, const Lanes& term) { partial[i % kPartials] += term; }
    OPTIMETER_INLINE Lanes total() const {
      return ((partial[0] + partial[4]) + (partial[2] + partial[6])) +
             ((partial[1] + partial[5]) + (partial[3] + partial[7]));
    }
  };
  struct Product {
    Lanes partial[kPartials] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
    OPTIMETER_INLINE void multiply(std::size_t i, const Lanes& term) {
      partial[i % kPartials] *= term;
    }
    OPTIMETER_INLINE Lanes total() const {
      return ((partial[0] * partial[4]) * (partial[2] * partial[6])) *
             ((partial[1] * partial[5]) * (partial[3] * partial[7]));
    }
  };
};

#if OPTIMETER_NATIVE_LANES == 1
struct Guarded : Group {
  static constexpr bool kGuarded = true;
};
#endif

template <typename L>
using Scalar = typename L::Scalar;

#ifdef OPTIMETER_UNROLL
template <typename L>
inline constexpr int kUnroll = L::kGuarded ? 1 : OPTIMETER_UNROLL;
#define OPTIMETER_VARIABLES \
  _Pragma("unroll kUnroll<L>") for (std::size_t i = 0; i < L::extent(k); i += L::kStep)
#else
#define OPTIMETER_VARIABLES for (std::size_t i = 0; i < L::extent(k); i += L::kStep)
#endif

template <typename L, typename Body, std::size_t... part>
OPTIMETER_INLINE void each_variable(const KernelData& k, const Body& body,
                                    std::integer_sequence<std::size_t, part...>) {
  if constexpr (L::kStep == 1 && OPTIMETER_NATIVE_LANES == kPartials) {
    for (std::size_t i = 0; i < k.d; i += kPartials) {
      ((i + part < k.d ? body(i + part) : void()), ...);
    }
  } else {
    OPTIMETER_VARIABLES body(i);
  }
}

/// body(i) for every i of OPTIMETER_VARIABLES. For short bodies with sums: where there are
/// registers enough, eight variables of a group are taken at a time, so that the partial sums stay
/// in them.
template <typename L, typename Body>
OPTIMETER_INLINE void each_variable(const KernelData& k, const Body& body) {
  each_variable<L>(k, body, std::make_integer_sequence<std::size_t, kPartials>());
}

// Operations on a number per point, for one point and for eight.
OPTIMETER_INLINE double magnitude(double a) { return __builtin_fabs(a); }
OPTIMETER_INLINE Lanes magnitude(const Lanes& a) { return abs(a); }
OPTIMETER_INLINE double square_root(double a) { return __builtin_sqrt(a); }
OPTIMETER_INLINE Lanes square_root(const Lanes& a) { return sqrt(a); }
OPTIMETER_INLINE double larger(double a, double b) { return a > b ? a : b; }
OPTIMETER_INLINE Lanes larger(const Lanes& a, const Lanes& b) { return max(a, b); }
OPTIMETER_INLINE double smaller(double a, double b) { return a < b ? a : b; }
OPTIMETER_INLINE Lanes smaller(const Lanes& a, const Lanes& b) { return min(a, b); }
OPTIMETER_INLINE double power(double base, double exponent) {
  double result[kLanes];
  store(result, pow(Lanes(base), Lanes(exponent)));
  return result[0];
}
OPTIMETER_INLINE Lanes power(const Lanes& base, double exponent) { return pow(base, exponent); }
OPTIMETER_INLINE bool is_infinite(double a) { return a == kInfinity; }
OPTIMETER_INLINE bool is_infinite(const Lanes& a) { return any(a == Lanes(kInfinity)); }

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
template <typename L>
OPTIMETER_INLINE bool enter(const KernelData& k, const double* x, Work& s) {
  const Lanes limit = kHuge;
  Mask huge = Lanes(0.0) > Lanes(0.0);
  std::size_t i = 0;
  for (; i + kLanes <= k.d && i < L::extent(k); i += kLanes) {
    const Lanes v = load(x + i);
    huge = huge | ~(abs(v) <= limit);
    store(s.x + i, v);
  }
  if (i < L::extent(k)) {
    const Lanes v = load_partial(x + i, k.d - i);
    huge = huge | ~(abs(v) <= limit);
    store(s.x + i, v);
  }
  s.guarded = any(huge);
  if (__builtin_expect(!s.guarded, 1)) return true;
  s.verdict = classify(x, k.d);
  return s.verdict == 0.0;
}

}  // namespace optimeter::inline OPTIMETER_ISA
