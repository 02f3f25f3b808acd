// The suite bbob-constrained.
#include <array>

#include "bbob/landscapes/constrained.hpp"
#include "optimeter/errors.hpp"
#include "suites/bbob_family.hpp"

namespace optimeter {
namespace {

struct BaseRow {
  const char* name;
  const char* group;
};

constexpr std::array<BaseRow, 9> kBases = {{
    {"Sphere", "separable"},
    {"Ellipsoid separable", "separable"},
    {"Linear slope", "separable"},
    {"Ellipsoid rotated", "ill-conditioned"},
    {"Discus", "ill-conditioned"},
    {"Bent cigar", "ill-conditioned"},
    {"Different powers", "ill-conditioned"},
    {"Rastrigin separable", "multi-modal"},
    {"Rastrigin rotated", "multi-modal"},
}};

// Number of constraints by class, as a formula in the dimension n.
constexpr std::array<const char*, 6> kClasses = {"1 constraint",
                                                 "3 constraints",
                                                 "9 constraints",
                                                 "6 + n/2 active constraints",
                                                 "6 + n active constraints",
                                                 "6 + 3n active constraints"};

class Constrained final : public SuiteDefinition {
 public:
  Constrained() {
    name_ = "bbob-constrained";
    title_ = "54 problems with inequality constraints";
    dimensions_ = {2, 3, 5, 10, 20, 40};
    int number = 0;
    for (const BaseRow& base : kBases) {
      for (const char* constraints : kClasses) {
        functions_.push_back({++number, std::string(base.name) + ", " + constraints, base.group});
      }
    }
    groups_ = {{"separable", "separable functions"},
               {"ill-conditioned", "ill-conditioned functions"},
               {"multi-modal", "multi-modal functions"}};
  }

  std::vector<std::int64_t> instances(std::optional<int> year) const override {
    if (year.value_or(2009) >= 2009) return instance_range(1, 15);
    throw InvalidArgument(
        "suite bbob-constrained has instances for the years from 2009 on; got year " +
        std::to_string(*year));
  }

  std::string id(int function, std::size_t dimension, std::int64_t instance) const override {
    return "bbob-constrained_f" + digits(function, 3) + "_i" + digits(instance, 2) + "_d" +
           digits(static_cast<std::int64_t>(dimension), 2);
  }

 protected:
  std::unique_ptr<Problem> make(const FunctionInfo& function, std::size_t dimension,
                                std::int64_t instance, const ProblemOptions&) const override {
    ProblemInfo info = base_info(*this, function, dimension, instance);
    const int number = function.number;
    info.name = "bbob-constrained suite problem f" + std::to_string(number) + " instance " +
                std::to_string(instance) + " in " + std::to_string(dimension) + "D";
    info.constraints = constraint_counts(number, dimension).total();
    info.initial_solution.clear();  // depends on the constraints
    auto landscape = std::make_shared<const LazyLandscape>(
        [=] { return constrained_landscape(number, dimension, instance); });
    return std::make_unique<Problem>(std::move(info), std::move(landscape));
  }
};

}  // namespace

const SuiteDefinition& bbob_constrained_suite() {
  static const Constrained suite;
  return suite;
}

}  // namespace optimeter
