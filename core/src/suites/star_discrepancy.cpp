// IOHprofiler's star discrepancy of point sets: where in the unit cube is their share furthest from
// the volume? With real variables, and with indices of the points' coordinates.
#include <array>
#include <utility>

#include "optimeter/generators.hpp"
#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

constexpr std::array<std::size_t, 10> kCounts = {10, 25, 50, 100, 150, 200, 250, 500, 750, 1000};
// IOHprofiler's numbers; those between are of Sobol's points, which are not made here.
constexpr int kFirstUniform = 30;
constexpr int kFirstHalton = 50;

std::size_t count_of(int function) { return kCounts[static_cast<std::size_t>(function % 10)]; }

FunctionInfo row(int number, const std::string& kind, const std::string& name) {
  const std::string points = std::to_string(count_of(number));
  return {number, name + ", " + points + " points", kind, name + "StarDiscrepancy" + points};
}

std::vector<FunctionInfo> functions() {
  std::vector<FunctionInfo> infos;
  const int count = static_cast<int>(kCounts.size());
  for (int i = 0; i < count; ++i) infos.push_back(row(kFirstUniform + i, "uniform", "Uniform"));
  for (int i = 0; i < count; ++i) infos.push_back(row(kFirstHalton + i, "halton", "Halton"));
  return infos;
}

SuiteInfo info(const std::string& name, std::string title, bool on_grid) {
  SuiteInfo made = {
      .name = name,
      .title = std::move(title),
      .functions = functions(),
      .groups = {{"uniform", "points drawn uniformly", {}},
                 {"halton", "successive points of Halton's sequence", {}}},
      .dimensions = {2, 3, 5, 10},
      .years = {{2023, YearInfo::kOpen, instance_range(1, 10)}},
      .default_year = 2023,
      .ids = {name},
      .publication = R"(@inproceedings{stardiscrepancy,
  author = {Cl{\'e}ment, Fran{\c c}ois and Vermetten, Diederick and de Nobel, Jacob and )"
                     R"(Jesus, Alexandre D. and Paquete, Lu{\'i}s and Doerr, Carola},
  title = {Computing star discrepancies with numerical black-box optimization algorithms},
  booktitle = {Genetic and Evolutionary Computation Conference (GECCO)},
  year = {2023},
})",
      .integer_variables = on_grid,
      .maximize = true,
      .optimum_known = false,
      .repeated_instances = false,  // other points, with another discrepancy
  };
  made.smallest_dimension = 1;
  made.largest_dimension = 1000;
  assign_members(made.groups, made.functions);
  return made;
}

template <bool kOnGrid>
Landscape landscape(int function, std::size_t dimension, std::int64_t instance) {
  const PointSet kind = function < kFirstHalton ? PointSet::kUniform : PointSet::kHalton;
  return star_discrepancy(point_set(kind, count_of(function), dimension, instance), dimension,
                          kOnGrid);
}

template <bool kOnGrid>
std::unique_ptr<Problem> problem(ProblemInfo info, const ProblemOptions& /*options*/) {
  const double last = kOnGrid ? static_cast<double>(count_of(info.function)) : 1.0;
  info.name = "star discrepancy" + problem_words(info);
  if (kOnGrid) info.integer_variables = info.dimension;
  info.lower_bounds.assign(info.dimension, 0.0);
  info.upper_bounds.assign(info.dimension, last);
  info.initial_solution.assign(info.dimension, kOnGrid ? 0.0 : 0.5);
  return problem_on(landscape<kOnGrid>, std::move(info));
}

}  // namespace

const SuiteDefinition& star_discrepancy_suite() {
  static const SuiteDefinition suite(
      info("star-discrepancy", "star discrepancy of 20 point sets, to be maximised", false),
      problem<false>);
  return suite;
}

const SuiteDefinition& star_discrepancy_int_suite() {
  static const SuiteDefinition suite(
      info("star-discrepancy-int", "the same on the grid of the points' coordinates", true),
      problem<true>);
  return suite;
}

}  // namespace optimeter
