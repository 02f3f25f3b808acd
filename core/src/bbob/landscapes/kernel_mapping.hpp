// A kernel with the tables it reads, as a mapping.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

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

/// A function as a single-objective mapping. `row` is that of the kernels, up to numbers that are
/// in the tables, and `family` the name of its family.
std::unique_ptr<const Mapping> kernel_mapping(const Row& row, const char* family,
                                              const ByLayout<Kernel>& kernels, KernelTables tables);

/// The kernel of a row for a GPU, with the tables in its image; source and parameter are not set.
DeviceKernel device_kernel(const Row& row, const char* family, const KernelData& data);

/// The bytes of the first argument of a kernel.
template <typename Parameter>
std::vector<std::byte> parameter_bytes(const Parameter& parameter) {
  const auto* const bytes = reinterpret_cast<const std::byte*>(&parameter);
  return {bytes, bytes + sizeof parameter};
}

}  // namespace optimeter
