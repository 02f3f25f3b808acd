// When did runs reach targets?
#pragma once

#include <cstddef>
#include <cstdint>

namespace optimeter::measures {

/// Runs as ragged steps: run j owns the steps offsets[j] up to, not including, offsets[j + 1].
/// Within a run evaluations increase and values decrease, both strictly.
struct Steps {
  const std::int64_t* offsets;  ///< runs + 1 entries
  const std::int64_t* evaluations;
  const double* values;
  std::size_t runs;
};

/// Writes to result[j * targets + t] the evaluation count of the first step of run j whose value is
/// at most limits[rows[j] * targets + t]; infinity where there is none. A limit of NaN is never
/// reached. Limits may come in any order; decreasing ones are found fastest.
void first_hits(const Steps& steps, const double* limits, const std::int32_t* rows,
                std::size_t targets, double* result);

}  // namespace optimeter::measures
