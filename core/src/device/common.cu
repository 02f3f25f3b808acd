// Kernels that are the same for every problem: summaries of values, and uniform random points.
#include "device/rows.hpp"
#include "simd/split_mix.hpp"

using namespace optimeter;

/// One warp a chunk of rows; the first of `stride` values of a row counts.
extern "C" __global__ void __launch_bounds__(OPTIMETER_THREADS)
    summarize(const double* __restrict__ y, std::uint64_t n, std::uint32_t stride,
              ChunkSummary* __restrict__ summaries) {
  constexpr int kWarps = kThreads / kWarp;
  for (std::uint64_t chunk = (std::uint64_t)blockIdx.x * kWarps + threadIdx.x / kWarp;
       chunk * kChunk < n; chunk += (std::uint64_t)gridDim.x * kWarps) {
    const std::uint64_t end = (chunk + 1) * kChunk < n ? (chunk + 1) * kChunk : n;
    double lowest = __builtin_inf();
    std::uint64_t strange = 0;
    for (std::uint64_t row = chunk * kChunk + threadIdx.x % kWarp; row < end; row += kWarp) {
      const double value = y[row * stride];
      if (value < lowest) lowest = value;
      strange += !is_finite_number(value);
    }
    const std::uint64_t least = warp_least(ordered(lowest));
    const std::uint64_t sum = warp_sum(strange);
    if (threadIdx.x % kWarp == 0) summaries[chunk] = {from_ordered(least), sum};
  }
}

/// Number `first` + i of the stream with this key in entry i of x, between the bounds of variable
/// i % d: lower + width u, rounded down before `lower` is added for the leading `integers`
/// variables, and at most `upper`. `bounds` holds these three of each variable.
extern "C" __global__ void __launch_bounds__(OPTIMETER_THREADS)
    fill(double* __restrict__ x, std::uint64_t size, std::uint32_t d,
         const double* __restrict__ bounds, std::uint32_t integers, std::uint64_t key,
         std::uint64_t first) {
  const std::uint64_t step = (std::uint64_t)gridDim.x * kThreads;
  for (std::uint64_t i = (std::uint64_t)blockIdx.x * kThreads + threadIdx.x; i < size; i += step) {
    const std::uint32_t j = (std::uint32_t)(i % d);
    double value = uniform_number(key, first + i) * bounds[3 * j + 1];
    if (j < integers) value = __builtin_floor(value);
    value += bounds[3 * j];
    x[i] = value < bounds[3 * j + 2] ? value : bounds[3 * j + 2];
  }
}
