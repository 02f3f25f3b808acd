// Lists and tables of numbers as JSON and CSV write them, for the room `reports`.
#include <nanobind/ndarray.h>

#include <cstdint>
#include <string>
#include <vector>

#include "optimeter/number_lists.hpp"
#include "support.hpp"

namespace optimeter::python {
namespace {

template <typename T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// The text of every list, which ends where `ends` say.
template <typename T, typename Append>
nb::list texts(const Array<T>& values, const Array<std::int64_t>& ends, const Append& append) {
  nb::list result;
  std::string text;
  std::int64_t begin = 0;
  const auto size = static_cast<std::int64_t>(values.size());
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const std::int64_t end = ends.data()[i];
    if (end < begin || end > size) raise("DataError", "the ends do not fit the values");
    text.clear();
    append(text, std::span(values.data() + begin, values.data() + end));
    result.append(nb::bytes(text.data(), text.size()));
    begin = end;
  }
  return result;
}

nb::list rounded(const Array<double>& values, const Array<std::int64_t>& ends, int digits) {
  return texts(values, ends, [&](std::string& text, std::span<const double> list) {
    append_rounded(text, list, digits);
  });
}

nb::list differences(const Array<std::int64_t>& values, const Array<std::int64_t>& ends) {
  return texts(values, ends, append_differences);
}

/// A column as Python gives it: an array of numbers, or codes with the text of each.
Column column_of(nb::handle given) {
  Array<double> floats;
  if (nb::try_cast(given, floats, false)) return std::span(floats.data(), floats.size());
  Array<std::int64_t> integers;
  if (nb::try_cast(given, integers, false)) return std::span(integers.data(), integers.size());
  const auto pair = nb::cast<nb::tuple>(given);
  const auto codes = nb::cast<Array<std::int32_t>>(pair[0], false);
  Words words{std::span(codes.data(), codes.size()), {}};
  for (const nb::handle text : nb::cast<nb::list>(pair[1])) {
    const auto bytes = nb::cast<nb::bytes>(text);
    words.texts.emplace_back(bytes.c_str(), bytes.size());
  }
  for (const std::int32_t code : words.codes) {
    if (code < 0 || static_cast<std::size_t>(code) >= words.texts.size()) {
      raise("DataError", "a code has no text");
    }
  }
  return words;
}

nb::bytes csv(const nb::list& given, std::size_t rows) {
  std::vector<Column> columns;
  for (const nb::handle column : given) columns.push_back(column_of(column));
  for (const Column& column : columns) {
    if (column_size(column) != rows) raise("DataError", "columns and rows disagree in length");
  }
  std::string text;
  append_csv(text, columns, rows);
  return nb::bytes(text.data(), text.size());
}

nb::bytes cells(const nb::object& column) {
  std::string text;
  append_cells(text, column_of(column));
  return nb::bytes(text.data(), text.size());
}

}  // namespace

void register_number_lists(nb::module_& module) {
  nb::module_ lists = module.def_submodule("number_lists", "Lists and tables of numbers as text.");
  lists.def("rounded", &rounded, nb::arg("values"), nb::arg("ends"), nb::arg("digits"));
  lists.def("differences", &differences, nb::arg("values"), nb::arg("ends"));
  lists.def("csv", &csv, nb::arg("columns"), nb::arg("rows"));
  lists.def("cells", &cells, nb::arg("column"));
}

}  // namespace optimeter::python
