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
namespace {

constexpr const char* kSuiteInfoText =
    R"(The facts of a suite, the same that its problems are made from.

Examples
--------
>>> from optimeter.problems import suite_info
>>> bbob = suite_info("bbob")
>>> bbob.dimensions, [group.name for group in bbob.groups][:2]
((2, 3, 5, 10, 20, 40), ['separable', 'moderate'])
>>> bbob.instances(2009)[:7]
(1, 2, 3, 4, 5, 1, 2)
>>> suite_info("bbob-constrained").number_of_constraints(function=4, dimension=10)
16
)";

// Python's integers have no end; the engine answers those of 64 bits itself.
std::int64_t number(const nb::int_& value, const char* what) {
  int overflow = 0;
  const std::int64_t result = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow != 0) {
    raise("InvalidValueError",
          std::string(what) + " must be less than 2**63; got " + nb::str(value).c_str());
  }
  return result;
}

template <typename T>
nb::tuple as_tuple(const std::vector<T>& values) {
  return nb::tuple(nb::cast(values, nb::rv_policy::reference));  // the suites live for ever
}

template <auto member>
constexpr auto tuple_of = [](const SuiteInfo& suite) { return as_tuple(suite.*member); };

// Every year that has a row of its own; of a row without an end its first.
std::vector<int> listed_years(const SuiteInfo& suite) {
  std::vector<int> years;
  for (const YearInfo& row : suite.years) {
    const int last = row.last == YearInfo::kOpen ? row.first : row.last;
    for (int year = row.first; year <= last; ++year) years.push_back(year);
  }
  return years;
}

void register_suite_info(nb::module_& module) {
  nb::class_<SuiteInfo>(module, "SuiteInfo", kSuiteInfoText)
      .def_ro("name", &SuiteInfo::name)
      .def_ro("title", &SuiteInfo::title, "What it is, in words.")
      .def_prop_ro("functions", tuple_of<&SuiteInfo::functions>,
                   nb::sig("def functions(self) -> tuple[FunctionInfo, ...]"),
                   "Ascending by number.")
      .def_prop_ro("groups", tuple_of<&SuiteInfo::groups>,
                   nb::sig("def groups(self) -> tuple[GroupInfo, ...]"),
                   "Every function belongs to one of them.")
      .def_prop_ro("subgroups", tuple_of<&SuiteInfo::subgroups>,
                   nb::sig("def subgroups(self) -> tuple[GroupInfo, ...]"),
                   "Further sets of functions, which may overlap.")
      .def_prop_ro("dimensions", tuple_of<&SuiteInfo::dimensions>,
                   nb::sig("def dimensions(self) -> tuple[int, ...]"),
                   "The published ones; others can be made as well.")
      .def_prop_ro(
          "years", [](const SuiteInfo& suite) { return as_tuple(listed_years(suite)); },
          nb::sig("def years(self) -> tuple[int, ...]"),
          "The years with instances of their own; `instances` knows whether the last ones hold on.")
      .def_ro("default_year", &SuiteInfo::default_year,
              "The year whose instances are taken when none are asked for.")
      .def_ro("coco_observer", &SuiteInfo::coco_observer,
              "The observer that COCO records it with; empty where COCO does not have it.")
      .def_ro("publication", &SuiteInfo::publication,
              "The publication that a paper cites for it, as an entry of BibTeX.")
      .def_ro("number_of_objectives", &SuiteInfo::objectives)
      .def_prop_ro(
          "constrained", [](const SuiteInfo& suite) { return suite.constraints != nullptr; },
          "Whether problems have constraints.")
      .def_ro("integer_variables", &SuiteInfo::integer_variables,
              "Whether some of the variables, the first ones, are integers.")
      .def_ro("noisy", &SuiteInfo::noisy, "Whether the values are disturbed.")
      .def_ro("maximize", &SuiteInfo::maximize, "Whether larger values are better.")
      .def_ro("optimum_known", &SuiteInfo::optimum_known,
              "Whether the optimal value and a point that attains it are known, so that values are "
              "judged by\ntheir precision; of one objective only.")
      .def_ro("repeated_instances", &SuiteInfo::repeated_instances,
              "Whether runs on different instances repeat one experiment; otherwise instances are "
              "problems of\ntheir own.")
      .def_prop_ro("table_dimensions", tuple_of<&SuiteInfo::table_dimensions>,
                   nb::sig("def table_dimensions(self) -> tuple[int, ...]"),
                   "The dimensions for which tables are made.")
      .def_prop_ro("analysed_instances", tuple_of<&SuiteInfo::analysed_instances>,
                   nb::sig("def analysed_instances(self) -> tuple[int, ...]"),
                   "The instances whose runs an analysis uses; empty where it uses all.")
      .def_ro("reference", &SuiteInfo::reference,
              "The algorithm that is shipped to compare with; empty where there is none.")
      .def(
          "instances",
          [](const SuiteInfo& suite, const std::optional<nb::int_>& year) {
            return as_tuple(year ? suite.instances(number(*year, "year")) : suite.instances());
          },
          nb::arg("year") = nb::none(),
          nb::sig("def instances(self, year: int | None = None) -> tuple[int, ...]"),
          "The instances of a year, or the default ones, in order, repetitions kept.")
      .def("number_of_constraints", &SuiteInfo::number_of_constraints, nb::arg("function"),
           nb::arg("dimension"), "The number of constraints of a function in a dimension.")
      .def(
          "check_function",
          [](const SuiteInfo& suite, const nb::int_& function) {
            static_cast<void>(suite.function(number(function, "function")));
          },
          nb::arg("function"), "Raise unless there is a function of this number.")
      .def(
          "check_dimension",
          [](const SuiteInfo& suite, const nb::int_& dimension) {
            suite.check_dimension(number(dimension, "dimension"));
          },
          nb::arg("dimension"), "Raise unless problems of this dimension can be made.")
      .def(
          "check_instance",
          [](const SuiteInfo& suite, const nb::int_& instance) {
            suite.check_instance(number(instance, "instance"));
          },
          nb::arg("instance"), "Raise unless this instance can be made.")
      .def_prop_ro("one_dimension_each", &SuiteInfo::one_dimension_each,
                   "Whether every function has one dimension of its own.")
      .def("has", &SuiteInfo::has, nb::arg("function"), nb::arg("dimension"),
           "Whether a function can have a dimension that is possible in the suite.")
      .def("id", &SuiteInfo::id, nb::arg("function"), nb::arg("dimension"), nb::arg("instance"),
           "The id of a problem.")
      .def("__repr__", [](const SuiteInfo& suite) { return "<SuiteInfo '" + suite.name + "'>"; });
}

}  // namespace

void register_suites(nb::module_& module) {
  nb::class_<FunctionInfo>(module, "FunctionInfo", "A function of a suite.")
      .def_ro("number", &FunctionInfo::number)
      .def_ro("name", &FunctionInfo::name)
      .def_ro("group", &FunctionInfo::group, "The name of its group, e.g. 'separable'.")
      .def_prop_ro(
          "ioh_name",
          [](const FunctionInfo& one) { return one.ioh_name.empty() ? one.name : one.ioh_name; },
          "Its name in IOHprofiler's files.")
      .def("__repr__", [](const FunctionInfo& one) {
        return "<FunctionInfo f" + std::to_string(one.number) + " '" + one.name + "'>";
      });
  nb::class_<GroupInfo>(module, "GroupInfo", "A set of functions of a suite.")
      .def_ro("name", &GroupInfo::name)
      .def_ro("title", &GroupInfo::title, "What its functions are, in words.")
      .def_prop_ro(
          "functions", [](const GroupInfo& group) { return nb::tuple(nb::cast(group.functions)); },
          nb::sig("def functions(self) -> tuple[int, ...]"), "Numbers, ascending.")
      .def("__repr__", [](const GroupInfo& group) {
        return "<GroupInfo '" + group.name + "', " + std::to_string(group.functions.size()) +
               " functions>";
      });

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

  register_suite_info(module);

  module.def("suite_names", [] {
    std::vector<std::string> names;
    for (const SuiteDefinition* suite : suites()) names.push_back(suite->info().name);
    return names;
  });
  module.def(
      "suite_info", [](const std::string& name) { return &find_suite(name).info(); },
      nb::arg("name"), nb::rv_policy::reference, "The facts of a suite.");
  module.def(
      "make_problem",
      [](const std::string& suite, const nb::int_& function, const nb::int_& dimension,
         const nb::int_& instance, std::shared_ptr<CocoStream> coco_stream,
         std::optional<std::int64_t> index) {
        return find_suite(suite).problem(
            number(function, "function"), number(dimension, "dimension"),
            number(instance, "instance"), {std::move(coco_stream), index});
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
