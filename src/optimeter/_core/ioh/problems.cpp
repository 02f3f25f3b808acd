#include "problems.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <cmath>

#include "../engine_function.hpp"
#include "optimeter/problem.hpp"
#include "optimeter/process_generation.hpp"

namespace optimeter::python::ioh {
namespace {

/// Values that differ by less than this are the optimum, as in ioh.
constexpr double kSame = std::numeric_limits<double>::epsilon();

bool finite(const double* x, std::size_t n) {
  return std::all_of(x, x + n, [](double v) { return std::isfinite(v); });
}

double number(const nb::object& value, const MetaData& meta) {
  PyObject* const given = value.ptr();
  if (PyFloat_Check(given)) return PyFloat_AS_DOUBLE(given);
  const bool array =
      PyArray_Check(given) && PyArray_NDIM(reinterpret_cast<PyArrayObject*>(given)) > 0;
  const double y = array ? 0.0 : PyFloat_AsDouble(given);
  if (array || PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    raise("InvalidTypeError",
          meta.name + " must return a number; got " + std::string(nb::repr(value).c_str()));
  }
  return y;
}

nb::list listed(const double* x, std::size_t n, bool integers) {
  nb::list list;
  for (std::size_t i = 0; i < n; ++i) {
    if (integers) {
      list.append(static_cast<std::int64_t>(x[i]));
    } else {
      list.append(x[i]);
    }
  }
  return list;
}

nb::object as_point(const double* x, const Tracked& problem) {
  return point_array(x, problem.dimension, problem.integers);
}

PyObject* tracked_call(PyObject* self, PyObject* args, PyObject* kwargs) {
  try {
    const bool named = kwargs != nullptr && NB_DICT_GET_SIZE(kwargs) != 0;
    if (!named && NB_TUPLE_GET_SIZE(args) == 1 && nb::inst_ready(nb::handle(self))) {
      Tracked& problem = *nb::inst_ptr<Tracked>(nb::handle(self));
      QuickPoint quick;
      const double* const x =
          quick.read(NB_TUPLE_GET_ITEM(args, 0), problem.dimension, problem.integers);
      if (x != nullptr) {
        if (!finite(x, problem.dimension)) return PyFloat_FromDouble(kNan);
        const nb::object alive = nb::borrow(self);
        return PyFloat_FromDouble(problem.evaluate(alive, x));
      }
    }
    const nb::object other = nb::getattr(nb::handle(self), "_call");
    return PyObject_Call(other.ptr(), args, kwargs);
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

int tracked_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(nb::handle(self))) return 0;
  const Tracked& problem = *nb::inst_ptr<Tracked>(nb::handle(self));
  for (const nb::object* const one :
       {&problem.function, &problem.transform_variables, &problem.transform_objectives,
        &problem.instance, &problem.meta_owner, &problem.set_owner, &problem.optimum,
        &problem.logger_owner}) {
    Py_VISIT(one->ptr());
  }
  if (problem.constraints != nullptr) {
    for (const auto& entry : problem.constraints->entries) Py_VISIT(entry.owner.ptr());
  }
  return 0;
}

int tracked_clear(PyObject* self) {
  Tracked& problem = *nb::inst_ptr<Tracked>(nb::handle(self));
  problem.function.reset();
  problem.transform_variables.reset();
  problem.transform_objectives.reset();
  problem.logger = nullptr;
  problem.logger_owner.reset();
  if (problem.constraints != nullptr) problem.constraints->entries.clear();
  return 0;
}

PyType_Slot tracked_slots[] = {
    {Py_tp_call, reinterpret_cast<void*>(tracked_call)},
    {Py_tp_traverse, reinterpret_cast<void*>(tracked_traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(tracked_clear)},
    {0, nullptr},
};

template <typename Kind>
nb::object snapshot(const Tracked& p) {
  Kind made;
  made.evaluations = p.evaluations;
  made.x = p.current.x;
  made.y = p.current.y;
  made.raw = p.current.raw;
  made.unconstrained = p.current.unconstrained;
  made.best_x = p.best.x;
  if (made.best_x.empty()) made.best_x.assign(p.dimension, p.integers ? 0.0 : kNan);
  made.best_y = p.best.y;
  made.best_raw = p.best.raw;
  made.best_unconstrained = p.best.unconstrained;
  made.improved = p.improved;
  made.optimum_found = p.optimum_found;
  made.target_found = p.target_found;
  return nb::cast(std::move(made));
}

nb::object state(const Tracked& problem) {
  return problem.integers ? snapshot<IntegerState>(problem) : snapshot<RealState>(problem);
}

void set_logger(Tracked& problem, const nb::object& logger) {
  const nb::object before = problem.logger_owner;  // let go when all is consistent again
  problem.logger = logger.is_none() ? nullptr : &nb::cast<Logger&>(logger);
  problem.logger_owner = logger.is_none() ? nb::object() : logger;
  problem.sees_all = problem.logger != nullptr && problem.logger->sees_all();
  problem.generation = process_generation();
}

// The logger's files and counters are those of its process.
void require_logger_here(const Tracked& problem) {
  if (problem.logger == nullptr || problem.generation == process_generation()) return;
  throw AccountError(
      "problem " + problem.meta->name +
      " is logged by another process, which does not hear of evaluations in this one; evaluate it "
      "there, or observe a problem of om.problem, which counts those of all processes");
}

void set_up(Tracked& problem, const nb::object& meta, const nb::object& constraints,
            const nb::object& optimum) {
  problem.meta_owner = meta;
  problem.meta = &nb::cast<MetaData&>(meta);
  problem.dimension = static_cast<std::size_t>(problem.meta->variables);
  problem.set_owner = constraints;
  problem.constraints = &nb::cast<ConstraintSet&>(constraints);
  problem.optimum = optimum;
  problem.optimal_value = nb::cast<const Solution&>(optimum).y;
  problem.forget();
}

}  // namespace

void Tracked::forget() {
  evaluations = 0;
  improved = optimum_found = target_found = false;
  best = Seen{};
  best.y = best.unconstrained = best.raw = worst();
}

Moment Tracked::moment() const {
  return {.evaluations = evaluations,
          .raw = current.raw,
          .raw_best = best.raw,
          .transformed = current.unconstrained,
          .transformed_best = best.unconstrained,
          .y = current.y,
          .y_best = best.y,
          .violation = constraints->entries.empty() ? 0.0 : constraints->violation(),
          .penalty = constraints->entries.empty() ? 0.0 : constraints->penalty(),
          .improved = improved,
          .maximize = meta->maximize,
          .x = current.x.data(),
          .size = current.x.size()};
}

nb::object Tracked::log_info() const {
  LogInfo info;
  info.now = moment();
  info.now.x = nullptr;
  info.x = current.x;
  info.violations.push_back(info.now.violation);
  info.penalties.push_back(info.now.penalty);
  for (const auto& one : constraints->entries) {
    const bool active = one.constraint->active();
    info.violations.push_back(active ? one.constraint->violation : 0.0);
    info.penalties.push_back(active ? one.constraint->penalty() : 0.0);
  }
  info.objective = optimum;
  return nb::cast(std::move(info));
}

void Tracked::own_value(nb::handle self, const double* x, double& raw, double& y) const {
  if (function.is_valid()) {
    nb::object point = as_point(x, *this);
    if (transform_variables.is_valid()) point = self.attr("_transformed")(point);
    raw = number(function(point), *meta);
    y = transform_objectives.is_valid() ? number(transform_objectives(raw, instance), *meta) : raw;
    return;
  }
  // Methods of a class of one's own take lists.
  nb::object point = listed(x, dimension, integers);
  point = self.attr("transform_variables")(point);
  raw = number(self.attr("evaluate")(point), *meta);
  y = number(self.attr("transform_objectives")(raw), *meta);
}

double Tracked::value(nb::handle self, const double* x, double& raw) const {
  double y = kNan;
  if (landscape) {
    landscape->objectives->evaluate(x, 1, &y);
    const Shown& shown = landscape->shown;
    raw = shown.defined(y);
    y = (shown.scaled ? raw * shown.factor + shown.offset : raw) + offset;
    if (raw_values) {
      raw_values->objectives->evaluate(x, 1, &raw);
      raw = raw_values->shown.defined(raw);
    }
  } else {
    own_value(self, x, raw, y);
  }
  return inverted ? -y : y;
}

double Tracked::evaluate(nb::handle self, const double* x) {
  require_logger_here(*this);
  const nb::object alive = set_owner;  // whatever the functions of the user do meanwhile
  bool violated = false;
  for (std::size_t i = 0; i < constraints->entries.size(); ++i) {
    const auto one = constraints->entries[i];
    if (!one.constraint->active()) continue;
    violated = one.constraint->compute(one.owner, x, dimension) || violated;
  }
  if (violated) {
    for (const auto& one : constraints->entries) {
      const Constraint& c = *one.constraint;
      if (c.enforced < Enforcement::hard || c.holds()) continue;
      const double y = c.forbidden(meta->maximize);
      count(self, x, y, y, y);
      return y;
    }
  }
  double raw = kNan;
  const double unconstrained = value(self, x, raw);
  double y = unconstrained;
  if (violated) {
    double penalties = 0.0;
    for (const auto& one : constraints->entries) {
      if (one.constraint->enforced == Enforcement::soft) penalties += one.constraint->penalty();
    }
    y += penalties;
  }
  count(self, x, y, unconstrained, raw);
  return y;
}

void Tracked::count(nb::handle self, const double* x, double y, double unconstrained, double raw) {
  ++evaluations;
  current.x.assign(x, x + dimension);
  current.y = y;
  current.unconstrained = unconstrained;
  current.raw = raw;
  improved = meta->maximize ? y > best.y : y < best.y;
  if (improved) {
    best = current;
    const double distance = std::fabs(optimal_value - y);
    optimum_found = optimum_found || distance < kSame;
    target_found = target_found || distance < meta->final_target;
  }
  if (logger != nullptr && (improved || sees_all || evaluations == 1)) {
    const nb::object alive = logger_owner;
    static_cast<void>(self);
    logger->see(alive, *this);
  }
}

void register_problems(nb::module_& module) {
  nb::class_<Tracked>(module, "Tracked", nb::type_slots(tracked_slots), nb::is_weak_referenceable(),
                      "A callable that evaluates points by the rules of IOHprofiler and keeps the "
                      "last and the best.\n\nWhat is no plain point goes to the method `_call` of "
                      "the class that derives from it.")
      .def(nb::init<>())
      .def("_set_up", &set_up, nb::arg("meta_data"), nb::arg("constraints"), nb::arg("optimum"))
      .def(
          "_set_engine",
          [](Tracked& problem, const nb::object& function, double offset) {
            if (nb::isinstance<EngineFunction>(function)) {
              problem.landscape = nb::cast<const EngineFunction&>(function).landscape;
            } else {
              const auto lazy = nb::cast<const Problem&>(function).shared_landscape();
              problem.landscape = std::shared_ptr<const Landscape>(lazy, &lazy->get());
            }
            problem.offset = offset;
          },
          nb::arg("function"), nb::arg("offset"),
          nb::sig("def _set_engine(self, function: typing.Any, offset: float) -> None"))
      .def(
          "_set_raw",
          [](Tracked& problem, const EngineFunction& function) {
            problem.raw_values = function.landscape;
          },
          nb::arg("function"), nb::sig("def _set_raw(self, function: typing.Any) -> None"))
      .def(
          "_set_optimum",
          [](Tracked& problem, const nb::object& optimum) {
            problem.optimum = optimum;
            problem.optimal_value = nb::cast<const Solution&>(optimum).y;
          },
          nb::arg("optimum"), nb::sig("def _set_optimum(self, optimum: Solution) -> None"))
      .def(
          "_set_function",
          [](Tracked& problem, nb::object function, const nb::object& variables,
             const nb::object& objectives, nb::object instance) {
            problem.function = std::move(function);
            problem.transform_variables = variables.is_none() ? nb::object() : variables;
            problem.transform_objectives = objectives.is_none() ? nb::object() : objectives;
            problem.instance = std::move(instance);
          },
          nb::arg("function"), nb::arg("transform_variables").none(),
          nb::arg("transform_objectives").none(), nb::arg("instance"),
          nb::sig("def _set_function(self, function: object, transform_variables: object, "
                  "transform_objectives: object, instance: object) -> None"))
      .def("_set_logger", &set_logger, nb::arg("logger").none())
      .def_rw("_integers", &Tracked::integers)
      .def_rw("_inverted", &Tracked::inverted)
      .def_ro("_evaluations", &Tracked::evaluations)
      .def_prop_ro(
          "_logger",
          [](const Tracked& p) { return p.logger == nullptr ? nb::none() : p.logger_owner; },
          nb::sig("def _logger(self) -> typing.Any"))
      .def_prop_ro(
          "_variables", [](const Tracked& p) { return p.transform_variables; },
          nb::sig("def _variables(self) -> typing.Any"))
      .def(
          "_evaluate",
          [](const nb::object& self, const nb::object& x) {
            Tracked& problem = nb::cast<Tracked&>(self);
            const Points points = to_points(x.ptr(), problem.dimension, problem.meta->name);
            if (!finite(points.data, problem.dimension)) return kNan;
            return problem.evaluate(self, points.data);
          },
          nb::arg("x"), nb::sig("def _evaluate(self, x: numpy.typing.ArrayLike) -> float"),
          "Evaluate a point with the right number of variables.")
      .def("_forget", &Tracked::forget, "Forget all evaluations.")
      .def_prop_ro(
          "meta_data", [](const Tracked& p) { return p.meta_owner; },
          nb::sig("def meta_data(self) -> MetaData"), "What the problem is.")
      .def_prop_ro(
          "constraints", [](const Tracked& p) { return p.set_owner; },
          nb::sig("def constraints(self) -> ConstraintSet"), "The constraints.")
      .def_prop_ro("state", &state, nb::sig("def state(self) -> State"),
                   "How far the evaluation has come: a snapshot.")
      .def_prop_ro(
          "optimum",
          [](const Tracked& p) -> nb::object {
            const Solution& best = nb::cast<const Solution&>(p.optimum);
            if (p.integers) return nb::cast(IntegerSolution{best});
            return nb::cast(RealSolution{best});
          },
          nb::sig("def optimum(self) -> Solution"),
          "The best point and value, where they are known.")
      .def_prop_ro("log_info", &Tracked::log_info, nb::sig("def log_info(self) -> LogInfo"),
                   "What a logger gets of the last evaluation.");
}

}  // namespace optimeter::python::ioh
