#include "bbob/landscapes/kernel_mapping.hpp"

#include <utility>

#include "bbob/landscapes/scratch.hpp"

namespace optimeter {
namespace {

class KernelMapping final : public Mapping {
 public:
  KernelMapping(const ByLayout<Kernel>& kernels, KernelTables tables)
      : Mapping(tables.data.d, 1), kernel_(kernels, tables.data.d), tables_(std::move(tables)) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    Scratch<KernelMapping> scratch(scratch_size(tables_.data.padded));
    kernel_(n)(tables_.data, x, n, y, scratch.data());
  }

 private:
  PointAndBatch<Kernel> kernel_;
  KernelTables tables_;
};

}  // namespace

std::unique_ptr<const Mapping> kernel_mapping(const ByLayout<Kernel>& kernels,
                                              KernelTables tables) {
  return std::make_unique<KernelMapping>(kernels, std::move(tables));
}

}  // namespace optimeter
