// Outcomes of runs, and the guard that ends those that do not end by themselves.
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <utility>

#include "interpreter.hpp"
#include "optimeter/guard.hpp"
#include "optimeter/outcome.hpp"
#include "options.hpp"
#include "recording.hpp"

namespace optimeter::python {
namespace {

using Pulse = nb::ndarray<std::uint64_t, nb::shape<2>, nb::c_contig, nb::device::cpu>;

// Lets the thread that calls this raise Stop in its Python code, whenever it is called.
std::function<void()> interrupt_of_this_thread() {
  const unsigned long thread = PyThread_get_thread_ident();
  static PyObject* const stop = exception_type("Stop").release().ptr();  // for ever
  return [thread] {
    const Locked locked;
    PyThreadState_SetAsyncExc(thread, stop);
  };
}

Guard::Terms terms_of(std::optional<double> seconds, const std::optional<Pulse>& pulse) {
  Guard::Terms terms;
  if (seconds) terms.seconds = *seconds;
  terms.interrupt = interrupt_of_this_thread();
  if (pulse) terms.evaluations = pulse->data() + 1;
  return terms;
}

void begin(Guard& guard, Problem& problem, std::optional<double> seconds,
           const std::optional<Pulse>& pulse) {
  Guard::Terms terms = terms_of(seconds, pulse);
  const Unlocked unlocked;
  guard.begin(problem, std::move(terms));
}

void begin_expendable(Guard& guard, Problem& problem, std::optional<double> seconds,
                      const std::optional<Pulse>& pulse, Committer& committer, Recording& recording,
                      Outcome late, Outcome defiant) {
  Guard::Terms terms = terms_of(seconds, pulse);
  terms.farewell.emplace(Guard::Farewell{&committer, recording.sink(),
                                         [&recording] { recording.end(); }, std::move(late),
                                         std::move(defiant)});
  const Unlocked unlocked;
  guard.begin(problem, std::move(terms));
}

// An interrupt that is on its way is taken back: it never reaches what comes after the run.
Guard::Verdict end(Guard& guard) {
  Guard::Verdict verdict;
  {
    const Unlocked unlocked;
    verdict = guard.end();
  }
  if (verdict.interrupted) PyThreadState_SetAsyncExc(PyThread_get_thread_ident(), nullptr);
  return verdict;
}

}  // namespace

TypeText type_text(const Status&) { return {"Status", "Status"}; }

// A status, or its word as the journal has it.
void from_python(nb::handle given, const char* name, Status& value) {
  for (const Status one : {Status::kDone, Status::kFailed, Status::kTimeout}) {
    if (nb::cast(one).is(given) || nb::str(word(one)).equal(given)) {
      value = one;
      return;
    }
  }
  raise("InvalidValueError",
        std::string(name) + " must be a Status; got " + nb::repr(given).c_str());
}

TypeText type_text(const std::vector<Failure>&) {
  return {"collections.abc.Sequence[collections.abc.Mapping[str, object]]",
          "tuple[dict[str, object], ...]"};
}

TypeText type_text(const std::vector<double>&) {
  return {"collections.abc.Sequence[float]", "tuple[float, ...]"};
}

void from_python(nb::handle given, const char* name, std::vector<double>& values) {
  values.clear();
  for (const nb::handle one : items(given, name)) from_python(one, name, values.emplace_back());
}

nb::object to_python(const Failure& value) {
  nb::dict all;
  all["x"] = nb::cast(value.x);
  all["message"] = nb::cast(value.message);
  return all;
}

void from_python(nb::handle given, const char* name, std::vector<Failure>& values) {
  values.clear();
  for (const nb::handle one : items(given, name)) {
    Failure failure;
    nb::dict parts;
    if (!nb::try_cast(one, parts) || !parts.contains("x") || !parts.contains("message") ||
        !nb::try_cast(parts["x"], failure.x) || !nb::try_cast(parts["message"], failure.message)) {
      raise("InvalidTypeError", std::string(name) +
                                    " must hold an x and a message for each failure; got " +
                                    nb::repr(one).c_str());
    }
    values.push_back(std::move(failure));
  }
}

void register_guard(nb::module_& module) {
  nb::enum_<Status>(module, "Status", "How a run ended.")
      .value("DONE", Status::kDone)
      .value("FAILED", Status::kFailed)
      .value("TIMEOUT", Status::kTimeout)
      .def("__str__", [](Status status) { return word(status); });
  bind_described<Outcome>(module, "Outcome", "How one run ended.", "", {true, 5});
  module.def("journal_line", &journal_line, nb::arg("outcome"), nb::kw_only(), nb::arg("timed"),
             "The line of the journal, with the wall time or without.");

  nb::class_<Guard::Verdict>(module, "Verdict", "What a guard had to do.")
      .def_ro("timed_out", &Guard::Verdict::timed_out,
              "Whether the evaluations were stopped at the time limit.")
      .def_ro("interrupted", &Guard::Verdict::interrupted,
              "Whether Stop was thrown into the code of the optimizer.");

  nb::class_<Guard>(
      module, "Guard",
      "Ends runs that do not end by themselves: at the time limit evaluations raise Stop; an "
      "optimizer\nthat does not return then gets Stop thrown into its code; an expendable process "
      "is ended when\nthat does not help either, after its run was recorded as far as it came.")
      .def(nb::init<>())
      .def("begin", &begin, nb::arg("problem"), nb::arg("seconds").none() = nb::none(),
           nb::arg("pulse").none() = nb::none(),
           nb::sig("def begin(self, problem: Problem, seconds: float | None = None, pulse: "
                   "numpy.typing.NDArray[numpy.uint64] | None = None) -> None"),
           "The calling thread begins a run on `problem`, which may take so many seconds.\n\n"
           "The second number of `pulse` is set to the evaluations so far, some times a second.")
      .def("begin_expendable", &begin_expendable, nb::arg("problem"), nb::arg("seconds").none(),
           nb::arg("pulse").none(), nb::arg("committer"), nb::arg("recording"), nb::arg("late"),
           nb::arg("defiant"),
           nb::sig("def begin_expendable(self, problem: Problem, seconds: float | None, pulse: "
                   "numpy.typing.NDArray[numpy.uint64] | None, committer: Committer, recording: "
                   "Recording, late: Outcome, defiant: Outcome) -> None"),
           "The same in a process that may be ended, with what is noted then.")
      .def("end", &end, "The run has ended; afterwards nothing interrupts this thread any more.")
      .def_static("end_process_with", &Guard::end_process_with, nb::arg("handle"),
                  "End this process when something can be read from `handle`, or it is closed at "
                  "the other end:\nthe sentinel of the parent process.");
}

}  // namespace optimeter::python
