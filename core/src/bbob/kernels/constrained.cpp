// Objectives and constraints of bbob-constrained: z = T(x - x*), then a function of z.
#include "bbob/kernels/constrained.hpp"

#include "bbob/kernels/constraint_terms.hpp"
#include "bbob/kernels/run.hpp"

namespace optimeter::inline OPTIMETER_ISA {
namespace {

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

template <typename L, typename F>
void constraint_points(const ConstraintData& c, const double* x, std::size_t n, double* g,
                       double* scratch) {
  const KernelData& k = c.kernel;
  const std::size_t stride = k.padded + 2 * kPadding;
  for (std::size_t p = 0; p < n; ++p, g += c.count) {
    Work s = work_space(scratch, stride);
    Scalar<L> kept = 0.0;
    if (!(enter<L>(k, x + p * k.d, s) && make_steps<L, F>(k, s, kept))) {
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

template <typename F>
void constraint_groups(const ConstraintData& c, const double* x, std::size_t n, double* g,
                       double* scratch) {
  const KernelData& k = c.kernel;
  const ConstraintKernel single =
      k.d <= kPadding ? constraint_points<Small, F> : constraint_points<Long, F>;
  std::size_t p = 0;
  for (; p + kLanes <= n; p += kLanes) {
    Work s = work_space(scratch, (k.d + 2) * kPadding);
    double* const rows = g + p * c.count;
    if (!enter_group<F>(k, x + p * k.d, s)) {
      single(c, x + p * k.d, kLanes, rows, scratch);
      continue;
    }
    Lanes kept = 0.0;
    make_steps<Group, F, kShifts<F>>(k, s, kept);
    for (std::size_t j = 0; j < c.count; ++j) {
      double values[kLanes];
      store(values, constraint_of_eight(c, s.v, j));
      for (std::size_t i = 0; i < kLanes; ++i) rows[i * c.count + j] = values[i];
    }
  }
  if (p < n) single(c, x + p * k.d, n - p, g + p * c.count, scratch);
}

template <typename F>
constexpr ByLayout<ConstraintKernel> kConstraints = {
    constraint_points<Small, F>, constraint_points<Long, F>, constraint_groups<F>};

template <std::size_t... i>
constexpr ConstrainedKernels compile_all(std::index_sequence<i...>) {
  return {kFamily<Constrained>, {kConstraints<Compiled<ConstrainedTransformation, i>>...}};
}

constexpr ConstrainedKernels kConstrained =
    compile_all(std::make_index_sequence<Constrained::kCount>());

}  // namespace

const ConstrainedKernels& constrained_kernels() { return kConstrained; }

}  // namespace optimeter::inline OPTIMETER_ISA
