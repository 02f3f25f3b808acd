#include "bbob/landscapes/bbob.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace optimeter {
namespace {

// diag(factors) * matrix
Matrix scale_rows(Matrix matrix, const std::vector<double>& factors) {
  for (std::size_t j = 0; j < matrix.n; ++j) {
    for (std::size_t i = 0; i < matrix.n; ++i) matrix(i, j) *= factors[i];
  }
  return matrix;
}

Matrix scale(Matrix matrix, double factor) {
  for (double& value : matrix.columns) value *= factor;
  return matrix;
}

// The optimum of a rotated Rosenbrock function: the rotation carries it to (1, ..., 1).
std::vector<double> centred_location(const Matrix& q, double c) {
  std::vector<double> location(q.n);
  for (std::size_t j = 0; j < q.n; ++j) {
    double sum = 0.0;
    for (std::size_t i = 0; i < q.n; ++i) sum += q(i, j);
    location[j] = sum / (2 * c);
  }
  return location;
}

// Steepness of the diagonal in a combined matrix R diag Q.
double combined_base(int function) {
  if (function == 16) return 1 / std::sqrt(100.0);
  return function == 23 ? std::sqrt(100.0) : std::sqrt(10.0);
}

// f20 reports the value at a rounded optimum, a few units in the last place of its offset above 0.
double schwefel_residue(std::size_t d) {
  const double z = 420.96874633;
  double sum = 0.0;
  for (std::size_t i = 0; i < d; ++i) sum += z * std::sin(std::sqrt(z));
  return 0.01 * (418.9828872724339 - sum / static_cast<double>(d));
}

// Sets the matrices; returns the optimum where the rotation decides it, else nothing.
std::vector<double> set_rotations(KernelTables& tables, int function, std::int64_t seed,
                                  const BbobVariant& variant) {
  const std::size_t d = tables.data.d;
  MatrixTable* const matrix = tables.data.matrix;
  const auto first = [&] { return rotation(seed + kMillion, d); };
  const auto second = [&] { return rotation(seed, d); };
  const double c = std::max(1.0, std::sqrt(static_cast<double>(d)) / 8);
  switch (function) {
    case 6:
    case 13:
    case 23:
      matrix[0] = tables.matrix(combined(first(), combined_base(function), second()));
      break;
    case 7: {
      std::vector<double> root = powers(10, d);
      for (double& value : root) value = std::sqrt(value);
      matrix[0] = tables.matrix(scale_rows(second(), root));
      matrix[1] = tables.matrix(first());
      break;
    }
    case 9:
    case 19: {
      const Matrix q = second();
      matrix[0] = tables.matrix(scale(q, c));
      return centred_location(q, c);
    }
    case 10:
    case 11:
    case 12:
    case 14:
      matrix[0] = tables.matrix(first());
      break;
    case 15:
    case 16: {
      const Matrix r = first();
      matrix[0] = tables.matrix(r);
      matrix[1] = tables.matrix(combined(r, combined_base(function), second()));
      break;
    }
    case 17:
    case 18:
      matrix[0] = tables.matrix(first());
      matrix[1] =
          tables.matrix(scale_rows(second(), powers(std::sqrt(function == 17 ? 10.0 : 1000.0), d)));
      break;
    case 21:
    case 22: {
      const std::vector<Matrix> q{second()};
      matrix[0] = tables.matrix(q);
      return bbob::set_peaks(tables, function, seed, q, variant.peak_shrink);
    }
    case 24:
      matrix[0] = tables.matrix(scale_rows(second(), powers(10, d)));
      matrix[1] = tables.matrix(first());
      break;
    default:
      break;
  }
  return {};
}

void set_asymmetry(KernelTables& tables, int function) {
  const std::size_t d = tables.data.d;
  if (function == 15) tables.data.asymmetry = tables.table(bbob::asymmetry(0.2, d));
  if (function == 12 || function == 17 || function == 18) {
    tables.data.asymmetry = tables.table(bbob::asymmetry(0.5, d));
  }
}

}  // namespace

Landscape bbob_landscape(int function, std::size_t d, std::int64_t instance,
                         const BbobVariant& variant) {
  const std::int64_t seed = instance_seed(function, instance);
  KernelTables tables(d);
  tables.data.optimal_value = optimal_value(function, instance);
  if (variant.own_penalty) tables.data.penalty = bbob::penalty_factor(function, d);
  if (function == 19) tables.data.normalize = variant.griewank_factor;
  bbob::set_counts(tables);
  std::vector<double> location =
      bbob::set_separable(tables, function, seed, variant.location_range);
  if (function == 8) tables.data.a = std::max(1.0, std::sqrt(static_cast<double>(d)) / 8);
  bbob::set_core(tables, function, 1);
  if (function == 10 && variant.ellipsoid_condition != 1e6) {
    tables.data.weight = tables.table(powers(variant.ellipsoid_condition, d));
  }
  set_asymmetry(tables, function);
  std::vector<double> other = set_rotations(tables, function, seed, variant);
  if (!other.empty()) location = std::move(other);

  Landscape result;
  result.best_value = {tables.data.optimal_value + (function == 20 ? schwefel_residue(d) : 0.0)};
  result.best_parameter = std::move(location);
  result.objectives = kernel_mapping(KernelFamily::bbob, function, std::move(tables));
  return result;
}

}  // namespace optimeter
