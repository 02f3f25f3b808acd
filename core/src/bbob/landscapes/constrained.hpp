// The landscapes of bbob-constrained.
#pragma once

#include <cstddef>
#include <cstdint>

#include "optimeter/mapping.hpp"

namespace optimeter {

/// How many constraints function 1 to 54 has.
struct ConstraintCounts {
  std::size_t active;
  std::size_t inactive;
  std::size_t total() const { return active + inactive; }
};
ConstraintCounts constraint_counts(int function, std::size_t d);

/// Objective, constraints, optimum and a feasible start of function 1 to 54.
Landscape constrained_landscape(int function, std::size_t d, std::int64_t instance);

}  // namespace optimeter
