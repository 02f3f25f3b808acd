// Numbers with a fixed number of digits, as in the names of files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace optimeter {

/// %0{width}lu
inline std::string digits(std::uint64_t number, std::size_t width) {
  const std::string text = std::to_string(number);
  return text.size() < width ? std::string(width - text.size(), '0') + text : text;
}

}  // namespace optimeter
