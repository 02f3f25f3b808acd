// Plain tables: lines of cells, with titles on the first one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/parsers/text.hpp"

namespace optimeter::parsers {

/// What a column is read as.
enum class CellKind : std::uint8_t {
  kSkip,
  kNumber,  ///< `numbers`
  kCount,   ///< `counts`
  kText,    ///< `codes` and `texts`
};

/// The cells of one column, as far as they were asked for.
struct CsvColumn {
  std::vector<double> numbers;       ///< NaN where there is none
  std::vector<std::int64_t> counts;  ///< whole numbers; -1 where there is none
  std::vector<std::int32_t> codes;   ///< positions in `texts`
  std::vector<std::string> texts;    ///< the different cells, in order of appearance
};

struct CsvTable {
  std::vector<CsvColumn> columns;  ///< one for each kind given
  Notes notes;                     ///< A1: lines with a wrong number of cells, which are dropped
};

/// The titles on the first line that is not blank, without blanks around them.
std::vector<std::string> csv_titles(std::string_view text, char delimiter);

/// Parses the lines after the titles; accepts any bytes. Cells may be in double quotes, with quotes
/// inside doubled, and then hold delimiters and line ends. Lines have as many cells as there are
/// kinds; blank ones are skipped.
CsvTable parse_csv(std::string_view text, char delimiter, std::span<const CellKind> kinds);

}  // namespace optimeter::parsers
