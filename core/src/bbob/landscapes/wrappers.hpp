// Mappings around a mapping.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "optimeter/mapping.hpp"

namespace optimeter {

/// +inf outside of the closed box [-5, 5]^d.
std::unique_ptr<const Mapping> boxed(std::unique_ptr<const Mapping> inner);

/// The grid of one integer variable 0..arity-1 in the space of the continuous problem.
struct IntegerGrid {
  double lower;  ///< of the grid points, before the offset
  double upper;
  double last;    ///< the largest integer, arity - 1
  double offset;  ///< subtracted, so that one grid point is the optimum

  /// The grid of that arity which has `optimum` among its points.
  static IntegerGrid around(double optimum, int arity);
  /// The integer at the optimum.
  double nearest(double optimum) const;
  /// The continuous coordinate of an integer, given as any real number.
  double position(double x) const;
};

/// factor * inner(y), where y takes its first coordinates from the grids and the rest from x.
std::unique_ptr<const Mapping> mixed_integer(std::unique_ptr<const Mapping> inner,
                                             std::vector<IntegerGrid> grids, double factor);

}  // namespace optimeter
