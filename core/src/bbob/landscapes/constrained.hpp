// The landscapes of bbob-constrained.
#pragma once

#include <cstddef>
#include <cstdint>

#include "optimeter/mapping.hpp"

namespace optimeter {

/// Each objective is combined with every class of constraints.
struct ConstraintClass {
  const char* words;   ///< with the dimension n
  std::size_t active;  ///< how many are active at the optimum, besides
  std::size_t halves;  ///< so many for every two variables
};
inline constexpr ConstraintClass kConstraintClasses[] = {
    {"1 constraint", 1, 0},
    {"3 constraints", 2, 0},
    {"9 constraints", 6, 0},
    {"6 + n/2 active constraints", 6, 1},
    {"6 + n active constraints", 6, 2},
    {"6 + 3n active constraints", 6, 6},
};

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
