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
  clear_margins(base, stride);
  for (std::size_t p = 0; p < n; ++p) {
    Work s = work_space(base, stride);
    y[p] = enter<L>(k, x + p * k.d, s) ? value<L, F>(k, s) : s.verdict;
  }
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
    cleared = enter_group(k, x + p * k.d, s);
    if (cleared) {
      store(y + p, value<Group, F>(k, s));
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
