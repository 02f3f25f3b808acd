// Units: runs as pieces of their own, and what becomes of them.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>
#include <vector>

#include "interpreter.hpp"
#include "optimeter/committer.hpp"
#include "optimeter/unit.hpp"
#include "recording.hpp"

namespace optimeter::python {
namespace {

using Path = std::filesystem::path;

}  // namespace

void register_units(nb::module_& module) {
  using Free = nb::call_guard<Unlocked>;
  nb::class_<Unit>(module, "Unit", "The facts of a recorded run: all but its lines.")
      .def_ro("suite", &Unit::suite, "The name of the suite.")
      .def_ro("problem", &Unit::problem, "The id of the problem.")
      .def_ro("function", &Unit::function, "The number of the function.")
      .def_ro("dimension", &Unit::dimension, "The number of variables.")
      .def_ro("instance", &Unit::instance, "The instance.")
      .def_ro("evaluations", &Unit::evaluations, "How often the objectives were evaluated.")
      .def_ro("evaluations_constraints", &Unit::evaluations_constraints,
              "How often the constraints were evaluated.")
      .def_ro("best", &Unit::best, "The best recorded value: f - f_opt where the optimum is known.")
      .def_ro("restarts", &Unit::restarts, "How often the optimizer said that it restarts.")
      .def_ro("revealed", &Unit::revealed, "Whether the optimum was looked at.")
      .def_ro("several_processes", &Unit::several_processes,
              "Whether other processes evaluated, too: the order is that of arrival, then.")
      .def("__repr__", [](const Unit& unit) {
        return "<Unit of " + unit.problem + ", " + std::to_string(unit.evaluations) +
               " evaluations>";
      });

  nb::class_<UnitPlace>(module, "UnitPlace",
                        "Where a unit is: in a file of its own or in a part of a pack.")
      .def(
          "__init__",
          [](UnitPlace* self, Path path, std::uint64_t offset, std::optional<std::uint64_t> size) {
            new (self) UnitPlace{std::move(path), offset, size.value_or(UnitPlace::kToTheEnd)};
          },
          nb::arg("path"), nb::arg("offset") = 0, nb::arg("size") = nb::none())
      .def_ro("path", &UnitPlace::path)
      .def_ro("offset", &UnitPlace::offset)
      .def_ro("size", &UnitPlace::size);

  nb::class_<Recording>(module, "Recording",
                        "Records one run and keeps it, for a committer or a file of its own.")
      .def(nb::init<Problem&, const Path&, const RecordOptions&, bool, bool>(), nb::arg("problem"),
           nb::arg("folder"), nb::arg("options"), nb::kw_only(), nb::arg("exclusive") = false,
           nb::arg("costs") = false, nb::keep_alive<1, 2>(),
           "Lines that are too many for the memory go to scratch files in the folder. If\n"
           "`exclusive`, nothing else can record the problem meanwhile; if `costs`, seconds and\n"
           "batches are recorded, too.")
      .def("end", &Recording::end, "The run is over; it can be saved or committed now.")
      .def("abandon", &Recording::abandon, "The run is over and forgotten.")
      .def(
          "state",
          [](Recording& self) {
            const std::string bytes = self.state();
            return nb::bytes(bytes.data(), bytes.size());
          },
          "The run so far, with the counters of the problem.")
      .def(
          "restore",
          [](Recording& self, const nb::bytes& state) {
            self.restore({state.c_str(), state.size()});
          },
          nb::arg("state"),
          "Go on from a state of the same run; the problem must not have been evaluated.")
      .def("save", &Recording::save, nb::arg("path"), nb::kw_only(), nb::arg("sync"),
           "Write the unit to a file of its own, which is there complete or not at all.");

  nb::class_<Costs>(module, "Costs", "Notes the seconds and batches of one run.")
      .def(nb::init<Problem&, const RecordOptions&>(), nb::arg("problem"), nb::arg("options"),
           "Beside what records the problem already, from now on.")
      .def("end", &Costs::end, "The run is over, if it was not before.")
      .def_prop_ro("evaluations", &Costs::evaluations, "How many were made.")
      .def("line", &Costs::line, nb::arg("run"), nb::arg("unit"),
           "The costs as a line of JSON, with the facts of the unit.");

  nb::class_<Committer>(module, "Committer",
                        "Writes finished runs to packs, flushes them to the disk and notes them "
                        "in the journal, in a thread of its own.")
      .def(nb::init<Path>(), nb::arg("folder"))
      .def(
          "submit",
          [](Committer& self, Outcome outcome, const Recording* recording) {
            self.submit(std::move(outcome),
                        recording != nullptr ? recording->sink()->finished() : nullptr);
          },
          nb::arg("outcome"), nb::arg("recording").none(), Free(),
          "Hand over a finished run; None as `recording` stands for one without data.")
      .def("committed", &Committer::committed, Free(), "How many runs have been committed.")
      .def("flush", &Committer::flush, Free(), "Wait until all are committed; how many.");

  module.def("read_unit", &read_unit, nb::arg("place"), "The facts of a stored unit.");
  module.def("read_pack", &read_pack, nb::arg("path"),
             "The runs of a pack and where their units are.");
  module.def("write_pack", &write_pack, nb::arg("path"), nb::arg("units"), Free(),
             "Copy units into a new pack.");
  module.def("renumber_pack", &renumber_pack, nb::arg("path"), nb::arg("indices"), Free(),
             "Give the problems of runs other indices in the headers of their units.");
  module.def("assemble", &assemble, nb::arg("units"), nb::arg("folder"), nb::arg("sync") = false,
             Free(), "Put units together as a result folder; return the names of its files.");
}

}  // namespace optimeter::python
