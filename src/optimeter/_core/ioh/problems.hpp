// Problems of `optimeter.ioh`: evaluation by IOHprofiler's rules, with what was seen last and best.
#pragma once

#include <memory>
#include <vector>

#include "constraints.hpp"
#include "loggers.hpp"
#include "optimeter/mapping.hpp"

namespace optimeter::python::ioh {

/// A point that was evaluated.
struct Seen {
  std::vector<double> x;
  double y = kNan;
  double unconstrained = kNan;
  double raw = kNan;
};

/// A problem with one objective.
struct Tracked {
  std::shared_ptr<const Landscape> landscape;   ///< null: the function is in Python
  std::shared_ptr<const Landscape> raw_values;  ///< null: raw values are the landscape's
  double offset = 0.0;  ///< of an instance: what the function lacks of the value
  std::size_t dimension = 0;
  bool integers = false;
  bool inverted = false;

  nb::object function;              ///< a function of one's own; none: methods of the object
  nb::object transform_variables;   ///< of such a function, or none
  nb::object transform_objectives;  ///< likewise
  nb::object instance;

  nb::object meta_owner;
  MetaData* meta = nullptr;
  nb::object set_owner;
  ConstraintSet* constraints = nullptr;
  nb::object optimum;  ///< a solution
  double optimal_value = kNan;

  nb::object logger_owner;
  Logger* logger = nullptr;
  bool sees_all = false;
  std::uint64_t generation = 0;  ///< of the process in which the logger was attached

  std::uint64_t evaluations = 0;
  bool improved = false;
  bool optimum_found = false;
  bool target_found = false;
  Seen current;
  Seen best;

  double worst() const { return meta->maximize ? -kInfinity : kInfinity; }
  Moment moment() const;
  nb::object log_info() const;
  void forget();

  /// Evaluates a point of finite numbers, counts it and shows it to the logger.
  double evaluate(nb::handle self, const double* x);

 private:
  double value(nb::handle self, const double* x, double& raw) const;
  void own_value(nb::handle self, const double* x, double& raw, double& y) const;
  void count(nb::handle self, const double* x, double y, double unconstrained, double raw);
};

}  // namespace optimeter::python::ioh
