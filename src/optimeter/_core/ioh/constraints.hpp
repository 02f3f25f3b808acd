// Constraints of problems of `optimeter.ioh`, in the order of IOHprofiler's rules.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "optimeter/mapping.hpp"
#include "values.hpp"

namespace optimeter::python::ioh {

/// What a violated constraint does to a value; the order counts.
enum class Enforcement : int { none, hidden, soft, hard, override };

/// A violation, 0 where the constraint holds, and what it does to a value.
struct Constraint {
  nb::object function;  ///< none for a box
  std::vector<double> lower;
  std::vector<double> upper;
  double weight = 1.0;
  double exponent = 1.0;
  Enforcement enforced = Enforcement::soft;
  std::string name;
  double violation = 0.0;
  bool integers = false;
  bool own = false;  ///< a class of one's own computes the violation

  std::shared_ptr<const Landscape> cost;  ///< null: none; else the violation is a cost
  double limit = 0.0;                     ///< beyond which a cost violates

  /// Whether it held where it was computed last.
  bool holds() const { return cost ? violation <= limit : violation == 0.0; }
  bool active() const { return enforced != Enforcement::none; }
  double penalty() const;
  /// The value of a point at which the function is not evaluated, since this is violated.
  double forbidden(bool maximize) const {
    if (enforced == Enforcement::hard) return penalty();
    return (maximize ? -kInfinity : kInfinity) + penalty();
  }
  /// Computes the violation; `self` is the Python object of this.
  bool compute(nb::handle self, const double* x, std::size_t n);
};

/// The constraints of a problem, each once.
struct ConstraintSet {
  struct Entry {
    nb::object owner;
    Constraint* constraint;
  };
  std::vector<Entry> entries;

  double violation() const;
  double penalty() const;
};

}  // namespace optimeter::python::ioh
