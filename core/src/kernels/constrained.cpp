// Objectives and constraints of bbob-constrained: z = T(x - x*), then a function of z.
#include "kernels/constrained.hpp"

#include "kernels/functions.hpp"

namespace optimeter::inline OPTIMETER_ISA {
namespace {

/// From x to z, by base type.
template <int vectors, int base>
OPTIMETER_INLINE bool transform(const KernelData& k, Work& s) {
  constexpr bool kOscillates = base == 2 || base == 4 || base == 5 || base >= 8;
  constexpr bool kAsymmetric = base == 6 || base >= 8;
  if (!shift<vectors>(k, s)) return false;
  if constexpr (kOscillates) {
    if (!oscillate<vectors>(k, s)) return false;
  }
  if constexpr (kAsymmetric) {
    if (!asymmetric<vectors>(k, s)) return false;
  }
  return true;
}

/// v -= the unconstrained optimum.
template <int vectors>
OPTIMETER_INLINE bool centre(const KernelData& k, Work& s) {
  OPTIMETER_VARIABLES store(s.v + i, load(s.v + i) - load(k.second + i));
  return passes(k, s);
}

template <int vectors, int base>
OPTIMETER_INLINE bool prepare(const KernelData& k, Work& s) {
  if (!transform<vectors, base>(k, s)) return false;
  if constexpr (base == 9) return rotate<vectors>(k, k.matrix[0], s) && centre<vectors>(k, s);
  if (!centre<vectors>(k, s)) return false;
  constexpr bool kRotated = base >= 4 && base <= 7;
  if constexpr (kRotated) return rotate<vectors>(k, k.matrix[0], s);
  return true;
}

template <int vectors, int base>
OPTIMETER_INLINE double core(const KernelData& k, Work& s) {
  if constexpr (base == 1) return squares<vectors>(k, s);
  if constexpr (base == 7) return different_powers<vectors>(k, s);
  if constexpr (base >= 8) return rastrigin<vectors>(k, s);
  return weighted_squares<vectors>(k, s);
}

template <int vectors, int base>
double objective(const KernelData& k, Work& s) {
  if constexpr (base == 3) {  // not shifted: only the constraints are
    return k.normalize * (slope<vectors>(k, s) + k.optimal_value);
  } else {
    if (!prepare<vectors, base>(k, s)) return s.verdict;
    return k.normalize * (core<vectors, base>(k, s) + k.optimal_value);
  }
}

/// sum over i of a_i (z_i - o_i) for eight constraints, without the terms in (0, 1e-11], which
/// protects the optimum from rounding.
OPTIMETER_INLINE Lanes linear(const ConstraintData& c, const double* z, std::size_t first) {
  Lanes sum = 0.0;
  const double* gradient = c.gradients + first;
  const double* offset = c.offsets + first;
  for (std::size_t i = 0; i < c.kernel.d; ++i) {
    const Lanes term = load(gradient) * (Lanes(z[i]) - load(offset));
    const Mask omitted = (term > Lanes(0.0)) & (term <= Lanes(1e-11));
    sum += select(omitted, Lanes(0.0), term);
    gradient += c.padded_count;
    offset += c.padded_count;
  }
  return sum;
}

OPTIMETER_INLINE void write(double* g, const Lanes& values, std::size_t count) {
  if (count >= kLanes) {
    store(g, values);
    return;
  }
  double all[kLanes];
  store(all, values);
  for (std::size_t j = 0; j < count; ++j) g[j] = all[j];
}

template <int vectors, int base>
void constraints(const ConstraintData& c, const double* x, std::size_t n, double* g,
                 double* scratch) {
  const KernelData& k = c.kernel;
  const std::size_t stride = k.padded + 2 * kPadding;
  for (std::size_t p = 0; p < n; ++p, g += c.count) {
    Work s{scratch + kPadding, scratch + stride + kPadding, scratch + 2 * stride + kPadding, false,
           0.0};
    if (!(enter<vectors>(k, x + p * k.d, s) && transform<vectors, base>(k, s))) {
      for (std::size_t j = 0; j < c.count; ++j) g[j] = s.verdict;
      continue;
    }
    for (std::size_t j = 0; j < c.count; j += kLanes) {
      write(g + j, linear(c, s.v, j), c.count - j);
    }
  }
}

#define OPTIMETER_BASES(kernel)                           \
  {kernel(1), kernel(2), kernel(3), kernel(4), kernel(5), \
   kernel(6), kernel(7), kernel(8), kernel(9)}
#define OPTIMETER_SMALL_OBJECTIVE(base) run_kernel<1, objective<1, base>>
#define OPTIMETER_OBJECTIVE(base) run_kernel<0, objective<0, base>>
#define OPTIMETER_SMALL_CONSTRAINT(base) constraints<1, base>
#define OPTIMETER_CONSTRAINT(base) constraints<0, base>

// Constant initialization: nothing of a kernel source runs when the library is loaded.
constexpr ConstrainedKernels kKernels = {
    OPTIMETER_BASES(OPTIMETER_SMALL_OBJECTIVE), OPTIMETER_BASES(OPTIMETER_OBJECTIVE),
    OPTIMETER_BASES(OPTIMETER_SMALL_CONSTRAINT), OPTIMETER_BASES(OPTIMETER_CONSTRAINT)};

}  // namespace

const ConstrainedKernels& constrained_kernels() { return kKernels; }

}  // namespace optimeter::inline OPTIMETER_ISA
