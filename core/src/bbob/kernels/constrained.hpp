// The kernels of bbob-constrained.
#pragma once

#include <cstddef>

#include "bbob/kernels/data.hpp"
#include "bbob/table.hpp"

namespace optimeter {

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

struct ConstrainedKernels {
  KernelFamily<Constrained::kCount> objective;
  ByLayout<ConstraintKernel> constraints[Constrained::kCount];
};

}  // namespace optimeter
