#include "values.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "recorders/numbers.hpp"

namespace optimeter::python::ioh {
namespace {

template <typename Kind>
nb::object solution(const std::vector<double>& x, double y) {
  Kind made;
  made.x = x;
  made.y = y;
  return nb::cast(std::move(made));
}

template <typename Kind>
void register_solution(nb::module_& module, const char* name, bool integers) {
  nb::class_<Kind, Solution>(module, name)
      .def(
          "__init__",
          [](Kind* self, const nb::object& x, double y) {
            new (self) Kind{{to_vector(x, "x"), y}};
          },
          nb::arg("x") = nb::tuple(), nb::arg("y") = kNan,
          nb::sig("def __init__(self, x: numpy.typing.ArrayLike = (), y: float = ...) -> None"))
      .def_prop_rw(
          "x", [integers](const Kind& self) { return point_array(self.x, integers); },
          [](Kind& self, const nb::object& x) { self.x = to_vector(x, "x"); },
          nb::for_getter(nb::sig("def x(self) -> numpy.typing.NDArray[typing.Any]")),
          nb::for_setter(nb::sig("def x(self, x: numpy.typing.ArrayLike) -> None")), "The point.");
}

template <typename Kind, typename Shown>
void register_state(nb::module_& module, const char* name) {
  nb::class_<Kind, State>(module, name)
      .def(nb::init<>())
      .def_prop_ro("current_best",
                   [](const Kind& s) { return solution<Shown>(s.best_x, s.best_y); })
      .def_prop_ro("current", [](const Kind& s) { return solution<Shown>(s.x, s.y); })
      .def_prop_ro("current_best_internal",
                   [](const Kind& s) { return solution<Shown>(s.best_x, s.best_raw); })
      .def_prop_ro("current_internal", [](const Kind& s) { return solution<Shown>(s.x, s.raw); });
}

}  // namespace

void MetaData::set_direction(const nb::object& value) {
  direction = value;
  maximize = nb::cast<int>(nb::int_(value)) == 1;
}

Moment LogInfo::moment() const {
  Moment shown = now;
  shown.x = x.data();
  shown.size = x.size();
  shown.violation = violations.empty() ? 0.0 : violations[0];
  shown.penalty = penalties.empty() ? 0.0 : penalties[0];
  return shown;
}

std::string shown(double value) {
  std::string text;
  append_shortest(text, value);
  return text;
}

std::string shown(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) {
    if (!text.empty()) text += ", ";
    append_shortest(text, value);
  }
  return text;
}

nb::object point_array(const double* x, std::size_t n, bool integers) {
  if (integers) {
    std::int32_t* data = nullptr;
    nb::object array = empty_array(n, data);
    std::transform(x, x + n, data, [](double v) { return static_cast<std::int32_t>(v); });
    return array;
  }
  double* data = nullptr;
  nb::object array = empty_array(n, data);
  std::copy_n(x, n, data);
  return array;
}

nb::object point_array(const std::vector<double>& x, bool integers) {
  return point_array(x.data(), x.size(), integers);
}

void register_values(nb::module_& module) {
  nb::class_<Solution>(module, "Solution", "A point and its value.")
      .def_rw("y", &Solution::y, "The value.")
      .def_prop_ro(
          "x", [](const Solution& self) { return point_array(self.x, false); },
          nb::sig("def x(self) -> numpy.typing.NDArray[typing.Any]"), "The point.")
      .def("__repr__", [](const Solution& self) {
        return "<Solution x: [" + shown(self.x) + "] y: " + shown(self.y) + ">";
      });
  register_solution<RealSolution>(module, "RealSolution", false);
  register_solution<IntegerSolution>(module, "IntegerSolution", true);

  nb::class_<State>(module, "State", "How far the evaluation of a problem has come: a snapshot.")
      .def_ro("evaluations", &State::evaluations)
      .def_ro("y_unconstrained", &State::unconstrained)
      .def_ro("y_unconstrained_best", &State::best_unconstrained)
      .def_ro("has_improved", &State::improved)
      .def_ro("optimum_found", &State::optimum_found)
      .def_ro("final_target_found", &State::target_found)
      .def("__repr__", [](const State& self) {
        return "<State evaluations: " + std::to_string(self.evaluations) +
               " final_target_found: " + (self.target_found ? "true" : "false") +
               " current_best: <Solution x: [" + shown(self.best_x) + "] y: " + shown(self.best_y) +
               ">>";
      });
  register_state<RealState, RealSolution>(module, "RealState");
  register_state<IntegerState, IntegerSolution>(module, "IntegerState");

  nb::class_<MetaData>(module, "MetaData", "What a problem is.")
      .def(
          "__init__",
          [](MetaData* self, std::int64_t problem_id, std::int64_t instance, std::string name,
             std::int64_t variables, const nb::object& direction, double final_target) {
            new (self)
                MetaData{problem_id, instance, std::move(name), variables, {}, false, final_target};
            self->set_direction(direction);
          },
          nb::arg("problem_id"), nb::arg("instance"), nb::arg("name"), nb::arg("n_variables"),
          nb::arg("optimization_type"), nb::arg("final_target") = 1e-8)
      .def_rw("problem_id", &MetaData::problem_id)
      .def_rw("instance", &MetaData::instance)
      .def_rw("name", &MetaData::name)
      .def_rw("n_variables", &MetaData::variables)
      .def_prop_rw(
          "optimization_type", [](const MetaData& self) { return self.direction; },
          &MetaData::set_direction,
          nb::for_getter(nb::sig("def optimization_type(self) -> typing.Any")))
      .def_rw("final_target", &MetaData::final_target)
      .def("__repr__", [](const MetaData& self) {
        return "<MetaData: " + self.name + " id: " + std::to_string(self.problem_id) +
               " iid: " + std::to_string(self.instance) +
               " dim: " + std::to_string(self.variables) + ">";
      });

  nb::class_<LogInfo>(module, "LogInfo", "One evaluation, as a logger gets it.")
      .def(
          "__init__",
          [](LogInfo* self, std::uint64_t evaluations, double raw_y, double raw_y_best,
             double transformed_y, double transformed_y_best, double y, double y_best,
             std::vector<double> x, std::vector<double> violations, std::vector<double> penalties,
             nb::object objective, bool has_improved) {
            new (self) LogInfo{};
            self->now = {.evaluations = evaluations,
                         .raw = raw_y,
                         .raw_best = raw_y_best,
                         .transformed = transformed_y,
                         .transformed_best = transformed_y_best,
                         .y = y,
                         .y_best = y_best,
                         .improved = has_improved};
            self->x = std::move(x);
            self->violations = std::move(violations);
            self->penalties = std::move(penalties);
            self->objective = std::move(objective);
          },
          nb::arg("evaluations"), nb::arg("raw_y"), nb::arg("raw_y_best"), nb::arg("transformed_y"),
          nb::arg("transformed_y_best"), nb::arg("y"), nb::arg("y_best"), nb::arg("x"),
          nb::arg("violations"), nb::arg("penalties"), nb::arg("objective"),
          nb::arg("has_improved") = false)
      .def_prop_ro("evaluations", [](const LogInfo& i) { return i.now.evaluations; })
      .def_prop_ro("raw_y", [](const LogInfo& i) { return i.now.raw; })
      .def_prop_ro("raw_y_best", [](const LogInfo& i) { return i.now.raw_best; })
      .def_prop_ro("transformed_y", [](const LogInfo& i) { return i.now.transformed; })
      .def_prop_ro("transformed_y_best", [](const LogInfo& i) { return i.now.transformed_best; })
      .def_prop_ro("y", [](const LogInfo& i) { return i.now.y; })
      .def_prop_ro("y_best", [](const LogInfo& i) { return i.now.y_best; })
      .def_ro("x", &LogInfo::x)
      .def_ro("violations", &LogInfo::violations)
      .def_ro("penalties", &LogInfo::penalties)
      .def_ro("objective", &LogInfo::objective)
      .def_prop_ro("has_improved", [](const LogInfo& i) { return i.now.improved; });
}

}  // namespace optimeter::python::ioh
