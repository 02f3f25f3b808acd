// The suites bbob-biobj, bbob-biobj-ext and bbob-biobj-mixint.
#include <algorithm>
#include <iterator>
#include <vector>

#include "bbob/landscapes/bbob.hpp"
#include "bbob/landscapes/biobj.hpp"
#include "optimeter/errors.hpp"
#include "suites/bbob_family.hpp"

namespace optimeter {
namespace {

constexpr int kPairs = 55;
constexpr int kExtended = 92;
constexpr double kHalfBox = 100.0;

// Ids of problems and of their two parts.
std::string numbered(const std::string& prefix, int function, int function_digits,
                     std::int64_t instance, std::size_t dimension, int dimension_digits) {
  return prefix + "_f" + digits(function, function_digits) + "_i" + digits(instance, 2) + "_d" +
         digits(static_cast<std::int64_t>(dimension), dimension_digits);
}

class BiObjective : public SuiteDefinition {
 protected:
  explicit BiObjective(int functions) {
    const std::vector<FunctionInfo>& single = bbob_suite().functions();
    const auto of = [&](int number) -> const FunctionInfo& {
      return single[static_cast<std::size_t>(number - 1)];
    };
    for (int number = 1; number <= functions; ++number) {
      const auto [f, g] = biobj_functions(number);
      functions_.push_back(
          {number, of(f).name + " / " + of(g).name, of(f).group + "_" + of(g).group});
    }
    const std::vector<GroupInfo>& groups = bbob_suite().groups();
    for (std::size_t i = 0; i < groups.size(); ++i) {
      for (std::size_t j = i; j < groups.size(); ++j) {
        groups_.push_back({groups[i].name + "_" + groups[j].name,
                           groups[i].name + " and " + groups[j].name + " functions"});
      }
    }
  }

  // The position in the suite with its usual instances; 0 for problems that are not part of it.
  std::int64_t index(int function, std::size_t dimension, std::int64_t instance) const {
    const std::vector<std::int64_t> usual = instances(std::nullopt);
    const auto d = std::find(dimensions_.begin(), dimensions_.end(), dimension);
    const auto k = std::find(usual.begin(), usual.end(), instance);
    if (d == dimensions_.end() || k == usual.end()) return 0;
    const auto row = (d - dimensions_.begin()) * std::ssize(functions_) + (function - 1);
    return row * std::ssize(usual) + (k - usual.begin());
  }

  ProblemInfo info(const FunctionInfo& function, std::size_t dimension, std::int64_t instance,
                   const ProblemOptions& options, bool mixed_integer) const {
    ProblemInfo result = base_info(*this, function, dimension, instance);
    const auto [f, g] = biobj_functions(function.number);
    const auto [k1, k2] = biobj_instances(instance, mixed_integer);
    const int width = mixed_integer && dimension >= 50 ? 4 : 2;
    result.name = numbered("bbob", f, 3, k1, dimension, width) + "__" +
                  numbered("bbob", g, 3, k2, dimension, width);
    result.category = group_type(f) + "_" + group_type(g);
    result.objectives = 2;
    result.index = options.index.value_or(index(function.number, dimension, instance));
    std::fill(result.lower_bounds.begin(), result.lower_bounds.end(), -kHalfBox);
    std::fill(result.upper_bounds.begin(), result.upper_bounds.end(), kHalfBox);
    return result;
  }
};

class Continuous final : public BiObjective {
 public:
  Continuous(const char* name, const char* title, int functions) : BiObjective(functions) {
    name_ = name;
    title_ = title;
    dimensions_ = {2, 3, 5, 10, 20, 40};
    years_ = {2016};
  }

  std::vector<std::int64_t> instances(std::optional<int> year) const override {
    return instance_range(1, year && (*year == 2016 || *year == 0) ? 10 : 15);
  }

  std::string id(int function, std::size_t dimension, std::int64_t instance) const override {
    return numbered("bbob-biobj", function, 2, instance, dimension, 2);  // also in bbob-biobj-ext
  }

 protected:
  std::unique_ptr<Problem> make(const FunctionInfo& function, std::size_t dimension,
                                std::int64_t instance,
                                const ProblemOptions& options) const override {
    const int number = function.number;
    auto landscape = std::make_shared<const LazyLandscape>(
        [=] { return biobj_landscape(number, dimension, instance); });
    return std::make_unique<Problem>(info(function, dimension, instance, options, false),
                                     std::move(landscape));
  }
};

class MixedInteger final : public BiObjective {
 public:
  MixedInteger() : BiObjective(kExtended) {
    name_ = "bbob-biobj-mixint";
    title_ = "92 bi-objective functions with four fifths of the variables integer";
    dimensions_ = {5, 10, 20, 40, 80, 160};
  }

  std::vector<std::int64_t> instances(std::optional<int>) const override {
    return instance_range(1, 15);
  }

  void check_dimension(std::size_t dimension) const override {
    bbob_mixint_suite().check_dimension(dimension);
  }

  std::string id(int function, std::size_t dimension, std::int64_t instance) const override {
    return numbered("bbob-biobj-mixint", function, 3, instance, dimension, 3);
  }

 protected:
  std::unique_ptr<Problem> make(const FunctionInfo& function, std::size_t dimension,
                                std::int64_t instance,
                                const ProblemOptions& options) const override {
    ProblemInfo result = info(function, dimension, instance, options, true);
    const int number = function.number;
    const std::size_t part = dimension / kMixintParts;
    result.integer_variables = dimension - part;
    for (std::size_t i = 0; i < result.integer_variables; ++i) {
      const int arity = kMixintArities[i / part];
      result.lower_bounds[i] = 0.0;
      result.upper_bounds[i] = arity - 1;
      result.initial_solution[i] = 0.5 * arity;  // the middle of 0..arity-1, halves up
    }
    auto landscape = std::make_shared<const LazyLandscape>(
        [=] { return biobj_mixint_landscape(number, dimension, instance); });
    return std::make_unique<Problem>(std::move(result), std::move(landscape));
  }
};

}  // namespace

const SuiteDefinition& bbob_biobj_suite() {
  static const Continuous suite("bbob-biobj", "55 bi-objective functions", kPairs);
  return suite;
}

const SuiteDefinition& bbob_biobj_ext_suite() {
  static const Continuous suite("bbob-biobj-ext", "92 bi-objective functions", kExtended);
  return suite;
}

const SuiteDefinition& bbob_biobj_mixint_suite() {
  static const MixedInteger suite;
  return suite;
}

}  // namespace optimeter
