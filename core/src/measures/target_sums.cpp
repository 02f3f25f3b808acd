#include "optimeter/measures/target_sums.hpp"

#include <algorithm>
#include <limits>

namespace optimeter::measures {

void sum_targets(const SortedRuns& runs, const TargetSums& sums) {
  const std::size_t width = runs.targets;
  for (double* part : {sums.successes, sums.weight, sums.times, sums.spent}) {
    std::fill_n(part, runs.problems * width, 0.0);
  }
  for (std::size_t p = 0; p < runs.problems; ++p) {
    const auto begin = static_cast<std::size_t>(runs.starts[p]);
    const auto end =
        p + 1 < runs.problems ? static_cast<std::size_t>(runs.starts[p + 1]) : runs.runs;
    double* successes = sums.successes + p * width;
    double* weight = sums.weight + p * width;
    double* times = sums.times + p * width;
    double* spent = sums.spent + p * width;
    for (std::size_t j = begin; j < end; ++j) {
      const double* row = runs.times + j * width;
      const double share = runs.weights[j];
      const double length = runs.lengths[j] * share;
      for (std::size_t t = 0; t < width; ++t) {
        const bool hit = row[t] < std::numeric_limits<double>::infinity();
        const double time = (hit ? row[t] : 0.0) * share;
        successes[t] += hit ? 1.0 : 0.0;
        weight[t] += hit ? share : 0.0;
        times[t] += time;
        spent[t] += hit ? time : length;
      }
    }
  }
}

}  // namespace optimeter::measures
