// How the threads of a GPU share the rows of a batch. A kernel source defines OPTIMETER_THREADS,
// the threads of a block, and OPTIMETER_WARP, those that work in step (32, or 1 where a test
// compiles kernels for the processor).
#pragma once

#include "device/state.hpp"

namespace optimeter {

inline constexpr int kThreads = OPTIMETER_THREADS;
inline constexpr int kWarp = OPTIMETER_WARP;
static_assert(kThreads % kWarp == 0);

/// The least and the sum over the threads of a warp, in its first thread.
inline std::uint64_t warp_least(std::uint64_t value) {
  for (int distance = kWarp / 2; distance > 0; distance /= 2) {
    const std::uint64_t other = __shfl_down_sync(0xffffffffU, value, distance);
    value = other < value ? other : value;
  }
  return value;
}
inline std::uint64_t warp_sum(std::uint64_t value) {
  for (int distance = kWarp / 2; distance > 0; distance /= 2) {
    value += __shfl_down_sync(0xffffffffU, value, distance);
  }
  return value;
}

inline bool is_finite_number(double v) { return v - v == 0.0; }

inline bool is_finite_point(const double* x, std::size_t d) {
  bool finite = true;
  for (std::size_t i = 0; i < d; ++i) finite &= is_finite_number(x[i]);
  return finite;
}

/// What a thread has seen of the rows that count.
class Tally {
 public:
  /// `x` is looked at only if the value is not finite.
  inline void add(double value, const double* x, std::size_t d) {
    if (value < lowest_) lowest_ = value;
    if (!is_finite_number(value) && !is_finite_point(x, d)) ++skipped_;
  }
  /// Adds to the state; all threads of the block call it.
  inline void leave(DeviceState* state) const {
    const std::uint64_t lowest = warp_least(ordered(lowest_));
    const std::uint64_t skipped = warp_sum(skipped_);
    if (threadIdx.x % kWarp != 0) return;
    if (lowest < *(volatile std::uint64_t*)&state->lowest) atomicMin(&state->lowest, lowest);
    if (skipped != 0) atomicAdd(&state->skipped, skipped);
  }

 private:
  double lowest_ = __builtin_inf();
  std::uint64_t skipped_ = 0;
};

}  // namespace optimeter
