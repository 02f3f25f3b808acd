// Lists and tables of numbers as JSON and CSV write them, for reports that hold very many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace optimeter {

/// `[12.5,3e-7,null]`: every number with so many significant digits, null for those not finite.
void append_rounded(std::string& text, std::span<const double> values, int digits);

/// `[7,-2,0]`: the first number, then each one minus the one before it.
void append_differences(std::string& text, std::span<const std::int64_t> values);

/// Cells that repeat: texts as they are to be written, and which of them each row has.
struct Words {
  std::span<const std::int32_t> codes;
  std::vector<std::string_view> texts;
};

/// A column of a table. Numbers are written so that reading gives them back, those that are no
/// integers by type with a point: 2.0, 0.1, 1e-05.
using Column = std::variant<std::span<const double>, std::span<const std::int64_t>, Words>;

std::size_t column_size(const Column& column);

/// The first `rows` rows of a table as lines of CSV; infinite numbers are inf, -inf, and cells of
/// what is no number are empty.
void append_csv(std::string& text, std::span<const Column> columns, std::size_t rows);

/// The cells of a column with commas between them; numbers that are not finite are null.
void append_cells(std::string& text, const Column& column);

}  // namespace optimeter
