// Recorders: observers, units and runs in memory.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <utility>

#include "archive.hpp"
#include "interpreter.hpp"
#include "optimeter/memory_recorder.hpp"
#include "optimeter/observer.hpp"
#include "optimeter/run_sink.hpp"
#include "optimeter/unit.hpp"
#include "recording.hpp"

namespace optimeter::python {
namespace {

using Path = std::filesystem::path;

template <auto member>
constexpr auto array_of = [](const MemoryRun& run) { return to_array(run.*member); };

}  // namespace

void register_recorders(nb::module_& module) {
  nb::class_<EndedRuns>(module, "EndedRuns", "The runs of an observer that are over.")
      .def_ro("count", &EndedRuns::count)
      .def_ro("revealed", &EndedRuns::revealed)
      .def_ro("several_processes", &EndedRuns::several_processes)
      .def_ro("facts", &EndedRuns::facts);

  nb::class_<Observer>(module, "NativeObserver", "Writes runs into one folder.")
      .def(nb::init<const Path&, RecordOptions, bool>(), nb::arg("folder"), nb::arg("options"),
           nb::arg("keep_facts"))
      .def_prop_ro("folder", &Observer::folder)
      .def_prop_ro("closed", &Observer::closed)
      .def(
          "observe",
          [](Observer& observer, Problem& problem, nb::object keeper) {
            observer.observe(problem, kept(std::move(keeper)));
          },
          nb::arg("problem"), nb::arg("keeper"),
          "Record a problem from now on; `keeper` is kept as long as that goes on.")
      .def("close", &Observer::close)
      .def("ended", &Observer::ended);

  nb::class_<MemoryRun>(module, "NativeMemoryRun", "A run in memory.")
      .def_ro("suite", &MemoryRun::suite)
      .def_ro("problem", &MemoryRun::problem)
      .def_ro("function", &MemoryRun::function)
      .def_ro("dimension", &MemoryRun::dimension)
      .def_ro("instance", &MemoryRun::instance)
      .def_ro("objectives", &MemoryRun::objectives)
      .def_ro("maximize", &MemoryRun::maximize)
      .def_ro("finished", &MemoryRun::finished)
      .def_ro("total_evaluations", &MemoryRun::evaluations)
      .def_ro("total_evaluations_constraints", &MemoryRun::evaluations_constraints)
      .def_prop_ro("optimal_value", array_of<&MemoryRun::optimal_value>,
                   nb::sig("def optimal_value(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro("counts", array_of<&MemoryRun::counts>,
                   nb::sig("def counts(self) -> numpy.typing.NDArray[numpy.uint64]"))
      .def_prop_ro("constraints_counts", array_of<&MemoryRun::constraints_counts>,
                   nb::sig("def constraints_counts(self) -> numpy.typing.NDArray[numpy.uint64]"))
      .def_prop_ro("values", array_of<&MemoryRun::values>,
                   nb::sig("def values(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro("points", array_of<&MemoryRun::points>,
                   nb::sig("def points(self) -> numpy.typing.NDArray[numpy.float64]"))
      .def_prop_ro(
          "attributes",
          [](const MemoryRun& run) {
            nb::list columns;
            for (const auto& values : run.attributes) columns.append(to_array(values));
            return columns;
          },
          nb::sig("def attributes(self) -> list[numpy.typing.NDArray[numpy.float64]]"))
      .def_prop_ro("restarts", array_of<&MemoryRun::restarts>,
                   nb::sig("def restarts(self) -> numpy.typing.NDArray[numpy.uint64]"));

  nb::class_<MemoryObserver>(module, "NativeMemoryObserver", "Records runs in memory.")
      .def(nb::init<MemoryOptions>(), nb::arg("options"))
      .def("observe", &MemoryObserver::observe, nb::arg("problem"))
      .def("close", &MemoryObserver::close)
      .def("runs", &MemoryObserver::runs, "Copies of the runs with evaluations.");
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
