// The suites bbob-biobj, bbob-biobj-ext and bbob-biobj-mixint.
#include <algorithm>
#include <utility>
#include <vector>

#include "bbob/landscapes/bbob.hpp"
#include "bbob/landscapes/biobj.hpp"
#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

constexpr int kPairs = 55;
constexpr int kExtended = 92;
constexpr double kHalfBox = 100.0;

// What the three suites share; `count` functions, each a pair of functions of bbob.
SuiteInfo biobj_info(int count) {
  SuiteInfo info = {
      .name = "bbob-biobj",
      .title = std::to_string(count) + " bi-objective functions",
      .dimensions = {2, 3, 5, 10, 20, 40},
      .years = {{2016, 2016, instance_range(1, 10)},
                {2017, YearInfo::kOpen, instance_range(1, 15)}},
      .default_year = 2017,
      .ids = {.prefix = "bbob-biobj", .function_digits = 2},
      .coco_observer = "bbob-biobj",
      .publication = R"(@article{bbobbiobj,
  author = {Brockhoff, Dimo and Auger, Anne and Hansen, Nikolaus and Tu{\v s}ar, Tea},
  title = {{Using well-understood single-objective functions in multiobjective black-box )"
                     R"(optimization test suites}},
  journal = {Evolutionary Computation},
  volume = {30},
  number = {2},
  pages = {165--193},
  year = {2022},
})",
      .objectives = 2,
      .optimum_known = false,
      .repeated_instances = false,
      .analysed_instances = instance_range(1, 10),
  };
  const auto part = [](int number) -> const FunctionInfo& {
    return bbob_functions()[static_cast<std::size_t>(number - 1)];
  };
  for (int number = 1; number <= count; ++number) {
    const auto [f, g] = biobj_functions(number);
    info.functions.push_back(
        {number, part(f).name + " / " + part(g).name, part(f).group + "_" + part(g).group});
  }
  const std::vector<GroupInfo>& single = bbob_groups();
  for (std::size_t i = 0; i < single.size(); ++i) {
    for (std::size_t j = i; j < single.size(); ++j) {
      info.groups.push_back({single[i].name + "_" + single[j].name,
                             single[i].name + " and " + single[j].name + " functions",
                             {},
                             single[i].coco_name + "_" + single[j].coco_name});
    }
  }
  assign_members(info.groups, info.functions);
  return info;
}

SuiteInfo pairs_info() {
  SuiteInfo info = biobj_info(kPairs);
  info.reference = "best2016-bbob-biobj";
  return info;
}

SuiteInfo extended_info() {
  SuiteInfo info = biobj_info(kExtended);
  info.name = "bbob-biobj-ext";  // the ids begin as in bbob-biobj
  return info;
}

SuiteInfo mixint_info() {
  const SuiteInfo& single = bbob_mixint_suite().info();
  SuiteInfo info = biobj_info(kExtended);
  info.name = "bbob-biobj-mixint";
  info.title += " with four fifths of the variables integer";
  info.dimensions = single.dimensions;
  info.dimension_multiple = single.dimension_multiple;
  info.years = single.years;
  info.default_year = single.default_year;
  info.ids = {.prefix = "bbob-biobj-mixint", .function_digits = 3, .dimension_digits = 3};
  info.publication = single.publication;
  info.integer_variables = true;
  info.table_dimensions = single.table_dimensions;
  info.analysed_instances = single.analysed_instances;
  return info;
}

// Names the two parts, and sets the region.
void describe(ProblemInfo& info, bool mixed_integer) {
  const auto [f, g] = biobj_functions(info.function);
  const auto [k1, k2] = biobj_instances(info.instance, mixed_integer);
  const bool large = mixed_integer && info.dimension >= 50;
  const SuiteInfo& parts = (large ? bbob_largescale_suite() : bbob_suite()).info();
  info.name = parts.id(f, info.dimension, k1) + "__" + parts.id(g, info.dimension, k2);
  std::fill(info.lower_bounds.begin(), info.lower_bounds.end(), -kHalfBox);
  std::fill(info.upper_bounds.begin(), info.upper_bounds.end(), kHalfBox);
}

std::unique_ptr<Problem> continuous_problem(ProblemInfo info, const ProblemOptions&) {
  describe(info, false);
  return problem_on(biobj_landscape, std::move(info));
}

std::unique_ptr<Problem> mixint_problem(ProblemInfo info, const ProblemOptions&) {
  describe(info, true);
  make_mixed_integer(info);
  return problem_on(biobj_mixint_landscape, std::move(info));
}

}  // namespace

const SuiteDefinition& bbob_biobj_suite() {
  static const SuiteDefinition suite(pairs_info(), continuous_problem);
  return suite;
}

const SuiteDefinition& bbob_biobj_ext_suite() {
  static const SuiteDefinition suite(extended_info(), continuous_problem);
  return suite;
}

const SuiteDefinition& bbob_biobj_mixint_suite() {
  static const SuiteDefinition suite(mixint_info(), mixint_problem);
  return suite;
}

}  // namespace optimeter
