// Look-ups in ragged arrays: flat values and the offsets of their segments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace optimeter {

/// A table of limits with `columns` columns, in which segment i uses the row `rows[i]`.
struct LimitTable {
  std::span<const double> limits;
  std::size_t columns;
  std::span<const std::int32_t> rows;
};

/// For every segment and limit: the entry of `keys` at the first position whose value is at most
/// the limit, or infinity. Values decrease strictly within a segment. A limit of NaN is reached by
/// nothing. `result` has one row for each segment.
void first_at_most(std::span<const std::int64_t> offsets, std::span<const double> values,
                   std::span<const std::int64_t> keys, const LimitTable& table,
                   std::span<double> result);

/// For every segment and limit: the smaller of what `result` holds and the entry of `values` at the
/// last position whose key is at most the limit. Keys increase strictly within a segment.
void last_at_most(std::span<const std::int64_t> offsets, std::span<const std::int64_t> keys,
                  std::span<const double> values, const LimitTable& table,
                  std::span<double> result);

}  // namespace optimeter
