// What expected runtimes are made of: sums over the runs of each problem, for every target.
#pragma once

#include <cstddef>
#include <cstdint>

namespace optimeter::measures {

/// Runtimes of runs sorted by problem. times[j * targets + t] is the runtime of run j to target t,
/// infinity where it was not reached; problem p owns the runs from starts[p] to starts[p + 1], the
/// last one those up to `runs`.
struct SortedRuns {
  const double* times;
  const double* lengths;
  const double* weights;
  std::size_t runs;
  std::size_t targets;
  const std::int64_t* starts;  ///< increasing, below `runs`
  std::size_t problems;
};

/// Where the sums go: problems * targets values each.
struct TargetSums {
  double* successes;  ///< number of runs that reached the target
  double* weight;     ///< their weights
  double* times;      ///< their runtimes, weighted
  double* spent;      ///< runtimes of those and lengths of the others, weighted
};

void sum_targets(const SortedRuns& runs, const TargetSums& sums);

}  // namespace optimeter::measures
