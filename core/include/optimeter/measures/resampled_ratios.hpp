// Ratios of sums over resampled runs, such as expected runtimes, with their standard errors.
#pragma once

#include <cstddef>

namespace optimeter::measures {

/// What runs of several problems spent and achieved, for some targets, and how often each of them
/// is drawn. All arrays are contiguous.
struct ResampledRuns {
  const double* spent;    ///< problems * runs * targets
  const double* success;  ///< problems * runs * targets; 0 where a target was not reached
  const double* draws;    ///< problems * samples * runs
  std::size_t problems;
  std::size_t runs;
  std::size_t targets;
  std::size_t samples;
};

/// The number of pairs of a problem and a target that at least one run reached.
std::size_t count_reached(const ResampledRuns& runs);

/// Computes sum(spent) / sum(success) of each resample, infinite without success, and the standard
/// error of its logarithm by the delta method. Only pairs that were reached have rows of `samples`
/// values, problem by problem, target by target.
void resample_ratios(const ResampledRuns& runs, double* ratios, double* errors);

}  // namespace optimeter::measures
