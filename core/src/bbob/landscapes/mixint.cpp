// The bbob functions with four fifths of the variables integer.
#include "bbob/landscapes/bbob.hpp"
#include "bbob/landscapes/wrappers.hpp"
#include "bbob/table.hpp"

namespace optimeter {
namespace {

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
  const double factor = bbob_row(function).mixint_factor;
  inner.optimal_value[0] *= factor;
  inner.objectives = mixed_integer(std::move(inner.objectives), std::move(grids), factor);
  return inner;
}

}  // namespace optimeter
