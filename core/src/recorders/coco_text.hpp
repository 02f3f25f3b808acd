// Texts and values as COCO's files want them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "optimeter/coco_recorder.hpp"
#include "recorders/numbers.hpp"

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

/// An integer variable as COCO writes it: rounded towards zero after adding one half, also below
/// zero.
inline std::int64_t written_integer(double value) {
  constexpr double kLimit = 9e18;
  return static_cast<std::int64_t>(std::clamp(std::trunc(value + 0.5), -kLimit, kLimit));
}

/// What an index says behind the keys that all have: the settings, and a comment on the algorithm.
inline std::string end_of_keys(const CocoOptions& options) {
  const std::string settings =
      options.settings.empty() ? "" : ", settings = " + coco_quoted(options.settings);
  return settings + "\n% " + one_line(options.info);
}

/// What an index says of a finished run.
inline std::string index_result(std::uint64_t evaluations, double best) {
  std::string text(1, ':');
  text.append(std::to_string(evaluations)).append("|");
  append_scientific(text, best, 1);
  return text;
}

}  // namespace optimeter
