#include "bbob/landscapes/bbob.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "bbob/landscapes/kernel_mapping.hpp"
#include "bbob/landscapes/tables.hpp"
#include "bbob/landscapes/wrappers.hpp"
#include "bbob/table.hpp"
#include "mathematics/mathematics.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/generators.hpp"
#include "simd/dispatch.hpp"

OPTIMETER_TABLES(KernelFamily<Bbob::kCount>, bbob_kernels)
OPTIMETER_TABLES(KernelFamily<LargeScale::kCount>, largescale_kernels)

namespace optimeter {
namespace {

// The Schwefel function reports the value at a rounded optimum, a few units in the last place of
// its offset above 0.
double schwefel_residue(std::size_t d) {
  const double z = 420.96874633;
  const double term = z * mathematics::sin(std::sqrt(z));
  double sum = 0.0;
  for (std::size_t i = 0; i < d; ++i) sum += term;
  return 0.01 * (418.9828872724339 - sum / static_cast<double>(d));
}

Landscape on_kernels(const Row& row, std::vector<double> location, KernelTables tables) {
  Landscape result;
  result.best_parameter = std::move(location);
  const auto f = static_cast<std::size_t>(row.number - 1);
  const Isa isa = active_isa();
  const auto& family = row.blocks ? largescale_kernels(isa) : bbob_kernels(isa);
  result.objectives = kernel_mapping(row, row.blocks ? "LargeScale" : "Bbob", family.function[f],
                                     std::move(tables));
  return result;
}

}  // namespace

Landscape row_landscape(const Row& row, std::size_t d, std::int64_t instance) {
  auto [location, tables] = row_tables(row, d, instance);
  const bool has_residue = row.core == Core::schwefel && !row.blocks;
  const double best = tables.data.optimal_value + (has_residue ? schwefel_residue(d) : 0.0);
  Landscape result = on_kernels(row, std::move(location), std::move(tables));
  result.optimal_value = {best};
  return result;
}

Landscape landscape_without(const Row& row, std::size_t d, std::int64_t instance, bool no_penalty) {
  auto [location, tables] = row_tables(row, d, instance);
  const double best = tables.data.optimal_value;
  tables.data.optimal_value = 0.0;
  if (no_penalty) tables.data.penalty = 0.0;
  Landscape result = on_kernels(row, std::move(location), std::move(tables));
  result.optimal_value = {best};
  return result;
}

Landscape bbob_landscape(int function, std::size_t d, std::int64_t instance) {
  return row_landscape(bbob_row(function), d, instance);
}

Row boxed_row(int function) {
  Row row = bbob_row(function);
  row.location_range = 5.0;
  row.peaks.shrink = 1.0;
  return row;
}

Landscape boxed_landscape(int function, std::size_t d, std::int64_t instance) {
  Landscape result = row_landscape(boxed_row(function), d, instance);
  result.objectives = boxed(std::move(result.objectives));
  return result;
}

Landscape largescale_landscape(int function, std::size_t d, std::int64_t instance) {
  return row_landscape(rows::in_blocks(bbob_row(function)), d, instance);
}

Landscape bbob_function(int function, std::size_t d, std::int64_t instance) {
  if (function < 1 || function > 24 || d < 2 || instance < 0) {
    throw InvalidArgument(
        "bbob has functions from 1 to 24, dimensions from 2 and instances from 0 on; got "
        "function " +
        std::to_string(function) + ", dimension " + std::to_string(d) + ", instance " +
        std::to_string(instance));
  }
  return bbob_landscape(function, d, instance);
}

}  // namespace optimeter
