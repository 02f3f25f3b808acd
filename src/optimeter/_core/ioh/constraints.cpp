#include "constraints.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>

#include "../engine_function.hpp"
#include "mathematics/mathematics.hpp"

namespace optimeter::python::ioh {
namespace {

double excess(const Constraint& box, const double* x, std::size_t n) {
  double total = 0.0;
  const std::size_t count = std::min({n, box.lower.size(), box.upper.size()});
  for (std::size_t i = 0; i < count; ++i) {
    const double beyond = std::max(box.lower[i] - x[i], 0.0) + std::max(x[i] - box.upper[i], 0.0);
    total += beyond * beyond;
  }
  return total;
}

bool compute(const nb::object& self, const nb::object& x) {
  Constraint& constraint = nb::cast<Constraint&>(self);
  const std::vector<double> point = to_vector(x, "x");
  struct Restore {
    Constraint& constraint;
    bool own = constraint.own;
    ~Restore() { constraint.own = own; }
  };
  const Restore restore{constraint};
  constraint.own = false;  // this is what a class of one's own calls by super()
  return constraint.compute(self, point.data(), point.size());
}

int traverse_constraint(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (nb::inst_ready(nb::handle(self))) {
    Py_VISIT(nb::inst_ptr<Constraint>(nb::handle(self))->function.ptr());
  }
  return 0;
}

int clear_constraint(PyObject* self) {
  nb::inst_ptr<Constraint>(nb::handle(self))->function.reset();
  return 0;
}

PyType_Slot constraint_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(traverse_constraint)},
    {Py_tp_clear, reinterpret_cast<void*>(clear_constraint)},
    {0, nullptr},
};

}  // namespace

double Constraint::penalty() const {
  if (!cost && violation == 0.0) return 0.0;
  const double size = cost ? limit - violation : violation;
  return weight * (exponent == 1.0 ? size : mathematics::pow(size, exponent));
}

bool Constraint::compute(nb::handle self, const double* x, std::size_t n) {
  if (own) {
    const nb::object violated = self.attr("compute_violation")(point_array(x, n, integers));
    violation = nb::cast<double>(nb::float_(self.attr("violation")()));
    return nb::cast<bool>(nb::bool_(violated));
  }
  if (cost) {
    cost->objectives->evaluate(x, 1, &violation);
    return !holds();
  }
  if (function.is_valid()) {
    violation = nb::cast<double>(nb::float_(function(point_array(x, n, integers))));
  } else {
    violation = excess(*this, x, n);
  }
  return violation != 0.0;
}

double ConstraintSet::violation() const {
  double total = 0.0;
  for (const Entry& one : entries) {
    if (one.constraint->active()) total += one.constraint->violation;
  }
  return total;
}

double ConstraintSet::penalty() const {
  double total = 0.0;
  for (const Entry& one : entries) {
    const Constraint& c = *one.constraint;
    if (c.enforced >= Enforcement::soft && !c.holds()) total += c.penalty();
  }
  return total;
}

void register_constraints(nb::module_& module) {
  nb::class_<Constraint>(module, "Constraint", nb::type_slots(constraint_slots),
                         nb::is_weak_referenceable(),
                         "A violation, a number that is 0 where the constraint holds, and what it "
                         "does to a value.")
      .def(nb::init<>())
      .def_prop_rw(
          "_function", [](const Constraint& c) { return c.function; },
          [](Constraint& c, nb::object function) { c.function = std::move(function); },
          nb::for_getter(nb::sig("def _function(self) -> typing.Any")))
      .def(
          "_set_cost",
          [](Constraint& c, const EngineFunction& cost, double limit) {
            c.cost = cost.landscape;
            c.limit = limit;
          },
          nb::arg("cost"), nb::arg("limit"),
          nb::sig("def _set_cost(self, cost: typing.Any, limit: float) -> None"))
      .def_rw("_lower", &Constraint::lower)
      .def_rw("_upper", &Constraint::upper)
      .def_prop_ro(
          "_lower_array", [](const Constraint& c) { return point_array(c.lower, c.integers); },
          nb::sig("def _lower_array(self) -> numpy.typing.NDArray[typing.Any]"))
      .def_prop_ro(
          "_upper_array", [](const Constraint& c) { return point_array(c.upper, c.integers); },
          nb::sig("def _upper_array(self) -> numpy.typing.NDArray[typing.Any]"))
      .def_rw("_integers", &Constraint::integers)
      .def_rw("_own", &Constraint::own)
      .def_rw("weight", &Constraint::weight)
      .def_rw("exponent", &Constraint::exponent)
      .def_rw("name", &Constraint::name)
      .def_prop_rw(
          "_enforced", [](const Constraint& c) { return static_cast<int>(c.enforced); },
          [](Constraint& c, int how) { c.enforced = static_cast<Enforcement>(how); })
      .def("compute_violation", &compute, nb::arg("x"),
           nb::sig("def compute_violation(self, x: numpy.typing.ArrayLike) -> bool"),
           "Compute the violation at a point; True if there is one.")
      .def(
          "is_feasible",
          [](const nb::object& self, const nb::object& x) {
            return !nb::cast<bool>(nb::bool_(self.attr("compute_violation")(x)));
          },
          nb::arg("x"), nb::sig("def is_feasible(self, x: numpy.typing.ArrayLike) -> bool"),
          "Whether the constraint holds at a point.")
      .def(
          "violation", [](const Constraint& c) { return c.violation; },
          "Return the violation that was computed last.")
      .def("penalty", &Constraint::penalty,
           "Return weight times violation to the power of the exponent.")
      .def(
          "penalize", [](const Constraint& c, double y) { return y + c.penalty(); }, nb::arg("y"),
          "Return the value with the penalty.")
      .def(
          "__call__",
          [](const nb::object& self, const nb::object& x, double y) {
            const bool violated = nb::cast<bool>(nb::bool_(self.attr("compute_violation")(x)));
            const Constraint& c = nb::cast<const Constraint&>(self);
            return violated && c.enforced >= Enforcement::soft ? y + c.penalty() : y;
          },
          nb::arg("x"), nb::arg("y"),
          nb::sig("def __call__(self, x: numpy.typing.ArrayLike, y: float) -> float"),
          "Return the value at a point with what the constraint does to it.");

  nb::class_<ConstraintSet>(module, "ConstraintSet", "The constraints of a problem, each once.")
      .def(nb::init<>())
      .def(
          "add",
          [](ConstraintSet& self, const nb::object& one) {
            Constraint& constraint = nb::cast<Constraint&>(one);
            for (const auto& known : self.entries) {
              if (known.owner.is(one)) return;
            }
            self.entries.push_back({one, &constraint});
          },
          nb::arg("constraint"), nb::sig("def add(self, constraint: Constraint) -> None"),
          "Add a constraint, unless it is there.")
      .def(
          "remove",
          [](ConstraintSet& self, const nb::object& one) {
            std::erase_if(self.entries, [&](const auto& known) { return known.owner.is(one); });
          },
          nb::arg("constraint"), nb::sig("def remove(self, constraint: Constraint) -> None"),
          "Take a constraint away.")
      .def(
          "n", [](const ConstraintSet& self) { return self.entries.size(); }, "Their number.")
      .def("__len__", [](const ConstraintSet& self) { return self.entries.size(); })
      .def(
          "__getitem__",
          [](const ConstraintSet& self, Py_ssize_t index) {
            const auto size = static_cast<Py_ssize_t>(self.entries.size());
            const Py_ssize_t at = index < 0 ? index + size : index;
            if (at < 0 || at >= size) throw nb::index_error();
            return self.entries[static_cast<std::size_t>(at)].owner;
          },
          nb::arg("index"), nb::sig("def __getitem__(self, index: int) -> Constraint"))
      .def("violation", &ConstraintSet::violation,
           "Return the sum of all violations that were computed last.")
      .def("penalty", &ConstraintSet::penalty, "Return the sum of the penalties that count.")
      .def("__repr__", [](const ConstraintSet& self) {
        std::string text;
        for (const auto& one : self.entries) {
          if (!text.empty()) text += ',';
          text += nb::repr(one.owner).c_str();
        }
        return "<ConstraintSet: " + text + ">";
      });
}

}  // namespace optimeter::python::ioh
