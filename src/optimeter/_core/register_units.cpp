// Units: runs as pieces of their own, and what becomes of them.
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <utility>
#include <vector>

#include "optimeter/committer.hpp"
#include "optimeter/unit.hpp"
#include "recording.hpp"

namespace optimeter::python {
namespace {

using Path = std::filesystem::path;

// One run that becomes a unit.
class UnitRecording {
 public:
  UnitRecording(const Path& path, RecordOptions options, bool sync)
      : options_(std::move(options)), sink_(unit_sink(path, sync)) {}

  void attach(Problem& problem) { problem.attach(make_recorder(problem, options_, sink_)); }
  void abandon() { sink_->discard("abandoned"); }

 private:
  RecordOptions options_;
  std::shared_ptr<RunSink> sink_;
};

}  // namespace

void register_units(nb::module_& module) {
  using Unlocked = nb::call_guard<nb::gil_scoped_release>;
  nb::class_<UnitFacts>(module, "UnitFacts", "What is known of a recorded run besides its lines.")
      .def_ro("suite", &UnitFacts::suite)
      .def_ro("problem", &UnitFacts::problem)
      .def_ro("function", &UnitFacts::function)
      .def_ro("dimension", &UnitFacts::dimension)
      .def_ro("instance", &UnitFacts::instance)
      .def_ro("evaluations", &UnitFacts::evaluations)
      .def_ro("evaluations_constraints", &UnitFacts::evaluations_constraints)
      .def_ro("best", &UnitFacts::best)
      .def_ro("restarts", &UnitFacts::restarts)
      .def_ro("revealed", &UnitFacts::revealed);

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

  nb::class_<UnitRecording>(module, "NativeUnitRecording", "Records one run as a unit.")
      .def(nb::init<const Path&, RecordOptions, bool>(), nb::arg("path"), nb::arg("options"),
           nb::arg("sync"))
      .def("attach", &UnitRecording::attach, nb::arg("problem"))
      .def("abandon", &UnitRecording::abandon);

  nb::class_<HeldRecording>(module, "HeldRecording",
                            "Records one run and keeps it for a committer.")
      .def(nb::init<Problem&, const Path&, const RecordOptions&>(), nb::arg("problem"),
           nb::arg("folder"), nb::arg("options"))
      .def("abandon", &HeldRecording::abandon);

  nb::class_<Committer>(module, "Committer",
                        "Writes finished runs to packs, flushes them to the disk and notes them "
                        "in the journal, in a thread of its own.")
      .def(nb::init<Path>(), nb::arg("folder"))
      .def(
          "submit",
          [](Committer& self, Outcome outcome, const HeldRecording* recording) {
            self.submit(std::move(outcome),
                        recording != nullptr ? recording->sink()->finished() : nullptr);
          },
          nb::arg("outcome"), nb::arg("recording").none(), Unlocked(),
          "Hand over a finished run; None as `recording` stands for one without data.")
      .def("committed", &Committer::committed, Unlocked(), "How many runs have been committed.")
      .def("flush", &Committer::flush, Unlocked(), "Wait until all are committed; how many.");

  module.def("read_unit", &read_unit, nb::arg("place"), "The facts of a stored unit.");
  module.def(
      "read_pack",
      [](const Path& path) {
        nb::list entries;
        for (PackEntry& entry : read_pack(path)) {
          entries.append(nb::make_tuple(entry.run, std::move(entry.place)));
        }
        return entries;
      },
      nb::arg("path"), nb::sig("def read_pack(path: pathlib.Path) -> list[tuple[int, UnitPlace]]"),
      "The runs of a pack and where their units are.");
  module.def(
      "write_pack",
      [](const Path& path, const std::vector<std::pair<std::uint64_t, UnitPlace>>& units) {
        std::vector<PackEntry> entries;
        for (const auto& [run, place] : units) entries.push_back({run, place});
        write_pack(path, entries);
      },
      nb::arg("path"), nb::arg("units"), Unlocked(), "Copy units into a new pack.");
  module.def("assemble", &assemble, nb::arg("units"), nb::arg("folder"), nb::arg("sync") = false,
             Unlocked(), "Put units together as a result folder.");
}

}  // namespace optimeter::python
