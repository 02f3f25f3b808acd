// Fast results over small arrays, each with the answer whether it can be trusted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "mathematics/function.hpp"

namespace optimeter::mathematics {

/// The most arguments of one call.
inline constexpr std::size_t kMostArguments = 64;

/// How far from the middle between two doubles a result must be so that the C library certainly
/// rounds it correctly, in units of their distance: more than kLargestDifference and the error of
/// the estimates together.
inline constexpr double kDoubt = 0.025;

/// What is known of results that are not simply right; bit i is about result i.
struct Doubts {
  std::uint64_t close = 0;   ///< within kDoubt of the middle between two doubles
  std::uint64_t unsure = 0;  ///< closer than the error of the estimate, or of an unusual argument
};

/// One instruction set's functions in the order of `Function`.
struct Estimates {
  /// Computes n <= kMostArguments results; those that are not unsure are correctly rounded. `y` is
  /// read by pow only; `out` may be either.
  using Estimate = Doubts (*)(const double* x, const double* y, double* out, std::size_t n);

  std::array<Estimate, kFunctions> functions;
};

}  // namespace optimeter::mathematics
