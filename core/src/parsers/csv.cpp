#include "optimeter/parsers/csv.hpp"

#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>

namespace optimeter::parsers {
namespace {

constexpr std::int64_t kNoCount = -1;

/// Walks the lines of a table, cell by cell.
class Cells {
 public:
  Cells(std::string_view text, char delimiter) : rest_(text), delimiter_(delimiter) {}

  /// Reads the cells of the next line that is not blank; false when there is none.
  bool next_line() {
    cells_.clear();
    unquoted_.clear();
    while (!rest_.empty() && cells_.empty()) {
      number_ += passed_;
      passed_ = 1;
      read_line();
      if (cells_.size() == 1 && trim(cells_.front()).empty()) cells_.clear();
    }
    return !cells_.empty();
  }

  /// They are valid until the next line is read.
  const std::vector<std::string_view>& cells() const { return cells_; }
  /// Number of the line, from 1.
  std::int64_t number() const { return number_; }

 private:
  void read_line() {
    while (true) {
      const bool quoted = !rest_.empty() && rest_.front() == '"';
      cells_.push_back(quoted ? quoted_cell() : plain_cell());
      if (rest_.empty()) return;
      const char end = rest_.front();
      rest_.remove_prefix(1);
      if (end == delimiter_) continue;
      if (end == '\r' && !rest_.empty() && rest_.front() == '\n') rest_.remove_prefix(1);
      return;
    }
  }

  bool ends_cell(char c) const { return c == delimiter_ || c == '\n' || c == '\r'; }

  std::string_view plain_cell() {
    std::size_t size = 0;
    while (size < rest_.size() && !ends_cell(rest_[size])) ++size;
    const std::string_view cell = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return cell;
  }

  /// A cell in quotes; what follows the closing quote up to the delimiter is kept as it is.
  std::string_view quoted_cell() {
    unquoted_.push_back(std::make_unique<std::string>());
    std::string& cell = *unquoted_.back();
    rest_.remove_prefix(1);
    while (!rest_.empty()) {
      const char c = rest_.front();
      rest_.remove_prefix(1);
      if (c != '"') {
        if (c == '\n') ++passed_;
        cell.push_back(c);
      } else if (!rest_.empty() && rest_.front() == '"') {
        cell.push_back('"');
        rest_.remove_prefix(1);
      } else {
        break;
      }
    }
    cell.append(plain_cell());
    return cell;
  }

  std::string_view rest_;
  char delimiter_;
  std::vector<std::string_view> cells_;
  std::vector<std::unique_ptr<std::string>> unquoted_;  // what cells in quotes point to
  std::int64_t number_ = 0;
  std::int64_t passed_ = 1;  // lines from the current line to the next
};

/// The different texts of a column and their codes.
class Dictionary {
 public:
  explicit Dictionary(CsvColumn& column) : column_(&column) {}

  void add(std::string_view cell) {
    // Runs lie together: most cells repeat the one above.
    const auto last = column_->codes.empty() ? -1 : column_->codes.back();
    if (last >= 0 && column_->texts[static_cast<std::size_t>(last)] == cell) {
      column_->codes.push_back(last);
      return;
    }
    const auto [place, fresh] =
        codes_.try_emplace(std::string(cell), static_cast<std::int32_t>(column_->texts.size()));
    if (fresh) column_->texts.emplace_back(cell);
    column_->codes.push_back(place->second);
  }

 private:
  CsvColumn* column_;
  std::unordered_map<std::string, std::int32_t> codes_;
};

std::int64_t count_of(std::string_view cell) {
  bool inexact = false;
  const std::optional<std::int64_t> count = parse_count(cell, inexact);
  if (!count || *count < 0) return kNoCount;
  // Half an evaluation is no count: nothing is rounded.
  return inexact && parse_double(cell) != static_cast<double>(*count) ? kNoCount : *count;
}

}  // namespace

std::vector<std::string> csv_titles(std::string_view text, char delimiter) {
  Cells cells(text, delimiter);
  std::vector<std::string> titles;
  if (cells.next_line()) {
    for (const std::string_view cell : cells.cells()) titles.emplace_back(trim(cell));
  }
  return titles;
}

CsvTable parse_csv(std::string_view text, char delimiter, std::span<const CellKind> kinds) {
  CsvTable table;
  table.columns.resize(kinds.size());
  std::vector<Dictionary> dictionaries;
  for (CsvColumn& column : table.columns) dictionaries.emplace_back(column);
  Cells cells(text, delimiter);
  if (!cells.next_line()) return table;
  while (cells.next_line()) {
    if (cells.cells().size() != kinds.size()) {
      table.notes.add("A1", cells.number());
      continue;
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      const std::string_view cell = cells.cells()[i];
      CsvColumn& column = table.columns[i];
      if (kinds[i] == CellKind::kNumber) {
        column.numbers.push_back(
            parse_double(trim(cell)).value_or(std::numeric_limits<double>::quiet_NaN()));
      } else if (kinds[i] == CellKind::kCount) {
        column.counts.push_back(count_of(trim(cell)));
      } else if (kinds[i] == CellKind::kText) {
        dictionaries[i].add(cell);
      }
    }
  }
  return table;
}

}  // namespace optimeter::parsers
