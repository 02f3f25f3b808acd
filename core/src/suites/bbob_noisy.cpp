// The suite bbob-noisy.
#include <utility>

#include "bbob/landscapes/noisy.hpp"
#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

// The groups part the functions by their noise, and by the group of the noiseless function.
const char* group_name(bool severe, const std::string& base_group) {
  if (!severe) return "moderate-noise";
  const bool multi_modal = base_group == "multi-modal" || base_group == "weakly-structured";
  return multi_modal ? "severe-noise-multi-modal" : "severe-noise";
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
      .publication = R"(@techreport{bbobnoisy,
  author = {Hansen, Nikolaus and Finck, Steffen and Ros, Raymond and Auger, Anne},
  title = {{Real-parameter black-box optimization benchmarking 2009: noisy functions definitions}},
  institution = {INRIA},
  number = {RR-6869},
  year = {2009},
})",
      .noisy = true,
      .reference = "best2009-bbob-noisy",
  };
  const SuiteInfo& noiseless = bbob_suite().info();
  for (int number = kFirstNoisy; number <= kLastNoisy; ++number) {
    const NoisyFunction f = noisy_function(number);
    const GroupInfo& base_group = noiseless.group_of(noiseless.function(f.base));
    info.functions.push_back({.number = number,
                              .name = std::string(f.base_name) + (f.severe ? " " : " moderate ") +
                                      model_names(f.model).display,
                              .group = group_name(f.severe, base_group.name),
                              .coco_type = base_group.coco_name});
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
