// Text index files (.info) of COCO and of IOHprofiler before its JSON index.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "optimeter/parsers/text.hpp"

namespace optimeter::parsers {

/// A run as the index lists it: `instance`, or `instance:evaluations|value;attributes`.
struct IndexRun {
  std::int64_t instance = 0;
  bool finished = false;  ///< the part after the instance is there
  std::int64_t evaluations = 0;
  double value = 0.0;
  std::string attributes;  ///< text after the first semicolon
};

/// A data file with the runs listed after it.
struct IndexFile {
  std::string path;  ///< as written, with `\` replaced by `/`
  std::vector<IndexRun> runs;
};

/// One data line of the index with the header that governs it.
struct IndexEntry {
  std::int64_t line = 0;  ///< number of the data line
  std::vector<std::pair<std::string, std::string>> keys;
  std::string comment;
  bool double_quotes = false;  ///< values are in double quotes, as IOHprofiler writes them
  std::vector<IndexFile> files;
};

struct Index {
  std::vector<IndexEntry> entries;
  Notes notes;
};

/// Parses an index; accepts any bytes. Blanks around `,` and `=` are free, comment lines may stand
/// anywhere or be absent, text in quotes may contain commas and quotes.
Index parse_index(std::string_view text);

}  // namespace optimeter::parsers
