// The suites bbob and bbob-boxed.
#include "bbob/landscapes/bbob.hpp"

#include <utility>

#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

// Instances 1 to 5, as every year has them, and ten of the year's own.
std::vector<std::int64_t> with_ten_more(std::int64_t first) {
  std::vector<std::int64_t> instances = instance_range(1, 5);
  const std::vector<std::int64_t> more = instance_range(first, first + 9);
  instances.insert(instances.end(), more.begin(), more.end());
  return instances;
}

constexpr const char* kDefinitions = R"(@techreport{bbob,
  author = {Hansen, Nikolaus and Finck, Steffen and Ros, Raymond and Auger, Anne},
  title = {{Real-parameter black-box optimization benchmarking 2009: noiseless functions )"
                                     R"(definitions}},
  institution = {INRIA},
  number = {RR-6829},
  year = {2009},
})";

SuiteInfo bbob_info() {
  return {
      .name = "bbob",
      .title = "24 noiseless functions",
      .functions = bbob_functions(),
      .groups = bbob_groups(),
      .dimensions = {2, 3, 5, 10, 20, 40},
      .years = {{2009, 2009, {1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5}},
                {2010, 2011, instance_range(1, 15)},
                {2012, 2012, with_ten_more(21)},
                {2013, 2014, with_ten_more(31)},
                {2015, 2015, with_ten_more(41)},
                {2016, 2016, with_ten_more(51)},
                {2017, 2017, with_ten_more(61)},
                {2018, 2020, with_ten_more(71)},
                {2021, 2022, with_ten_more(91)},
                {2023, YearInfo::kOpen, with_ten_more(101)}},
      .default_year = 2018,  // although later ones exist, as in COCO
      .ids = {"bbob"},
      .coco_observer = "bbob",
      .publication = kDefinitions,
      .reference = "best2009-bbob",
  };
}

std::unique_ptr<Problem> bbob_problem(ProblemInfo info, const ProblemOptions&) {
  info.name = "BBOB" + problem_words(info);
  return problem_on(bbob_landscape, std::move(info));
}

SuiteInfo boxed_info() {
  return {
      .name = "bbob-boxed",
      .title = "the 24 functions with a hard box: +inf outside, optima anywhere inside",
      .functions = bbob_functions(),
      .groups = bbob_groups(),
      .dimensions = {2, 3, 5, 10, 20, 40},
      .years = {{2023, 2023, with_ten_more(101)}},
      .default_year = 2023,
      .ids = {"bbob-boxed"},
      .coco_observer = "bbob-boxed",
      .publication = kDefinitions,
  };
}

std::unique_ptr<Problem> boxed_problem(ProblemInfo info, const ProblemOptions&) {
  info.name = "transform_vars_enforce_box(bbob-boxed" + problem_words(info) + ")";
  return problem_on(boxed_landscape, std::move(info));
}

}  // namespace

const SuiteDefinition& bbob_suite() {
  static const SuiteDefinition suite(bbob_info(), bbob_problem);
  return suite;
}

const SuiteDefinition& bbob_boxed_suite() {
  static const SuiteDefinition suite(boxed_info(), boxed_problem);
  return suite;
}

}  // namespace optimeter
