// Texts and values as COCO's files want them.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace optimeter {

/// A text between single quotes, on one line. What cannot stand there is written as %XX, so that no
/// two texts become one; readers take it back.
inline std::string quoted(const std::string& text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const std::size_t first = text.find_first_not_of(' ');
  const std::size_t last = text.find_last_not_of(' ');
  const auto hex_at = [&](std::size_t at) {
    return at < text.size() && kHex.find(text[at]) != std::string_view::npos;
  };
  std::string out = "'";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code = static_cast<unsigned char>(text[i]);
    const bool outer = code == ' ' && (first == std::string::npos || i < first || i > last);
    const bool percent = code == '%' && hex_at(i + 1) && hex_at(i + 2);
    if (outer || percent || code < 0x20 || code == 0x7f || code == '\'') {
      out.append({'%', kHex[code >> 4U], kHex[code & 15U]});
    } else {
      out.push_back(text[i]);
    }
  }
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
