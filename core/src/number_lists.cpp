#include "optimeter/number_lists.hpp"

#include <cmath>

#include "recorders/numbers.hpp"

namespace optimeter {
namespace {

template <typename T, typename Append>
void append_list(std::string& text, std::span<const T> values, const Append& append) {
  text.push_back('[');
  for (const T value : values) {
    append(value);
    text.push_back(',');
  }
  if (values.empty()) {
    text.push_back(']');
  } else {
    text.back() = ']';
  }
}

/// The shortest decimals that give the value back, with a point or an exponent; nothing for NaN.
void append_decimal(std::string& text, double value) {
  if (std::isnan(value)) return;
  const std::size_t begin = text.size();
  append_shortest(text, value);
  if (text.find_first_of(".ein", begin) == std::string::npos) text.append(".0");
}

void append_cell(std::string& text, const Column& column, std::size_t row) {
  if (const auto* words = std::get_if<Words>(&column)) {
    text.append(words->texts[static_cast<std::size_t>(words->codes[row])]);
  } else if (const auto* integers = std::get_if<std::span<const std::int64_t>>(&column)) {
    append_integer(text, (*integers)[row]);
  } else {
    append_decimal(text, std::get<std::span<const double>>(column)[row]);
  }
}

}  // namespace

std::size_t column_size(const Column& column) {
  if (const auto* words = std::get_if<Words>(&column)) return words->codes.size();
  if (const auto* integers = std::get_if<std::span<const std::int64_t>>(&column)) {
    return integers->size();
  }
  return std::get<std::span<const double>>(column).size();
}

void append_rounded(std::string& text, std::span<const double> values, int digits) {
  append_list(text, values, [&](double value) {
    if (std::isfinite(value)) {
      append_significant(text, value, digits);
    } else {
      text.append("null");
    }
  });
}

void append_differences(std::string& text, std::span<const std::int64_t> values) {
  std::int64_t before = 0;
  append_list(text, values, [&](std::int64_t value) {
    append_integer(text, value - before);
    before = value;
  });
}

void append_csv(std::string& text, std::span<const Column> columns, std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row) {
    for (const Column& column : columns) {
      append_cell(text, column, row);
      text.push_back(',');
    }
    if (columns.empty()) {
      text.push_back('\n');
    } else {
      text.back() = '\n';
    }
  }
}

void append_cells(std::string& text, const Column& column) {
  const auto* floats = std::get_if<std::span<const double>>(&column);
  for (std::size_t row = 0; row < column_size(column); ++row) {
    if (row > 0) text.push_back(',');
    if (floats != nullptr && !std::isfinite((*floats)[row])) {
      text.append("null");
    } else {
      append_cell(text, column, row);
    }
  }
}

}  // namespace optimeter
