#include "suites/bbob_family.hpp"

#include <array>
#include <numeric>

namespace optimeter {
namespace {

struct GroupRow {
  const char* name;
  const char* type;
  const char* title;
  int last;  // number of its last function
};

constexpr std::array<GroupRow, 5> kGroups = {{
    {"separable", "1-separable", "separable functions", 5},
    {"moderate", "2-moderate", "functions with low or moderate conditioning", 9},
    {"ill-conditioned", "3-ill-conditioned", "functions with high conditioning, unimodal", 14},
    {"multi-modal", "4-multi-modal", "multi-modal functions with adequate global structure", 19},
    {"weakly-structured", "5-weakly-structured", "multi-modal functions with weak global structure",
     24},
}};

constexpr std::array<const char*, 24> kNames = {
    "Sphere",
    "Ellipsoid separable",
    "Rastrigin separable",
    "Skew Rastrigin-Bueche",
    "Linear slope",
    "Attractive sector",
    "Step-ellipsoid",
    "Rosenbrock original",
    "Rosenbrock rotated",
    "Ellipsoid",
    "Discus",
    "Bent cigar",
    "Sharp ridge",
    "Sum of different powers",
    "Rastrigin",
    "Weierstrass",
    "Schaffer F7, condition 10",
    "Schaffer F7, condition 1000",
    "Griewank-Rosenbrock F8F2",
    "Schwefel x*sin(x)",
    "Gallagher 101 peaks",
    "Gallagher 21 peaks",
    "Katsuura",
    "Lunacek bi-Rastrigin",
};

const GroupRow& group_of(int function) {
  std::size_t i = 0;
  while (function > kGroups[i].last) ++i;
  return kGroups[i];
}

}  // namespace

std::vector<std::int64_t> instance_range(std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(last - first + 1));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

std::string digits(std::int64_t number, int width) {
  std::string text = std::to_string(number);
  const auto wanted = static_cast<std::size_t>(width);
  if (text.size() < wanted) text.insert(0, wanted - text.size(), '0');
  return text;
}

ProblemInfo base_info(const SuiteDefinition& suite, const FunctionInfo& function,
                      std::size_t dimension, std::int64_t instance) {
  ProblemInfo info;
  info.suite = suite.name();
  info.id = suite.id(function.number, dimension, instance);
  info.group = function.group;
  info.function = function.number;
  info.dimension = dimension;
  info.instance = instance;
  info.lower_bounds.assign(dimension, -5.0);
  info.upper_bounds.assign(dimension, 5.0);
  info.initial_solution.assign(dimension, 0.0);
  return info;
}

BbobFamily::BbobFamily() {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    functions_.push_back({number, kNames[i], group_of(number).name});
  }
  for (const GroupRow& group : kGroups) groups_.push_back({group.name, group.title});
}

const std::string& group_type(int function) {
  static const std::array<std::string, 5> types = {
      kGroups[0].type, kGroups[1].type, kGroups[2].type, kGroups[3].type, kGroups[4].type};
  std::size_t i = 0;
  while (function > kGroups[i].last) ++i;
  return types[i];
}

}  // namespace optimeter
