// Recorders: observers, units and runs in memory.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <utility>

#include "archive.hpp"
#include "optimeter/memory_recorder.hpp"
#include "optimeter/observer.hpp"
#include "optimeter/run_sink.hpp"
#include "optimeter/unit.hpp"
#include "recording.hpp"

namespace optimeter::python {
namespace {

using Path = std::filesystem::path;

// The options arrive as checked dictionaries, made by optimeter.record.options.
template <typename T>
void take(const nb::dict& options, const char* name, T& value) {
  if (options.contains(name)) value = nb::cast<T>(options[name]);
}

template <typename Enum>
void take_choice(const nb::dict& options, const char* name, Enum& value) {
  if (options.contains(name)) value = static_cast<Enum>(nb::cast<int>(options[name]));
}

// A trigger is a tuple: its name and its numbers.
Trigger to_trigger(const nb::tuple& given) {
  const auto name = nb::cast<std::string>(given[0]);
  if (name == "improvement") return OnImprovement{};
  if (name == "delta") return OnDeltaImprovement{nb::cast<double>(given[1])};
  if (name == "each") {
    return Each{nb::cast<std::uint64_t>(given[1]), nb::cast<std::uint64_t>(given[2])};
  }
  if (name == "at") return At{nb::cast<std::vector<std::uint64_t>>(given[1])};
  if (name == "during") {
    During during;
    for (const nb::handle pair : nb::cast<nb::list>(given[1])) {
      during.intervals.emplace_back(nb::cast<std::uint64_t>(pair[0]),
                                    nb::cast<std::uint64_t>(pair[1]));
    }
    return during;
  }
  return Always{};
}

void take_triggers(const nb::dict& options, std::vector<Trigger>& triggers) {
  if (!options.contains("triggers")) return;
  triggers.clear();
  for (const nb::handle one : nb::cast<nb::list>(options["triggers"])) {
    triggers.push_back(to_trigger(nb::cast<nb::tuple>(one)));
  }
}

CocoOptions coco_options(const nb::dict& given) {
  CocoOptions options;
  take(given, "algorithm", options.algorithm);
  take(given, "info", options.info);
  take(given, "settings", options.settings);
  take(given, "prefix", options.prefix);
  take(given, "version", options.version);
  take(given, "number_target_triggers", options.number_target_triggers);
  take(given, "log_target_precision", options.log_target_precision);
  take(given, "lin_target_precision", options.lin_target_precision);
  take(given, "number_evaluation_triggers", options.number_evaluation_triggers);
  take(given, "base_evaluation_triggers", options.base_evaluation_triggers);
  take(given, "precision_x", options.precision_x);
  take(given, "precision_f", options.precision_f);
  take(given, "precision_g", options.precision_g);
  take(given, "log_discrete_as_int", options.log_discrete_as_int);
  take_choice(given, "log_nondominated", options.log_nondominated);
  take_choice(given, "log_decision_variables", options.log_decision_variables);
  take(given, "compute_indicators", options.compute_indicators);
  return options;
}

IohOptions ioh_options(const nb::dict& given) {
  IohOptions options;
  take(given, "algorithm", options.algorithm);
  take(given, "info", options.info);
  take(given, "version", options.version);
  take_triggers(given, options.triggers);
  if (given.contains("properties")) {
    options.properties.clear();
    for (const int one : nb::cast<std::vector<int>>(given["properties"])) {
      options.properties.push_back(static_cast<Property>(one));
    }
  }
  take(given, "positions", options.positions);
  take(given, "first_evaluation", options.first_evaluation);
  take(given, "attributes", options.attributes);
  take(given, "run_attributes", options.run_attributes);
  take(given, "experiment_attributes", options.experiment_attributes);
  return options;
}

MemoryOptions memory_options(const nb::dict& given) {
  MemoryOptions options;
  take_triggers(given, options.triggers);
  take(given, "positions", options.positions);
  take(given, "attributes", options.attributes);
  return options;
}

template <typename T>
nb::object column(const std::vector<T>& values, int type) {
  npy_intp length = static_cast<npy_intp>(values.size());
  nb::object array = nb::steal(PyArray_SimpleNew(1, &length, type));
  if (!array.is_valid()) throw nb::python_error();
  if (!values.empty()) {
    std::memcpy(PyArray_DATA(reinterpret_cast<PyArrayObject*>(array.ptr())), values.data(),
                values.size() * sizeof(T));
  }
  return array;
}

}  // namespace

RecordOptions record_options(const std::string& format, const nb::dict& options) {
  if (format == "ioh") return ioh_options(options);
  return coco_options(options);
}

void register_recorders(nb::module_& module) {
  nb::class_<Observer>(module, "NativeObserver", "Writes runs into one folder.")
      .def(
          "__init__",
          [](Observer* self, const Path& folder, const std::string& format,
             const nb::dict& options) {
            new (self) Observer(folder, record_options(format, options));
          },
          nb::arg("folder"), nb::arg("format"), nb::arg("options"),
          nb::sig(
              "def __init__(self, folder: pathlib.Path, format: str, options: dict[str, object]) "
              "-> None"))
      .def_prop_ro("folder", &Observer::folder)
      .def_prop_ro("closed", &Observer::closed)
      .def("observe", &Observer::observe, nb::arg("problem"))
      .def("close", &Observer::close)
      .def("take_finished", &Observer::take_finished);

  nb::class_<MemoryRun>(module, "NativeMemoryRun", "A run in memory.")
      .def_ro("suite", &MemoryRun::suite)
      .def_ro("problem", &MemoryRun::problem)
      .def_ro("function", &MemoryRun::function)
      .def_ro("dimension", &MemoryRun::dimension)
      .def_ro("instance", &MemoryRun::instance)
      .def_ro("objectives", &MemoryRun::objectives)
      .def_ro("finished", &MemoryRun::finished)
      .def_ro("total_evaluations", &MemoryRun::evaluations)
      .def_ro("total_evaluations_constraints", &MemoryRun::evaluations_constraints)
      .def_prop_ro(
          "best_value", [](const MemoryRun& run) { return to_array(run.best_value); },
          nb::sig("def best_value(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro(
          "counts", [](const MemoryRun& run) { return column(run.counts, NPY_UINT64); },
          nb::sig("def counts(self) -> numpy.typing.NDArray[numpy.uint64]"))
      .def_prop_ro(
          "constraints_counts",
          [](const MemoryRun& run) { return column(run.constraints_counts, NPY_UINT64); },
          nb::sig("def constraints_counts(self) -> numpy.typing.NDArray[numpy.uint64]"))
      .def_prop_ro(
          "values", [](const MemoryRun& run) { return to_array(run.values); },
          nb::sig("def values(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro(
          "points", [](const MemoryRun& run) { return to_array(run.points); },
          nb::sig("def points(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro(
          "attributes",
          [](const MemoryRun& run) {
            nb::list columns;
            for (const auto& values : run.attributes) columns.append(to_array(values));
            return columns;
          },
          nb::sig("def attributes(self) -> list[numpy.typing.NDArray[numpy.float64]]"))
      .def_prop_ro(
          "restarts", [](const MemoryRun& run) { return column(run.restarts, NPY_UINT64); },
          nb::sig("def restarts(self) -> numpy.typing.NDArray[numpy.uint64]"));

  module.def(
      "record_memory",
      [](Problem& problem, const nb::dict& options) {
        auto run = std::make_shared<MemoryRun>();
        problem.attach(memory_recorder(problem, memory_options(options), run));
        return run;
      },
      nb::arg("problem"), nb::arg("options"),
      nb::sig("def record_memory(problem: Problem, options: dict[str, object]) -> NativeMemoryRun"),
      "Record a problem in memory from now on.");
  module.def(
      "feed",
      [](Problem& problem, const nb::object& evaluations, const nb::object& objectives) {
        const std::size_t m = problem.info().objectives;
        const ArchivePoints points = to_archive_points(objectives, evaluations, m);
        nb::list entered;
        for (std::size_t i = 0; i < points.evaluations.size(); ++i) {
          entered.append(problem.feed(points.evaluations[i], points.y.data() + i * m));
        }
        return entered;
      },
      nb::arg("problem"), nb::arg("evaluations"), nb::arg("objectives"),
      nb::sig("def feed(problem: Problem, evaluations: numpy.typing.ArrayLike, objectives: "
              "numpy.typing.ArrayLike) -> list[bool]"),
      "Enter points that were evaluated elsewhere; say which of them entered the archive.");
  module.def("feed_total", &Problem::pass, nb::arg("problem"), nb::arg("evaluations"),
             "Count evaluations up to this number that changed nothing.");
  module.def(
      "detach", [](Problem& problem) { problem.attach(nullptr); }, nb::arg("problem"),
      "End the recording of a problem.");
}

}  // namespace optimeter::python
