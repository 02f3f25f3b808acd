// Objectives and constraints of bbob-constrained: z = T(x - x*), then a function of z.
#include "bbob/kernels/constrained.hpp"

#include "bbob/kernels/functions.hpp"

namespace optimeter::inline OPTIMETER_ISA {
namespace {

/// From x to z, by base type.
template <typename L, int base>
OPTIMETER_INLINE bool transform(const KernelData& k, Work& s) {
  constexpr bool kOscillates = base == 2 || base == 4 || base == 5 || base >= 8;
  constexpr bool kAsymmetric = base == 6 || base >= 8;
  if (!shift<L>(k, s)) return false;
  if constexpr (kOscillates) {
    if (!oscillate<L>(k, s)) return false;
  }
  if constexpr (kAsymmetric) {
    if (!asymmetric<L>(k, s)) return false;
  }
  return true;
}

/// v -= the unconstrained optimum.
template <typename L>
OPTIMETER_INLINE bool centre(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES L::put(s.v, i, L::get(s.v, i) - L::table(k.second, i));
  return passes(k, s);
}

template <typename L, int base>
OPTIMETER_INLINE bool prepare(const KernelData& k, Work& s) {
  if (!transform<L, base>(k, s)) return false;
  if constexpr (base == 9) return rotate<L>(k, k.matrix[0], s) && centre<L>(k, s);
  if (!centre<L>(k, s)) return false;
  constexpr bool kRotated = base >= 4 && base <= 7;
  if constexpr (kRotated) return rotate<L>(k, k.matrix[0], s);
  return true;
}

template <typename L, int base>
OPTIMETER_INLINE Scalar<L> core(const KernelData& k, Work& s) {
  if constexpr (base == 1) {
    return squares<L>(k, s);
  } else if constexpr (base == 7) {
    return different_powers<L>(k, s);
  } else if constexpr (base >= 8) {
    return rastrigin<L>(k, s);
  } else {
    return weighted_squares<L>(k, s);
  }
}

template <typename L, int base>
Scalar<L> objective(const KernelData& k, Work& s) {
  if constexpr (base == 3) {  // not shifted: only the constraints are
    return k.normalize * (slope<L>(k, s) + k.optimal_value);
  } else {
    if (!prepare<L, base>(k, s)) return s.verdict;
    return k.normalize * (core<L, base>(k, s) + k.optimal_value);
  }
}

/// sum + a (z - offset), unless the term lies in (0, 1e-11]: this protects the optimum from
/// rounding.
OPTIMETER_INLINE Lanes add_term(const Lanes& sum, const Lanes& gradient, const Lanes& offset,
                                const Lanes& z) {
  const Lanes term = gradient * (z - offset);
  const Mask omitted = (term > Lanes(0.0)) & (term <= Lanes(1e-11));
  return sum + select(omitted, Lanes(0.0), term);
}

/// Eight constraints of one point, from number `first` on.
OPTIMETER_INLINE Lanes eight_constraints(const ConstraintData& c, const double* z,
                                         std::size_t first) {
  Lanes sum = 0.0;
  const double* gradient = c.gradients + first;
  const double* offset = c.offsets + first;
  for (std::size_t i = 0; i < c.kernel.d; ++i) {
    sum = add_term(sum, load(gradient), load(offset), z[i]);
    gradient += c.padded_count;
    offset += c.padded_count;
  }
  return sum;
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

template <typename L, int base>
void constraint_points(const ConstraintData& c, const double* x, std::size_t n, double* g,
                       double* scratch) {
  const KernelData& k = c.kernel;
  const std::size_t stride = k.padded + 2 * kPadding;
  for (std::size_t p = 0; p < n; ++p, g += c.count) {
    Work s = work_space(scratch, stride);
    if (!(enter<L>(k, x + p * k.d, s) && transform<L, base>(k, s))) {
      for (std::size_t j = 0; j < c.count; ++j) g[j] = s.verdict;
      continue;
    }
    std::size_t j = 0;
    for (; j + kLanes <= c.count; j += kLanes) store(g + j, eight_constraints(c, s.v, j));
    if (j == c.count) continue;
    double last[kLanes];
    store(last, eight_constraints(c, s.v, j));
    for (std::size_t i = 0; j < c.count; ++i, ++j) g[j] = last[i];
  }
}

template <int base>
void constraint_groups(const ConstraintData& c, const double* x, std::size_t n, double* g,
                       double* scratch) {
  const KernelData& k = c.kernel;
  const ConstraintKernel single =
      k.d <= kPadding ? constraint_points<Small, base> : constraint_points<Long, base>;
  std::size_t p = 0;
  for (; p + kLanes <= n; p += kLanes) {
    Work s = work_space(scratch, (k.d + 2) * kPadding);
    double* const rows = g + p * c.count;
    if (!enter_group(k, x + p * k.d, s)) {
      single(c, x + p * k.d, kLanes, rows, scratch);
      continue;
    }
    transform<Group, base>(k, s);
    for (std::size_t j = 0; j < c.count; ++j) {
      double values[kLanes];
      store(values, constraint_of_eight(c, s.v, j));
      for (std::size_t i = 0; i < kLanes; ++i) rows[i * c.count + j] = values[i];
    }
  }
  if (p < n) single(c, x + p * k.d, n - p, g + p * c.count, scratch);
}

#define OPTIMETER_BASES(kernel)                           \
  {kernel(1), kernel(2), kernel(3), kernel(4), kernel(5), \
   kernel(6), kernel(7), kernel(8), kernel(9)}
#define OPTIMETER_SMALL(base) run_points<Small, objective<Small, base>>
#define OPTIMETER_LONG(base) run_points<Long, objective<Long, base>>
#define OPTIMETER_GROUP(base) \
  run_groups<objective<Group, base>, OPTIMETER_SMALL(base), OPTIMETER_LONG(base)>
#define OPTIMETER_SMALL_CONSTRAINTS(base) constraint_points<Small, base>
#define OPTIMETER_LONG_CONSTRAINTS(base) constraint_points<Long, base>
#define OPTIMETER_GROUP_CONSTRAINTS(base) constraint_groups<base>

// Constant initialization: nothing of a kernel source runs when the library is loaded.
constexpr ConstrainedKernels kKernels = {
    OPTIMETER_BASES(OPTIMETER_SMALL),
    OPTIMETER_BASES(OPTIMETER_LONG),
    OPTIMETER_BASES(OPTIMETER_GROUP),
    OPTIMETER_BASES(OPTIMETER_SMALL_CONSTRAINTS),
    OPTIMETER_BASES(OPTIMETER_LONG_CONSTRAINTS),
    OPTIMETER_BASES(OPTIMETER_GROUP_CONSTRAINTS),
};

}  // namespace

const ConstrainedKernels& constrained_kernels() { return kKernels; }

}  // namespace optimeter::inline OPTIMETER_ISA
