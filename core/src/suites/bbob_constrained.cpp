// The suite bbob-constrained.
#include <array>
#include <utility>

#include "bbob/landscapes/constrained.hpp"
#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

struct BaseRow {
  const char* name;
  const char* group;
  const char* coco_type;  // begins COCO's word
};

constexpr std::array<BaseRow, 9> kBases = {{
    {"Sphere", "separable", "1-separable"},
    {"Ellipsoid separable", "separable", "1-separable"},
    {"Linear slope", "separable", "1-separable"},
    {"Ellipsoid rotated", "ill-conditioned", "3-ill-conditioned"},
    {"Discus", "ill-conditioned", "3-ill-conditioned"},
    {"Bent cigar", "ill-conditioned", "3-ill-conditioned"},
    {"Different powers", "ill-conditioned", "3-ill-conditioned"},
    {"Rastrigin separable", "multi-modal", "1-separable"},
    {"Rastrigin rotated", "multi-modal", "1-separable"},
}};

// Number of constraints by class, as a formula in the dimension n.
constexpr std::array<const char*, 6> kClasses = {"1 constraint",
                                                 "3 constraints",
                                                 "9 constraints",
                                                 "6 + n/2 active constraints",
                                                 "6 + n active constraints",
                                                 "6 + 3n active constraints"};

std::vector<FunctionInfo> functions() {
  std::vector<FunctionInfo> rows;
  int number = 0;
  for (const BaseRow& base : kBases) {
    for (const char* constraints : kClasses) {
      const bool one = constraints == kClasses.front();
      rows.push_back(
          {.number = ++number,
           .name = std::string(base.name) + ", " + constraints,
           .group = base.group,
           .coco_type = base.coco_type + std::string(one ? "_linear" : "_linear_linear")});
    }
  }
  return rows;
}

std::vector<GroupInfo> groups() {
  std::vector<GroupInfo> rows = {{"separable", "separable functions", {}},
                                 {"ill-conditioned", "ill-conditioned functions", {}},
                                 {"multi-modal", "multi-modal functions", {}}};
  assign_members(rows, functions());
  return rows;
}

// Every group, and all functions, split by class of constraints.
std::vector<GroupInfo> subgroups() {
  std::vector<GroupInfo> wholes = groups();
  GroupInfo& all = wholes.emplace_back(GroupInfo{"all", "all functions", {}});
  for (const FunctionInfo& function : functions()) all.functions.push_back(function.number);
  std::vector<GroupInfo> rows;
  for (const GroupInfo& whole : wholes) {
    for (std::size_t c = 0; c < kClasses.size(); ++c) {
      GroupInfo& part =
          rows.emplace_back(GroupInfo{whole.name + "-constraints-" + std::to_string(c + 1),
                                      whole.title + ", " + kClasses[c],
                                      {}});
      for (const int number : whole.functions) {
        if (static_cast<std::size_t>(number - 1) % kClasses.size() == c) {
          part.functions.push_back(number);
        }
      }
    }
  }
  return rows;
}

SuiteInfo constrained_info() {
  return {
      .name = "bbob-constrained",
      .title = "54 problems with inequality constraints",
      .functions = functions(),
      .groups = groups(),
      .subgroups = subgroups(),
      .dimensions = {2, 3, 5, 10, 20, 40},
      .years = {{2009, YearInfo::kOpen, instance_range(1, 15)}},
      .default_year = 2009,
      .ids = {"bbob-constrained"},
      .coco_observer = "bbob",
      .constraints = [](int function,
                        std::size_t d) { return constraint_counts(function, d).total(); },
  };
}

std::unique_ptr<Problem> constrained_problem(ProblemInfo info, const ProblemOptions&) {
  info.name = info.suite + problem_words(info);
  info.initial_solution.clear();  // depends on the constraints
  return problem_on(constrained_landscape, std::move(info));
}

}  // namespace

const SuiteDefinition& bbob_constrained_suite() {
  static const SuiteDefinition suite(constrained_info(), constrained_problem);
  return suite;
}

}  // namespace optimeter
