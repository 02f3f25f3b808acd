// Problems of bits: the functions with what an instance does to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "optimeter/mapping.hpp"
#include "pbo/functions.hpp"

namespace optimeter::pbo {

/// The landscape of a function (see rows), whose values are the negated ones of the function, since
/// the engine minimises; what a caller sees of them follows from `Landscape::shown`.
Landscape landscape(int function, std::size_t dimension, std::int64_t instance);

/// The same of any function of bits, with its variables rearranged by an instance; nothing is
/// scaled.
Landscape rearranged(std::unique_ptr<BitFunction> function, std::int64_t instance);

/// The same with the variables flipped for which `flips` is 1.
Landscape flipped(std::unique_ptr<BitFunction> function, Bits flips);

}  // namespace optimeter::pbo
