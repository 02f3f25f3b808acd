#include "optimeter/measures/differences.hpp"

#include <cmath>
#include <limits>

namespace optimeter::measures {

void mean_differences(const double* rows, std::size_t size, std::size_t columns, double* result) {
  for (std::size_t i = 0; i < size; ++i) {
    const double* const one = rows + i * columns;
    for (std::size_t j = 0; j <= i; ++j) {
      const double* const other = rows + j * columns;
      double sum = 0.0;
      std::size_t count = 0;
      for (std::size_t k = 0; k < columns; ++k) {
        const double gap = std::fabs(one[k] - other[k]);
        if (std::isnan(gap)) continue;
        sum += gap;
        ++count;
      }
      const double mean =
          count > 0 ? sum / static_cast<double>(count) : std::numeric_limits<double>::infinity();
      result[i * size + j] = mean;
      result[j * size + i] = mean;
    }
  }
}

}  // namespace optimeter::measures
