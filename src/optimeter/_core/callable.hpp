// Problems made from a Python callable.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "optimeter/outcome.hpp"
#include "optimeter/problem.hpp"
#include "support.hpp"

namespace optimeter::python {

/// What is known of the calls of an own function in a run, and what becomes of failures. A failed
/// evaluation is one that raised or gave NaN: the engine sees NaN and counts it. The interpreter
/// lock guards it.
struct CallNotes {
  bool raises = false;  ///< whether the optimizer gets the exception
  double answer = std::numeric_limits<double>::quiet_NaN();  ///< else it gets this for a value
  std::uint64_t count = 0;
  bool any_value = false;      ///< whether an evaluation did not fail
  std::vector<Failure> first;  ///< the first of them, kMostFailures at most
  std::string last;            ///< message of the last one
  nb::object hopeless;         ///< the exception of the last one as long as all have failed
  std::map<unsigned long, nb::object> raised;  ///< what the calls of threads are to raise

  double best = std::numeric_limits<double>::quiet_NaN();  ///< of one objective, as it is recorded
  std::vector<double> best_x;

  void note_best(const double* x, std::size_t n, std::size_t d, const double* y);
  void note_failed(const double* x, std::size_t n, std::size_t d, const std::string& message);
};

/// What a call on a problem hands out for `n` points whose values are there: those of failed
/// evaluations become the answer of the run, or their exception is raised.
void answer_failures(Problem& problem, const double* x, std::size_t n, double* y);

/// A mapping that calls Python. Takes the interpreter lock for the time of the call. A function of
/// the engine is evaluated directly instead.
class CallableMapping final : public Mapping {
 public:
  /// `description` is what the whole problem can be made from again.
  CallableMapping(nb::object function, std::size_t dimension, std::size_t outputs,
                  nb::object description, bool judges, std::string what);
  ~CallableMapping() override;

  void evaluate(const double* x, std::size_t n, double* y) const override;
  bool parallel() const override { return engine_ != nullptr; }
  /// In a run; elsewhere exceptions pass, and NaN is recorded as the value that it is.
  bool may_fail() const override { return notes_ != nullptr; }
  const nb::object& description() const { return description_; }
  /// Of the run under way; null outside of runs, where exceptions pass.
  const std::shared_ptr<CallNotes>& notes() const { return notes_; }
  std::vector<std::string> failures() const override;
  void keep_notes(std::shared_ptr<CallNotes> notes) const { notes_ = std::move(notes); }

  /// For the garbage collector: what it holds of Python, and letting go of it.
  int traverse(visitproc visit, void* arg) const;
  void forget() const;

 private:
  void call_rows(const double* x, std::size_t n, double* y) const;
  void call_or_fail(const double* x, std::size_t n, double* y) const;
  const char* fault_of(const double* values) const;
  void require_values(const double* y, std::size_t n) const;
  void store(const nb::object& result, std::size_t rows, double* y) const;

  mutable nb::object function_;
  mutable nb::object description_;
  mutable std::shared_ptr<CallNotes> notes_;
  std::shared_ptr<const Landscape> engine_;  // null for a callable of Python
  bool vectorized_;
  bool maximize_;
  bool judges_;       // whether its values are objectives
  std::string what_;  // for messages: "the objective of problem mine"
};

/// The problem that an `optimeter.problems.callables.CallableDescription` describes. Its parts have
/// been checked in Python and are taken as they are.
std::unique_ptr<Problem> problem_from_callable(const nb::object& description);

/// The mapping of a callable problem; null for problems of a suite. Prepares nothing: the landscape
/// of a callable problem is always ready.
const CallableMapping* callable_of(const Problem& problem);

/// A problem with the same state that shares nothing of Python with this one.
std::unique_ptr<Problem> copy(const Problem& problem);

}  // namespace optimeter::python
