// The suites bbob-largescale and bbob-mixint.
#include "bbob/landscapes/bbob.hpp"
#include "optimeter/errors.hpp"
#include "suites/bbob_family.hpp"

namespace optimeter {
namespace {

std::string problem_id(const char* prefix, int function, std::size_t dimension,
                       std::int64_t instance, int width) {
  return std::string(prefix) + "_f" + digits(function, 3) + "_i" + digits(instance, 2) + "_d" +
         digits(static_cast<std::int64_t>(dimension), width);
}

class LargeScale final : public BbobFamily {
 public:
  LargeScale() {
    name_ = "bbob-largescale";
    title_ = "the 24 functions in dimensions up to 640, with block rotations";
    dimensions_ = {20, 40, 80, 160, 320, 640};
  }

  std::vector<std::int64_t> instances(std::optional<int> year) const override {
    const int which = year.value_or(2009);
    if (which >= 2009) return instance_range(1, 15);
    throw InvalidArgument(
        "suite bbob-largescale has instances for the years from 2009 on; got year " +
        std::to_string(which));
  }

  std::string id(int function, std::size_t dimension, std::int64_t instance) const override {
    return problem_id("bbob", function, dimension, instance, 4);
  }

 protected:
  std::unique_ptr<Problem> make(const FunctionInfo& function, std::size_t dimension,
                                std::int64_t instance, const ProblemOptions&) const override {
    ProblemInfo info = base_info(*this, function, dimension, instance);
    const int number = function.number;
    info.name = "BBOB large-scale suite problem f" + std::to_string(number) + " instance " +
                std::to_string(instance) + " in " + std::to_string(dimension) + "D";
    auto landscape = std::make_shared<const LazyLandscape>(
        [=] { return largescale_landscape(number, dimension, instance); });
    return std::make_unique<Problem>(std::move(info), std::move(landscape));
  }
};

class MixedInteger final : public BbobFamily {
 public:
  MixedInteger() {
    name_ = "bbob-mixint";
    title_ = "the 24 functions with four fifths of the variables integer";
    dimensions_ = {5, 10, 20, 40, 80, 160};
  }

  std::vector<std::int64_t> instances(std::optional<int>) const override {
    return instance_range(1, 15);
  }

  void check_dimension(std::size_t dimension) const override {
    SuiteDefinition::check_dimension(dimension);
    if (dimension % kMixintParts != 0) {
      throw InvalidArgument("suite bbob-mixint needs a dimension that is a multiple of 5; got " +
                            std::to_string(dimension));
    }
  }

  std::string id(int function, std::size_t dimension, std::int64_t instance) const override {
    return problem_id("bbob-mixint", function, dimension, instance, 2);
  }

 protected:
  std::unique_ptr<Problem> make(const FunctionInfo& function, std::size_t dimension,
                                std::int64_t instance, const ProblemOptions&) const override {
    ProblemInfo info = base_info(*this, function, dimension, instance);
    const int number = function.number;
    const bool large = dimension >= 50;
    info.name = "mixint(" + problem_id("bbob", number, dimension, instance, large ? 4 : 2) + ")";
    const std::size_t part = dimension / kMixintParts;
    info.integer_variables = dimension - part;
    for (std::size_t i = 0; i < info.integer_variables; ++i) {
      const int arity = kMixintArities[i / part];
      info.lower_bounds[i] = 0.0;
      info.upper_bounds[i] = arity - 1;
      info.initial_solution[i] = 0.5 * arity;  // the middle of 0..arity-1, halves up
    }
    auto landscape = std::make_shared<const LazyLandscape>(
        [=] { return mixint_landscape(number, dimension, instance); });
    return std::make_unique<Problem>(std::move(info), std::move(landscape));
  }
};

}  // namespace

const SuiteDefinition& bbob_largescale_suite() {
  static const LargeScale suite;
  return suite;
}

const SuiteDefinition& bbob_mixint_suite() {
  static const MixedInteger suite;
  return suite;
}

}  // namespace optimeter
