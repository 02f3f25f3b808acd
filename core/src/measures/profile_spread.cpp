#include "optimeter/measures/profile_spread.hpp"

#include <algorithm>
#include <vector>

#include "measures/kernels/resampling.hpp"
#include "simd/dispatch.hpp"

OPTIMETER_TABLES(ResamplingTable, resampling_table)

namespace optimeter::measures {
void spread_profile(const ResampledShares& shares, const std::int64_t* rows, std::size_t functions,
                    double pairs, const double* widths, double* variance, double* areas) {
  const std::size_t samples = shares.samples;
  const ResamplingTable& kernel = resampling_table(active_isa());
  std::vector<double> memory(3 * samples);
  double* before = memory.data();
  double* now = before + samples;
  double* const squares = now + samples;
  std::fill(areas, areas + samples, 0.0);
  for (std::size_t q = 0; q < shares.budgets; ++q) {
    for (std::size_t f = 0; f < functions; ++f) {
      const std::size_t place = static_cast<std::size_t>(rows[f]) * shares.budgets + q;
      const double* const solved = shares.solved + place * samples;
      if (f == 0) {
        std::copy(solved, solved + samples, now);
      } else {
        kernel.add_scaled(1.0, solved, samples, now);
      }
    }
    variance[q] = kernel.divide(pairs, samples, now, squares);
    if (q > 0) kernel.add_areas(widths[q - 1], now, before, samples, areas);
    std::swap(before, now);
  }
}

}  // namespace optimeter::measures
