#include "optimeter/measures/hits.hpp"

#include <algorithm>
#include <limits>

namespace optimeter::measures {
namespace {

/// The first position in [first, last) whose value is at most the limit; `last` if there is none.
/// Looks near `first` first: the targets of a run are mostly asked from easy to hard.
const double* first_at_most(const double* first, const double* last, double limit) {
  std::ptrdiff_t reach = 1;
  const double* low = first;
  while (last - low > reach && !(low[reach] <= limit)) {
    low += reach;
    reach *= 2;
  }
  const double* high = last - low > reach ? low + reach + 1 : last;
  return std::partition_point(low, high, [limit](double value) { return !(value <= limit); });
}

}  // namespace

void first_hits(const Steps& steps, const double* limits, const std::int32_t* rows,
                std::size_t targets, double* result) {
  for (std::size_t j = 0; j < steps.runs; ++j) {
    const double* const begin = steps.values + steps.offsets[j];
    const double* const end = steps.values + steps.offsets[j + 1];
    const double* const wanted = limits + static_cast<std::size_t>(rows[j]) * targets;
    const double* place = begin;
    double previous = std::numeric_limits<double>::infinity();
    for (std::size_t t = 0; t < targets; ++t) {
      const double limit = wanted[t];
      const double* const from = limit <= previous ? place : begin;
      const double* const found = first_at_most(from, end, limit);
      double& entry = result[j * targets + t];
      if (found == end) {
        entry = std::numeric_limits<double>::infinity();
      } else {
        entry = static_cast<double>(steps.evaluations[found - steps.values]);
        place = found;
        previous = limit;
      }
    }
  }
}

}  // namespace optimeter::measures
