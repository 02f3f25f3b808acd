// The exact hypervolume of a set of points in any number of dimensions.
#pragma once

#include <cstddef>
#include <vector>

namespace optimeter {

/// The volume of what the points, rows of m numbers, dominate below the reference point. Smaller is
/// better. Points that are not below the reference in every coordinate are left out. m >= 1.
double hypervolume(const std::vector<double>& points, std::size_t m,
                   const std::vector<double>& reference);

}  // namespace optimeter
