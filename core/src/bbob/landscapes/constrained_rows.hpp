// The gradients of the linear constraints of bbob-constrained.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bbob/landscapes/constrained.hpp"

namespace optimeter {

/// One constraint in the space where the optimum is the origin: g(z) = a . (z - shift a / |a|).
struct ConstraintRow {
  std::vector<double> gradient;
  double shift = 0.0;   ///< 0 when active at the optimum
  double length = 0.0;  ///< of the gradient

  /// What is subtracted from variable i.
  double offset(std::size_t i) const { return shift / length * gradient[i]; }
};

/// The constraints in their order. `direction` is the gradient of the objective at the origin; all
/// constraints are made feasible along it, and one is derived from it.
std::vector<ConstraintRow> constraint_rows(const ConstraintCounts& counts, std::int64_t seed,
                                           std::int64_t instance,
                                           const std::vector<double>& direction);

}  // namespace optimeter
