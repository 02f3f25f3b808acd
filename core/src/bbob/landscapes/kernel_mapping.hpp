// A kernel with the tables it reads, as a mapping.
#pragma once

#include <cstddef>
#include <memory>

#include "bbob/landscapes/kernel_tables.hpp"
#include "optimeter/mapping.hpp"

namespace optimeter {

/// How something is computed for one point and for many of dimension d.
template <typename Function>
struct PointAndBatch {
  PointAndBatch(const ByLayout<Function>& kernels, std::size_t d)
      : point(d <= kPadding ? kernels.small : kernels.any),
        batch(d <= kLargestGrouped ? kernels.group : point) {}

  Function operator()(std::size_t n) const { return n < kPadding ? point : batch; }

  Function point;
  Function batch;
};

/// A function as a single-objective mapping.
std::unique_ptr<const Mapping> kernel_mapping(const ByLayout<Kernel>& kernels, KernelTables tables);

}  // namespace optimeter
