// Points that are not finite.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

namespace optimeter {

/// The rule for counting: a point that is not finite was not evaluated.
inline bool is_finite(const double* x, std::size_t dimension) {
  for (std::size_t i = 0; i < dimension; ++i) {
    if (!std::isfinite(x[i])) return false;
  }
  return true;
}

/// Its value: +inf or NaN; 0 for a point that is finite.
inline double not_finite(const double* x, std::size_t dimension) {
  double result = 0.0;
  for (std::size_t i = 0; i < dimension; ++i) {
    if (std::isinf(x[i])) return std::numeric_limits<double>::infinity();
    if (std::isnan(x[i])) result = x[i];
  }
  return result;
}

}  // namespace optimeter
