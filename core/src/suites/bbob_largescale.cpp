// The suites bbob-largescale and bbob-mixint.
#include <utility>

#include "bbob/landscapes/bbob.hpp"
#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

SuiteInfo largescale_info() {
  return {
      .name = "bbob-largescale",
      .title = "the 24 functions in dimensions up to 640, with block rotations",
      .functions = bbob_functions(),
      .groups = bbob_groups(),
      .dimensions = {20, 40, 80, 160, 320, 640},
      .years = {{2009, YearInfo::kOpen, instance_range(1, 15)}},
      .default_year = 2009,
      .ids = {.prefix = "bbob", .dimension_digits = 4},
      .coco_observer = "bbob",
      .publication = R"(@misc{bboblargescale,
  author = {Elhara, Ouassim and Varelas, Konstantinos and Nguyen, Duc and Tu{\v s}ar, Tea and )"
                     R"(Brockhoff, Dimo and Hansen, Nikolaus and Auger, Anne},
  title = {{{COCO}: the large scale black-box optimization benchmarking (bbob-largescale) test )"
                     R"(suite}},
  howpublished = {arXiv:1903.06396},
  year = {2019},
})",
      .table_dimensions = {80, 320},
  };
}

std::unique_ptr<Problem> largescale_problem(ProblemInfo info, const ProblemOptions&) {
  info.name = "BBOB large-scale" + problem_words(info);
  return problem_on(largescale_landscape, std::move(info));
}

SuiteInfo mixint_info() {
  return {
      .name = "bbob-mixint",
      .title = "the 24 functions with four fifths of the variables integer",
      .functions = bbob_functions(),
      .groups = bbob_groups(),
      .dimensions = {5, 10, 20, 40, 80, 160},
      .dimension_multiple = kMixintParts,
      .years = {{2009, YearInfo::kOpen, instance_range(1, 15)}},
      .default_year = 2009,
      .ids = {"bbob-mixint"},
      .coco_observer = "bbob",
      .publication = R"(@inproceedings{bbobmixint,
  author = {Tu{\v s}ar, Tea and Brockhoff, Dimo and Hansen, Nikolaus},
  title = {{Mixed-integer benchmark problems for single- and bi-objective optimization}},
  booktitle = {Genetic and Evolutionary Computation Conference (GECCO)},
  pages = {718--726},
  year = {2019},
})",
      .integer_variables = true,
      .table_dimensions = {10, 40},
      .analysed_instances = instance_range(1, 15),
  };
}

std::unique_ptr<Problem> mixint_problem(ProblemInfo info, const ProblemOptions&) {
  const SuiteDefinition& inner = info.dimension >= 50 ? bbob_largescale_suite() : bbob_suite();
  info.name = "mixint(" + inner.info().id(info.function, info.dimension, info.instance) + ")";
  make_mixed_integer(info);
  return problem_on(mixint_landscape, std::move(info));
}

}  // namespace

const SuiteDefinition& bbob_largescale_suite() {
  static const SuiteDefinition suite(largescale_info(), largescale_problem);
  return suite;
}

const SuiteDefinition& bbob_mixint_suite() {
  static const SuiteDefinition suite(mixint_info(), mixint_problem);
  return suite;
}

}  // namespace optimeter
