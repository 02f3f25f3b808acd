// How a profile varies under resampled runs: what its band is made of.
#pragma once

#include <cstddef>
#include <cstdint>

namespace optimeter::measures {

/// Targets solved of single functions at some budgets, in every resample.
struct ResampledShares {
  const double* solved;  ///< functions * budgets * samples
  std::size_t budgets;
  std::size_t samples;
};

/// Computes the spread of the profile over some functions: the variance of its value at each
/// budget, and the area under it in each resample by the trapezoidal rule.
///
/// @param rows      The functions.
/// @param pairs     Function-target pairs, which the number of solved targets is divided by.
/// @param widths    Distance between budgets, one less than there are.
/// @param variance  budgets
/// @param areas     samples
void spread_profile(const ResampledShares& shares, const std::int64_t* rows, std::size_t functions,
                    double pairs, const double* widths, double* variance, double* areas);

}  // namespace optimeter::measures
