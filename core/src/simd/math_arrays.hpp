// The vector math over plain arrays, by instruction set; for tests and benchmarks.
#pragma once

#include <cstddef>

#include "optimeter/simd.hpp"
#include "simd/kernels/math_arrays.hpp"

namespace optimeter {

/// out[i] = function(x[i]), or pow(x[i], y[i]), for i < n, with the kernels of the given
/// instruction set. `y` is read by pow only. `out` may be `x` or `y`. Throws IsaError if the
/// instruction set is not available.
void apply(Isa isa, MathFunction function, const double* x, const double* y, double* out,
           std::size_t n);

}  // namespace optimeter
