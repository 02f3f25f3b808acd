// Runtime profiles with restarts for many reweightings of the runs at once.
#pragma once

#include <cstddef>

namespace optimeter::measures {

/// Solves H(y) = H0(y) + sum over failures j of w_j H(y - B_j) on a grid of budgets, for `samples`
/// sets of weights at once, each by itself.
///
/// budgets: `points` values, evenly spaced in their logarithms; between them H is interpolated
/// linearly in log y, below the first H is taken as its first value, below 0 as 0.
/// lengths: the B_j, positive. weights: failures * samples values, row j those of failure j, adding
/// up to less than 1 over j. values: points * samples values, H0 on entry and H on return.
void renew(const double* budgets, std::size_t points, const double* lengths, const double* weights,
           std::size_t failures, std::size_t samples, double* values);

}  // namespace optimeter::measures
