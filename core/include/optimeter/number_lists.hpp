// Lists of numbers as JSON writes them, for pages that hold very many.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace optimeter {

/// `[12.5,3e-7,null]`: every number with so many significant digits, null for those not finite.
void append_rounded(std::string& text, std::span<const double> values, int digits);

/// `[7,-2,0]`: the first number, then each one minus the one before it.
void append_differences(std::string& text, std::span<const std::int64_t> values);

}  // namespace optimeter
