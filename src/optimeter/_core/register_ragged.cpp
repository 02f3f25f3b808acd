// Look-ups in ragged arrays, for the tables of the room `data`. The callers check the shapes.
#include <nanobind/ndarray.h>

#include <cstdint>

#include "interpreter.hpp"
#include "optimeter/ragged.hpp"
#include "support.hpp"

namespace optimeter::python {
namespace {

template <typename T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Result = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <typename T>
std::span<const T> span(const Array<T>& array) {
  return {array.data(), array.size()};
}

/// The bounds that keep the look-ups inside of the arrays.
void check(const Array<std::int64_t>& offsets, std::size_t size, const Table& limits,
           const Array<std::int32_t>& rows, const Result& result) {
  const std::size_t n = rows.size();
  bool sound =
      offsets.size() == n + 1 && result.shape(0) == n && result.shape(1) == limits.shape(1);
  std::int64_t before = 0;
  for (std::size_t i = 0; sound && i < offsets.size(); ++i) {
    sound = before <= offsets.data()[i];
    before = offsets.data()[i];
  }
  sound = sound && static_cast<std::size_t>(before) <= size;
  for (std::size_t i = 0; sound && i < n; ++i) {
    const std::int32_t row = rows.data()[i];
    sound = row >= 0 && static_cast<std::size_t>(row) < limits.shape(0);
  }
  if (!sound) raise("DataError", "offsets, limits, rows and result do not fit one another");
}

void bound_first_at_most(const Array<std::int64_t>& offsets, const Array<double>& values,
                         const Array<std::int64_t>& keys, const Table& limits,
                         const Array<std::int32_t>& rows, const Result& result) {
  check(offsets, std::min(values.size(), keys.size()), limits, rows, result);
  const Unlocked release;
  first_at_most(span(offsets), span(values), span(keys),
                {{limits.data(), limits.size()}, limits.shape(1), span(rows)},
                {result.data(), result.size()});
}

void bound_last_at_most(const Array<std::int64_t>& offsets, const Array<std::int64_t>& keys,
                        const Array<double>& values, const Table& limits,
                        const Array<std::int32_t>& rows, const Result& result) {
  check(offsets, std::min(values.size(), keys.size()), limits, rows, result);
  const Unlocked release;
  last_at_most(span(offsets), span(keys), span(values),
               {{limits.data(), limits.size()}, limits.shape(1), span(rows)},
               {result.data(), result.size()});
}

}  // namespace

void register_ragged(nb::module_& module) {
  nb::module_ ragged = module.def_submodule("ragged", "Look-ups in ragged arrays.");
  ragged.def("first_at_most", &bound_first_at_most, nb::arg("offsets"), nb::arg("values"),
             nb::arg("keys"), nb::arg("limits"), nb::arg("rows"), nb::arg("result").noconvert());
  ragged.def("last_at_most", &bound_last_at_most, nb::arg("offsets"), nb::arg("keys"),
             nb::arg("values"), nb::arg("limits"), nb::arg("rows"), nb::arg("result").noconvert());
}

}  // namespace optimeter::python
