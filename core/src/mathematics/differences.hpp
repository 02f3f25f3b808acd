// Where the published instances rest on a result of the C library that is not correctly rounded.
//
// The list is a set of hashes of 40 bits. Among the arguments of published instances none is taken
// for another, which core/tests/list_differences.cpp checks when it writes the list; of all other
// arguments about one in a billion is, and gets a result next to the correctly rounded one.
#pragma once

#include <cstdint>

#include "mathematics/function.hpp"

namespace optimeter::mathematics {

/// How close to the middle between two doubles the listed results are, in units of their distance:
/// the error of the C library beyond half a unit.
inline constexpr double kLargestDifference = 0.02;

/// What stands for a function and its arguments in the list; `y` counts for pow only.
std::uint64_t hash_of(Function function, double x, double y);

/// Whether the published instances rest on the neighbour of the correctly rounded result, in the
/// direction of what rounding leaves.
bool is_listed(Function function, double x, double y);

}  // namespace optimeter::mathematics
