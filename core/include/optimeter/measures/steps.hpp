// Cumulated weights: the step function of every empirical distribution.
#pragma once

#include <cstddef>
#include <vector>

namespace optimeter::measures {

/// A right-continuous step function: y[i] is its value from x[i] to the next x, 0 before the first.
struct StepFunction {
  std::vector<double> x;  ///< strictly increasing
  std::vector<double> y;
};

/// The function that rises by masses[i] at values[i]. Values that are not finite are never reached.
/// Takes linear time: the values are sorted by their bits, 11 at a time.
StepFunction cumulate(const double* values, const double* masses, std::size_t count);

}  // namespace optimeter::measures
