// The class Archive.
#include <nanobind/stl/string.h>

#include <limits>
#include <string>

#include "archive.hpp"

namespace optimeter::python {
namespace {

nb::object copy_objectives(const std::vector<double>& y, std::size_t m) {
  nb::object array = new_array(y.size() / m, m, true);
  std::copy(y.begin(), y.end(), array_data(array));
  return array;
}

void init(Archive* self, const nb::object& ideal, const nb::object& nadir, double reference,
          const nb::object& objectives, bool extremes) {
  if (ideal.is_none() != nadir.is_none()) {
    raise("InvalidValueError", "give both ideal and nadir, or neither of them");
  }
  if (!ideal.is_none()) {
    new (self) Archive(to_vector(ideal, "ideal"), to_vector(nadir, "nadir"), reference, extremes);
    return;
  }
  std::size_t m = 0;
  if (!nb::try_cast(objectives, m) || m < 2) {
    raise("InvalidValueError", std::string("objectives must be an integer of at least 2; got ") +
                                   nb::repr(objectives).c_str());
  }
  new (self) Archive(m);
}

nb::object add(Archive& archive, const nb::object& y) {
  const Points points = to_points(y.ptr(), archive.objectives(), "an archive");
  if (!points.batch) return nb::bool_(archive.insert(points.data));
  std::uint8_t* flags = nullptr;
  const nb::object added = empty_array(points.count, flags);
  for (std::size_t i = 0; i < points.count; ++i) {
    flags[i] = archive.insert(points.data + i * archive.objectives()) ? 1 : 0;
  }
  return added.attr("view")("bool");
}

nb::tuple reduce(const Archive& archive) {
  const bool region = !archive.ideal().empty();
  nb::object ideal = region ? to_array(archive.ideal()) : nb::none();
  nb::object nadir = region ? to_array(archive.nadir()) : nb::none();
  return nb::make_tuple(provided("archive"),
                        nb::make_tuple(ideal, nadir, archive.reference(),
                                       nb::make_tuple(archive.objectives(), archive.extremes()),
                                       archive_points(archive)));
}

void put_back(Archive& archive, const nb::object& objectives, const nb::object& evaluations) {
  const ArchivePoints points = to_archive_points(objectives, evaluations, archive.objectives());
  for (std::size_t i = 0; i < points.evaluations.size(); ++i) {
    archive.insert(points.y.data() + i * archive.objectives(), points.evaluations[i]);
  }
}

}  // namespace

nb::tuple archive_points(const Archive& archive) {
  ArchivePoints points;
  archive.copy_points(points.y, points.evaluations);
  return nb::make_tuple(
      copy_objectives(points.y, archive.objectives()),
      to_array(std::vector<std::int64_t>(points.evaluations.begin(), points.evaluations.end())));
}

ArchivePoints to_archive_points(const nb::object& objectives, const nb::object& evaluations,
                                std::size_t m) {
  const Points rows = to_points(objectives.ptr(), m, "an archive");
  nb::object numbers =
      nb::steal(PyArray_FROM_OTF(evaluations.ptr(), NPY_INT64, NPY_ARRAY_IN_ARRAY));
  if (!numbers.is_valid()) throw nb::python_error();
  auto* const raw = reinterpret_cast<PyArrayObject*>(numbers.ptr());
  const auto size = static_cast<std::size_t>(PyArray_SIZE(raw));
  if (!rows.batch || rows.count != size) {
    raise("InvalidValueError", "an archive needs as many evaluation numbers as points; got " +
                                   std::to_string(size) + " and " + std::to_string(rows.count));
  }
  const auto* const first = static_cast<const std::int64_t*>(PyArray_DATA(raw));
  return {{rows.data, rows.data + size * m}, {first, first + size}};
}

void register_archive(nb::module_& module) {
  nb::class_<Archive>(
      module, "Archive",
      "Non-dominated objective vectors, with the hypervolume they dominate.\n\n"
      "``Archive(ideal, nadir)`` measures in the region spanned by these two points, normalized to "
      "[0, 1]; what is\nbelow the ideal counts as on it. ``extremes=True``, for two objectives, "
      "says "
      "that the nadir consists of\ntheir values at the other's only optimum: a vector at the ideal "
      "in one objective is then the extreme\npoint of the region, as in the bi-objective suites. "
      "``Archive(objectives=m)`` only keeps the vectors.\n\n"
      "Examples\n--------\n"
      ">>> from optimeter.problems import Archive\n"
      ">>> archive = Archive(ideal=[0, 0], nadir=[1, 1])\n"
      ">>> archive.add([[0.5, 0.5], [0.75, 0.25], [0.75, 0.75]]).tolist()\n"
      "[True, True, False]\n"
      ">>> archive.hypervolume\n"
      "0.3125\n")
      .def("__init__", &init, nb::arg("ideal").none() = nb::none(),
           nb::arg("nadir").none() = nb::none(), nb::kw_only(), nb::arg("reference") = 1.0,
           nb::arg("objectives") = 2, nb::arg("extremes") = false,
           nb::sig("def __init__(self, ideal: numpy.typing.ArrayLike | None = None, nadir: "
                   "numpy.typing.ArrayLike | None = None, *, reference: float = 1.0, objectives: "
                   "int = 2, extremes: bool = False) -> None"))
      .def("add", &add, nb::arg("y"),
           nb::sig("def add(self, y: numpy.typing.ArrayLike) -> bool | "
                   "numpy.typing.NDArray[numpy.bool_]"),
           "Add a vector (m,) or several (n, m); True where one was not dominated.")
      .def_prop_ro(
          "objectives", [](const Archive& a) { return nb::object(archive_points(a)[0]); },
          nb::sig("def objectives(self) -> numpy.typing.NDArray[numpy.float64]"),
          "The vectors, (n, m), in the order in which they came.")
      .def_prop_ro(
          "evaluations", [](const Archive& a) { return nb::object(archive_points(a)[1]); },
          nb::sig("def evaluations(self) -> numpy.typing.NDArray[numpy.int64]"),
          "The number of the evaluation of each vector, (n,), from 1.")
      .def_prop_ro("number_of_objectives", &Archive::objectives)
      .def_prop_ro(
          "ideal",
          [](const Archive& a) { return a.ideal().empty() ? nb::none() : to_array(a.ideal()); },
          nb::sig("def ideal(self) -> numpy.typing.NDArray[numpy.float64] | None"),
          "The lower corner of the region; None without one.")
      .def_prop_ro(
          "nadir",
          [](const Archive& a) { return a.ideal().empty() ? nb::none() : to_array(a.nadir()); },
          nb::sig("def nadir(self) -> numpy.typing.NDArray[numpy.float64] | None"),
          "The upper corner of the region; None without one.")
      .def_prop_ro("hypervolume", &Archive::hypervolume,
                   "The dominated part of the region, from 0 to 1; NaN without a region.")
      .def_prop_ro(
          "indicator", &Archive::indicator,
          "reference - hypervolume, plus the distance to the region while nothing of it is "
          "dominated.")
      .def_prop_ro("reference", &Archive::reference, "The hypervolume that is to be reached.")
      .def_prop_ro("extremes", &Archive::extremes,
                   "Whether the nadir consists of values at the single optima.")
      .def_prop_ro("nbytes", &Archive::memory, "Memory in use.")
      .def("__len__", &Archive::size)
      .def("__copy__", [](const Archive& a) { return Archive(a); })
      .def(
          "__deepcopy__", [](const Archive& a, const nb::object&) { return Archive(a); },
          nb::arg("memo"))
      .def("__reduce__", &reduce, nb::sig("def __reduce__(self) -> tuple[object, ...]"))
      .def("_restore", &put_back, nb::arg("objectives"), nb::arg("evaluations"))
      .def("__repr__", [](const Archive& a) {
        std::string text = "<Archive of " + std::to_string(a.size()) + " points";
        if (!a.ideal().empty()) text += ", hypervolume " + std::to_string(a.hypervolume());
        return text + ">";
      });
}

}  // namespace optimeter::python
