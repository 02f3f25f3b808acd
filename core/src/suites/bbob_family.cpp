#include "suites/bbob_family.hpp"

#include <numeric>
#include <utility>

#include "bbob/landscapes/bbob.hpp"

namespace optimeter {

std::vector<std::int64_t> instance_range(std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(last - first + 1));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

const std::vector<FunctionInfo>& bbob_functions() {
  static const std::vector<FunctionInfo> functions = {
      {1, "Sphere", "separable", "Sphere"},
      {2, "Ellipsoid separable", "separable", "Ellipsoid"},
      {3, "Rastrigin separable", "separable", "Rastrigin"},
      {4, "Skew Rastrigin-Bueche", "separable", "BuecheRastrigin"},
      {5, "Linear slope", "separable", "LinearSlope"},
      {6, "Attractive sector", "moderate", "AttractiveSector"},
      {7, "Step-ellipsoid", "moderate", "StepEllipsoid"},
      {8, "Rosenbrock original", "moderate", "Rosenbrock"},
      {9, "Rosenbrock rotated", "moderate", "RosenbrockRotated"},
      {10, "Ellipsoid", "ill-conditioned", "EllipsoidRotated"},
      {11, "Discus", "ill-conditioned", "Discus"},
      {12, "Bent cigar", "ill-conditioned", "BentCigar"},
      {13, "Sharp ridge", "ill-conditioned", "SharpRidge"},
      {14, "Sum of different powers", "ill-conditioned", "DifferentPowers"},
      {15, "Rastrigin", "multi-modal", "RastriginRotated"},
      {16, "Weierstrass", "multi-modal", "Weierstrass"},
      {17, "Schaffer F7, condition 10", "multi-modal", "Schaffers10"},
      {18, "Schaffer F7, condition 1000", "multi-modal", "Schaffers1000"},
      {19, "Griewank-Rosenbrock F8F2", "multi-modal", "GriewankRosenbrock"},
      {20, "Schwefel x*sin(x)", "weakly-structured", "Schwefel"},
      {21, "Gallagher 101 peaks", "weakly-structured", "Gallagher101"},
      {22, "Gallagher 21 peaks", "weakly-structured", "Gallagher21"},
      {23, "Katsuura", "weakly-structured", "Katsuura"},
      {24, "Lunacek bi-Rastrigin", "weakly-structured", "LunacekBiRastrigin"},
  };
  return functions;
}

const std::vector<GroupInfo>& bbob_groups() {
  static const std::vector<GroupInfo> groups = [] {
    std::vector<GroupInfo> made = {
        {"separable", "separable functions", {}, "1-separable"},
        {"moderate", "functions with low or moderate conditioning", {}, "2-moderate"},
        {"ill-conditioned", "functions with high conditioning, unimodal", {}, "3-ill-conditioned"},
        {"multi-modal",
         "multi-modal functions with adequate global structure",
         {},
         "4-multi-modal"},
        {"weakly-structured",
         "multi-modal functions with weak global structure",
         {},
         "5-weakly-structured"},
    };
    assign_members(made, bbob_functions());
    return made;
  }();
  return groups;
}

void assign_members(std::vector<GroupInfo>& groups, const std::vector<FunctionInfo>& functions) {
  for (GroupInfo& group : groups) {
    for (const FunctionInfo& function : functions) {
      if (function.group == group.name) group.functions.push_back(function.number);
    }
  }
}

std::string problem_words(const ProblemInfo& info) {
  return " suite problem f" + std::to_string(info.function) + " instance " +
         std::to_string(info.instance) + " in " + std::to_string(info.dimension) + "D";
}

void make_mixed_integer(ProblemInfo& info) {
  const std::size_t part = info.dimension / kMixintParts;
  info.integer_variables = info.dimension - part;
  for (std::size_t i = 0; i < info.integer_variables; ++i) {
    const int arity = kMixintArities[i / part];
    info.lower_bounds[i] = 0.0;
    info.upper_bounds[i] = arity - 1;
    info.initial_solution[i] = 0.5 * arity;  // the middle of 0..arity-1, halves up
  }
}

std::unique_ptr<Problem> problem_on(LandscapeMaker make, ProblemInfo info,
                                    std::unique_ptr<Noise> noise) {
  auto landscape = std::make_shared<const LazyLandscape>(
      [make, function = info.function, dimension = info.dimension, instance = info.instance] {
        return make(function, dimension, instance);
      });
  return std::make_unique<Problem>(std::move(info), std::move(landscape), std::move(noise));
}

}  // namespace optimeter
