// From the value at a point to kernels over many points, for the processor.
#pragma once

#include <type_traits>
#include <utility>

#include "bbob/kernels/compose.hpp"

namespace optimeter::inline OPTIMETER_ISA {

/// The first function of the family with the kernel of function i.
template <typename Family>
constexpr std::size_t first_alike(std::size_t i) {
  std::size_t j = 0;
  while (!alike(Family::row(j), Family::row(i))) ++j;
  return j;
}

/// The function that stands for function i, so that no kernel is compiled twice.
template <typename Family, std::size_t i>
using Compiled = Function<Family, first_alike<Family>(i)>;

/// The three buffers of a work space lie behind each other, each with a margin of zeros on both
/// sides, which is read and never written.
OPTIMETER_INLINE void clear_margins(double* base, std::size_t stride) {
  for (std::size_t buffer = 0; buffer < 3; ++buffer) {
    store(base + buffer * stride, Lanes(0.0));
    store(base + (buffer + 1) * stride - kPadding, Lanes(0.0));
  }
}

OPTIMETER_INLINE Work work_space(double* base, std::size_t stride) {
  return {base + kPadding, base + stride + kPadding, base + 2 * stride + kPadding, false, 0.0};
}

/// One point after the other.
template <typename L, typename F>
void run_points(const KernelData& k, const double* x, std::size_t n, double* y, double* scratch) {
  constexpr bool kSmall = std::is_same_v<L, Small>;
  constexpr std::size_t kBuffer = 3 * kPadding;  // a vector and its margins
  alignas(64) double local[kSmall ? 3 * kBuffer : 1];
  double* const base = kSmall ? local : scratch;
  const std::size_t stride = kSmall ? kBuffer : k.padded + 2 * kPadding;
  if constexpr (!kSmall) clear_margins(base, stride);  // neighbours of a vector are in others
  for (std::size_t p = 0; p < n; ++p) {
    Work s = work_space(base, stride);
    y[p] = enter<L>(k, x + p * k.d, s) ? value<L, F>(k, s) : s.verdict;
  }
}

/// Whether the way into the work space makes the first step of a function for eight points: what is
/// in registers need not be loaded again.
template <typename F>
inline constexpr bool kShifts =
    F::row.steps[0].action == Action::shift && F::row.core != Core::slope;
/// Whether the point itself is looked at afterwards.
template <typename F>
inline constexpr bool kLooksBack = !kShifts<F> || F::row.penalty.factor != 0.0;

/// Brings eight points into the work space. False when one of them has a huge or a non-finite
/// coordinate: they must then be processed one by one.
template <typename F>
OPTIMETER_INLINE bool enter_group(const KernelData& k, const double* x, Work& s) {
  const Lanes limit = kHuge;
  Mask huge = Lanes(0.0) > Lanes(0.0);
  const auto put = [&](std::size_t i, const Lanes& column) OPTIMETER_INLINED {
    huge = huge | ~(abs(column) <= limit);
    if constexpr (kLooksBack<F>) Group::put(s.x, i, column);
    if constexpr (kShifts<F>) Group::put(s.v, i, column - Group::table(k.step[0].location, i));
  };
  std::size_t i = 0;
  if constexpr (kParts == 1) {
    while (k.d >= kLanes && i < k.d) {
      const std::size_t first = i + kLanes <= k.d ? i : k.d - kLanes;  // some columns come twice
      Lanes columns[kLanes];
      for (std::size_t p = 0; p < kLanes; ++p) columns[p] = load(x + p * k.d + first);
      transpose(columns);
      for (std::size_t c = 0; c < kLanes; ++c) put(first + c, columns[c]);
      i += kLanes;
    }
  }
  for (; i < k.d; ++i) {
    double column[kLanes];
    for (std::size_t p = 0; p < kLanes; ++p) column[p] = x[p * k.d + i];
    put(i, load(column));
  }
  return !any(huge);
}

/// Asks for the eight points after the next eight: those of large batches come from far. Points of
/// few variables follow each other so closely that the processor expects them by itself.
OPTIMETER_INLINE void expect_group(const KernelData& k, const double* x, std::size_t n) {
  constexpr std::size_t kAhead = 2 * kLanes;
  if (k.d < 2 * kLanes || n < kAhead + kLanes) return;
  const double* const from = x + kAhead * k.d;
  for (std::size_t i = 0; i < k.d; ++i) __builtin_prefetch(from + i * kLanes);  // a line each
}

/// Eight points at a time, and one by one where that is not possible.
template <typename F>
void run_groups(const KernelData& k, const double* x, std::size_t n, double* y, double* scratch) {
  const Kernel single = k.d <= kPadding ? run_points<Small, F> : run_points<Long, F>;
  const std::size_t stride = (k.d + 2) * kPadding;
  std::size_t p = 0;
  bool cleared = false;
  for (; p + kLanes <= n; p += kLanes) {
    if (!cleared) clear_margins(scratch, stride);
    Work s = work_space(scratch, stride);
    expect_group(k, x + p * k.d, n - p);
    cleared = enter_group<F>(k, x + p * k.d, s);
    if (cleared) {
      store(y + p, value<Group, F, kShifts<F>>(k, s));
    } else {
      single(k, x + p * k.d, kLanes, y + p, scratch);  // uses the work space in its own way
    }
  }
  if (p < n) single(k, x + p * k.d, n - p, y + p, scratch);
}

template <typename F>
inline constexpr ByLayout<Kernel> kKernels = {run_points<Small, F>, run_points<Long, F>,
                                              run_groups<F>};

/// The kernels of a family of functions. Constant initialization: nothing of a kernel source runs
/// when the library is loaded.
template <typename Family, std::size_t... i>
constexpr KernelFamily<Family::kCount> compile(std::index_sequence<i...>) {
  return {{kKernels<Compiled<Family, i>>...}};
}
template <typename Family>
inline constexpr KernelFamily<Family::kCount> kFamily =
    compile<Family>(std::make_index_sequence<Family::kCount>());

}  // namespace optimeter::inline OPTIMETER_ISA
