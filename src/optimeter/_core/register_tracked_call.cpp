// The class TrackedCall: evaluations of one objective with the last and the best point kept.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "optimeter/problem.hpp"
#include "support.hpp"

namespace optimeter::python {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

struct Tracked {
  std::vector<double> x;
  double y = kNone;
  double unconstrained = kNone;
  std::optional<double> raw;  // where it is known already
};

struct TrackedCall {
  nb::object owner;            // of `problem`
  Problem* problem = nullptr;  // where plain points go at once; null: all go to `_call`
  bool maximize = false;
  bool notifies = false;  // whether `_seen` is called: at improvements and at the first evaluation
  bool sees_all = false;  // and at all others
  std::uint64_t evaluations = 0;
  bool improved = false;
  Tracked current;
  Tracked best;

  double worst() const { return maximize ? -kInfinity : kInfinity; }

  // Counts an evaluation; true if somebody is to be told.
  bool count(const double* x, std::size_t n, double y, double unconstrained,
             std::optional<double> raw) {
    if (evaluations == 0 && best.x.empty()) best.y = best.unconstrained = worst();
    ++evaluations;
    current.x.assign(x, x + n);
    current.y = y;
    current.unconstrained = unconstrained;
    current.raw = raw;
    improved = maximize ? y > best.y : y < best.y;
    if (improved) best = current;
    return notifies && (improved || sees_all || evaluations == 1);
  }

  void forget(bool keep_current) {
    evaluations = 0;
    improved = false;
    best = Tracked{};
    best.y = best.unconstrained = worst();
    if (!keep_current) current = Tracked{};
  }
};

void set_direct(TrackedCall& call, const nb::object& problem) {
  const bool none = problem.is_none();
  Problem* const native = none ? nullptr : &nb::cast<Problem&>(problem);
  const nb::object before = call.owner;  // let go when the call is complete again
  call.owner = none ? nb::object() : problem;
  call.problem = native;
}

PyObject* tracked_call(PyObject* self, PyObject* args, PyObject* kwargs) {
  try {
    const bool named = kwargs != nullptr && NB_DICT_GET_SIZE(kwargs) != 0;
    if (!named && NB_TUPLE_GET_SIZE(args) == 1 && nb::inst_ready(nb::handle(self))) {
      TrackedCall& call = *nb::inst_ptr<TrackedCall>(nb::handle(self));
      if (call.problem != nullptr) {
        const std::size_t n = call.problem->info().dimension;
        QuickPoint quick;
        const double* const x = quick.read(NB_TUPLE_GET_ITEM(args, 0), n);
        if (x != nullptr) {
          const nb::object owner = call.owner;  // lives on, whatever else happens meanwhile
          double y = 0.0;
          call.problem->evaluate(x, &y);
          if (!std::isfinite(y) &&
              !std::all_of(x, x + n, [](double v) { return std::isfinite(v); })) {
            return PyFloat_FromDouble(kNone);  // it was not counted
          }
          if (call.count(x, n, y, y, std::nullopt)) nb::handle(self).attr("_seen")();
          return PyFloat_FromDouble(y);
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

PyType_Slot tracked_call_slots[] = {{Py_tp_call, reinterpret_cast<void*>(tracked_call)},
                                    {0, nullptr}};

constexpr const char* kText = R"(A callable that evaluates points and keeps the last and the best.

A class that derives from it is called with a point. If `_direct` is a problem and the point is an
array of float64 that needs no conversion, the problem evaluates it at once. All other calls go to
the method ``_call`` of that class, which counts its evaluations by `_count`.)";

nb::object point(const Tracked& tracked) {
  return tracked.x.empty() ? nb::none() : to_array(tracked.x);
}

nb::object raw(const Tracked& tracked) {
  return tracked.raw ? nb::object(nb::float_(*tracked.raw)) : nb::none();
}

}  // namespace

void register_tracked_call(nb::module_& module) {
  nb::class_<TrackedCall>(module, "TrackedCall", nb::type_slots(tracked_call_slots),
                          nb::is_weak_referenceable(), nb::dynamic_attr(), kText)
      .def(nb::init<>())
      .def_prop_rw(
          "_direct",
          [](const TrackedCall& call) { return call.problem == nullptr ? nb::none() : call.owner; },
          &set_direct, nb::arg("problem").none(),
          nb::for_getter(nb::sig("def _direct(self) -> Problem | None")),
          nb::for_setter(nb::sig("def _direct(self, problem: Problem | None) -> None")),
          "The problem that evaluates plain points at once; None to let none pass.")
      .def_rw("_maximize", &TrackedCall::maximize)
      .def_rw("_notifies", &TrackedCall::notifies)
      .def_rw("_sees_all", &TrackedCall::sees_all)
      .def_ro("_evaluations", &TrackedCall::evaluations)
      .def_ro("_improved", &TrackedCall::improved)
      .def_prop_ro("_y", [](const TrackedCall& call) { return call.current.y; })
      .def_prop_ro("_y_unconstrained",
                   [](const TrackedCall& call) { return call.current.unconstrained; })
      .def_prop_ro("_best_y", [](const TrackedCall& call) { return call.best.y; })
      .def_prop_ro("_best_unconstrained",
                   [](const TrackedCall& call) { return call.best.unconstrained; })
      .def_prop_ro(
          "_x", [](const TrackedCall& call) { return point(call.current); },
          nb::sig("def _x(self) -> numpy.typing.NDArray[numpy.float64] | None"))
      .def_prop_ro(
          "_best_x", [](const TrackedCall& call) { return point(call.best); },
          nb::sig("def _best_x(self) -> numpy.typing.NDArray[numpy.float64] | None"))
      .def_prop_ro(
          "_known_raw", [](const TrackedCall& call) { return raw(call.current); },
          nb::sig("def _known_raw(self) -> float | None"))
      .def_prop_ro(
          "_known_best_raw", [](const TrackedCall& call) { return raw(call.best); },
          nb::sig("def _known_best_raw(self) -> float | None"))
      .def(
          "_count",
          [](const nb::object& self, const nb::object& x, double y, double unconstrained,
             const nb::object& known) {
            TrackedCall& call = nb::cast<TrackedCall&>(self);
            auto* const array = reinterpret_cast<PyArrayObject*>(x.ptr());
            if (!PyArray_CheckExact(x.ptr()) || PyArray_TYPE(array) != NPY_DOUBLE ||
                PyArray_NDIM(array) != 1 || !PyArray_ISCARRAY_RO(array)) {
              raise("InvalidTypeError", "a point must be an array of float64");
            }
            const std::optional<double> value =
                known.is_none() ? std::nullopt : std::optional(nb::cast<double>(known));
            if (call.count(static_cast<const double*>(PyArray_DATA(array)),
                           static_cast<std::size_t>(PyArray_DIM(array, 0)), y, unconstrained,
                           value)) {
              self.attr("_seen")();
            }
          },
          nb::arg("x"), nb::arg("y"), nb::arg("unconstrained"), nb::arg("raw").none(),
          nb::sig("def _count(self, x: numpy.typing.NDArray[numpy.float64], y: float, "
                  "unconstrained: float, raw: float | None) -> None"),
          "Count an evaluation.")
      .def("_forget", &TrackedCall::forget, nb::arg("keep_current"),
           nb::sig("def _forget(self, keep_current: bool) -> None"), "Forget all evaluations.");
}

}  // namespace optimeter::python
