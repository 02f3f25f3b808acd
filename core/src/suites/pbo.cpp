// IOHprofiler's pseudo-Boolean suite.
#include <cmath>
#include <utility>

#include "optimeter/errors.hpp"
#include "pbo/functions.hpp"
#include "pbo/landscape.hpp"
#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

std::vector<FunctionInfo> functions() {
  std::vector<FunctionInfo> infos;
  for (const pbo::Row& row : pbo::rows()) infos.push_back(row.info);
  return infos;
}

SuiteInfo info() {
  SuiteInfo made = {
      .name = "pbo",
      .title = "25 pseudo-Boolean functions, to be maximised",
      .functions = functions(),
      .groups = {{"onemax", "OneMax, Linear and variants", {}},
                 {"leading-ones", "LeadingOnes and variants", {}},
                 {"combinatorial", "combinatorial problems", {}},
                 {"deceptive", "traps and epistasis", {}}},
      .dimensions = {16, 64, 100, 625},
      // As they are, with variables flipped and with variables permuted.
      .years = {{2020, YearInfo::kOpen, {1, 2, 3, 4, 5, 6, 51, 52, 53, 54, 55}}},
      .default_year = 2020,
      .ids = {"pbo"},
      .publication = R"(@article{pbo,
  author = {Doerr, Carola and Ye, Furong and Horesh, Naama and Wang, Hao and Shir, Ofer M. and )"
                     R"(B{\"a}ck, Thomas},
  title = {{Benchmarking discrete optimization heuristics with {IOHprofiler}}},
  journal = {Applied Soft Computing},
  volume = {88},
  pages = {106027},
  year = {2020},
})",
      .integer_variables = true,
      .maximize = true,
      .optimum_known = false,  // not of all functions
  };
  made.smallest_dimension = 1;
  assign_members(made.groups, made.functions);
  return made;
}

void check(const pbo::Row& row, std::size_t dimension) {
  const auto root =
      static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(dimension))));
  if (row.square && root * root != dimension) {
    throw InvalidArgument("function " + std::to_string(row.info.number) + " of suite pbo, " +
                          row.info.name + ", has a square number of bits; got dimension " +
                          std::to_string(dimension));
  }
  if (dimension < row.smallest) {
    throw InvalidArgument("function " + std::to_string(row.info.number) + " of suite pbo, " +
                          row.info.name + ", has at least " + std::to_string(row.smallest) +
                          " bits; got dimension " + std::to_string(dimension));
  }
}

std::unique_ptr<Problem> problem(ProblemInfo info, const ProblemOptions&) {
  const pbo::Row& row = pbo::rows()[static_cast<std::size_t>(info.function - 1)];
  check(row, info.dimension);
  info.name = "PBO" + problem_words(info) + " (" + row.info.name + ")";
  info.integer_variables = info.dimension;
  info.lower_bounds.assign(info.dimension, 0.0);
  info.upper_bounds.assign(info.dimension, 1.0);
  info.initial_solution.assign(info.dimension, 0.0);
  return problem_on(pbo::landscape, std::move(info));
}

}  // namespace

const SuiteDefinition& pbo_suite() {
  static const SuiteDefinition suite(info(), problem);
  return suite;
}

}  // namespace optimeter
