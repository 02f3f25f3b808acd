// Problems of bits: the functions with what an instance does to them.
#pragma once

#include <cstdint>

#include "optimeter/mapping.hpp"

namespace optimeter::pbo {

/// The landscape of a function (see rows), whose values are the negated ones of the function, since
/// the engine minimises; what a caller sees of them follows from `Landscape::shown`.
Landscape landscape(int function, std::size_t dimension, std::int64_t instance);

}  // namespace optimeter::pbo
