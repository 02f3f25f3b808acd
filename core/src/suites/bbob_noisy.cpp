// The suite bbob-noisy.
#include <utility>

#include "bbob/landscapes/noisy.hpp"
#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

constexpr int kFirst = 101;
constexpr int kLastModerate = 106;
constexpr int kLastUnimodal = 121;
constexpr int kLast = 130;

const char* group_name(int number) {
  if (number <= kLastModerate) return "moderate-noise";
  return number <= kLastUnimodal ? "severe-noise" : "severe-noise-multi-modal";
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

SuiteInfo noisy_info() {
  SuiteInfo info = {
      .name = "bbob-noisy",
      .title = "30 noisy functions",
      .groups = {{"moderate-noise", "functions with moderate noise", {}},
                 {"severe-noise", "functions with severe noise", {}},
                 {"severe-noise-multi-modal",
                  "highly multi-modal functions with severe noise",
                  {}}},
      .dimensions = {2, 3, 5, 10, 20, 40},
      .years = {{2009, 2009, instance_range(1, 15)}},
      .default_year = 2009,
      .ids = {"bbob_noisy"},
      .coco_observer = "bbob-noisy",
      .noisy = true,
  };
  const SuiteInfo& noiseless = bbob_suite().info();
  for (int number = kFirst; number <= kLast; ++number) {
    const NoisyFunction f = noisy_function(number);
    info.functions.push_back(
        {.number = number,
         .name = std::string(f.base_name) + (f.severe ? " " : " moderate ") +
                 model_names(f.model).display,
         .group = group_name(number),
         .coco_type = noiseless.group_of(noiseless.function(f.base)).coco_name});
  }
  assign_members(info.groups, info.functions);
  return info;
}

std::unique_ptr<Problem> noisy_problem(ProblemInfo info, const ProblemOptions& options) {
  info.name = std::string(model_names(noisy_function(info.function).model).problem) +
              "(BBOB-NOISY" + problem_words(info) + ")";
  auto noise = make_noise(info.function, info.dimension, info.instance, options.coco_stream);
  return problem_on(noisy_landscape, std::move(info), std::move(noise));
}

}  // namespace

const SuiteDefinition& bbob_noisy_suite() {
  static const SuiteDefinition suite(noisy_info(), noisy_problem);
  return suite;
}

}  // namespace optimeter
