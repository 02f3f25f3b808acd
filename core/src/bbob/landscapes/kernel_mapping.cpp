#include "bbob/landscapes/kernel_mapping.hpp"

#include <algorithm>
#include <utility>

#include "bbob/kernels/image.hpp"
#include "bbob/landscapes/scratch.hpp"

namespace optimeter {
namespace {

class KernelMapping final : public Mapping {
 public:
  KernelMapping(const Row& row, const char* family, const ByLayout<Kernel>& kernels,
                KernelTables tables)
      : Mapping(tables.data.d, 1),
        row_(row),
        family_(family),
        kernel_(kernels, tables.data.d),
        tables_(std::move(tables)) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    Scratch<KernelMapping> scratch(scratch_size(tables_.data.padded));
    kernel_(n)(tables_.data, x, n, y, scratch.data());
  }

  std::vector<DeviceKernel> device_kernels() const override {
    DeviceKernel kernel = device_kernel(row_, family_, tables_.data);
    kernel.source = "bbob/device/evaluate.cu";
    kernel.function = "evaluate";
    kernel.parameter = parameter_bytes(tables_.data);
    return {kernel};
  }

 private:
  Row row_;
  const char* family_;
  PointAndBatch<Kernel> kernel_;
  KernelTables tables_;
};

}  // namespace

std::unique_ptr<const Mapping> kernel_mapping(const Row& row, const char* family,
                                              const ByLayout<Kernel>& kernels,
                                              KernelTables tables) {
  return std::make_unique<KernelMapping>(row, family, kernels, std::move(tables));
}

DeviceKernel device_kernel(const Row& row, const char* family, const KernelData& data) {
  DeviceKernel kernel;
  kernel.family = family;
  kernel.index = static_cast<std::size_t>(row.number - 1);
  kernel.dimension = data.d;
  kernel.block = data.d;
  kernel.rotated = is_rotated(row);
  kernel.peaks = row.core == Core::peaks ? data.core.peaks.count : 0;
  for (std::size_t i = 0; i < kMostSteps - 1; ++i) {
    if (row.steps[i].action == Action::rotate) kernel.block = data.step[i].rotate.matrix.block;
  }
  static_cast<void>(placed(row, data, [&](const double* table, std::size_t size) {
    kernel.image.resize(kernel.image.size() + size, 0.0);
    if (table != nullptr) std::copy_n(table, size, kernel.image.end() - static_cast<long>(size));
    kernel.ends.push_back(kernel.image.size());
    return table;
  }));
  return kernel;
}

}  // namespace optimeter
