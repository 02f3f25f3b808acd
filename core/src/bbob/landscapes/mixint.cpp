// The bbob functions with four fifths of the variables integer.
#include <array>

#include "bbob/landscapes/bbob.hpp"
#include "bbob/landscapes/wrappers.hpp"

namespace optimeter {
namespace {

// Factors that bring the values of the functions to a similar range.
constexpr std::array<double, 24> kFactors = {1,    1e-3, 1e-1, 1e-1, 1,    1e-2, 1,   1e-2,
                                             1e-2, 1e-3, 1e-2, 1e-4, 1e-1, 1,    0.1, 1,
                                             10,   1,    10,   1e-1, 1,    1,    10,  1e-1};
constexpr std::size_t kLargeScale = 50;  // from here on the functions of bbob-largescale

}  // namespace

Landscape mixint_landscape(int function, std::size_t d, std::int64_t instance) {
  Landscape inner = d >= kLargeScale ? largescale_landscape(function, d, instance)
                                     : bbob_landscape(function, d, instance);
  const std::size_t part = d / kMixintParts;
  std::vector<IntegerGrid> grids;
  for (std::size_t i = 0; i < d - part; ++i) {
    const double optimum = inner.best_parameter[i];
    grids.push_back(IntegerGrid::around(optimum, kMixintArities[i / part]));
    inner.best_parameter[i] = grids.back().nearest(optimum);
  }
  const double factor = kFactors[static_cast<std::size_t>(function - 1)];
  inner.best_value[0] *= factor;
  inner.objectives = mixed_integer(std::move(inner.objectives), std::move(grids), factor);
  return inner;
}

}  // namespace optimeter
