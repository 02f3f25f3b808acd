// IOHprofiler's dynamic binary values, as they are before their first step.
#include <utility>

#include "optimeter/generators.hpp"
#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

constexpr int kFirst = 10001;  // IOHprofiler's numbers

SuiteInfo info() {
  SuiteInfo made = {
      .name = "dynamic-binval",
      .title = "binary values of four kinds at their first step, to be maximised",
      .functions = {{kFirst, "uniform weights", "weighted", "DynamicBinValUniform"},
                    {kFirst + 1, "powers of two", "weighted", "DynamicBinValPowersOfTwo"},
                    {kFirst + 2, "Pareto weights", "weighted", "DynamicBinValPareto"},
                    {kFirst + 3, "ranking", "ranked", "DynamicBinValRanking"}},
      .groups = {{"weighted", "sums of weights", {}}, {"ranked", "numbers of right bits", {}}},
      .dimensions = {16, 64, 100, 625},
      .years = {{2024, YearInfo::kOpen, instance_range(1, 10)}},
      .default_year = 2024,
      .ids = {"dynamic-binval"},
      .publication = kIohExperimenter,
      .integer_variables = true,
      .maximize = true,
      .repeated_instances = false,  // other weights
  };
  made.smallest_dimension = 1;
  assign_members(made.groups, made.functions);
  return made;
}

Landscape landscape(int function, std::size_t dimension, std::int64_t instance) {
  return DynamicBinVal(static_cast<DynamicBinVal::Kind>(function - kFirst), dimension, instance)
      .landscape();
}

std::unique_ptr<Problem> problem(ProblemInfo info, const ProblemOptions& /*options*/) {
  info.name = "dynamic binary value" + problem_words(info);
  info.integer_variables = info.dimension;
  info.lower_bounds.assign(info.dimension, 0.0);
  info.upper_bounds.assign(info.dimension, 1.0);
  info.initial_solution.assign(info.dimension, 0.0);
  return problem_on(landscape, std::move(info));
}

}  // namespace

const SuiteDefinition& dynamic_binval_suite() {
  static const SuiteDefinition suite(info(), problem);
  return suite;
}

}  // namespace optimeter
