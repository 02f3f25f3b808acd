// The class Problem, with its hand-written call slot.
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "archive.hpp"
#include "callable.hpp"
#include "interpreter.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/problem.hpp"
#include "optimeter/suite.hpp"
#include "support.hpp"

namespace optimeter::python {
namespace {

std::string describe(const Problem& problem) { return "problem " + problem.info().id; }

// The values of points in the memory of a GPU; nothing if they lie here.
nb::object on_device(nb::handle problem, nb::handle x, const char* what) {
  if (!may_be_on_device(x.ptr())) return {};
  nb::object values = provided("on_device")(problem, x, what);
  return values.is(nb::handle(Py_NotImplemented)) ? nb::object() : values;
}

// Makes the landscape if it is not there yet. That of a large problem takes long: other threads go
// on meanwhile, and Ctrl-C is heard.
void prepare(const Problem& problem) {
  constexpr std::size_t kLarge = 100;
  if (problem.shared_landscape()->ready() || problem.info().dimension < kLarge) return;
  without_lock([&] { static_cast<void>(problem.landscape()); });
}

PyObject* call_batch(Problem& problem, const Points& points) {
  const std::size_t m = problem.info().objectives;
  const CallableMapping* const own = callable_of(problem);
  if (own != nullptr && own->notes() && own->notes()->raises) {  // at the first that fails
    nb::object values = new_array(points.count, m, m > 1);
    double* const y = array_data(values);
    for (std::size_t i = 0; i < points.count; ++i) {
      problem.evaluate(points.data + i * problem.info().dimension, y + i * m);
      answer_failures(problem, points.data + i * problem.info().dimension, 1, y + i * m);
    }
    return values.release().ptr();
  }
  nb::object values = filled_array(
      points.count, m, m > 1, [&](double* y) { problem.evaluate(points.data, points.count, y); });
  if (own != nullptr) answer_failures(problem, points.data, points.count, array_data(values));
  return values.release().ptr();
}

PyObject* call_single(Problem& problem, const double* x) {
  if (problem.info().objectives == 1) {
    double y = 0.0;
    problem.evaluate(x, &y);
    if (std::isnan(y)) answer_failures(problem, x, 1, &y);
    return PyFloat_FromDouble(y);
  }
  nb::object values = new_array(problem.info().objectives, 1, false);
  problem.evaluate(x, array_data(values));
  if (std::isnan(array_data(values)[0])) answer_failures(problem, x, 1, array_data(values));
  return values.release().ptr();
}

// problem(x): written by hand, since the time of a call is part of every evaluation.
PyObject* problem_call(PyObject* self, PyObject* args, PyObject* kwargs) {
  try {
    const bool named =
        kwargs != nullptr && NB_DICT_GET_SIZE(kwargs) != 0;  // f(*args, **{}) has none
    if (named || NB_TUPLE_GET_SIZE(args) != 1) {
      raise("InvalidTypeError", "a problem is called with one argument, the point or points");
    }
    if (!nb::inst_ready(nb::handle(self))) {
      raise("InvalidTypeError", "this Problem was never made; use om.problem or om.Suite");
    }
    Problem& problem = *nb::inst_ptr<Problem>(nb::handle(self));
    PyObject* const x = NB_TUPLE_GET_ITEM(args, 0);
    const std::size_t d = problem.info().dimension;
    prepare(problem);
    QuickPoint quick;
    if (const double* point = quick.read(x, d)) return call_single(problem, point);
    if (nb::object values = on_device(nb::handle(self), x, "objectives"); values.is_valid()) {
      return values.release().ptr();
    }
    const Points points = to_points(x, d, describe(problem));
    return points.batch ? call_batch(problem, points) : call_single(problem, points.data);
  } catch (const Stop& stop) {  // the end of almost every run
    set_stop(stop);
    return nullptr;
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

// The functions of callable problems often know the problem: such circles are for the collector.
template <typename Use>
int each_callable(PyObject* self, const Use& use) {
  if (!nb::inst_ready(nb::handle(self))) return 0;
  const Problem& problem = *nb::inst_ptr<Problem>(nb::handle(self));
  const CallableMapping* const objectives = callable_of(problem);
  if (objectives == nullptr) return 0;
  if (const int stop = use(*objectives)) return stop;
  const auto* const constraints =
      dynamic_cast<const CallableMapping*>(problem.landscape().constraints.get());
  return constraints != nullptr ? use(*constraints) : 0;
}

int problem_traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  return each_callable(self, [&](const CallableMapping& one) { return one.traverse(visit, arg); });
}

int problem_clear(PyObject* self) {
  return each_callable(self, [](const CallableMapping& one) {
    one.forget();
    return 0;
  });
}

PyType_Slot problem_slots[] = {
    {Py_tp_call, reinterpret_cast<void*>(problem_call)},
    {Py_tp_traverse, reinterpret_cast<void*>(problem_traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(problem_clear)},
    {0, nullptr},
};

nb::object constraint(const nb::object& self, const nb::object& x) {
  auto& problem = nb::cast<Problem&>(self);
  prepare(problem);
  const std::size_t l = problem.info().constraints;
  if (nb::object values = on_device(self, x, "constraints"); values.is_valid()) return values;
  QuickPoint quick;
  if (const double* point = quick.read(x.ptr(), problem.info().dimension)) {
    nb::object values = new_array(l, 1, false);
    problem.evaluate_constraints(point, 1, array_data(values));
    return values;
  }
  const Points points = to_points(x.ptr(), problem.info().dimension, describe(problem));
  return filled_array(
      points.batch ? points.count : l, points.batch ? l : 1, points.batch,
      [&](double* g) { problem.evaluate_constraints(points.data, points.count, g); });
}

nb::object evaluate_all(const nb::object& self, const nb::object& x) {
  auto& problem = nb::cast<Problem&>(self);
  prepare(problem);
  if (nb::object values = on_device(self, x, "all"); values.is_valid()) return values;
  const Points points = to_points(x.ptr(), problem.info().dimension, describe(problem));
  const std::size_t m = problem.info().objectives;
  const std::size_t l = problem.info().constraints;
  nb::object y = points.batch ? new_array(points.count, m, m > 1) : new_array(m, 1, false);
  nb::object g = points.batch ? new_array(points.count, l, true) : new_array(l, 1, false);
  double* const values = array_data(y);
  double* const constraints = array_data(g);
  without_lock([&] { problem.evaluate_all(points.data, points.count, values, constraints); });
  answer_failures(problem, points.data, points.batch ? points.count : 1, values);
  nb::object f = !points.batch && m == 1 ? nb::object(nb::float_(values[0])) : y;
  return provided("Evaluated")(f, g);
}

void reseed(Problem& problem, const nb::object& seed) {
  std::uint64_t number = 0;
  if (!nb::try_cast(seed, number)) {
    raise("InvalidValueError", std::string("seed must be an integer from 0 to 2**64 - 1; got ") +
                                   nb::repr(seed).c_str());
  }
  problem.reseed(number);
}

void recommend(Problem& problem, nb::object x) {
  if (may_be_on_device(x.ptr())) x = provided("to_host")(x);
  const Points points = to_points(x.ptr(), problem.info().dimension, describe(problem));
  if (points.batch) {
    raise("InvalidValueError",
          "recommend takes one point of shape (" + std::to_string(problem.info().dimension) + ",)");
  }
  problem.recommend(points.data);
}

nb::object reveal(Problem& problem) {
  prepare(problem);
  problem.note_reveal();
  const Landscape& landscape = problem.landscape();
  nb::object value = nb::none();
  if (const std::optional<double> best = problem.optimal_value()) {
    value = nb::float_(*best);
  } else if (!landscape.optimal_value.empty()) {
    value = to_array(landscape.optimal_value);
  }
  nb::object point =
      landscape.best_parameter.empty() ? nb::none() : to_array(landscape.best_parameter);
  return provided("Optimum")(value, point);
}

nb::object final_target(Problem& problem) {
  prepare(problem);
  problem.note_reveal();  // it tells the optimal value up to the precision
  const std::optional<double> target = problem.final_target();
  return target ? nb::object(nb::float_(*target)) : nb::none();
}

bool equal(const Problem& a, const Problem& b) {
  const CallableMapping* const left = callable_of(a);
  const CallableMapping* const right = callable_of(b);
  if (left != nullptr && right != nullptr) {
    return left == right || left->description().equal(right->description());
  }
  if (left != nullptr || right != nullptr) return false;
  return a.info().suite == b.info().suite && a.info().id == b.info().id;
}

nb::tuple state_of(const Problem& problem) {
  const Progress now = problem.progress();
  nb::object noise = nb::none();
  if (const std::optional<NoiseState> state = problem.noise_state()) {
    noise = nb::make_tuple(state->coco, state->first, state->second);
  }
  nb::object archive = nb::none();
  if (problem.info().objectives > 1 && now.evaluations > 0) {
    archive = archive_points(problem.archive());
  }
  return nb::make_tuple(now.evaluations, now.evaluations_constraints, now.best_value,
                        now.final_target_hit, noise, archive);
}

void set_state(Problem& problem, const nb::tuple& state) {
  if (nb::len(state) != 6) {
    raise("InvalidValueError",
          "the state of a problem has 6 parts; got " + std::to_string(nb::len(state)));
  }
  problem.restore({nb::cast<std::uint64_t>(state[0]), nb::cast<std::uint64_t>(state[1]),
                   nb::cast<double>(state[2]), nb::cast<bool>(state[3])});
  if (!state[4].is_none()) {
    const nb::tuple noise = nb::cast<nb::tuple>(state[4]);
    if (noise.size() != 3) raise("InvalidValueError", "the state of the noise has 3 entries");
    problem.restore_noise({nb::cast<bool>(noise[0]), nb::cast<std::uint64_t>(noise[1]),
                           nb::cast<std::uint64_t>(noise[2])});
  }
  if (state[5].is_none()) {
    problem.restore_archive({}, {});
  } else {
    const nb::tuple archive = nb::cast<nb::tuple>(state[5]);
    if (archive.size() != 2) raise("InvalidValueError", "the state of the archive has 2 entries");
    const ArchivePoints points =
        to_archive_points(archive[0], archive[1], problem.info().objectives);
    problem.restore_archive(points.y, points.evaluations);
  }
}

// A problem that belongs to a run is made again as a way to its account: what it is, and where that
// is.
nb::tuple reduce_accounted(Problem& problem) {
  const ProblemInfo& info = problem.info();
  const CallableMapping* const callable = callable_of(problem);
  const RunAddress where = problem.address();
  nb::object on_error = nb::none();  // what becomes of failures there
  if (callable != nullptr && callable->notes()) {
    const CallNotes& kept = *callable->notes();
    on_error = nb::make_tuple(kept.raises ? nb::none() : nb::object(nb::float_(kept.answer)));
  }
  const nb::object made_from =
      callable != nullptr
          ? callable->description()
          : nb::make_tuple(info.suite, info.function, info.dimension, info.instance, info.index);
  return nb::make_tuple(provided("from_account"),
                        nb::make_tuple(made_from,
                                       nb::make_tuple(where.place, where.key, where.host,
                                                      where.process, where.observed),
                                       on_error));
}

nb::object problem_of(const std::string& key) {
  nb::object found = nb::none();
  with_problem_of(key, [&](Problem& problem) {
    const nb::object known = nb::find(problem);
    if (known.is_valid()) found = known;
  });
  return found;
}

void account_to(Problem& problem, const nb::tuple& where) {
  problem.account_to({nb::cast<std::string>(where[0]), nb::cast<std::string>(where[1]),
                      nb::cast<std::string>(where[2]), nb::cast<std::uint64_t>(where[3]),
                      nb::cast<bool>(where[4])});
}

nb::tuple reduce(Problem& problem) {
  if (problem.accounted()) return reduce_accounted(problem);
  const ProblemInfo& info = problem.info();
  if (const CallableMapping* callable = callable_of(problem)) {
    return nb::make_tuple(provided("from_description"),
                          nb::make_tuple(callable->description(), state_of(problem)));
  }
  return nb::make_tuple(provided("from_suite"),
                        nb::make_tuple(info.suite, info.function, info.dimension, info.instance,
                                       state_of(problem), info.index));
}

// A problem that belongs to a run has no copies: its counters are those of the run.
nb::object copied(const nb::object& self) {
  const auto& problem = nb::cast<const Problem&>(self);
  return problem.accounted() ? self : nb::cast(copy(problem));
}

nb::object description_of(const Problem& problem) {
  const CallableMapping* const callable = callable_of(problem);
  return callable == nullptr ? nb::none() : callable->description();
}

// Who stores the states of the optimizer on this problem; null outside of experiments.
nb::handle keeper_of(const Problem& problem) {
  return static_cast<PyObject*>(problem.kept().get());
}

void set_keeper(Problem& problem, const nb::object& keeper) {
  problem.keep(keeper.is_none() ? nullptr : kept(keeper));
}

bool checkpoint(const Problem& problem, const nb::object& state) {
  const nb::object keeper = nb::borrow(keeper_of(problem));
  return keeper.is_valid() && nb::cast<bool>(keeper.attr("keep")(state));
}

nb::object restored(const Problem& problem) {
  const nb::object keeper = nb::borrow(keeper_of(problem));
  return keeper.is_valid() ? nb::object(keeper.attr("restored")) : nb::none();
}

nb::tuple told_failures(const std::vector<Failure>& first) {
  nb::list told;
  for (const Failure& one : first) told.append(nb::make_tuple(one.x, one.message));
  return nb::tuple(told);
}

// What checkpoints keep and journals tell: how many evaluations failed, whether one did not, the
// first ones and the message of the last one; the best value and its point. None outside of runs
// and for problems that cannot fail.
nb::object notes_of(const Problem& problem) {
  const CallableMapping* const own = callable_of(problem);
  if (own == nullptr || !own->notes()) return nb::none();
  const CallNotes& kept = *own->notes();
  return nb::make_tuple(kept.count, kept.any_value, told_failures(kept.first), kept.last,
                        problem.seen(kept.best), nb::tuple(nb::cast(kept.best_x)));
}

nb::tuple done_elsewhere(const Problem& problem) {
  const Elsewhere all = problem.done_elsewhere();
  return nb::make_tuple(all.evaluations, all.failed, all.lost, told_failures(all.first),
                        problem.seen(all.best), nb::tuple(nb::cast(all.best_x)));
}

void keep_notes(const Problem& problem, const nb::object& on_error, const nb::object& before) {
  const CallableMapping* const own = callable_of(problem);
  if (own == nullptr || own->parallel()) return;  // functions of the engine do not fail
  auto kept = std::make_shared<CallNotes>();
  kept->raises = on_error.is_none();
  if (!kept->raises) kept->answer = nb::cast<double>(on_error);
  if (!before.is_none()) {
    const auto state = nb::cast<nb::tuple>(before);
    kept->count = nb::cast<std::uint64_t>(state[0]);
    kept->any_value = nb::cast<bool>(state[1]);
    for (const nb::handle one : state[2]) {
      kept->first.push_back({nb::cast<std::vector<double>>(one[0]), nb::cast<std::string>(one[1])});
    }
    kept->last = nb::cast<std::string>(state[3]);
    kept->best = problem.info().maximize ? -nb::cast<double>(state[4]) : nb::cast<double>(state[4]);
    kept->best_x = nb::cast<std::vector<double>>(state[5]);
  }
  own->keep_notes(std::move(kept));
}

void set_limit(Problem& problem, const nb::object& evaluations, bool at_target) {
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
  if (!evaluations.is_none() && !nb::try_cast(evaluations, limit)) {
    raise("InvalidValueError", std::string("evaluations must be an integer of at least 0; got ") +
                                   nb::repr(evaluations).c_str());
  }
  problem.limit(limit, at_target);
}

// Properties that are members of what a problem is, and of how far it has come.
template <auto member>
constexpr auto info = [](const Problem& p) { return p.info().*member; };
template <auto member>
constexpr auto array_of = [](const Problem& p) { return to_array(p.info().*member); };
template <auto member>
constexpr auto progress = [](const Problem& p) { return p.progress().*member; };

constexpr const char* kProblemText = R"(A problem of a suite, or one made from a callable.

``problem(x)`` evaluates a point of shape (d,), ``problem(X)`` a batch of shape (n, d), with the same
bits as n single calls; both count. Problems may be evaluated from several threads, they pickle and
copy with their counters, and they are equal when they are the same problem of the same suite. While
a problem is observed or has a budget, its copies are the problem itself and count on its account.

Examples
--------
>>> import optimeter as om
>>> problem = om.problem("bbob", function=1, dimension=3)
>>> problem([1, 2, 3])
103.87187008000001
>>> problem([[1, 2, 3], [0, 0, 0]])
array([103.87187008,  81.40627008])
>>> problem.evaluations, problem.best_value
(3, 81.40627008)
)";

constexpr const char* kCheckpointText =
    R"(Store the state of the optimizer, from which it can go on if this run is broken off.

An experiment that is started again calls the optimizer with a problem that stands where it stood at
the last checkpoint; `restored` is the state. The generator, the start and the global generators of
Python and numpy are put back by the experiment. Outside of experiments nothing happens.

Parameters
----------
state
    Anything that can be pickled. It may hold the problem and the generator that the optimizer was
    called with. It must not be None, which stands for a run that begins.

Returns
-------
bool
    Whether it was stored. Calls are cheap, and most do nothing: between two states that are stored,
    `checkpoint_every` seconds pass.

Examples
--------
>>> import optimeter as om
>>> def walk(problem, start, rng):
...     point, step = problem.restored or (start, 1.0)
...     while step > 1e-9:
...         trial = point + step * rng.standard_normal(point.size)
...         if problem(trial) <= problem(point):
...             point = trial
...         step *= 0.99
...         problem.checkpoint((point, step))
>>> problem = om.problem("bbob", function=1, dimension=3)
>>> problem.restored, problem.checkpoint("outside of experiments")
(None, False)
)";

}  // namespace

void register_problem(nb::module_& module) {
  set_waiting([](const std::function<void()>& work) {
    if (PyGILState_Check() != 0) {
      without_lock(work);
    } else {
      work();
    }
  });
  module.def("_problem_of", &problem_of, nb::arg("key"),
             nb::sig("def _problem_of(key: str) -> Problem | None"),
             "The problem of this process to whose run the key belongs; None if there is none.");
  module.def("_problem_from_callable", &problem_from_callable, nb::arg("description"),
             nb::sig("def _problem_from_callable(description: "
                     "optimeter.problems.callables.CallableDescription) -> Problem"));

  nb::class_<Problem>(module, "Problem", nb::type_slots(problem_slots), nb::is_weak_referenceable(),
                      kProblemText)
      .def(
          "__init__",
          [](const nb::handle&, const nb::args&, const nb::kwargs&) {
            raise("InvalidTypeError",
                  "a Problem is not made by its class: om.problem('bbob', function=1, dimension=2) "
                  "gives one of a suite, om.Suite('bbob') all of them, and "
                  "om.Problem.from_callable(function, lower, upper) makes one of your own");
          },
          nb::sig("def __init__(self, *arguments: typing.Never) -> None"))
      .def_prop_ro("id", info<&ProblemInfo::id>, "Its identifier, e.g. 'bbob_f001_i01_d02'.")
      .def_prop_ro("name", info<&ProblemInfo::name>, "Its name in words.")
      .def_prop_ro("suite", info<&ProblemInfo::suite>,
                   "The name of its suite; empty if it has none.")
      .def_prop_ro("function", info<&ProblemInfo::function>,
                   "The number of its function in the suite.")
      .def_prop_ro("dimension", info<&ProblemInfo::dimension>, "The number of variables.")
      .def_prop_ro("instance", info<&ProblemInfo::instance>,
                   "Which shifted and rotated version of the function it is.")
      .def_prop_ro("group", info<&ProblemInfo::group>,
                   "The name of the group that its function belongs to.")
      .def_prop_ro("number_of_objectives", info<&ProblemInfo::objectives>,
                   "The number of objectives.")
      .def_prop_ro("number_of_constraints", info<&ProblemInfo::constraints>,
                   "The number of constraints.")
      .def_prop_ro("number_of_integer_variables", info<&ProblemInfo::integer_variables>,
                   "How many of the variables, the first ones, are integers.")
      .def_prop_ro("lower_bounds", array_of<&ProblemInfo::lower_bounds>,
                   nb::sig("def lower_bounds(self) -> numpy.typing.NDArray[numpy.float64]"),
                   "The lower bounds of the region of interest, as a new array.")
      .def_prop_ro("upper_bounds", array_of<&ProblemInfo::upper_bounds>,
                   nb::sig("def upper_bounds(self) -> numpy.typing.NDArray[numpy.float64]"),
                   "The upper bounds of the region of interest, as a new array.")
      .def_prop_ro(
          "initial_solution",
          [](const Problem& p) {
            if (p.info().initial_solution.empty()) prepare(p);
            return to_array(p.initial_solution());
          },
          nb::sig("def initial_solution(self) -> numpy.typing.NDArray[numpy.float64]"),
          "The first point to try, as a new array.")
      .def_prop_ro("target_precision", info<&ProblemInfo::target_precision>,
                   "How close to the optimal value the final target is.")
      .def_prop_ro("evaluations", progress<&Progress::evaluations>,
                   "The number of evaluations so far.")
      .def_prop_ro("evaluations_constraints", progress<&Progress::evaluations_constraints>,
                   "The number of evaluations of the constraints so far.")
      .def_prop_ro(
          "best_value", [](const Problem& p) { return p.seen(p.progress().best_value); },
          "The best objective value so far; inf before the first evaluation, -inf under "
          "maximisation.")
      .def_prop_ro("maximize", info<&ProblemInfo::maximize>, "Whether larger values are better.")
      .def_prop_ro("final_target_hit", progress<&Progress::final_target_hit>,
                   "Whether a value within `target_precision` of the optimal one was found.")
      .def_prop_ro(
          "final_target", &final_target, nb::sig("def final_target(self) -> float | None"),
          "The value that ends a run: the optimal one plus `target_precision`, for optimizers that "
          "need\nit; None with several objectives or where no optimum is known. Looking at it is "
          "noted in\nthe recorded data, as `reveal` is.")
      .def_prop_ro("observed", &Problem::observed, "True while an observer records this problem.")
      .def("constraint", &constraint, nb::arg("x"),
           nb::sig("def constraint(self, x: numpy.typing.ArrayLike) -> "
                   "numpy.typing.NDArray[numpy.float64]"),
           "The constraint values of a point, (l,), or of a batch, (n, l); feasible is <= 0.")
      .def("evaluate_all", &evaluate_all, nb::arg("x"),
           nb::sig("def evaluate_all(self, x: numpy.typing.ArrayLike) -> "
                   "optimeter.problems.evaluated.Evaluated"),
           "Objectives and constraints of a point or a batch as a named tuple (f, g); both count.")
      .def_prop_ro("archive", &Problem::archive,
                   "The non-dominated points so far, as a copy; for two and more objectives.")
      .def_prop_ro(
          "indicator", &Problem::indicator,
          "What is to be minimised with several objectives: reference value minus "
          "hypervolume, plus the\ndistance to the region of interest while nothing of it is "
          "dominated.")
      .def("reseed", &reseed, nb::arg("seed").none(),
           nb::sig("def reseed(self, seed: int) -> None"),
           "Begin a new stream of noise. Without effect on problems without noise, and on those "
           "that draw\nfrom COCO's stream.")
      .def("recommend", &recommend, nb::arg("x"),
           nb::sig("def recommend(self, x: numpy.typing.ArrayLike) -> None"),
           "Log a recommendation without counting an evaluation.")
      .def("reveal", &reveal, nb::sig("def reveal(self) -> optimeter.problems.optimum.Optimum"),
           "The optimum as a named tuple (f_opt, x_opt); noted in the recorded data.")
      .def(
          "jax", [](const nb::object& self) { return provided("jax")(self); },
          nb::sig("def jax(self) -> collections.abc.Callable[..., typing.Any]"),
          "A function of points for use inside jax's jit and vmap; see optimeter.problems.gpu.jax.")
      .def("signal_restart", &Problem::signal_restart, "Tell the observer that a restart follows.")
      .def(
          "set_attribute", &Problem::set_attribute, nb::arg("name"), nb::arg("value"),
          "Record a number of the optimizer, e.g. its step size, with the evaluations that follow. "
          "Without an observer, or in a format that has no place for it, nothing happens.")
      .def("checkpoint", &checkpoint, nb::arg("state").none(),
           nb::sig("def checkpoint(self, state: object) -> bool"), kCheckpointText)
      .def_prop_ro("restored", &restored, nb::sig("def restored(self) -> typing.Any"),
                   "In a run that goes on after it was broken off, the state that the optimizer "
                   "gave to `checkpoint`\nlast; None in a run that begins.")
      .def("_keep_with", &set_keeper, nb::arg("keeper").none(),
           nb::sig("def _keep_with(self, keeper: object | None) -> None"),
           "Let an object with a method `keep` and an attribute `restored` do what `checkpoint` "
           "asks for.")
      .def("_limit", &set_limit, nb::arg("evaluations").none(), nb::kw_only(),
           nb::arg("at_target") = false,
           nb::sig("def _limit(self, evaluations: int | None, *, at_target: bool = False) -> None"),
           "Raise Stop beyond this number of evaluations, and, if `at_target`, after the final "
           "target.")
      .def("_keep_notes", &keep_notes, nb::arg("on_error").none(),
           nb::arg("before").none() = nb::none(),
           nb::sig("def _keep_notes(self, on_error: float | None, before: "
                   "optimeter.problems.restore.Notes | None = None) -> None"),
           "Note failures and the best value of an own function from now on, with those "
           "before;\nwhat "
           "fails gives this value, or, if it is None, raises.")
      .def_prop_ro("_notes", &notes_of,
                   nb::sig("def _notes(self) -> optimeter.problems.restore.Notes | None"),
                   "What is known of the calls of an own function so far, where it is kept.")
      .def_prop_ro(
          "_index", [](const Problem& p) { return p.info().index; },
          "The position in the complete suite, in bi-objective suites.")
      .def_prop_ro(
          "_optimum_known", [](const Problem& p) { return !p.landscape().optimal_value.empty(); },
          "Whether the optimal value is known.")
      .def_prop_ro(
          "_coco_noise",
          [](const Problem& p) {
            const std::optional<NoiseState> state = p.noise_state();
            return state && state->coco;
          },
          "Whether it draws from COCO's stream of random numbers.")
      .def_prop_ro(
          "_noisy", [](const Problem& p) { return p.noise_state().has_value(); },
          "Whether its values are disturbed.")
      .def(
          "_raw",
          [](const Problem& p, const nb::object& x) {
            const Points points = to_points(x.ptr(), p.info().dimension, describe(p));
            const Landscape& landscape = p.landscape();
            double value = 0.0;
            landscape.objectives->evaluate(points.data, 1, &value);
            if (p.info().maximize) return landscape.shown.defined(value);
            return landscape.optimal_value.empty() ? value : value - landscape.optimal_value[0];
          },
          nb::arg("x"), nb::sig("def _raw(self, x: numpy.typing.ArrayLike) -> float"),
          "IOHprofiler's raw value of a point, with one objective; nothing is counted.")
      .def_prop_ro("_refused", &Problem::refused, "How often an evaluation raised Stop.")
      .def_prop_ro("_accounted", &Problem::accounted,
                   "Whether evaluations belong to a run, which those of copies do, too.")
      .def("_account_to", &account_to, nb::arg("where"),
           nb::sig("def _account_to(self, where: optimeter.problems.restore.Address) -> None"),
           "Let evaluations count for the run of another process.")
      .def_prop_ro("_elsewhere", &done_elsewhere,
                   nb::sig("def _elsewhere(self) -> optimeter.problems.restore.Elsewhere"),
                   "What other processes did for the run.")
      .def("_end_run", &Problem::end_run,
           "The run is over: from now on evaluations raise AccountError.")
      .def_prop_ro("_description", &description_of,
                   nb::sig("def _description(self) -> "
                           "optimeter.problems.callables.CallableDescription | None"),
                   "What it was made from, if it was made from a function.")
      .def("__copy__", &copied, nb::sig("def __copy__(self) -> Problem"))
      .def(
          "__deepcopy__", [](const nb::object& self, const nb::object&) { return copied(self); },
          nb::arg("memo"), nb::sig("def __deepcopy__(self, memo: object) -> Problem"))
      .def("__reduce__", &reduce, nb::sig("def __reduce__(self) -> tuple[object, ...]"))
      .def("_set_state", &set_state, nb::arg("state"),
           nb::sig("def _set_state(self, state: optimeter.problems.restore.State) -> None"))
      .def(
          "__eq__",
          [](const Problem& p, const nb::object& other) {
            return nb::isinstance<Problem>(other) && equal(p, nb::cast<const Problem&>(other));
          },
          nb::arg("other").none(), nb::sig("def __eq__(self, other: object) -> bool"))
      .def("__hash__",
           [](const Problem& p) {
             return static_cast<Py_ssize_t>(
                 std::hash<std::string>()(p.info().suite + p.info().id) >> 1);
           })
      .def(
          "__repr__", [](const nb::object& self) { return provided("text")(self); },
          nb::sig("def __repr__(self) -> str"))
      .def(
          "_repr_html_", [](const nb::object& self) { return provided("html")(self); },
          nb::sig("def _repr_html_(self) -> str"))
      .def_static(
          "from_callable",
          [](const nb::args& args, const nb::kwargs& kwargs) {
            return provided("from_callable")(*args, **kwargs);
          },
          nb::sig("def from_callable(function: optimeter.problems.callables.Function, "
                  "lower: numpy.typing.ArrayLike, upper: numpy.typing.ArrayLike, *, "
                  "name: str = '', objectives: int = 1, "
                  "constraint: optimeter.problems.callables.Function | None = None, "
                  "constraints: int = 0, integer_variables: int = 0, "
                  "initial_solution: numpy.typing.ArrayLike | None = None, "
                  "optimum: numpy.typing.ArrayLike | None = None, "
                  "best_parameter: numpy.typing.ArrayLike | None = None, "
                  "nadir: numpy.typing.ArrayLike | None = None, maximize: bool = False, "
                  "target_precision: float = 1e-8, "
                  "vectorized: bool = False, suite: str = '', function_number: int | None = None, "
                  "instance: int = 1, group: str = '', id: str | None = None) -> Problem"),
          "Make a problem from a Python function; see optimeter.problems.callables.");
}

}  // namespace optimeter::python
