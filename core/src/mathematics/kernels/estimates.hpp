// Fast results over small arrays, each with the answer whether it can be trusted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "mathematics/function.hpp"

namespace optimeter::mathematics {

/// The most arguments of one call.
inline constexpr std::size_t kMostArguments = 64;

/// How far from the middle between two doubles a result must be to be trusted, in units of their
/// distance: more than the error of the estimates and kLargestDifference together.
inline constexpr double kDoubt = 0.03;

/// One instruction set's functions in the order of `Function`.
struct Estimates {
  /// Computes n <= kMostArguments results. Bit i of what it returns is set if result i lies within
  /// kDoubt of the middle between two doubles, or its argument is not among the usual ones; all
  /// other results are correctly rounded. `y` is read by pow only; `out` may be either.
  using Estimate = std::uint64_t (*)(const double* x, const double* y, double* out, std::size_t n);

  std::array<Estimate, kFunctions> functions;
};

}  // namespace optimeter::mathematics
