// The classical sets of least-squares problems: each function has one number of variables.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "least_squares/landscape.hpp"
#include "suites/bbob_family.hpp"
#include "suites/suites.hpp"

namespace optimeter {
namespace {

using least_squares::function;

// A problem of a set under the name that it has there.
struct Row {
  FunctionInfo info;
  least_squares::Problem problem;
};

// A line of a published table; the name is that of the function unless another is given.
struct Size {
  const char* function;
  std::size_t n;
  std::size_t m;
  double start_factor = 1.0;
  const char* name = nullptr;
};

std::string_view group_of(const least_squares::Problem& problem) {
  if (problem.function->linear) return "linear";
  return problem.vanishes() ? "zero-residual" : "nonzero-residual";
}

Row row(const Size& size) {
  Row made;
  made.problem = {&function(size.function), size.n, size.m, size.start_factor};
  made.info.name = size.name == nullptr ? size.function : size.name;
  made.info.ioh_name = made.problem.function->file_name;
  made.info.group = group_of(made.problem);
  made.info.dimension = size.n;
  return made;
}

std::vector<Row> numbered(std::vector<Row> rows) {
  int number = 0;
  for (Row& one : rows) one.info.number = ++number;
  return rows;
}

// Moré, Garbow and Hillstrom (1981), in their order. Where the number of variables is free it is
// one for which they give the minimum, else 10.
const std::vector<Row>& mgh_rows() {
  static const std::vector<Row> rows = [] {
    const Size sizes[] = {
        {"Rosenbrock", 2, 2},
        {"Freudenstein and Roth", 2, 2},
        {"Powell badly scaled", 2, 2},
        {"Brown badly scaled", 2, 3},
        {"Beale", 2, 3},
        {"Jennrich and Sampson", 2, 10},
        {"helical valley", 3, 3},
        {"Bard", 3, 15},
        {"Gaussian", 3, 15},
        {"Meyer", 3, 16},
        {"Gulf research and development", 3, 99},
        {"Box three-dimensional", 3, 10},
        {"Powell singular", 4, 4},
        {"Wood", 4, 6},
        {"Kowalik and Osborne", 4, 11},
        {"Brown and Dennis", 4, 20},
        {"Osborne 1", 5, 33},
        {"Biggs EXP6", 6, 13},
        {"Osborne 2", 11, 65},
        {"Watson", 6, 31, 0.0},
        {"Rosenbrock", 10, 10, 1.0, "extended Rosenbrock"},
        {"Powell singular", 8, 8, 1.0, "extended Powell singular"},
        {"penalty I", 4, 5},
        {"penalty II", 4, 8},
        {"variably dimensioned", 10, 12},
        {"trigonometric", 10, 10},
        {"Brown almost-linear", 10, 10},
        {"discrete boundary value", 10, 10},
        {"discrete integral equation", 10, 10},
        {"Broyden tridiagonal", 10, 10},
        {"Broyden banded", 10, 10},
        {"linear, full rank", 10, 20},
        {"linear, rank 1", 10, 20},
        {"linear, rank 1 with zero columns and rows", 10, 20},
        {"Chebyquad", 8, 8},
    };
    std::vector<Row> made;
    for (const Size& size : sizes) {
      made.push_back(row(size));
      if (size.name != nullptr) made.back().info.ioh_name.insert(0, "Extended");
    }
    return numbered(std::move(made));
  }();
  return rows;
}

// Moré and Wild (2009), in their order: some problems begin ten times as far from the origin.
const std::vector<Row>& more_wild_rows() {
  static const std::vector<Row> rows = [] {
    const Size sizes[] = {
        {"linear, full rank", 9, 45},
        {"linear, full rank", 9, 45, 10.0},
        {"linear, rank 1", 7, 35},
        {"linear, rank 1", 7, 35, 10.0},
        {"linear, rank 1 with zero columns and rows", 7, 35},
        {"linear, rank 1 with zero columns and rows", 7, 35, 10.0},
        {"Rosenbrock", 2, 2},
        {"Rosenbrock", 2, 2, 10.0},
        {"helical valley", 3, 3},
        {"helical valley", 3, 3, 10.0},
        {"Powell singular", 4, 4},
        {"Powell singular", 4, 4, 10.0},
        {"Freudenstein and Roth", 2, 2},
        {"Freudenstein and Roth", 2, 2, 10.0},
        {"Bard", 3, 15},
        {"Bard", 3, 15, 10.0},
        {"Kowalik and Osborne", 4, 11},
        {"Meyer", 3, 16},
        {"Watson", 6, 31},
        {"Watson", 6, 31, 10.0},
        {"Watson", 9, 31},
        {"Watson", 9, 31, 10.0},
        {"Watson", 12, 31},
        {"Watson", 12, 31, 10.0},
        {"Box three-dimensional", 3, 10},
        {"Jennrich and Sampson", 2, 10},
        {"Brown and Dennis", 4, 20},
        {"Brown and Dennis", 4, 20, 10.0},
        {"Chebyquad", 6, 6},
        {"Chebyquad", 7, 7},
        {"Chebyquad", 8, 8},
        {"Chebyquad", 9, 9},
        {"Chebyquad", 10, 10},
        {"Chebyquad", 11, 11},
        {"Brown almost-linear", 10, 10},
        {"Osborne 1", 5, 33},
        {"Osborne 2", 11, 65},
        {"Osborne 2", 11, 65, 10.0},
        {"bdqrtic", 8, 8},
        {"bdqrtic", 10, 12},
        {"bdqrtic", 11, 14},
        {"bdqrtic", 12, 16},
        {"cube", 5, 5},
        {"cube", 6, 6},
        {"cube", 8, 8},
        {"Mancino", 5, 5},
        {"Mancino", 5, 5, 10.0},
        {"Mancino", 8, 8},
        {"Mancino", 10, 10},
        {"Mancino", 12, 12},
        {"Mancino", 12, 12, 10.0},
        {"heart8ls", 8, 8},
        {"heart8ls", 8, 8, 10.0},
    };
    std::vector<Row> made;
    for (const Size& size : sizes) {
      Row one = row(size);
      const bool far = size.start_factor > 1.0;
      const std::string n = std::to_string(size.n);
      one.info.name +=
          " (n = " + n + ", m = " + std::to_string(size.m) + (far ? ", start times ten)" : ")");
      one.info.ioh_name += n + (far ? "Far" : "");
      made.push_back(std::move(one));
    }
    return numbered(std::move(made));
  }();
  return rows;
}

constexpr const char* kMgh = R"(@article{mgh,
  author = {Mor{\'e}, Jorge J. and Garbow, Burton S. and Hillstrom, Kenneth E.},
  title = {{Testing unconstrained optimization software}},
  journal = {ACM Transactions on Mathematical Software},
  volume = {7},
  number = {1},
  pages = {17--41},
  year = {1981},
})";

constexpr const char* kMoreWild = R"(@article{morewild,
  author = {Mor{\'e}, Jorge J. and Wild, Stefan M.},
  title = {{Benchmarking derivative-free optimization algorithms}},
  journal = {SIAM Journal on Optimization},
  volume = {20},
  number = {1},
  pages = {172--191},
  year = {2009},
})";

SuiteInfo info(std::string name, std::string title, int year, std::string publication,
               const std::vector<Row>& rows) {
  std::vector<FunctionInfo> functions;
  std::vector<std::size_t> dimensions;
  for (const Row& one : rows) {
    functions.push_back(one.info);
    dimensions.push_back(one.info.dimension);
  }
  std::sort(dimensions.begin(), dimensions.end());
  dimensions.erase(std::unique(dimensions.begin(), dimensions.end()), dimensions.end());
  SuiteInfo made = {
      .name = name,
      .title = std::move(title),
      .functions = std::move(functions),
      .groups = {{"linear", "linear functions", {}},
                 {"zero-residual", "functions whose residuals vanish at the minimum", {}},
                 {"nonzero-residual", "functions whose residuals do not vanish", {}}},
      .dimensions = dimensions,
      .years = {{year, YearInfo::kOpen, {1}}},
      .default_year = year,
      .ids = {name},
      .publication = std::move(publication),
  };
  made.smallest_dimension = dimensions.front();
  made.largest_dimension = dimensions.back();
  made.largest_instance = 1;
  assign_members(made.groups, made.functions);
  return made;
}

// The region of interest is a box around the first point that holds the minimizer; it is no
// constraint.
std::unique_ptr<Problem> problem(ProblemInfo info, const Row& row) {
  info.name = row.info.name;
  info.initial_solution = row.problem.start();
  const std::vector<double> best = row.problem.minimizer();
  for (std::size_t j = 0; j < info.dimension; ++j) {
    const double start = info.initial_solution[j];
    const double width = std::max({10.0, 2.0 * std::fabs(start), 2.0 * std::fabs(best[j] - start)});
    info.lower_bounds[j] = start - width;
    info.upper_bounds[j] = start + width;
  }
  auto landscape = std::make_shared<const LazyLandscape>(
      [&row] { return least_squares::landscape(row.problem); });
  return std::make_unique<Problem>(std::move(info), std::move(landscape));
}

template <const std::vector<Row>& (*rows)()>
std::unique_ptr<Problem> make(ProblemInfo info, const ProblemOptions& /*options*/) {
  const Row& which = rows()[static_cast<std::size_t>(info.function - 1)];
  return problem(std::move(info), which);
}

}  // namespace

const SuiteDefinition& mgh_suite() {
  static const SuiteDefinition suite(
      info("mgh", "35 least-squares functions of Moré, Garbow and Hillstrom", 1981, kMgh,
           mgh_rows()),
      make<mgh_rows>);
  return suite;
}

const SuiteDefinition& more_wild_suite() {
  static const SuiteDefinition suite(info("more-wild", "53 least-squares problems of Moré and Wild",
                                          2009, kMoreWild, more_wild_rows()),
                                     make<more_wild_rows>);
  return suite;
}

}  // namespace optimeter
