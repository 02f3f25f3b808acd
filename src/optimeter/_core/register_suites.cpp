// The suites of the engine, as plain data.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "optimeter/suite.hpp"
#include "optimeter/threads.hpp"
#include "support.hpp"

namespace optimeter::python {

void register_suites(nb::module_& module) {
  nb::class_<FunctionInfo>(module, "FunctionInfo", "A function of a suite.")
      .def_ro("number", &FunctionInfo::number)
      .def_ro("name", &FunctionInfo::name)
      .def_ro("group", &FunctionInfo::group);
  nb::class_<GroupInfo>(module, "GroupInfo", "A group of functions of a suite.")
      .def_ro("name", &GroupInfo::name)
      .def_ro("title", &GroupInfo::title);

  nb::class_<CocoStream>(module, "CocoStream",
                         "The random numbers of COCO's noisy suite, shared by problems.")
      .def(
          "__init__",
          [](CocoStream* self, std::uint64_t uniform, std::uint64_t normal) {
            new (self) CocoStream();  // NOLINT: nanobind hands over the memory
            self->restore({true, uniform, normal});
          },
          nb::arg("uniform") = 30, nb::arg("normal") = 30)
      .def_prop_ro(
          "counters",
          [](const CocoStream& s) {
            const NoiseState state = s.state();
            return nb::make_tuple(state.first, state.second);
          },
          nb::sig("def counters(self) -> tuple[int, int]"),
          "How many uniform and normal numbers were drawn, from 30 on.")
      .def(
          "__reduce__",
          [](const nb::object& self) { return nb::make_tuple(self.type(), self.attr("counters")); },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"));

  nb::class_<SuiteDefinition>(module, "SuiteDefinition", "What a suite consists of.")
      .def_prop_ro("name", &SuiteDefinition::name)
      .def_prop_ro("title", &SuiteDefinition::title)
      .def_prop_ro("dimensions", &SuiteDefinition::dimensions)
      .def_prop_ro("functions", &SuiteDefinition::functions)
      .def_prop_ro("groups", &SuiteDefinition::groups)
      .def_prop_ro("years", &SuiteDefinition::years)
      .def_prop_ro("noisy", &SuiteDefinition::noisy)
      .def("instances", &SuiteDefinition::instances, nb::arg("year") = nb::none(),
           "The instances of a year, or the default ones.")
      .def("check_dimension", &SuiteDefinition::check_dimension, nb::arg("dimension"),
           "Raise unless problems of this dimension can be made.")
      .def("id", &SuiteDefinition::id, nb::arg("function"), nb::arg("dimension"),
           nb::arg("instance"), "The id of a problem.");

  module.def("suite_names", [] {
    std::vector<std::string> names;
    for (const SuiteDefinition* suite : suites()) names.push_back(suite->name());
    return names;
  });
  module.def(
      "suite_definition", [](const std::string& name) { return &find_suite(name); },
      nb::arg("name"), nb::rv_policy::reference);
  module.def(
      "make_problem",
      [](const std::string& suite, int function, std::size_t dimension, std::int64_t instance,
         std::shared_ptr<CocoStream> coco_stream, std::optional<std::int64_t> index) {
        return find_suite(suite).problem(function, dimension, instance,
                                         {std::move(coco_stream), index});
      },
      nb::arg("suite"), nb::arg("function"), nb::arg("dimension"), nb::arg("instance"),
      nb::arg("coco_stream").none() = nb::none(), nb::arg("index").none() = nb::none(),
      "Make one problem of a suite.");

  module.def("set_threads", &set_threads, nb::arg("count"),
             R"(Set the number of threads that large batches use.

By default it is the number of cores. Small batches and single points always stay on the calling
thread. The values do not depend on it.

Examples
--------
>>> import optimeter as om
>>> om.set_threads(2)
)");
  module.def("threads", &threads, "The number of threads that large batches use.");
}

}  // namespace optimeter::python
