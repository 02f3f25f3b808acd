// The suite bbob-constrained.
#include <iterator>
#include <string_view>
#include <utility>

#include "bbob/landscapes/constrained.hpp"
#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

// The names of the objectives (rows::kConstrained) and their groups.
constexpr struct {
  const char* name;
  const char* group;
} kBases[] = {
    {"Sphere", "separable"},
    {"Ellipsoid separable", "separable"},
    {"Linear slope", "separable"},
    {"Ellipsoid rotated", "ill-conditioned"},
    {"Discus", "ill-conditioned"},
    {"Bent cigar", "ill-conditioned"},
    {"Different powers", "ill-conditioned"},
    {"Rastrigin separable", "multi-modal"},
    {"Rastrigin rotated", "multi-modal"},
};

constexpr std::size_t kClasses = std::size(kConstraintClasses);

std::vector<FunctionInfo> functions() {
  std::vector<FunctionInfo> rows;
  for (const auto& base : kBases) {
    // To COCO, Rastrigin's function is separable here.
    const bool steep = std::string_view(base.group) == "ill-conditioned";
    for (const ConstraintClass& constraints : kConstraintClasses) {
      rows.push_back({.number = static_cast<int>(rows.size()) + 1,
                      .name = std::string(base.name) + ", " + constraints.words,
                      .group = base.group,
                      .coco_type = std::string(steep ? "3-ill-conditioned" : "1-separable") +
                                   (constraints.active == 1 ? "_linear" : "_linear_linear")});
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
    for (std::size_t c = 0; c < kClasses; ++c) {
      GroupInfo& part =
          rows.emplace_back(GroupInfo{whole.name + "-constraints-" + std::to_string(c + 1),
                                      whole.title + ", " + kConstraintClasses[c].words,
                                      {}});
      for (const int number : whole.functions) {
        if (static_cast<std::size_t>(number - 1) % kClasses == c) {
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
      .publication = R"(@misc{bbobconstrained,
  author = {Dufoss{\'e}, Paul and Hansen, Nikolaus and Brockhoff, Dimo and )"
                     R"(Sampaio, Phillipe R. and Atamna, Asma and Auger, Anne},
  title = {{Building scalable test problems for benchmarking constrained optimizers}},
  howpublished = {Manuscript of the {COCO} project},
  year = {2022},
})",
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
