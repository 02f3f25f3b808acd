// Mappings around a mapping.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "bbob/kernels/wrap.hpp"
#include "optimeter/mapping.hpp"

namespace optimeter {

/// +inf outside of the closed box [-5, 5]^d.
std::unique_ptr<const Mapping> boxed(std::unique_ptr<const Mapping> inner);

/// factor * inner(y), where y takes its first coordinates from the grids and the rest from x.
std::unique_ptr<const Mapping> mixed_integer(std::unique_ptr<const Mapping> inner,
                                             std::vector<IntegerGrid> grids, double factor);

}  // namespace optimeter
