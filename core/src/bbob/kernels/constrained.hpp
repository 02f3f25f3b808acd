// The kernels of bbob-constrained.
#pragma once

#include <cstddef>

#include "bbob/kernels/data.hpp"

namespace optimeter {

inline constexpr std::size_t kConstrainedBases = 9;

/// Linear constraints after the transformation of the variables; `kernel` holds its tables.
struct ConstraintData {
  KernelData kernel;
  std::size_t count = 0;
  std::size_t padded_count = 0;
  const double* gradients = nullptr;  ///< [variable][constraint]
  const double* offsets = nullptr;    ///< [variable][constraint], subtracted from the variable
};

/// Evaluates n points, rows of d doubles; `g` receives n rows of `count` doubles.
using ConstraintKernel = void (*)(const ConstraintData& data, const double* x, std::size_t n,
                                  double* g, double* scratch);

/// Entry b - 1 belongs to base type b. Small is for at most 8 variables, group for batches of at
/// most kLargestGrouped variables.
struct ConstrainedKernels {
  Kernel small_objective[kConstrainedBases];
  Kernel objective[kConstrainedBases];
  Kernel group_objective[kConstrainedBases];
  ConstraintKernel small_constraint[kConstrainedBases];
  ConstraintKernel constraint[kConstrainedBases];
  ConstraintKernel group_constraint[kConstrainedBases];
};

}  // namespace optimeter
