// Texts and values as COCO's files want them.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

namespace optimeter {

inline std::string one_line(const std::string& text) {
  std::string out = text;
  std::replace_if(out.begin(), out.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return out;
}

/// How values that are no numbers are written down.
inline constexpr double kForNan = 2e21;
inline constexpr double kForInfinity = 3e21;

inline double sanitized(double value) {
  if (std::isnan(value)) return kForNan;
  return std::isinf(value) ? kForInfinity : value;
}

}  // namespace optimeter
