// The null distribution of the rank-sum statistic, ties included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace optimeter::measures {

/// Counts the choices of `size` of ranked values by the sum of their doubled midranks: entry s of
/// the result, which has `sums` entries, is the number of those that add up to s.
///
/// ties: how many values share each rank, from the lowest.
std::vector<double> count_rank_sums(std::size_t size, const std::int64_t* ties, std::size_t ranks,
                                    std::size_t sums);

}  // namespace optimeter::measures
