// The functions with closed formulas of the CEC 2013 competition on niching, which IOHprofiler has,
// too. Its compositions rest on tables of the organisers and are left out.
#include <utility>

#include "cec2013/functions.hpp"
#include "optimeter/generators.hpp"
#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

SuiteInfo info() {
  std::vector<FunctionInfo> functions;
  for (const cec2013::Row& row : cec2013::rows()) functions.push_back(row.info);
  SuiteInfo made = {
      .name = "cec2013",
      .title = "10 functions with several maxima, of CEC 2013",
      .functions = std::move(functions),
      .groups = {{"one-variable", "functions of one variable", {}},
                 {"several-variables", "functions of two or three variables", {}}},
      .dimensions = {1, 2, 3},
      .years = {{2013, YearInfo::kOpen, {1}}},
      .default_year = 2013,
      .ids = {"cec2013"},
      .publication = R"(@techreport{cec2013niching,
  author = {Li, Xiaodong and Engelbrecht, Andries and Epitropakis, Michael G.},
  title = {Benchmark functions for {CEC}'2013 special session and competition on niching methods )"
                     R"(for multimodal function optimization},
  institution = {RMIT University},
  year = {2013},
})",
      .maximize = true,
  };
  made.smallest_dimension = 1;
  made.largest_dimension = 3;
  made.largest_instance = 1;
  assign_members(made.groups, made.functions);
  return made;
}

Landscape landscape(int function, std::size_t /*dimension*/, std::int64_t /*instance*/) {
  return niching_function(function);
}

std::unique_ptr<Problem> problem(ProblemInfo info, const ProblemOptions& /*options*/) {
  const cec2013::Row& row = cec2013::row(info.function);
  info.name = row.info.name;
  info.lower_bounds.assign(info.dimension, row.lower);
  info.upper_bounds.assign(info.dimension, row.upper);
  info.initial_solution.assign(info.dimension, 0.5 * (row.lower + row.upper));
  return problem_on(landscape, std::move(info));
}

}  // namespace

const SuiteDefinition& cec2013_suite() {
  static const SuiteDefinition suite(info(), problem);
  return suite;
}

}  // namespace optimeter
