// The functions to about 95 bits, slowly: what decides where a fast result cannot be trusted.
#pragma once

#include "mathematics/function.hpp"
#include "mathematics/tables.hpp"

namespace optimeter::mathematics {

/// The correctly rounded result and what it leaves, for every argument that mathematics.hpp allows;
/// `y` is read by pow only.
Two accurate(Function function, double x, double y);

}  // namespace optimeter::mathematics
