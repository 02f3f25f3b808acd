#include "bbob/landscapes/tables.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "bbob/instances/random.hpp"
#include "bbob/table.hpp"
#include "mathematics/mathematics.hpp"

namespace optimeter {
namespace {

using Vector = std::vector<double>;

std::size_t index_of(Rotation which) { return which == Rotation::q ? 0 : 1; }

// diag(factors) * matrix
Matrix scale_rows(Matrix matrix, const Vector& factors) {
  for (std::size_t j = 0; j < matrix.n; ++j) {
    for (std::size_t i = 0; i < matrix.n; ++i) matrix(i, j) *= factors[i];
  }
  return matrix;
}

// The diagonal of a scaling within a rotation. The definitions round it in different ways.
Vector diagonal(const Step& step, std::size_t d) {
  if (!step.root_of_power) return powers(std::sqrt(step.condition), d);
  Vector result = powers(step.condition, d);
  for (double& value : result) value = std::sqrt(value);
  return result;
}

// The constant that the Weierstrass function subtracts.
double weierstrass_offset() {
  double sum = 0.0;
  double power_of_3 = 1.0;
  for (int k = 0; k < 12; ++k) {
    sum += std::ldexp(1.0, -k) * mathematics::cos(2 * std::numbers::pi * power_of_3 * 0.5);
    power_of_3 *= 3.0;
  }
  return sum;
}

Vector signs(const Vector& location) {
  Vector result(location.size());
  std::transform(location.begin(), location.end(), result.begin(),
                 [](double v) { return v < 0.0 ? -1.0 : 1.0; });
  return result;
}

SkewTables skew_tables(KernelTables& tables, double condition, std::size_t d) {
  Vector factors = powers(std::sqrt(condition), d);
  const double* const table = tables.table(factors);
  for (std::size_t i = 0; i < d; i += 2) factors[i] *= 10;
  return {table, tables.table(factors)};
}

ParabolaTables parabola_tables(KernelTables& tables, const Vector& location) {
  const std::size_t d = location.size();
  const double mu0 = 2.5;
  const double s = 1 - 0.5 / (std::sqrt(static_cast<double>(d) + 20) - 4.1);
  const double mu1 = -std::sqrt((mu0 * mu0 - 1) / s);
  return {tables.table(signs(location)), tables.table(Vector(d, mu0)), tables.table(Vector(d, mu1)),
          s};
}

SlopeTables slope_tables(KernelTables& tables, const Vector& corner, double condition) {
  Vector slope = powers(condition, corner.size());
  Vector offset(corner.size());
  for (std::size_t i = 0; i < corner.size(); ++i) {
    offset[i] = 5 * slope[i];
    slope[i] = std::copysign(slope[i], corner[i]);
  }
  return {tables.table(corner), tables.table(slope), tables.table(offset)};
}

SchwefelTables schwefel_tables(KernelTables& tables, const Vector& location, double condition) {
  const std::size_t d = location.size();
  Vector neighbour(d, 0.25);
  neighbour[0] = 0.0;
  return {tables.table(signs(location)), tables.table(neighbour),
          tables.table(conditioning(condition, d))};
}

KatsuuraTables katsuura_tables(KernelTables& tables, std::size_t d) {
  const auto size = static_cast<double>(d);
  Vector weights(d);
  for (std::size_t i = 0; i < d; ++i) weights[i] = static_cast<double>(i + 1);
  return {tables.table(weights), 10 / mathematics::pow(size, 1.2), 10 / size / size};
}

}  // namespace

Vector asymmetry_factors(double beta, std::size_t d) {
  Vector result(d);
  for (std::size_t i = 0; i < d; ++i) {
    result[i] = (beta * static_cast<double>(i)) / static_cast<double>(d - 1);
  }
  return result;
}

Vector core_weights(Core core, double condition, std::size_t axes, std::size_t d) {
  if (core == Core::ellipsoid || core == Core::step_ellipsoid) return powers(condition, d);
  const double special = core == Core::discus ? condition : core == Core::ridge ? 0.0 : 1.0;
  Vector result(d, core == Core::cigar ? condition : 1.0);
  std::fill_n(result.begin(), axes, special);
  return result;
}

Vector core_exponents(std::size_t d) {
  Vector result(d);
  for (std::size_t i = 0; i < d; ++i) {
    result[i] = 2 + (4 * static_cast<double>(i)) / static_cast<double>(d - 1);
  }
  return result;
}

InstanceData::InstanceData(const Row& row, std::size_t d, std::int64_t seed)
    : row_(row),
      d_(d),
      seed_(seed),
      // Blocks have at most 40 rows, for which the root is below 8.
      enlargement_(row.blocks ? 1.0 : std::max(1.0, std::sqrt(static_cast<double>(d)) / 8)) {}

const std::vector<Matrix>& InstanceData::rotation(Rotation which) {
  std::vector<Matrix>& blocks = rotations_[index_of(which)];
  if (blocks.empty()) {
    const std::int64_t seed = which == Rotation::r ? seed_ + kMillion : seed_;
    if (row_.blocks) {
      blocks = block_rotation(seed, d_);
    } else {
      blocks.push_back(optimeter::rotation(seed, d_));
    }
  }
  return blocks;
}

std::vector<std::size_t> InstanceData::permutation(Rotation which, int after) {
  const int seed = which == Rotation::q ? row_.permutations.q : row_.permutations.r;
  if (!row_.blocks || seed == 0) return {};
  return optimeter::permutation(seed_ + (seed + after) * kMillion, d_);
}

RotateTables InstanceData::rotate_tables(KernelTables& tables, const Step& step) {
  const std::vector<Matrix>& first = rotation(step.first);
  if (step.second != Rotation::none) {
    const Matrix& second = rotation(step.second).front();
    return {tables.matrix({combined(second, std::sqrt(step.condition), first.front())}), nullptr,
            nullptr};
  }
  if (step.condition != 0.0) {
    return {tables.matrix({scale_rows(first.front(), diagonal(step, d_))}), nullptr, nullptr};
  }
  if (step.enlarged) {
    return {tables.matrix({scale_rows(first.front(), Vector(d_, enlargement_))}), nullptr, nullptr};
  }
  MatrixTable& matrix = plain_[index_of(step.first)];
  if (matrix.columns == nullptr) matrix = tables.matrix(first);
  return {matrix, tables.permutation(permutation(step.first, 0)),
          tables.permutation(permutation(step.first, 1))};
}

void InstanceData::set_step(KernelTables& tables, std::size_t i, const Vector& shift,
                            const Vector& location) {
  const Step& step = row_.steps[i];
  StepTables& t = tables.data.step[i];
  switch (step.action) {
    case Action::shift:
      t.location = tables.table(shift);
      break;
    case Action::centre:
      t.location = tables.table(location);
      break;
    case Action::scale:
      t.factors = tables.table(conditioning(step.condition, d_));
      break;
    case Action::skew:
      t.skew = skew_tables(tables, step.condition, d_);
      break;
    case Action::rotate:
      t.rotate = rotate_tables(tables, step);
      break;
    case Action::enlarge:
      t.enlargement = enlargement_;
      break;
    case Action::asymmetry:
      t.asymmetry = tables.table(asymmetry_factors(step.beta, d_));
      break;
    case Action::parabolas:
      t.parabolas = parabola_tables(tables, location);
      break;
    case Action::none:
    case Action::take:
    case Action::add:
    case Action::oscillate:
    case Action::oscillate_closely:
    case Action::plateaus:
      break;
  }
}

void InstanceData::set_core(KernelTables& tables, const Vector& location) {
  CoreTables& t = tables.data.core;
  const std::size_t axes = row_.blocks ? (d_ + 39) / 40 : 1;
  switch (row_.core) {
    case Core::ellipsoid:
    case Core::step_ellipsoid:
    case Core::discus:
    case Core::cigar:
      t.weights = tables.table(core_weights(row_.core, row_.condition, axes, d_));
      break;
    case Core::ridge:
      t.ridge = {tables.table(core_weights(row_.core, row_.condition, axes, d_)), axes};
      break;
    case Core::slope:
      t.slope = slope_tables(tables, location, row_.condition);
      break;
    case Core::sector:
      t.location = tables.table(location);
      break;
    case Core::different_powers: {
      Vector exponents = core_exponents(d_);
      exponents.resize(tables.data.padded, 2.0);  // 0^2 = 0, while 0^0 would count
      t.exponents = tables.table(exponents);
      break;
    }
    case Core::weierstrass:
      t.weierstrass_offset = weierstrass_offset();
      break;
    case Core::schwefel:
      t.schwefel = schwefel_tables(tables, location, row_.condition);
      break;
    case Core::katsuura:
      t.katsuura = katsuura_tables(tables, d_);
      break;
    case Core::peaks:
      t.peaks = peak_tables(tables);
      break;
    case Core::none:
    case Core::sphere:
    case Core::rastrigin:
    case Core::bueche_rastrigin:
    case Core::rosenbrock:
    case Core::schaffer:
    case Core::griewank_rosenbrock:
    case Core::lunacek:
      break;
  }
}

PeakTables InstanceData::peak_tables(KernelTables& tables) {
  const std::size_t n = row_.peaks.count;
  const auto last = static_cast<double>(n - 2);
  const std::size_t peaks = padded_size(n);
  const std::vector<std::size_t> order = argsort(legacy_uniform(seed_, n - 1));
  const Vector uniform = legacy_uniform(seed_, n * d_);

  Vector heights(peaks, 0.0);
  Vector centres(peaks * d_, 0.0);
  Vector conditions(peaks * d_, 0.0);
  Vector centre(d_);
  Vector exponents(d_);
  for (std::size_t i = 0; i < n; ++i) {
    const double condition =
        i == 0 ? row_.peaks.first_condition
               : mathematics::pow(1000.0, static_cast<double>(order[i - 1]) / last);
    heights[i] = i == 0 ? 10.0 : (static_cast<double>(i - 1) / last) * (9.1 - 1.1) + 1.1;
    const std::vector<std::size_t> axes =
        argsort(legacy_uniform(seed_ + 1000 * static_cast<std::int64_t>(i), d_));
    for (std::size_t j = 0; j < d_; ++j) {
      exponents[j] = static_cast<double>(axes[j]) / static_cast<double>(d_ - 1) - 0.5;
    }
    exponents = powers(condition, std::move(exponents));
    for (std::size_t j = 0; j < d_; ++j) {
      conditions[j * peaks + i] = exponents[j];
      centre[j] = row_.peaks.spread * uniform[i * d_ + j] - row_.peaks.spread / 2;
    }
    std::size_t begin = 0;
    for (const Matrix& block : rotation(Rotation::q)) {
      for (std::size_t row = 0; row < block.n; ++row) {
        double sum = 0.0;
        for (std::size_t j = 0; j < block.n; ++j) sum += centre[begin + j] * block(row, j);
        centres[(begin + row) * peaks + i] = i == 0 ? row_.peaks.shrink * sum : sum;
      }
      begin += block.n;
    }
  }
  Vector log_heights(peaks);
  mathematics::log(heights.data(), peaks, log_heights.data());
  return {peaks, tables.table(centres), tables.table(conditions), tables.table(heights),
          tables.table(log_heights)};
}

KernelTables InstanceData::tables(const Vector& shift, const Vector& location) {
  KernelTables tables(d_);
  const auto size = static_cast<double>(d_);
  tables.data.factor = row_.blocks && row_.normalized ? std::min(1.0, 40 / size) : row_.factor;
  tables.data.penalty =
      row_.penalty.per_variable ? row_.penalty.factor / size : row_.penalty.factor;
  Vector counts(d_, 1.0);
  tables.data.ones = tables.table(counts);
  counts.back() = 0.0;
  tables.data.pairs = tables.table(counts);
  for (MatrixTable& matrix : plain_) matrix = {};
  for (std::size_t i = 0; row_.steps[i].action != Action::none; ++i) {
    set_step(tables, i, shift, location);
  }
  set_core(tables, location);
  return tables;
}

RowTables row_tables(const Row& row, std::size_t d, std::int64_t instance) {
  const std::int64_t seed = instance_seed(row.number, instance);
  InstanceData data(row, d, seed);
  std::vector<double> location = data.location();
  KernelTables tables = data.tables(location, location);
  tables.data.optimal_value = optimal_value(seed);
  return {std::move(location), std::move(tables)};
}

}  // namespace optimeter
