// What every parser promises for any input; shared by the fuzz target and the C++ tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "optimeter/parsers/coco.hpp"
#include "optimeter/parsers/csv.hpp"
#include "optimeter/parsers/index.hpp"
#include "optimeter/parsers/ioh.hpp"
#include "optimeter/parsers/tar.hpp"

namespace optimeter::parsers {

inline void require(bool condition) {
  if (!condition) std::abort();
}

/// Steps of each block: counts strictly increase, values strictly decrease, ends do not fall.
inline void check_steps(const std::vector<std::int64_t>& ends,
                        const std::vector<std::int64_t>& counts,
                        const std::vector<double>& values) {
  require(counts.size() == values.size());
  std::int64_t begin = 0;
  for (const std::int64_t end : ends) {
    require(begin <= end && static_cast<std::size_t>(end) <= counts.size());
    for (std::int64_t i = begin; i < end; ++i) {
      const auto at = static_cast<std::size_t>(i);
      require(counts[at] >= 1 && !std::isnan(values[at]));
      require(i == begin || (counts[at - 1] < counts[at] && values[at] < values[at - 1]));
    }
    begin = end;
  }
  require(static_cast<std::size_t>(begin) == counts.size());
}

inline void check_coco(std::string_view text, BlockKind fallback) {
  const CocoFile file = parse_coco(text, fallback);
  const std::size_t blocks = file.line.size();
  require(file.kind.size() == blocks && file.instance.size() == blocks);
  require(file.reference.size() == blocks && file.lines.size() == blocks);
  require(file.first.size() == blocks && file.last.size() == blocks);
  require(file.last_g.size() == blocks && file.best.size() == blocks);
  require(file.step_ends.size() == blocks);
  check_steps(file.step_ends, file.step_evaluations, file.step_value);
  const std::size_t steps = file.step_value.size();
  require(file.step_g.empty() || file.step_g.size() == steps);
  require(file.step_source.empty() || file.step_source.size() <= steps);
  require(file.step_source.size() == file.step_successes.size());
  require(file.step_source.size() == file.step_runs.size());
  for (const std::int32_t source : file.step_source) {
    require(source >= -1 && source < static_cast<std::int32_t>(file.sources.size()));
  }
}

inline void check_ioh(std::string_view text, bool maximize) {
  const IohFile file = parse_ioh(text, maximize);
  require(file.row_ends.size() == file.line.size() && file.step_ends.size() == file.line.size());
  require(file.value.size() == file.evaluations.size());
  require(file.titles.size() == file.columns.size());
  for (const auto& column : file.columns) require(column.size() == file.value.size());
  std::vector<std::int64_t> counts;
  std::vector<double> values;
  for (const std::int64_t row : file.step_rows) {
    require(row >= 0 && static_cast<std::size_t>(row) < file.value.size());
    counts.push_back(file.evaluations[static_cast<std::size_t>(row)]);
    values.push_back(file.value[static_cast<std::size_t>(row)]);
  }
  check_steps(file.step_ends, counts, values);
}

inline void check_tar(std::string_view bytes) {
  is_tar(bytes);
  for (const TarMember& member : list_tar(bytes).members) {
    require(member.offset <= bytes.size() && member.size <= bytes.size() - member.offset);
  }
}

/// Reads every column in every way; all of them have one entry for each line that counts.
inline void check_csv(std::string_view text) {
  for (const char delimiter : {',', ';', '\t'}) {
    const std::size_t width = csv_titles(text, delimiter).size();
    for (const CellKind kind : {CellKind::kNumber, CellKind::kCount, CellKind::kText}) {
      const std::vector<CellKind> kinds(width, kind);
      const CsvTable table = parse_csv(text, delimiter, kinds);
      require(table.columns.size() == width);
      for (const CsvColumn& column : table.columns) {
        const CsvColumn& first = table.columns.front();
        require(column.numbers.size() == first.numbers.size());
        require(column.counts.size() == first.counts.size());
        require(column.codes.size() == first.codes.size());
        for (const std::int64_t count : column.counts) require(count >= -1);
        for (const std::int32_t code : column.codes) {
          require(code >= 0 && static_cast<std::size_t>(code) < column.texts.size());
        }
      }
    }
  }
}

/// Gives the text to the parser that its first byte, a digit, chooses.
inline void check_parser(std::string_view input) {
  if (input.empty()) return;
  const unsigned choice = static_cast<unsigned char>(input.front() - '0') % 9U;
  const std::string_view text = input.substr(1);
  switch (choice) {
    case 0:
      parse_index(text);
      break;
    case 1:
    case 2:
    case 3:
    case 4:
      check_coco(text, static_cast<BlockKind>(choice));
      break;
    case 5:
    case 6:
      check_ioh(text, choice == 6);
      break;
    case 7:
      check_tar(text);
      break;
    default:
      check_csv(text);
  }
}

}  // namespace optimeter::parsers
