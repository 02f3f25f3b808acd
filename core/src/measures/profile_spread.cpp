#include "optimeter/measures/profile_spread.hpp"

#include <algorithm>
#include <vector>

namespace optimeter::measures {
namespace {

constexpr std::size_t lanes = 8;
constexpr std::size_t block = 128;

/// The sum by halves, which rounds less than one after the other; in the order of numpy's sums.
double pairwise_sum(const double* values, std::size_t count) {
  if (count < lanes) {
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) sum += values[i];
    return sum;
  }
  if (count > block) {
    const std::size_t half = count / 2 - count / 2 % lanes;
    return pairwise_sum(values, half) + pairwise_sum(values + half, count - half);
  }
  double sums[lanes];
  std::copy(values, values + lanes, sums);
  std::size_t i = lanes;
  for (; i + lanes <= count; i += lanes) {
    for (std::size_t k = 0; k < lanes; ++k) sums[k] += values[i + k];
  }
  double sum =
      ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  for (; i < count; ++i) sum += values[i];
  return sum;
}

}  // namespace

void spread_profile(const ResampledShares& shares, const std::int64_t* rows, std::size_t functions,
                    double pairs, const double* widths, double* variance, double* areas) {
  const std::size_t samples = shares.samples;
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
        for (std::size_t r = 0; r < samples; ++r) now[r] += solved[r];
      }
    }
    for (std::size_t r = 0; r < samples; ++r) now[r] /= pairs;
    const double mean = pairwise_sum(now, samples) / static_cast<double>(samples);
    for (std::size_t r = 0; r < samples; ++r) squares[r] = (now[r] - mean) * (now[r] - mean);
    variance[q] = pairwise_sum(squares, samples) / static_cast<double>(samples);
    if (q > 0) {
      const double width = widths[q - 1];
      for (std::size_t r = 0; r < samples; ++r) areas[r] += width * (now[r] + before[r]) / 2.0;
    }
    std::swap(before, now);
  }
}

}  // namespace optimeter::measures
