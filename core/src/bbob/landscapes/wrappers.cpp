#include "bbob/landscapes/wrappers.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "bbob/landscapes/scratch.hpp"

namespace optimeter {
namespace {

class Boxed final : public Mapping {
 public:
  explicit Boxed(std::unique_ptr<const Mapping> inner)
      : Mapping(inner->dimension(), inner->outputs()), inner_(std::move(inner)) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    inner_->evaluate(x, n, y);
    const std::size_t d = dimension();
    for (std::size_t row = 0; row < n; ++row) {
      if (is_outside(x + row * d, d)) {
        std::fill_n(y + row * outputs(), outputs(), std::numeric_limits<double>::infinity());
      }
    }
  }

  std::vector<DeviceKernel> device_kernels() const override {
    std::vector<DeviceKernel> kernels = inner_->device_kernels();
    for (DeviceKernel& kernel : kernels) kernel.boxed = true;
    return kernels;
  }

 private:
  std::unique_ptr<const Mapping> inner_;
};

class MixedInteger final : public Mapping {
 public:
  MixedInteger(std::unique_ptr<const Mapping> inner, std::vector<IntegerGrid> grids, double factor)
      : Mapping(inner->dimension(), inner->outputs()),
        inner_(std::move(inner)),
        grids_(std::move(grids)),
        factor_(factor) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    const std::size_t d = dimension();
    const std::size_t rows = std::max<std::size_t>(1, 1024 / d);  // at once
    Scratch<MixedInteger> scratch(rows * d);
    double* const mapped = scratch.data();
    for (std::size_t begin = 0; begin < n; begin += rows) {
      const std::size_t count = std::min(rows, n - begin);
      for (std::size_t row = 0; row < count; ++row) {
        map(x + (begin + row) * d, mapped + row * d);
      }
      inner_->evaluate(mapped, count, y + begin * outputs());
    }
    for (std::size_t i = 0; i < n * outputs(); ++i) y[i] *= factor_;
  }

  std::vector<DeviceKernel> device_kernels() const override {
    std::vector<DeviceKernel> kernels = inner_->device_kernels();
    for (DeviceKernel& kernel : kernels) {
      kernel.integers = grids_.size();
      kernel.factor = factor_;
      for (const IntegerGrid& grid : grids_) {
        kernel.image.insert(kernel.image.end(), {grid.lower, grid.upper, grid.last, grid.offset});
      }
    }
    return kernels;
  }

 private:
  void map(const double* x, double* mapped) const {
    std::size_t i = 0;
    for (; i < grids_.size(); ++i) mapped[i] = grids_[i].coordinate(x[i]);
    std::copy(x + i, x + dimension(), mapped + i);
  }

  std::unique_ptr<const Mapping> inner_;
  std::vector<IntegerGrid> grids_;
  double factor_;
};

}  // namespace

std::unique_ptr<const Mapping> boxed(std::unique_ptr<const Mapping> inner) {
  return std::make_unique<Boxed>(std::move(inner));
}

IntegerGrid IntegerGrid::around(double optimum, int arity) {
  const double margin = 8.0 / (arity + 1);
  IntegerGrid grid{-4 + margin, 4 - margin, static_cast<double>(arity - 1), 0.0};
  grid.offset = grid.position(grid.nearest(optimum)) - optimum;
  return grid;
}

double IntegerGrid::nearest(double optimum) const {
  return std::clamp(rounded_half_up((last * (optimum - lower)) / (upper - lower) + 1e-7), 0.0,
                    last);
}

std::unique_ptr<const Mapping> mixed_integer(std::unique_ptr<const Mapping> inner,
                                             std::vector<IntegerGrid> grids, double factor) {
  return std::make_unique<MixedInteger>(std::move(inner), std::move(grids), factor);
}

}  // namespace optimeter
