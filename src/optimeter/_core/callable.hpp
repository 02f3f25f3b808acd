// Problems made from a Python callable.
#pragma once

#include <memory>

#include "optimeter/problem.hpp"
#include "support.hpp"

namespace optimeter::python {

/// A mapping that calls Python. Takes the interpreter lock for the time of the call. A function of
/// the engine is evaluated directly instead.
class CallableMapping final : public Mapping {
 public:
  /// `description` is what the whole problem can be made from again.
  CallableMapping(nb::object function, std::size_t dimension, std::size_t outputs,
                  nb::object description, std::string what);
  ~CallableMapping() override;

  void evaluate(const double* x, std::size_t n, double* y) const override;
  bool parallel() const override { return engine_ != nullptr; }
  const nb::object& description() const { return description_; }

  /// For the garbage collector: what it holds of Python, and letting go of it.
  int traverse(visitproc visit, void* arg) const;
  void forget() const;

 private:
  void call_rows(const double* x, std::size_t n, double* y) const;
  void store(const nb::object& result, std::size_t rows, double* y) const;

  mutable nb::object function_;
  mutable nb::object description_;
  std::shared_ptr<const Landscape> engine_;  // null for a callable of Python
  bool vectorized_;
  bool maximize_;
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
