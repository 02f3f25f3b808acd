// The constraints of a problem, one point a thread.
#include "bbob/device/point.hpp"
#include "bbob/kernels/constraint_terms.hpp"

using namespace optimeter;

using F = Function<OPTIMETER_FAMILY, OPTIMETER_FUNCTION>;

template <typename L>
OPTIMETER_INLINE void constraint_values(const ConstraintData& c, const double* x, bool guarded,
                                        double* g) {
  PointSpace<> space;
  Work s = space.work(x, guarded);
  Scalar<L> kept = 0.0;
  const bool passed = make_steps<L, F>(c.kernel, s, kept);
  for (std::size_t j = 0; j < c.count; ++j) {
    g[j] = passed ? constraint_of_eight(c, s.v, j).lane : s.verdict;
  }
}

OPTIMETER_INLINE ConstraintData constraints_of_block(const ConstraintData& given,
                                                     const double* image) {
  std::size_t end = 0;
  ConstraintData c = given;
  c.kernel = tables_of_block<F>(given.kernel, image, end);
  c.gradients = image + end;
  c.offsets = c.gradients + kD * given.padded_count;
  return c;
}

__attribute__((noinline)) void guarded_values(const ConstraintData& given, const double* image,
                                              const double* x, double* g) {
  const double verdict = classify(x, kD);
  if (verdict == 0.0) {
    return constraint_values<Guarded>(constraints_of_block(given, image), x, true, g);
  }
  for (std::size_t j = 0; j < given.count; ++j) g[j] = verdict;
}

/// `image` holds the tables of the transformation, behind them gradients and offsets. The state
/// counts the rows that were skipped.
extern "C" __global__ void __launch_bounds__(OPTIMETER_THREADS, OPTIMETER_BLOCKS)
    constrain(const __grid_constant__ ConstraintData given, const double* __restrict__ image,
              const double* __restrict__ x, std::uint64_t n, double* __restrict__ g,
              DeviceState* state) {
  stage(image);
  const ConstraintData c = constraints_of_block(given, image);
  Tally tally;
  each_row(x, n, [&](std::uint64_t row, const double* point) {
    double* const values = g + row * c.count;
    if (has_huge(point)) {
      guarded_values(given, image, point, values);
    } else {
      constraint_values<Group>(c, point, false, values);
    }
    if (state != nullptr) tally.add(is_finite_point(point, kD) ? 0.0 : kNan, point, kD);
  });
  if (state != nullptr) tally.leave(state);
}
