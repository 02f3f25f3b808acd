// What a problem of `optimeter.ioh` tells of itself and of its evaluations.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "../support.hpp"

namespace optimeter::python::ioh {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A point and its value. The types of variables differ in what Python sees only.
struct Solution {
  std::vector<double> x;
  double y = kNan;
};
struct RealSolution : Solution {};
struct IntegerSolution : Solution {};

struct MetaData {
  std::int64_t problem_id = 0;
  std::int64_t instance = 1;
  std::string name;
  std::int64_t variables = 0;
  nb::object direction;  // an OptimizationType
  bool maximize = false;
  double final_target = 1e-8;

  void set_direction(const nb::object& value);
};

/// The numbers of an evaluation, as loggers see them; `x` is borrowed.
struct Moment {
  std::uint64_t evaluations = 0;
  double raw = kNan;
  double raw_best = kNan;
  double transformed = kNan;
  double transformed_best = kNan;
  double y = kNan;
  double y_best = kNan;
  double violation = 0.0;
  double penalty = 0.0;
  bool improved = false;
  bool maximize = false;
  const double* x = nullptr;
  std::size_t size = 0;
};

/// A moment that owns what it shows.
struct LogInfo {
  Moment now;
  std::vector<double> x;
  std::vector<double> violations;
  std::vector<double> penalties;
  nb::object objective;

  /// With the totals of the lists, which stand first in them.
  Moment moment() const;
};

/// How far a problem has come: a snapshot.
struct State {
  std::uint64_t evaluations = 0;
  std::vector<double> x;
  double y = kNan;
  double raw = kNan;
  double unconstrained = kNan;
  std::vector<double> best_x;
  double best_y = kInfinity;
  double best_raw = kInfinity;
  double best_unconstrained = kInfinity;
  bool improved = false;
  bool optimum_found = false;
  bool target_found = false;
};
struct RealState : State {};
struct IntegerState : State {};

/// The shortest text of a number, as ioh shows numbers.
std::string shown(double value);
std::string shown(const std::vector<double>& values);

/// A new array of a point: float64, or int32 for integers.
nb::object point_array(const double* x, std::size_t n, bool integers);
nb::object point_array(const std::vector<double>& x, bool integers);

void register_values(nb::module_& module);
void register_constraints(nb::module_& module);
void register_loggers(nb::module_& module);
void register_problems(nb::module_& module);

}  // namespace optimeter::python::ioh
