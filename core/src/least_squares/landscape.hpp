// Least-squares functions as landscapes.
#pragma once

#include "least_squares/functions.hpp"
#include "optimeter/mapping.hpp"

namespace optimeter::least_squares {

/// The landscape of a problem, with its smallest value and a point that attains it.
Landscape landscape(const Problem& problem);

}  // namespace optimeter::least_squares
