// The suites with noise, several objectives and constraints, used from C++.
#include <cmath>
#include <vector>

#include "check.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/suite.hpp"

namespace {

using optimeter::find_suite;

void noisy() {
  const auto& suite = find_suite("bbob-noisy");
  const std::vector<double> x = {1.0, -2.0, 3.0, 0.5, -0.25};
  optimeter::ProblemOptions coco{std::make_shared<optimeter::CocoStream>()};
  const auto problem = suite.problem(101, 5, 1, coco);
  double y = 0.0;
  problem->evaluate(x.data(), &y);
  CHECK(std::fabs(y - 102.6227231896243) < 1e-12);
  const auto own = suite.problem(107, 5, 1);
  double first = 0.0;
  double second = 0.0;
  own->evaluate(x.data(), &first);
  own->reseed(0);
  own->evaluate(x.data(), &second);
  CHECK(first == second);
}

void biobjective() {
  const auto problem = find_suite("bbob-biobj").problem(1, 2, 1);
  std::vector<double> points(2 * 500);
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = std::sin(static_cast<double>(i)) * 4;
  std::vector<double> y(points.size());
  problem->evaluate(points.data(), 500, y.data());
  CHECK(problem->indicator() < 0.5);
  CHECK(problem->archive().size() > 5);
  CHECK(std::fabs(problem->archive().reference() - 0.833332923849452) < 1e-15);
  const auto mixed = find_suite("bbob-biobj-mixint").problem(92, 80, 15);
  std::vector<double> values(2);
  mixed->evaluate(mixed->initial_solution().data(), values.data());
  CHECK(std::fabs(values[0] + 416.74105880520756) < 1e-9);
}

void constrained() {
  for (const std::size_t d : {2U, 9U, 40U}) {
    for (int function = 1; function <= 54; ++function) {
      const auto problem = find_suite("bbob-constrained").problem(function, d, 3);
      const std::size_t m = problem->info().constraints;
      std::vector<double> x;
      for (int i = 0; i < 11; ++i) {
        const auto& start = problem->initial_solution();
        x.insert(x.end(), start.begin(), start.end());
      }
      std::vector<double> g(11 * m);
      std::vector<double> f(11);
      problem->evaluate_all(x.data(), 11, f.data(), g.data());
      for (const double value : g) CHECK(value <= 0.0);
      CHECK(problem->progress().best_value == f[10]);
      CHECK(problem->progress().evaluations_constraints == 11);
      const auto& best = problem->landscape().best_parameter;
      problem->evaluate(best.data(), f.data());
      CHECK_FOR(problem->progress().final_target_hit, problem->info().id);
    }
  }
  const auto plain = find_suite("bbob").problem(1, 2, 1);
  double value = 0.0;
  const double origin[2] = {0.0, 0.0};
  CHECK_THROWS(plain->evaluate_constraints(origin, 1, &value), optimeter::InvalidArgument);
  CHECK_THROWS(plain->archive(), optimeter::InvalidArgument);
}

}  // namespace

int main() {
  noisy();
  biobjective();
  constrained();
  return test::finish();
}
