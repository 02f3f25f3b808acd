#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "bbob/landscapes/bbob.hpp"

namespace optimeter {
namespace {

// Seeds of the permutations in the order of application, in millions above the function's seed.
// Zero: no permutation.
std::array<int, 4> permutation_seeds(int function) {
  switch (function) {
    case 9:
    case 10:
    case 11:
    case 12:
    case 14:
    case 19:
      return {2, 3, 0, 0};
    case 6:
    case 7:
      return {2, 3, 4, 5};
    case 15:
    case 23:
    case 24:
      return {3, 4, 5, 6};
    case 13:  // 12, 22, 11, 21
    case 16:
    case 17:
    case 18:
      return {5, 6, 3, 4};
    default:
      return {0, 0, 0, 0};
  }
}

// Whether the first rotation is the one with the shifted seed, and whether there is a second.
struct Rotations {
  bool first_is_shifted;
  int count;
};

Rotations rotations(int function) {
  switch (function) {
    case 9:
    case 19:
      return {false, 1};
    case 10:
    case 11:
    case 12:
    case 14:
      return {true, 1};
    case 15:
    case 16:
    case 17:
    case 18:
      return {true, 2};
    case 6:
    case 7:
    case 13:
    case 23:
    case 24:
      return {false, 2};
    default:
      return {false, 0};
  }
}

bool normalized(int function) { return function < 16 || function == 24; }

void set_scale(KernelTables& tables, int function) {
  const std::size_t d = tables.data.d;
  const auto diagonal = [&](double alpha) { return tables.table(conditioning(alpha, d)); };
  switch (function) {
    case 6:
    case 7:
    case 13:
    case 15:
    case 17:
      tables.data.scale = diagonal(10);
      break;
    case 16:
      tables.data.scale = diagonal(1.0 / 100);
      break;
    case 18:
      tables.data.scale = diagonal(1000);
      break;
    case 23:
    case 24:
      tables.data.scale = diagonal(100);
      break;
    default:
      break;
  }
  if (function == 15) tables.data.asymmetry = tables.table(bbob::asymmetry(0.2, d));
  if (function == 12 || function == 17 || function == 18) {
    tables.data.asymmetry = tables.table(bbob::asymmetry(0.5, d));
  }
}

// f19: the point that the permuted rotation carries to (1/2, ..., 1/2).
std::vector<double> centred_location(const std::vector<Matrix>& blocks,
                                     const std::vector<std::size_t>& permutation) {
  std::vector<double> location(permutation.size());
  std::size_t begin = 0;
  for (const Matrix& block : blocks) {
    for (std::size_t j = 0; j < block.n; ++j) {
      double sum = 0.0;
      for (std::size_t i = 0; i < block.n; ++i) sum += block(i, j);
      location[permutation[begin + j]] = sum / 2;
    }
    begin += block.n;
  }
  return location;
}

}  // namespace

Landscape largescale_landscape(int function, std::size_t d, std::int64_t instance) {
  const std::int64_t seed = instance_seed(function, instance);
  KernelTables tables(d);
  tables.data.optimal_value = optimal_value(function, instance);
  tables.data.penalty = bbob::penalty_factor(function, d);
  if (normalized(function)) {
    tables.data.normalize = std::min(1.0, 40 / static_cast<double>(d));
  }
  bbob::set_counts(tables);
  std::vector<double> location = bbob::set_separable(tables, function, seed, 4.0);
  if (function == 8) tables.data.a = 1.0;
  if (function == 9) {
    for (double& value : location) value *= 0.75;
    tables.data.shift = tables.table(location);
  }
  bbob::set_core(tables, function, (d + 39) / 40);
  set_scale(tables, function);

  const std::array<int, 4> seeds = permutation_seeds(function);
  std::vector<std::size_t> first_permutation;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    if (seeds[i] == 0) continue;
    const std::vector<std::size_t> p = permutation(seed + seeds[i] * kMillion, d);
    if (i == 0) first_permutation = p;
    tables.data.permutation[i] = tables.permutation(p);
  }
  const Rotations turns = rotations(function);
  for (int i = 0; i < turns.count; ++i) {
    const bool shifted = (i == 0) == turns.first_is_shifted;
    const std::vector<Matrix> blocks = block_rotation(shifted ? seed + kMillion : seed, d);
    tables.data.matrix[i] = tables.matrix(blocks);
    if (function == 19) location = centred_location(blocks, first_permutation);
  }
  if (function == 21 || function == 22) {
    const std::vector<Matrix> blocks = block_rotation(seed, d);
    tables.data.matrix[0] = tables.matrix(blocks);
    location = bbob::set_peaks(tables, function, seed, blocks, 0.8);
  }

  Landscape result;
  result.best_value = {tables.data.optimal_value};
  result.best_parameter = std::move(location);
  result.objectives = kernel_mapping(KernelFamily::largescale, function, std::move(tables));
  return result;
}

}  // namespace optimeter
