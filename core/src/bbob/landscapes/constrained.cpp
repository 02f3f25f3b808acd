#include "bbob/landscapes/constrained.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include "bbob/instances/instance.hpp"
#include "bbob/instances/random.hpp"
#include "bbob/kernels/constrained.hpp"
#include "bbob/landscapes/constrained_inverse.hpp"
#include "bbob/landscapes/constrained_rows.hpp"
#include "bbob/landscapes/kernel_mapping.hpp"
#include "bbob/landscapes/scratch.hpp"
#include "bbob/landscapes/tables.hpp"
#include "bbob/table.hpp"
#include "mathematics/mathematics.hpp"
#include "simd/dispatch.hpp"

OPTIMETER_TABLES(ConstrainedKernels, constrained_kernels)

namespace optimeter {
namespace {

using Vector = std::vector<double>;

constexpr double kHalfBox = 5.0;
constexpr int kClasses = static_cast<int>(std::size(kConstraintClasses));

// The row of the objective; each has as many classes of constraints.
Row objective_row(int function) {
  return Constrained::row(static_cast<std::size_t>((function - 1) / kClasses));
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

// The gradient of the core, up to a positive factor.
Vector core_gradient(const Row& row, Vector z) {
  const std::size_t d = z.size();
  if (row.core == Core::rastrigin) {
    for (double& v : z) {
      v = 2 * (10 * std::numbers::pi * mathematics::sin(2 * std::numbers::pi * v) + v);
    }
  } else if (row.core == Core::different_powers) {
    const Vector exponent = core_exponents(d);
    for (std::size_t i = 0; i < d; ++i) {
      z[i] = std::copysign(exponent[i] * mathematics::pow(std::fabs(z[i]), exponent[i] - 1), z[i]);
    }
  } else {
    const Vector weight = core_weights(row.core, row.condition, 1, d);
    for (std::size_t i = 0; i < d; ++i) z[i] *= 2 * weight[i];
  }
  return z;
}

// The gradient of the objective at the origin of the transformed space, up to a positive factor.
Vector gradient(const Row& row, InstanceData& data, const Vector& optimum) {
  Vector z(optimum.size());
  if (row.core == Core::slope) {
    const Vector steepness = powers(row.condition, z.size());
    for (std::size_t i = 0; i < z.size(); ++i) z[i] = -std::copysign(steepness[i], optimum[i]);
    return z;
  }
  bool centred = false;
  for (const Step& step : row.steps) {  // rotations leave the origin where it is
    if (step.action == Action::centre) {
      std::transform(optimum.begin(), optimum.end(), z.begin(), [](double v) { return -v; });
      centred = true;
    }
    if (step.action == Action::rotate && centred)
      z = multiply(data.rotation(step.first).front(), z);
  }
  z = core_gradient(row, std::move(z));
  for (const Step& step : row.steps) {
    if (step.action == Action::rotate) {
      z = multiply_transposed(data.rotation(step.first).front(), z);
    }
  }
  return z;
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

// T^-1 of a variable.
double inverse(const Row& transformation, std::size_t i, std::size_t d, double z) {
  for (std::size_t n = count_steps(transformation); n-- > 0;) {
    const Step& step = transformation.steps[n];
    if (step.action == Action::asymmetry) {
      z = inverse_asymmetry(z, asymmetry_factors(step.beta, d)[i]);
    }
    if (step.action == Action::oscillate) z = inverse_oscillation(z);
  }
  return z;
}

// The first point optimum + T^-1(direction 2^-j) strictly inside the box. It is feasible, since the
// direction is.
Vector feasible_start(const Row& transformation, const Vector& optimum, Vector direction) {
  const std::size_t d = optimum.size();
  Vector x(d);
  while (true) {
    bool inside = true;
    for (std::size_t i = 0; i < d; ++i) {
      x[i] = optimum[i] + inverse(transformation, i, d, direction[i]);
      inside &= x[i] > -kHalfBox && x[i] < kHalfBox;
    }
    if (inside) return x;
    for (double& component : direction) component /= 2;
  }
}

class Constraints final : public Mapping {
 public:
  Constraints(const Row& transformation, const ByLayout<ConstraintKernel>& kernels,
              KernelTables tables, const std::vector<ConstraintRow>& rows)
      : Mapping(tables.data.d, rows.size()),
        transformation_(transformation),
        kernel_(kernels, tables.data.d),
        tables_(std::move(tables)) {
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

  std::vector<DeviceKernel> device_kernels() const override {
    DeviceKernel kernel = device_kernel(transformation_, "ConstrainedTransformation", tables_.data);
    kernel.source = "bbob/device/constrain.cu";
    kernel.function = "constrain";
    kernel.parameter = parameter_bytes(data_);
    kernel.outputs = data_.count;
    const std::size_t size = data_.kernel.d * data_.padded_count;
    kernel.image.insert(kernel.image.end(), data_.gradients, data_.gradients + size);
    kernel.image.insert(kernel.image.end(), data_.offsets, data_.offsets + size);
    return {kernel};
  }

 private:
  Row transformation_;
  PointAndBatch<ConstraintKernel> kernel_;
  KernelTables tables_;
  ConstraintData data_;
};

}  // namespace

ConstraintCounts constraint_counts(int function, std::size_t d) {
  const ConstraintClass& which = kConstraintClasses[(function - 1) % kClasses];
  const std::size_t active = which.active + which.halves * d / 2;
  return {active, active / 2};
}

Landscape constrained_landscape(int function, std::size_t d, std::int64_t instance) {
  const Row row = objective_row(function);
  Row transformation = rows::transformation(row);
  transformation.number = row.number;
  const std::int64_t seed = function + 10'000 * instance;            // optimum and constraints
  const std::int64_t objective_seed = function + 20'000 * instance;  // objective
  const Vector optimum = optimal_location(seed, d, 4.0);
  InstanceData objective(row, d, objective_seed);
  const Vector unconstrained = objective.location();
  Vector direction = gradient(row, objective, unconstrained);
  fit_into_box(direction, optimum, objective_seed);

  KernelTables tables = objective.tables(optimum, unconstrained);
  tables.data.optimal_value = optimal_value(instance_seed(function, instance));
  const ConstrainedKernels& kernels = constrained_kernels(active_isa());
  const auto index = static_cast<std::size_t>(row.number - 1);

  Landscape result;
  result.objectives =
      kernel_mapping(row, "Constrained", kernels.objective.function[index], std::move(tables));
  result.constraints = std::make_unique<Constraints>(
      transformation, kernels.constraints[index],
      InstanceData(transformation, d, seed).tables(optimum, {}),
      constraint_rows(constraint_counts(function, d), seed, instance, direction));
  result.optimal_value.resize(1);
  result.objectives->evaluate(optimum.data(), 1, result.optimal_value.data());
  result.best_parameter = optimum;
  result.initial_solution = feasible_start(transformation, optimum, std::move(direction));
  return result;
}

}  // namespace optimeter
