// Texts and values as COCO's files want them.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

namespace optimeter {

inline constexpr const char* kCocoVersion = "2.8.2";  ///< the release whose format is followed

/// A text between single quotes, on one line.
inline std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out.push_back(c == '\'' ? '_' : (c == '\n' || c == '\r') ? ' ' : c);
  return out + "'";
}

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
