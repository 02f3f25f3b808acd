#include "bbob/landscapes/biobj.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "bbob/landscapes/bbob.hpp"

namespace optimeter {
namespace {

constexpr std::array<int, 10> kCombined = {1, 2, 6, 8, 13, 14, 15, 17, 20, 21};
constexpr int kPairs = 55;  // of these with each other and with themselves
// The further pairs within the groups of bbob.
constexpr std::array<std::pair<int, int>, 37> kFurther = {{
    {1, 3},   {1, 4},   {1, 5},   {2, 3},   {2, 4},   {2, 5},   {3, 4},   {3, 5},
    {4, 5},   {6, 7},   {6, 9},   {7, 8},   {7, 9},   {8, 9},   {10, 11}, {10, 12},
    {10, 13}, {10, 14}, {11, 12}, {11, 13}, {11, 14}, {12, 13}, {12, 14}, {15, 18},
    {15, 19}, {17, 18}, {17, 19}, {18, 19}, {20, 22}, {20, 23}, {20, 24}, {21, 22},
    {21, 23}, {21, 24}, {22, 23}, {22, 24}, {23, 24},
}};

class TwoObjectives final : public Mapping {
 public:
  TwoObjectives(std::unique_ptr<const Mapping> first, std::unique_ptr<const Mapping> second)
      : Mapping(first->dimension(), 2), first_(std::move(first)), second_(std::move(second)) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    if (n == 1) {
      first_->evaluate(x, 1, y);
      second_->evaluate(x, 1, y + 1);
      return;
    }
    constexpr std::size_t kRows = 256;
    double first[kRows];
    double second[kRows];
    for (std::size_t begin = 0; begin < n; begin += kRows) {
      const std::size_t rows = std::min(kRows, n - begin);
      first_->evaluate(x + begin * dimension(), rows, first);
      second_->evaluate(x + begin * dimension(), rows, second);
      for (std::size_t i = 0; i < rows; ++i) {
        y[2 * (begin + i)] = first[i];
        y[2 * (begin + i) + 1] = second[i];
      }
    }
  }

  std::vector<DeviceKernel> device_kernels() const override {
    std::vector<DeviceKernel> kernels = first_->device_kernels();
    for (DeviceKernel& kernel : second_->device_kernels()) kernels.push_back(std::move(kernel));
    return kernels;
  }

 private:
  std::unique_ptr<const Mapping> first_;
  std::unique_ptr<const Mapping> second_;
};

Landscape combine(Landscape first, Landscape second) {
  Landscape result;
  result.optimal_value = {first.optimal_value[0], second.optimal_value[0]};
  // The nadir is made of each objective at the optimum of the other one.
  result.nadir.resize(2);
  first.objectives->evaluate(second.best_parameter.data(), 1, &result.nadir[0]);
  second.objectives->evaluate(first.best_parameter.data(), 1, &result.nadir[1]);
  result.objectives =
      std::make_unique<TwoObjectives>(std::move(first.objectives), std::move(second.objectives));
  return result;
}

}  // namespace

std::pair<int, int> biobj_functions(int function) {
  if (function > kPairs) return kFurther[static_cast<std::size_t>(function - kPairs - 1)];
  int number = function;
  std::size_t row = 0;
  for (int length = 10; number > length; --length, ++row) number -= length;
  return {kCombined[row], kCombined[row + static_cast<std::size_t>(number) - 1]};
}

Landscape biobj_landscape(int function, std::size_t d, std::int64_t instance) {
  const auto [f1, f2] = biobj_functions(function);
  const auto [k1, k2] = biobj_instances(instance, false);
  Landscape result = combine(bbob_landscape(f1, d, k1), bbob_landscape(f2, d, k2));
  result.nadir_of_extremes = true;
  result.indicator_reference = biobj_reference(function, d, instance);
  return result;
}

Landscape biobj_mixint_landscape(int function, std::size_t d, std::int64_t instance) {
  const auto [f1, f2] = biobj_functions(function);
  const auto [k1, k2] = biobj_instances(instance, true);
  Landscape result = combine(mixint_landscape(f1, d, k1), mixint_landscape(f2, d, k2));
  result.reference_known = false;
  return result;
}

}  // namespace optimeter
