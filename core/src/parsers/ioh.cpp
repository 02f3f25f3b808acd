#include "optimeter/parsers/ioh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

#include "parsers/parallel.hpp"

namespace optimeter::parsers {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
constexpr std::size_t kMaxColumns = 4096;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// x0, x1, … are the coordinates of the point.
bool is_position(std::string_view title) {
  return title.size() > 1 && title.front() == 'x' &&
         std::all_of(title.begin() + 1, title.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// A title line begins with a quoted title, or with one that speaks of evaluations.
bool is_title_line(std::string_view line) {
  if (line.front() == '"') return true;
  if (!is_letter(line.front())) return false;
  const std::string_view first = take_token(line);
  return first.find("eval") != std::string_view::npos ||
         first.find("Eval") != std::string_view::npos;
}

std::vector<std::string> split_titles(std::string_view line) {
  std::vector<std::string> titles;
  line = trim(line);
  while (!line.empty() && titles.size() < kMaxColumns) {
    if (line.front() == '"') {
      const std::size_t end = line.find('"', 1);
      titles.emplace_back(line.substr(1, end == std::string_view::npos ? end : end - 1));
      line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
    } else {
      titles.emplace_back(take_token(line));
    }
    line = trim(line);
  }
  return titles;
}

std::size_t value_position(const std::vector<std::string>& titles) {
  for (const char* wanted : {"raw_y", "best-so-far f(x)", "current f(x)"}) {
    const auto found = std::find(titles.begin(), titles.end(), wanted);
    if (found != titles.end()) return static_cast<std::size_t>(found - titles.begin());
  }
  return 1;
}

std::size_t fraction_digits(std::string_view token) {
  const std::size_t point = token.find('.');
  return point == std::string_view::npos ? 0 : token.size() - point;
}

class Reader {
 public:
  Reader(std::string_view text, bool maximize)
      : lines_(text), size_(text.size()), maximize_(maximize) {}

  IohFile read() {
    while (lines_.next()) {
      const std::string_view line = trim(lines_.line());
      if (line.empty() || line.front() == '#' || line.front() == '%') continue;
      if (is_title_line(line)) {
        begin_block(line);
      } else {
        read_row(line);
      }
    }
    finish_block();
    fill_columns();
    return std::move(file_);
  }

 private:
  void begin_block(std::string_view line) {
    finish_block();
    in_block_ = true;
    file_.line.push_back(lines_.number());
    if (line == title_line_) return;
    title_line_ = line;
    const std::vector<std::string> titles = split_titles(line);
    value_at_ = value_position(titles);
    if (file_.value_title.empty() && value_at_ < titles.size()) {
      file_.value_title = titles[value_at_];
    }
    column_of_.assign(titles.size(), kNowhere);
    for (std::size_t i = 1; i < titles.size(); ++i) {
      if (i != value_at_ && !is_position(titles[i])) column_of_[i] = column_number(titles[i]);
    }
  }

  std::size_t column_number(const std::string& title) {
    const auto found = std::find(file_.titles.begin(), file_.titles.end(), title);
    if (found != file_.titles.end()) return static_cast<std::size_t>(found - file_.titles.begin());
    if (file_.titles.size() >= kMaxColumns) return kNowhere;
    file_.titles.push_back(title);
    file_.columns.emplace_back();
    return file_.titles.size() - 1;
  }

  void read_row(std::string_view line) {
    if (!in_block_) {
      file_.notes.add("A1", lines_.number());
      return;
    }
    if (lines_.open_end() && is_cut_off(line)) {
      file_.notes.add("R6", lines_.number());
      return;
    }
    std::string_view rest = line;
    bool inexact = false;
    const auto count = parse_count(take_token(rest), inexact);
    if (!count || *count <= 0) {
      file_.notes.add(count ? "R16" : "A1", lines_.number());
      return;
    }
    if (inexact) file_.notes.add("R20", lines_.number());
    file_.evaluations.push_back(*count);
    file_.value.push_back(kMissing);
    for (std::size_t i = 1; i < column_of_.size(); ++i) {
      const std::string_view token = take_token(rest);
      if (token.empty()) break;
      if (i != value_at_ && column_of_[i] == kNowhere) continue;
      const auto number = parse_double(token);
      if (!number) file_.notes.add("R38", lines_.number());
      const double value = number.value_or(kMissing);
      if (i == value_at_) {
        file_.value.back() = maximize_ ? -value : value;
        if (file_.value.back() == -std::numeric_limits<double>::infinity()) {
          file_.value.back() = kMissing;  // nobody measured that
          file_.notes.add("R15", lines_.number());
        }
      } else {
        std::vector<double>& column = file_.columns[column_of_[i]];
        column.resize(file_.evaluations.size() - 1, kMissing);
        column.push_back(value);
      }
    }
    previous_line_ = line;
  }

  // Whether the last line of the file, which lacks its line end, is only the beginning of a line.
  bool is_cut_off(std::string_view line) const {
    if (count_tokens(line) < 2) return true;
    if (previous_line_.empty()) return false;
    if (count_tokens(line) < count_tokens(previous_line_)) return true;
    const auto last = [](std::string_view text) {
      return text.substr(text.find_last_of(" \t") + 1);
    };
    return fraction_digits(last(line)) < fraction_digits(last(previous_line_));
  }

  // Gives all columns their full length. A short text can ask for a huge table, by a long title
  // line over short rows; its columns are given up rather than the memory of the machine.
  void fill_columns() {
    constexpr std::size_t kCellsPerByte = 8;
    const std::size_t rows = file_.evaluations.size();
    if (rows * file_.columns.size() > kCellsPerByte * size_ + 4096) {
      file_.titles.clear();
      file_.columns.clear();
      file_.notes.add("R39", 1);
    }
    for (auto& column : file_.columns) column.resize(rows, kMissing);
  }

  void finish_block() {
    if (!in_block_) return;
    in_block_ = false;
    const std::size_t begin =
        file_.row_ends.empty() ? 0 : static_cast<std::size_t>(file_.row_ends.back());
    sort_rows(begin);
    bool any = false;
    double best = 0.0;
    const std::size_t first_step = file_.step_rows.size();
    for (std::size_t row = begin; row < file_.value.size(); ++row) {
      const double value = file_.value[row];
      if (std::isnan(value) || (any && !(value < best))) continue;
      any = true;
      best = value;
      // Of rows with one count the best stands for all of them.
      if (file_.step_rows.size() > first_step &&
          file_.evaluations[static_cast<std::size_t>(file_.step_rows.back())] ==
              file_.evaluations[row]) {
        file_.step_rows.pop_back();
      }
      file_.step_rows.push_back(static_cast<std::int64_t>(row));
    }
    file_.row_ends.push_back(static_cast<std::int64_t>(file_.value.size()));
    file_.step_ends.push_back(static_cast<std::int64_t>(file_.step_rows.size()));
    previous_line_ = {};
  }

  void sort_rows(std::size_t begin) {
    auto& counts = file_.evaluations;
    const auto first = counts.begin() + static_cast<std::ptrdiff_t>(begin);
    if (std::is_sorted(first, counts.end())) return;
    file_.notes.add("R17", file_.line.back());
    std::vector<std::size_t> order(counts.size() - begin);
    std::iota(order.begin(), order.end(), begin);
    std::stable_sort(order.begin(), order.end(),
                     [&counts](std::size_t a, std::size_t b) { return counts[a] < counts[b]; });
    const auto reorder = [&order, begin](auto& values) {
      const std::remove_reference_t<decltype(values)> copy(
          values.begin() + static_cast<std::ptrdiff_t>(begin), values.end());
      for (std::size_t i = 0; i < order.size(); ++i) values[begin + i] = copy[order[i] - begin];
    };
    reorder(counts);
    reorder(file_.value);
    for (auto& column : file_.columns) {
      if (column.size() <= begin) continue;  // no value in this block
      column.resize(counts.size(), kMissing);
      reorder(column);
    }
  }

  Lines lines_;
  const std::size_t size_;
  const bool maximize_;
  IohFile file_;
  bool in_block_ = false;
  std::string_view title_line_;
  std::string_view previous_line_;
  std::size_t value_at_ = 1;
  std::vector<std::size_t> column_of_;
};

}  // namespace

IohFile parse_ioh(std::string_view text, bool maximize) { return Reader(text, maximize).read(); }

std::vector<IohFile> parse_ioh_files(std::span<const std::string_view> texts,
                                     const std::vector<bool>& maximize) {
  std::vector<IohFile> files(texts.size());
  for_each_in_parallel(texts, [&](std::size_t i) { files[i] = parse_ioh(texts[i], maximize[i]); });
  return files;
}

}  // namespace optimeter::parsers
