#include "bbob/landscapes/constrained.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "bbob/instances/instance.hpp"
#include "bbob/instances/random.hpp"
#include "bbob/kernels/constrained.hpp"
#include "bbob/landscapes/bbob.hpp"
#include "bbob/landscapes/constrained_inverse.hpp"
#include "bbob/landscapes/constrained_rows.hpp"
#include "bbob/landscapes/scratch.hpp"
#include "simd/dispatch.hpp"

OPTIMETER_TABLES(ConstrainedKernels, constrained_kernels)

namespace optimeter {
namespace {

using Vector = std::vector<double>;

constexpr double kHalfBox = 5.0;
constexpr int kClasses = 6;
// Brings the objectives to a similar range; by base type.
constexpr std::array<double, kConstrainedBases> kScales = {10,   1e-4, 10, 1e-4, 1e-4,
                                                           1e-4, 100,  10, 10};

int base_type(int function) { return (function + kClasses - 1) / kClasses; }
bool oscillates(int base) { return base == 2 || base == 4 || base == 5 || base >= 8; }
bool is_asymmetric(int base) { return base == 6 || base >= 8; }

// Integers from -4 to 4, not all of them 0.
Vector integer_location(std::int64_t seed, std::size_t d) {
  Vector location = legacy_uniform(seed, d);
  for (double& value : location) value = std::trunc(10 * value - 5);
  if (std::all_of(location.begin(), location.end(), [](double v) { return v == 0.0; })) {
    for (std::size_t i = 0; i < d; ++i) location[i] = static_cast<double>(i % 9) - 4;
  }
  return location;
}

// The unconstrained optimum in the transformed space.
Vector unconstrained_optimum(int base, std::int64_t seed, std::size_t d) {
  if (base >= 8) return integer_location(seed, d);
  Vector location = optimal_location(base == 6 ? seed + kMillion : seed, d, 4.0);
  if (base == 7) {
    double square = 0.0;
    for (const double value : location) square += value * value;
    for (double& value : location) value *= 0.01 / std::sqrt(square);
  }
  return location;
}

Vector weights(int base, std::size_t d) {
  if (base == 2 || base == 4) return powers(1e6, d);
  Vector result(d, base == 6 ? 1e6 : 1.0);
  if (base == 5) result[0] = 1e6;
  if (base == 6) result[0] = 1.0;
  return result;
}

Vector exponents(std::size_t d) {
  Vector result(d);
  for (std::size_t i = 0; i < d; ++i) {
    result[i] = 2 + (4 * static_cast<double>(i)) / static_cast<double>(d - 1);
  }
  return result;
}

Vector multiply(const Matrix& r, const Vector& v) {
  Vector result(v.size(), 0.0);
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t j = 0; j < v.size(); ++j) result[i] += v[j] * r(i, j);
  }
  return result;
}

Vector multiply_transposed(const Matrix& r, const Vector& v) {
  Vector result(v.size(), 0.0);
  for (std::size_t j = 0; j < v.size(); ++j) {
    for (std::size_t i = 0; i < v.size(); ++i) result[j] += v[i] * r(i, j);
  }
  return result;
}

bool is_rotated(int base) { return base >= 4 && base != 8; }

// The gradient of the objective at the origin of the transformed space, up to a positive factor.
Vector gradient(int base, const Vector& optimum, const Matrix& r) {
  const std::size_t d = optimum.size();
  Vector y(d);
  std::transform(optimum.begin(), optimum.end(), y.begin(), [](double v) { return -v; });
  if (base == 3) {  // minus the slopes
    const Vector steepness = powers(10, d);
    for (std::size_t i = 0; i < d; ++i) y[i] = optimum[i] < 0 ? steepness[i] : -steepness[i];
    return y;
  }
  if (base >= 8) {
    for (double& v : y) {
      v = 2 * (10 * std::numbers::pi * std::sin(2 * std::numbers::pi * v) + v);
    }
    return base == 9 ? multiply_transposed(r, y) : y;
  }
  if (is_rotated(base)) y = multiply(r, y);
  if (base == 7) {
    const Vector exponent = exponents(d);
    for (std::size_t i = 0; i < d; ++i) {
      y[i] = std::copysign(exponent[i] * std::pow(std::fabs(y[i]), exponent[i] - 1), y[i]);
    }
  } else {
    const Vector weight = base == 1 ? Vector(d, 1.0) : weights(base, d);
    for (std::size_t i = 0; i < d; ++i) y[i] *= 2 * weight[i];
  }
  return is_rotated(base) ? multiply_transposed(r, y) : y;
}

// Scales the direction so that the optimum plus the direction stays well inside the box.
void fit_into_box(Vector& direction, const Vector& optimum, std::int64_t seed) {
  double largest = 0.0;
  for (std::size_t i = 0; i < direction.size(); ++i) {
    largest = std::max(
        {largest, direction[i] / (kHalfBox - optimum[i]), direction[i] / (-kHalfBox - optimum[i])});
  }
  const double factor = 0.75 + 0.25 * legacy_first_uniform(seed + 412);
  for (double& component : direction) component = component * factor / largest;
}

// The first point optimum + T^-1(direction 2^-j) strictly inside the box. It is feasible, since the
// direction is.
Vector feasible_start(int base, const Vector& optimum, Vector direction) {
  const std::size_t d = optimum.size();
  const Vector asymmetry = bbob::asymmetry(0.2, d);
  Vector x(d);
  while (true) {
    bool inside = true;
    for (std::size_t i = 0; i < d; ++i) {
      double step = direction[i];
      if (is_asymmetric(base)) step = inverse_asymmetry(step, asymmetry[i]);
      if (oscillates(base)) step = inverse_oscillation(step);
      x[i] = optimum[i] + step;
      inside &= x[i] > -kHalfBox && x[i] < kHalfBox;
    }
    if (inside) return x;
    for (double& component : direction) component /= 2;
  }
}

void set_slope(KernelTables& tables, const Vector& optimum) {
  const std::size_t d = optimum.size();
  Vector corner(d);
  Vector slope = powers(10, d);
  Vector offset(d);
  for (std::size_t i = 0; i < d; ++i) {
    offset[i] = 5 * slope[i];
    corner[i] = optimum[i] < 0 ? -kHalfBox : kHalfBox;
    slope[i] = std::copysign(slope[i], optimum[i]);
  }
  tables.data.shift = tables.table(corner);
  tables.data.scale = tables.table(slope);
  tables.data.weight = tables.table(offset);
}

// How something is computed for one point and for many.
template <typename Function>
struct PointAndBatch {
  Function point;
  Function batch;

  Function operator()(std::size_t n) const { return n < kPadding ? point : batch; }
};

// Picks by dimension.
template <typename Function>
PointAndBatch<Function> pick(std::size_t d, Function small, Function any, Function group) {
  const Function point = d <= kPadding ? small : any;
  return {point, d <= kLargestGrouped ? group : point};
}

class ConstrainedObjective final : public Mapping {
 public:
  ConstrainedObjective(PointAndBatch<Kernel> kernel, KernelTables tables)
      : Mapping(tables.data.d, 1), kernel_(kernel), tables_(std::move(tables)) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    Scratch<ConstrainedObjective> scratch(scratch_size(tables_.data.padded));
    kernel_(n)(tables_.data, x, n, y, scratch.data());
  }

 private:
  PointAndBatch<Kernel> kernel_;
  KernelTables tables_;
};

class Constraints final : public Mapping {
 public:
  Constraints(PointAndBatch<ConstraintKernel> kernel, KernelTables tables,
              const std::vector<ConstraintRow>& rows)
      : Mapping(tables.data.d, rows.size()), kernel_(kernel), tables_(std::move(tables)) {
    const std::size_t d = tables_.data.d;
    const std::size_t padded = padded_size(rows.size());
    Vector gradients(d * padded, 0.0);
    Vector offsets(d * padded, 0.0);
    for (std::size_t j = 0; j < rows.size(); ++j) {
      for (std::size_t i = 0; i < d; ++i) {
        gradients[i * padded + j] = rows[j].gradient[i];
        offsets[i * padded + j] = rows[j].offset(i);
      }
    }
    data_ = {tables_.data, rows.size(), padded, tables_.table(gradients), tables_.table(offsets)};
  }

  void evaluate(const double* x, std::size_t n, double* g) const override {
    Scratch<Constraints> scratch(scratch_size(tables_.data.padded));
    kernel_(n)(data_, x, n, g, scratch.data());
  }

 private:
  PointAndBatch<ConstraintKernel> kernel_;
  KernelTables tables_;
  ConstraintData data_;
};

}  // namespace

ConstraintCounts constraint_counts(int function, std::size_t d) {
  const std::array<std::size_t, kClasses> active = {1, 2, 6, 6 + d / 2, 6 + d, 6 + 3 * d};
  const std::size_t a = active[static_cast<std::size_t>((function - 1) % kClasses)];
  return {a, a / 2};
}

Landscape constrained_landscape(int function, std::size_t d, std::int64_t instance) {
  const int base = base_type(function);
  const std::int64_t seed = function + 10'000 * instance;            // optimum and constraints
  const std::int64_t objective_seed = function + 20'000 * instance;  // objective
  const Vector optimum = optimal_location(seed, d, 4.0);
  const Vector unconstrained = unconstrained_optimum(base, objective_seed, d);
  const Matrix r = is_rotated(base) ? rotation(objective_seed + kMillion, d) : Matrix{};
  Vector direction = gradient(base, unconstrained, r);
  fit_into_box(direction, optimum, objective_seed);

  const auto index = static_cast<std::size_t>(base - 1);
  const ConstrainedKernels& kernels = constrained_kernels(active_isa());

  KernelTables transformation(d);
  transformation.data.shift = transformation.table(optimum);
  if (is_asymmetric(base)) {
    transformation.data.asymmetry = transformation.table(bbob::asymmetry(0.2, d));
  }

  KernelTables tables(d);
  bbob::set_counts(tables);
  tables.data.normalize = kScales[index];
  tables.data.optimal_value = optimal_value(function, instance);
  if (base == 3) {
    set_slope(tables, unconstrained);
  } else {
    tables.data.shift = tables.table(optimum);
    tables.data.second = tables.table(unconstrained);
    if (is_asymmetric(base)) tables.data.asymmetry = tables.table(bbob::asymmetry(0.2, d));
    if (is_rotated(base)) tables.data.matrix[0] = tables.matrix(r);
    if (base == 7) {
      Vector exponent = exponents(d);
      exponent.resize(tables.data.padded, 2.0);  // 0^2 = 0, while 0^0 would count
      tables.data.exponent = tables.table(exponent);
    } else if (base != 1 && base < 8) {
      tables.data.weight = tables.table(weights(base, d));
    }
  }

  Landscape result;
  result.objectives = std::make_unique<ConstrainedObjective>(
      pick(d, kernels.small_objective[index], kernels.objective[index],
           kernels.group_objective[index]),
      std::move(tables));
  result.constraints = std::make_unique<Constraints>(
      pick(d, kernels.small_constraint[index], kernels.constraint[index],
           kernels.group_constraint[index]),
      std::move(transformation),
      constraint_rows(constraint_counts(function, d), seed, instance, direction));
  result.best_value.resize(1);
  result.objectives->evaluate(optimum.data(), 1, result.best_value.data());
  result.best_parameter = optimum;
  result.initial_solution = feasible_start(base, optimum, std::move(direction));
  return result;
}

}  // namespace optimeter
