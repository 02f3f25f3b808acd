// Problems made from a Python callable.
#pragma once

#include <memory>

#include "optimeter/problem.hpp"
#include "support.hpp"

namespace optimeter::python {

/// A mapping that calls Python. Takes the interpreter lock for the time of the call.
class CallableMapping final : public Mapping {
 public:
  /// `description` is what the whole problem can be made from again.
  CallableMapping(nb::object function, std::size_t dimension, std::size_t outputs,
                  nb::object description, std::string what);
  ~CallableMapping() override;

  void evaluate(const double* x, std::size_t n, double* y) const override;
  bool parallel() const override { return false; }
  const nb::object& description() const { return description_; }

 private:
  void call_rows(const double* x, std::size_t n, double* y) const;
  void store(const nb::object& result, std::size_t rows, double* y) const;

  nb::object function_;
  nb::object description_;
  bool vectorized_;
  std::string what_;  // for messages: "the objective of problem mine"
};

/// The problem that an `optimeter.problems.callables.CallableDescription` describes. Its parts have
/// been checked in Python and are taken as they are.
std::unique_ptr<Problem> problem_from_callable(const nb::object& description);

}  // namespace optimeter::python
