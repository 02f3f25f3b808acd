// The mathematics of a problem, without any state.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "optimeter/device_kernel.hpp"

namespace optimeter {

/// A pure map from points to values: the objectives of a problem, or its constraints.
///
/// Implementations are immutable and may be called from many threads at once. A row does not
/// influence another: n points in one call give the same bits as n calls. A point with an infinite
/// coordinate yields +inf in every output, else a point with a NaN coordinate yields NaN.
class Mapping {
 public:
  Mapping(std::size_t dimension, std::size_t outputs) : dimension_(dimension), outputs_(outputs) {}
  virtual ~Mapping() = default;
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  /// Evaluates n points. `x` holds n rows of `dimension()` doubles, `y` receives n rows of
  /// `outputs()` doubles.
  virtual void evaluate(const double* x, std::size_t n, double* y) const = 0;

  /// False when the mapping must stay on the calling thread (it runs foreign code).
  virtual bool parallel() const { return true; }

  /// Whether NaN at a finite point means that there is no value since the evaluation failed. It
  /// counts, and nothing of it is recorded.
  virtual bool may_fail() const { return false; }

  /// Why evaluations of this thread's last call failed, in the order of the rows; kMostFailures at
  /// most.
  virtual std::vector<std::string> failures() const { return {}; }

  /// What a GPU needs to compute it, with the same bits: kernels that write the outputs one after
  /// the other. None where it can only be computed here.
  virtual std::vector<DeviceKernel> device_kernels() const { return {}; }

  std::size_t dimension() const { return dimension_; }
  std::size_t outputs() const { return outputs_; }

 private:
  std::size_t dimension_;
  std::size_t outputs_;
};

/// What a caller sees of a value. The engine minimises: its values are those of the function as it
/// is defined, negated where that is to be maximised. An instance may scale what is seen.
struct Shown {
  bool maximize = false;
  bool scaled = false;
  double factor = 1.0;  ///< positive
  double offset = 0.0;

  double defined(double value) const { return maximize ? -value : value; }
  double seen(double value) const {
    return scaled ? defined(value) * factor + offset : defined(value);
  }
};

/// Everything about a problem that costs time to prepare. It is built once, on the first
/// evaluation or the first question about the optimum, and shared by copies of the problem.
struct Landscape {
  std::unique_ptr<const Mapping> objectives;
  std::unique_ptr<const Mapping> constraints;  ///< null without constraints
  std::vector<double> optimal_value;           ///< one entry an objective; empty when unknown
  std::vector<double> best_parameter;          ///< empty when unknown or not a single point
  std::vector<double> initial_solution;        ///< empty: the one of ProblemInfo holds

  Shown shown;  ///< one objective only

  /// With several objectives `optimal_value` is the ideal point; it and the nadir point span the
  /// region in which the hypervolume is measured. Empty when unknown.
  std::vector<double> nadir;
  double indicator_reference = 1.0;  ///< the hypervolume that is to be reached
  bool nadir_of_extremes = false;    ///< see Archive
  bool reference_known = true;       ///< false: it is a bound only, no value to approach
};

}  // namespace optimeter
