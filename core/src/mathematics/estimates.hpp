// From the sources compiled once to the fast results of an instruction set.
#pragma once

#include "mathematics/function.hpp"
#include "mathematics/kernels/estimates.hpp"
#include "optimeter/simd.hpp"

namespace optimeter::mathematics {

/// The fast results by the kernels of an available instruction set.
Estimates::Estimate estimate_of(Isa isa, Function function);

}  // namespace optimeter::mathematics
