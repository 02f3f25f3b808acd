// IOHprofiler's suites over the 24 bbob functions: sbox, and the many-affine combinations.
#include "bbob/landscapes/ioh.hpp"

#include <utility>

#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

SuiteInfo sbox_info() {
  return {
      .name = "sbox",
      .title = "IOHprofiler's form of bbob-boxed, with its values",
      .functions = bbob_functions(),
      .groups = bbob_groups(),
      .dimensions = {2, 3, 5, 10, 20, 40},
      .years = {{2023, YearInfo::kOpen, instance_range(1, 15)}},
      .default_year = 2023,
      .ids = {"sbox"},
      // Of the platform that has these values.
      .publication = kIohExperimenter,
  };
}

std::unique_ptr<Problem> sbox_problem(ProblemInfo info, const ProblemOptions&) {
  info.name = "SBOX" + problem_words(info);
  return problem_on(sbox_landscape, std::move(info));
}

SuiteInfo mabbob_info() {
  SuiteInfo info = {
      .name = "mabbob",
      .title = "many-affine combinations of the 24 functions",
      .functions = {{1, "Many-affine combination", "combinations", "ManyAffine"}},
      .groups = {{"combinations", "affine combinations of two to ten functions", {}}},
      .dimensions = {2, 5},  // of the competitions
      .years = {{2023, YearInfo::kOpen, instance_range(1, 100)}},
      .default_year = 2023,
      .ids = {"mabbob"},
      .publication = R"(@misc{mabbob,
  author = {Vermetten, Diederick and Ye, Furong and B{\"a}ck, Thomas and Doerr, Carola},
  title = {{{MA-BBOB}: a problem generator for black-box optimization using affine combinations )"
                     R"(and shifts}},
  howpublished = {arXiv:2312.11083},
  year = {2023},
})",
      .repeated_instances = false,
  };
  assign_members(info.groups, info.functions);
  return info;
}

std::unique_ptr<Problem> mabbob_problem(ProblemInfo info, const ProblemOptions&) {
  info.name = "MA-BBOB" + problem_words(info);
  return problem_on(mabbob_landscape, std::move(info));
}

}  // namespace

const SuiteDefinition& sbox_suite() {
  static const SuiteDefinition suite(sbox_info(), sbox_problem);
  return suite;
}

const SuiteDefinition& mabbob_suite() {
  static const SuiteDefinition suite(mabbob_info(), mabbob_problem);
  return suite;
}

}  // namespace optimeter
