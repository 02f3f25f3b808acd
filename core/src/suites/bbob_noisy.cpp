// The suite bbob-noisy.
#include <array>

#include "bbob/landscapes/noisy.hpp"
#include "optimeter/errors.hpp"
#include "suites/bbob_family.hpp"

namespace optimeter {
namespace {

constexpr int kFirst = 101;
constexpr int kLast = 130;

struct GroupRow {
  const char* name;
  const char* title;
  int last;  // number of its last function
};

constexpr std::array<GroupRow, 3> kGroups = {{
    {"moderate-noise", "functions with moderate noise", 106},
    {"severe-noise", "functions with severe noise", 121},
    {"severe-noise-multi-modal", "highly multi-modal functions with severe noise", 130},
}};

const char* base_name(int base) {
  switch (base) {
    case 1:
      return "Sphere";
    case 7:
      return "Step-ellipsoid";
    case 8:
      return "Rosenbrock";
    case 10:
      return "Ellipsoid";
    case 14:
      return "Different powers";
    case 17:
      return "Schaffer F7";
    case 19:
      return "Griewank-Rosenbrock";
    default:
      return "Gallagher";
  }
}

struct ModelNames {
  const char* display;
  const char* problem;
};

ModelNames model_names(NoiseModel model) {
  switch (model) {
    case NoiseModel::gaussian:
      return {"Gauss", "gaussian_noise_model"};
    case NoiseModel::uniform:
      return {"unif", "uniform_noise_model"};
    case NoiseModel::cauchy:
      break;
  }
  return {"Cauchy", "cauchy_noise_model"};
}

class Noisy final : public SuiteDefinition {
 public:
  Noisy() {
    name_ = "bbob-noisy";
    title_ = "30 noisy functions";
    dimensions_ = {2, 3, 5, 10, 20, 40};
    years_ = {2009};
    std::size_t group = 0;
    for (int number = kFirst; number <= kLast; ++number) {
      if (number > kGroups[group].last) ++group;
      const NoisyFunction f = noisy_function(number);
      functions_.push_back({number,
                            std::string(base_name(f.base)) + (f.severe ? " " : " moderate ") +
                                model_names(f.model).display,
                            kGroups[group].name});
    }
    for (const GroupRow& row : kGroups) groups_.push_back({row.name, row.title});
  }

  bool noisy() const override { return true; }

  std::vector<std::int64_t> instances(std::optional<int> year) const override {
    if (year.value_or(2009) <= 2009) return instance_range(1, 15);
    throw InvalidArgument("suite bbob-noisy has instances for the year 2009; got year " +
                          std::to_string(*year));
  }

  std::string id(int function, std::size_t dimension, std::int64_t instance) const override {
    return "bbob_noisy_f" + digits(function, 3) + "_i" + digits(instance, 2) + "_d" +
           digits(static_cast<std::int64_t>(dimension), 2);
  }

 protected:
  std::unique_ptr<Problem> make(const FunctionInfo& function, std::size_t dimension,
                                std::int64_t instance,
                                const ProblemOptions& options) const override {
    ProblemInfo info = base_info(*this, function, dimension, instance);
    const int number = function.number;
    info.name = std::string(model_names(noisy_function(number).model).problem) +
                "(BBOB-NOISY suite problem f" + std::to_string(number) + " instance " +
                std::to_string(instance) + " in " + std::to_string(dimension) + "D)";
    auto landscape = std::make_shared<const LazyLandscape>(
        [=] { return noisy_landscape(number, dimension, instance); });
    return std::make_unique<Problem>(std::move(info), std::move(landscape),
                                     make_noise(number, dimension, instance, options.coco_stream));
  }
};

}  // namespace

const SuiteDefinition& bbob_noisy_suite() {
  static const Noisy suite;
  return suite;
}

}  // namespace optimeter
