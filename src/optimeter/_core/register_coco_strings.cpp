// What the strings of COCO's programs ask for, as the engine reads them.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>

#include "optimeter/coco_strings.hpp"
#include "support.hpp"

namespace optimeter::python {
namespace {

struct ReadSuite {
  std::vector<std::int64_t> instances;
  std::vector<std::size_t> indices;
  std::string refusal;
  Warnings warnings;
};

struct ReadObserver {
  CocoObserver observer;
  Warnings warnings;
};

ReadSuite read_suite(const std::string& name, const std::string& instances,
                     const std::string& options) {
  ReadSuite read;
  try {
    const CocoSelection chosen = read_coco_suite(name, instances, options, read.warnings);
    read.instances = chosen.instances.numbers;
    read.indices = chosen.kept();
  } catch (const EmptySelection& none) {
    read.refusal = none.what();
  }
  return read;
}

ReadObserver read_observer(const std::string& name, const std::string& options) {
  ReadObserver read;
  read.observer = read_coco_observer(name, options, read.warnings);
  return read;
}

const char* kind_word(const ReadObserver& read) {
  switch (read.observer.kind) {
    case CocoObserver::Kind::kInactive:
      return "inactive";
    case CocoObserver::Kind::kOneObjective:
      return "one objective";
    case CocoObserver::Kind::kSeveralObjectives:
      return "several objectives";
    case CocoObserver::Kind::kNone:
      break;
  }
  return "none";
}

}  // namespace

void register_coco_strings(nb::module_& module) {
  nb::class_<ReadSuite>(module, "CocoSuiteStrings", "What the strings of a suite ask for.")
      .def_ro("instances", &ReadSuite::instances, "In the order asked for, repetitions kept.")
      .def_ro("indices", &ReadSuite::indices,
              "The problems that are kept: positions in the complete suite with these instances.")
      .def_ro("refusal", &ReadSuite::refusal,
              "Why there is no such suite, where COCO has none either; else empty.")
      .def_ro("warnings", &ReadSuite::warnings, "What was made of what does not fit.");
  nb::class_<ReadObserver>(module, "CocoObserverStrings",
                           "What the strings of an observer ask for.")
      .def_prop_ro("kind", &kind_word,
                   nb::sig("def kind(self) -> typing.Literal['none', 'inactive', 'one objective', "
                           "'several objectives']"),
                   "What it records.")
      .def_prop_ro(
          "makes_folder", [](const ReadObserver& read) { return read.observer.makes_folder; },
          "Whether the folder is made, even if nothing is recorded.")
      .def_prop_ro(
          "folder", [](const ReadObserver& read) { return read.observer.folder; },
          "The result folder below the outer one.")
      .def_prop_ro(
          "options", [](const ReadObserver& read) { return read.observer.options; },
          "The options of the recording.")
      .def_ro("warnings", &ReadObserver::warnings, "What was made of what does not fit.");
  module.def("read_coco_suite", &read_suite, nb::arg("name"), nb::arg("instances"),
             nb::arg("options"), "Read the strings with which COCO's programs ask for a suite.");
  module.def("read_coco_observer", &read_observer, nb::arg("name"), nb::arg("options"),
             "Read the strings with which COCO's programs ask for an observer.");
}

}  // namespace optimeter::python
