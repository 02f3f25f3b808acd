// Runtime profiles with restarts for many reweightings of the runs at once.
#pragma once

#include <cstddef>

namespace optimeter::measures {

/// The runs of one problem under several weightings. times[j * targets + t] is the runtime of run j
/// to target t, infinity where it was not reached; a run that reached a target reached all easier
/// ones.
struct WeightedRuns {
  const double* times;
  const double* lengths;  ///< positive
  const double* weights;  ///< runs * samples: row j those of run j, adding up to 1 over j
  std::size_t runs;
  std::size_t targets;
  std::size_t samples;
};

/// Computes how many targets are solved within each budget, points * samples values, with simulated
/// restarts or without.
///
/// budgets: `points` values, evenly spaced in their logarithms. With restarts, the targets that
/// equally many runs reached are solved together: H(y) = H0(y) + sum over failures j of
/// w_j H(y - B_j), with H0 the successes and B_j the lengths of the failures. Between the budgets H
/// is interpolated linearly in log y, below the first H is taken as its first value, below 0 as 0.
void count_solved(const WeightedRuns& runs, const double* budgets, std::size_t points,
                  bool restarts, double* solved);

}  // namespace optimeter::measures
