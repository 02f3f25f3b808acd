// The bi-objective problems: two bbob functions at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "optimeter/mapping.hpp"

namespace optimeter {

/// The bbob functions that problem 1 to 92 combines.
std::pair<int, int> biobj_functions(int function);

/// The instances of the two bbob functions; found by a search, which is remembered, from 16 on.
/// The mixed-integer suite has other dimensions, hence other instances.
std::pair<std::int64_t, std::int64_t> biobj_instances(std::int64_t instance, bool mixed_integer);

/// Objectives, ideal and nadir point of a problem of bbob-biobj or bbob-biobj-ext.
Landscape biobj_landscape(int function, std::size_t d, std::int64_t instance);

/// The same of bbob-biobj-mixint.
Landscape biobj_mixint_landscape(int function, std::size_t d, std::int64_t instance);

/// The hypervolume to be reached on a problem of bbob-biobj-ext; 1 where none is known.
double biobj_reference(int function, std::size_t d, std::int64_t instance);

}  // namespace optimeter
