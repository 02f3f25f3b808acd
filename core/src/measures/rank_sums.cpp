#include "optimeter/measures/rank_sums.hpp"

#include <algorithm>

namespace optimeter::measures {

std::vector<double> count_rank_sums(std::size_t size, const std::int64_t* ties, std::size_t ranks,
                                    std::size_t sums) {
  // Row k holds the choices of k of the values seen so far.
  std::vector<double> counts((size + 1) * sums, 0.0);
  counts[0] = 1.0;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < ranks; ++i) {
    const auto tied = static_cast<std::size_t>(ties[i]);
    const std::size_t rank = 2 * seen + tied + 1;
    for (std::size_t value = 0; value < tied; ++value) {
      // From the largest choices down, so that none takes a value twice.
      for (std::size_t k = std::min(size, seen + value + 1); k > 0; --k) {
        const double* const fewer = counts.data() + (k - 1) * sums;
        double* const here = counts.data() + k * sums;
        for (std::size_t s = rank; s < sums; ++s) here[s] += fewer[s - rank];
      }
    }
    seen += tied;
  }
  return {counts.end() - static_cast<std::ptrdiff_t>(sums), counts.end()};
}

}  // namespace optimeter::measures
