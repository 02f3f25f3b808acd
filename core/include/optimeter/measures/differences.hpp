// How far rows of numbers are apart, where some numbers may be missing.
#pragma once

#include <cstddef>

namespace optimeter::measures {

/// The mean of |a - b| over the columns in which both rows have a number, size * size values;
/// infinity where there is none. `rows` holds size * columns values, NaN for what is missing.
void mean_differences(const double* rows, std::size_t size, std::size_t columns, double* result);

}  // namespace optimeter::measures
