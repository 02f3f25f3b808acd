// Lists of numbers as JSON writes them, for the pages of the room `reports`.
#include <nanobind/ndarray.h>

#include <cstdint>
#include <string>

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

}  // namespace

void register_number_lists(nb::module_& module) {
  nb::module_ lists = module.def_submodule("number_lists", "Lists of numbers as JSON.");
  lists.def("rounded", &rounded, nb::arg("values"), nb::arg("ends"), nb::arg("digits"));
  lists.def("differences", &differences, nb::arg("values"), nb::arg("ends"));
}

}  // namespace optimeter::python
