#include "optimeter/ragged.hpp"

#include <algorithm>
#include <limits>

#include "optimeter/threads.hpp"

namespace optimeter {
namespace {

constexpr double kNanosecondsPerLookUp = 20.0;

// Calls work(segment, first, last, row of limits, row of results) for every segment.
template <typename Work>
void for_each_segment(std::span<const std::int64_t> offsets, const LimitTable& table,
                      std::span<double> result, const Work& work) {
  const double cost = kNanosecondsPerLookUp * static_cast<double>(table.columns + 1);
  parallel_ranges(table.rows.size(), cost, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto row = static_cast<std::size_t>(table.rows[i]) * table.columns;
      work(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(offsets[i + 1]),
           table.limits.subspan(row, table.columns),
           result.subspan(i * table.columns, table.columns));
    }
  });
}

}  // namespace

void first_at_most(std::span<const std::int64_t> offsets, std::span<const double> values,
                   std::span<const std::int64_t> keys, const LimitTable& table,
                   std::span<double> result) {
  for_each_segment(
      offsets, table, result,
      [&](std::size_t first, std::size_t last, std::span<const double> limits,
          std::span<double> row) {
        const double* const begin = values.data() + first;
        const double* const end = values.data() + last;
        for (std::size_t j = 0; j < limits.size(); ++j) {
          const double* const hit =
              std::partition_point(begin, end, [&](double value) { return !(value <= limits[j]); });
          row[j] = hit == end
                       ? std::numeric_limits<double>::infinity()
                       : static_cast<double>(keys[static_cast<std::size_t>(hit - values.data())]);
        }
      });
}

void last_at_most(std::span<const std::int64_t> offsets, std::span<const std::int64_t> keys,
                  std::span<const double> values, const LimitTable& table,
                  std::span<double> result) {
  for_each_segment(
      offsets, table, result,
      [&](std::size_t first, std::size_t last, std::span<const double> limits,
          std::span<double> row) {
        const std::int64_t* const begin = keys.data() + first;
        const std::int64_t* const end = keys.data() + last;
        for (std::size_t j = 0; j < limits.size(); ++j) {
          const std::int64_t* const after = std::partition_point(
              begin, end, [&](std::int64_t key) { return static_cast<double>(key) <= limits[j]; });
          if (after == begin) continue;
          const double value = values[static_cast<std::size_t>(after - keys.data()) - 1];
          row[j] = std::min(row[j], value);
        }
      });
}

}  // namespace optimeter
