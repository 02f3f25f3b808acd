// IOHprofiler data files, and other tables of numbers with a title line before each run.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/parsers/text.hpp"

namespace optimeter::parsers {

/// The blocks (one for each run) of one data file.
///
/// Block b owns the rows `row_ends[b - 1] .. row_ends[b]`, sorted by evaluation, and the steps
/// `step_ends[b - 1] .. step_ends[b]`, each the number of a row that improved the value.
struct IohFile {
  std::vector<std::int64_t> line;  ///< number of each block's title line
  std::vector<std::int64_t> row_ends;
  std::vector<std::int64_t> step_ends;
  std::vector<std::int64_t> step_rows;
  std::vector<std::int64_t> evaluations;     ///< one for each row
  std::vector<double> value;                 ///< the aligned value, negated if maximized
  std::vector<std::string> titles;           ///< of the further columns, without positions x0, x1 …
  std::vector<std::vector<double>> columns;  ///< those columns; NaN where there is no number
  std::string value_title;
  Notes notes;
};

/// Parses one data file; accepts any bytes. The value is taken from the column `raw_y`, else
/// `best-so-far f(x)`, else `current f(x)`, else the second column. A cell that is no number is
/// missing, not its row (rules R34, R37-R39).
IohFile parse_ioh(std::string_view text, bool maximize);

/// Parses many files on several threads; results come in the order of the input.
std::vector<IohFile> parse_ioh_files(std::span<const std::string_view> texts,
                                     const std::vector<bool>& maximize);

}  // namespace optimeter::parsers
