// The table through which the random numbers of one instruction set are drawn.
#pragma once

#include <cstddef>
#include <cstdint>

namespace optimeter {

struct UniformTable {
  /// Fills `out` with n numbers, n divisible by 8, and moves the state on; see UniformStream.
  using Fill = void (*)(std::uint64_t* state, double low, double width, double* out, std::size_t n);

  Fill fill;
};

}  // namespace optimeter
