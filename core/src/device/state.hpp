// What kernels and the host know of each other.
#pragma once

#include <cstddef>
#include <cstdint>

namespace optimeter {

/// What a problem has to know of rows that were evaluated on a device. Kernels add to it.
struct DeviceState {
  std::uint64_t lowest;   ///< `ordered` of the lowest value of a counted row
  std::uint64_t skipped;  ///< rows with a non-finite coordinate, which do not count
};

/// Integers in the order of the numbers, NaN excluded.
inline std::uint64_t ordered(double value) {
  const std::uint64_t bits = __builtin_bit_cast(std::uint64_t, value);
  return bits >> 63 ? ~bits : bits | 0x8000000000000000U;
}
inline double from_ordered(std::uint64_t number) {
  return __builtin_bit_cast(double, number >> 63 ? number & 0x7fffffffffffffffU : ~number);
}

/// Rows that are summarized together.
inline constexpr std::size_t kChunk = 1024;

/// What the host has to know of some rows in order not to look at each of them.
struct ChunkSummary {
  double lowest;          ///< of the first objective, NaN excluded; +inf if there is none
  std::uint64_t strange;  ///< rows whose first objective is not finite
};

}  // namespace optimeter
