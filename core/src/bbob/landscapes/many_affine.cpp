#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bbob/instances/random.hpp"
#include "bbob/landscapes/ioh.hpp"
#include "bbob/landscapes/scratch.hpp"
#include "bbob/table.hpp"
#include "finite.hpp"
#include "mathematics/mathematics.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/generators.hpp"
#include "optimeter/options.hpp"

namespace optimeter {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
static_assert(ManyAffine::kFunctions == Bbob::kCount);

// The decimal logarithm as glibc has it: exponent and mantissa apart. It is not correctly rounded,
// and the values of the combinations rest on it.
double log10_in_parts(double v) {
  int exponent = 0;
  double mantissa = 2 * std::frexp(v, &exponent);
  --exponent;
  if (exponent < 0) {
    mantissa *= 0.5;
    ++exponent;
  }
  const auto y = static_cast<double>(exponent);
  const double low =
      y * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * mathematics::log(mantissa);
  return low + y * 3.01029995663611771306e-01;
}

void check(const ManyAffine& parameters) {
  const auto refuse = [](const std::string& what, const std::string& got) {
    throw InvalidArgument(what + "; got " + got);
  };
  const std::vector<double>& optimum = parameters.optimum;
  if (optimum.size() < 2) {
    refuse("the optimum must have at least 2 coordinates", std::to_string(optimum.size()));
  }
  for (const double x : optimum) {
    if (!std::isfinite(x)) refuse("the optimum must be finite", option_text(x));
  }
  for (std::size_t f = 0; f < ManyAffine::kFunctions; ++f) {
    const double weight = parameters.weights[f];
    if (!(weight >= 0.0 && weight < kInfinity)) {
      refuse("weights must be finite and at least 0", option_text(weight));
    }
    if (parameters.instances[f] < 1) {
      refuse("instances must be at least 1", std::to_string(parameters.instances[f]));
    }
    const double scale = parameters.scale_factors[f];
    if (!(scale > 0.0 && scale < kInfinity)) {
      refuse("scale factors must be finite and positive", option_text(scale));
    }
  }
  const auto& weights = parameters.weights;
  if (std::all_of(weights.begin(), weights.end(), [](double w) { return w == 0.0; })) {
    refuse("at least one weight must be positive", "none");
  }
}

class Combined final : public Mapping {
 public:
  explicit Combined(const ManyAffine& parameters)
      : Mapping(parameters.optimum.size(), 1), optimum_(parameters.optimum) {
    for (std::size_t f = 0; f < ManyAffine::kFunctions; ++f) {
      if (parameters.weights[f] == 0.0) continue;  // it would add 0
      Landscape part = ioh_landscape(static_cast<int>(f) + 1, dimension(), parameters.instances[f]);
      parts_.push_back({std::move(part.objectives), std::move(part.best_parameter),
                        part.optimal_value[0], parameters.weights[f], parameters.scale_factors[f]});
    }
  }

  void evaluate(const double* x, std::size_t n, double* y) const override {
    const std::size_t d = dimension();
    Scratch<Combined> scratch(d);
    double* const z = scratch.data();
    for (std::size_t p = 0; p < n; ++p, x += d) {
      y[p] = not_finite(x, d);
      if (y[p] != 0.0) continue;
      double total = 0.0;
      for (const Part& part : parts_) {
        for (std::size_t i = 0; i < d; ++i) z[i] = (x[i] + part.best[i]) - optimum_[i];
        double value = 0.0;
        part.function->evaluate(z, 1, &value);
        value = value - part.optimal_value;
        // Not a number is only what overflows on the way, or a cosine of more than 1e13.
        value = std::isnan(value) ? kLargest : std::min(std::max(value, 1e-12), kLargest);
        total += ((log10_in_parts(value) + 8) / part.scale) * part.weight;
      }
      y[p] = mathematics::pow(10.0, 10 * total - 8);
    }
  }

 private:
  static constexpr double kLargest = 1e20;

  struct Part {
    std::unique_ptr<const Mapping> function;
    std::vector<double> best;
    double optimal_value;
    double weight;
    double scale;
  };

  std::vector<double> optimum_;
  std::vector<Part> parts_;
};

}  // namespace

ManyAffine ManyAffine::of_instance(std::size_t dimension, std::int64_t instance) {
  constexpr double kThreshold = 0.85;
  ManyAffine made;
  made.optimum = legacy_uniform(1000 + instance, dimension);
  for (double& value : made.optimum) value = value * 8 - 4;
  std::vector<double> weights = legacy_uniform(2000 + instance, kFunctions);
  const auto first = std::max_element(weights.begin(), weights.end());
  auto second = first == weights.begin() ? weights.begin() + 1 : weights.begin();
  for (auto each = weights.begin(); each != weights.end(); ++each) {
    if (each != first && *each > *second) second = each;
  }
  *first = std::max(*first, kThreshold);
  *second = std::max(*second, kThreshold);
  double total = 0.0;
  for (double& weight : weights) {
    if (weight < kThreshold) weight = 0.0;
    total += weight;
  }
  for (std::size_t f = 0; f < kFunctions; ++f) made.weights[f] = weights[f] / total;
  made.instances.fill(instance);
  return made;
}

Landscape many_affine(const ManyAffine& parameters) {
  check(parameters);
  Landscape result;
  result.objectives = std::make_unique<Combined>(parameters);
  result.best_parameter = parameters.optimum;
  result.optimal_value.resize(1);
  result.objectives->evaluate(parameters.optimum.data(), 1, result.optimal_value.data());
  return result;
}

Landscape mabbob_landscape(int, std::size_t d, std::int64_t instance) {
  return many_affine(ManyAffine::of_instance(d, instance));
}

}  // namespace optimeter
