// The class PointCall: the short way from a call with one point to its value as numpy's number.
#include "optimeter/problem.hpp"
#include "support.hpp"

namespace optimeter::python {
namespace {

// Where plain points go at once; null while every call goes to the method `_call`.
struct PointCall {
  nb::object owner;
  Problem* problem = nullptr;
  bool floats = false;  // whether values are Python's numbers
};

nb::object direct(const PointCall& call) {
  return call.problem == nullptr ? nb::none() : call.owner;
}

void set_direct(PointCall& call, const nb::object& problem) {
  const bool none = problem.is_none();
  Problem* const native = none ? nullptr : &nb::cast<Problem&>(problem);
  const nb::object before = call.owner;  // let go when the call is complete again
  call.owner = none ? nb::object() : problem;
  call.problem = native;
}

nb::object value_of(const PointCall& call, const double* x) {
  Problem& problem = *call.problem;
  const std::size_t m = problem.info().objectives;
  if (m > 1) {
    nb::object values = new_array(m, 1, false);
    problem.evaluate(x, array_data(values));
    return values;
  }
  double y = 0.0;
  problem.evaluate(x, &y);
  if (call.floats) return nb::float_(y);
  static PyArray_Descr* const type = PyArray_DescrFromType(NPY_DOUBLE);
  nb::object value = nb::steal(PyArray_Scalar(&y, type, nullptr));
  if (!value.is_valid()) throw nb::python_error();
  return value;
}

PyObject* point_call(PyObject* self, PyObject* args, PyObject* kwargs) {
  try {
    const bool named = kwargs != nullptr && NB_DICT_GET_SIZE(kwargs) != 0;
    if (!named && NB_TUPLE_GET_SIZE(args) == 1 && nb::inst_ready(nb::handle(self))) {
      const PointCall& call = *nb::inst_ptr<PointCall>(nb::handle(self));
      if (call.problem != nullptr) {
        QuickPoint quick;
        const double* const x =
            quick.read(NB_TUPLE_GET_ITEM(args, 0), call.problem->info().dimension);
        if (x != nullptr) {
          const nb::object owner = call.owner;  // lives on, whatever else happens meanwhile
          return value_of(call, x).release().ptr();
        }
      }
    }
    const nb::object other = nb::getattr(nb::handle(self), "_call");
    return PyObject_Call(other.ptr(), args, kwargs);
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

nb::object constraint(const nb::object& self, const nb::object& x) {
  const PointCall& call = nb::cast<const PointCall&>(self);
  if (call.problem != nullptr && call.problem->info().constraints > 0) {
    QuickPoint quick;
    if (const double* const point = quick.read(x.ptr(), call.problem->info().dimension)) {
      const nb::object owner = call.owner;
      nb::object values = new_array(call.problem->info().constraints, 1, false);
      call.problem->evaluate_constraints(point, 1, array_data(values));
      return values;
    }
  }
  return self.attr("_constraint")(x);
}

PyType_Slot point_call_slots[] = {{Py_tp_call, reinterpret_cast<void*>(point_call)}, {0, nullptr}};

constexpr const char* kText = R"(A callable that evaluates plain points without a detour.

A class that derives from it is called with a point. If `direct` is a problem and the point is an
array, a list or a tuple of numbers, the problem evaluates it at once, and the value is a
``numpy.float64`` (a float if `_floats`), or an array with several objectives. All other calls go to
the method ``_call`` of that class. Constraints likewise, and all others go to ``_constraint``.)";

}  // namespace

void register_point_call(nb::module_& module) {
  nb::class_<PointCall>(module, "PointCall", nb::type_slots(point_call_slots),
                        nb::is_weak_referenceable(), kText)
      .def(nb::init<>())
      .def("constraint", &constraint, nb::arg("x"),
           nb::sig("def constraint(self, x: numpy.typing.ArrayLike) -> "
                   "numpy.typing.NDArray[numpy.float64] | None"),
           "Evaluate the constraints and count it; feasible is <= 0. None if there are none.")
      .def_rw("_floats", &PointCall::floats)
      .def_prop_rw("direct", &direct, &set_direct, nb::arg("problem").none(),
                   nb::for_getter(nb::sig("def direct(self) -> Problem | None")),
                   nb::for_setter(nb::sig("def direct(self, problem: Problem | None) -> None")),
                   "The problem that evaluates plain points at once; None to let none pass.");
}

}  // namespace optimeter::python
