// The objective of a problem, one point a thread.
#include "bbob/device/point.hpp"

using namespace optimeter;

using F = Function<OPTIMETER_FAMILY, OPTIMETER_FUNCTION>;

/// The value at a point with huge or non-finite coordinates. It finds the tables itself: handed
/// over, they would have to lie in memory for all points.
__attribute__((noinline)) double guarded_value(const KernelData& given, const double* image,
                                               const double* x) {
  const double verdict = classify(x, kD);
  if (verdict != 0.0) return verdict;
  PointSpace<> space;
  Work s = space.work(x, true);
  std::size_t end = 0;
  const KernelData k = tables_of_block<F>(given, image, end);
  return value<Guarded, F>(k, s).lane;
}

/// `y` has `stride` entries for each point; `image` holds the tables, behind them the grids of
/// integer variables.
extern "C" __global__ void __launch_bounds__(OPTIMETER_THREADS, OPTIMETER_BLOCKS)
    evaluate(const __grid_constant__ KernelData given, const double* __restrict__ image, double factor,
             const double* __restrict__ x, std::uint64_t n, double* __restrict__ y,
             std::uint32_t stride, DeviceState* state) {
  stage(image);
  std::size_t end = 0;
  const KernelData k = tables_of_block<F>(given, image, end);
  const auto value_at = [&](const double* point) {
    if (__builtin_expect(has_huge(point), 0)) return guarded_value(given, image, point);
    PointSpace<OPTIMETER_VECTORS> space;
    Work s = space.work(point, false);
    return value<Group, F>(k, s).lane;
  };
  Tally tally;
  each_row(x, n, [&](std::uint64_t row, const double* point) {
    double result;
    if constexpr (kIntegers > 0) {
      double mapped[kD];
      take_integers((const IntegerGrid*)(image + end), point, mapped);
      result = value_at(mapped) * factor;
    } else {
      result = value_at(point);
    }
    if constexpr (OPTIMETER_BOXED) {
      if (is_outside(point, kD)) result = kInfinity;
    }
    y[row * stride] = result;
    if (state != nullptr) tally.add(result, point, kD);
  });
  if (state != nullptr) tally.leave(state);
}
