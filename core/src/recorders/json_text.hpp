// Texts in JSON.
#pragma once

#include <string>

namespace optimeter {

/// A string between quotes; bytes beyond ASCII stay as they are.
inline std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out.append(1, '\\').append(1, c);
    } else if (code < 0x20) {
      constexpr const char* kHex = "0123456789abcdef";
      out.append("\\u00").append(1, kHex[code >> 4U]).append(1, kHex[code & 15U]);
    } else {
      out.push_back(c);
    }
  }
  return out + "\"";
}

}  // namespace optimeter
