#include "optimeter/measures/resampled_ratios.hpp"

#include <algorithm>
#include <vector>

#include "measures/kernels/resampling.hpp"
#include "simd/dispatch.hpp"

OPTIMETER_TABLES(ResamplingTable, resampling_table)

namespace optimeter::measures {
namespace {

bool reached(const ResampledRuns& runs, std::size_t problem, std::size_t target) {
  const double* success = runs.success + problem * runs.runs * runs.targets + target;
  for (std::size_t j = 0; j < runs.runs; ++j) {
    if (success[j * runs.targets] > 0.0) return true;
  }
  return false;
}

}  // namespace

std::size_t count_reached(const ResampledRuns& runs) {
  std::size_t count = 0;
  for (std::size_t p = 0; p < runs.problems; ++p) {
    for (std::size_t t = 0; t < runs.targets; ++t) count += reached(runs, p, t) ? 1 : 0;
  }
  return count;
}

void resample_ratios(const ResampledRuns& runs, double* ratios, double* errors) {
  const std::size_t samples = runs.samples;
  const ResamplingTable& rows = resampling_table(active_isa());
  std::vector<double> memory(5 * samples);
  const RatioSums sums{memory.data(), memory.data() + samples, memory.data() + 2 * samples,
                       memory.data() + 3 * samples, memory.data() + 4 * samples};
  std::vector<double> drawn(runs.runs * samples);  // a row for every run
  for (std::size_t p = 0; p < runs.problems; ++p) {
    const double* draws = runs.draws + p * samples * runs.runs;
    for (std::size_t r = 0; r < samples; ++r) {
      for (std::size_t j = 0; j < runs.runs; ++j) drawn[j * samples + r] = draws[r * runs.runs + j];
    }
    for (std::size_t t = 0; t < runs.targets; ++t) {
      if (!reached(runs, p, t)) continue;
      std::fill(memory.begin(), memory.end(), 0.0);
      for (std::size_t j = 0; j < runs.runs; ++j) {
        const std::size_t place = (p * runs.runs + j) * runs.targets + t;
        rows.add_run(runs.spent[place], runs.success[place], drawn.data() + j * samples, samples,
                     sums);
      }
      rows.ratios(sums, static_cast<double>(runs.runs), samples, ratios, errors);
      ratios += samples;
      errors += samples;
    }
  }
}

}  // namespace optimeter::measures
