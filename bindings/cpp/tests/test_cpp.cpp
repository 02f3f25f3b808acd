// The C++ header, as C++17: objects, views, exceptions.
#include <array>
#include <cmath>
#include <cstdio>

#include "optimeter.hpp"

namespace {

int failures = 0;

void check(bool passed, const char* what, int line) {
  if (passed) return;
  ++failures;
  std::fprintf(stderr, "line %d: %s is false\n", line, what);
}

#define CHECK(condition) check((condition), #condition, __LINE__)
#define THROWS(expression, exception)  \
  do {                                 \
    bool thrown = false;               \
    try {                              \
      expression;                      \
    } catch (const exception& error) { \
      thrown = *error.what() != '\0';  \
    }                                  \
    CHECK(thrown);                     \
  } while (false)

void problems() {
  optimeter::Problem problem("bbob", 1, 2);
  const std::array<double, 2> x = {1.0, 2.0};
  CHECK(std::fabs(problem(x) - 90.00369408) < 1e-12);
  CHECK(problem.id() == "bbob_f001_i01_d02" && problem.dimension() == 2);
  std::vector<double> y(2);
  problem.evaluate_batch(2, std::vector<double>{1.0, 2.0, 0.0, 0.0}, y);
  CHECK(problem.evaluations() == 3 && problem.best_value() == y[1]);
  CHECK(problem.lower_bounds()[0] == -5.0 && problem.initial_solution().copy()[1] == 0.0);
  CHECK(problem(problem.reveal()) == problem.optimal_value() && problem.target_hit());
  CHECK(problem.nadir().size() == 0);
  THROWS(problem(std::vector<double>(3)), optimeter::InvalidArgument);
  THROWS(problem.evaluate(x, y), optimeter::InvalidArgument);
  THROWS(problem.indicator(), optimeter::InvalidArgument);
  THROWS(optimeter::Problem("bob", 1, 2), optimeter::InvalidArgument);
  problem.limit(4);
  THROWS(problem(x), optimeter::Stopped);
  optimeter::Problem moved = std::move(problem);
  THROWS(problem(x), optimeter::InvalidArgument);
  CHECK(moved.copy().evaluations() == 4);
  optimeter::Problem constrained("bbob-constrained", 3, 2);
  std::vector<double> g(constrained.constraints());
  constrained.evaluate_constraints(constrained.initial_solution(), g);
  CHECK(g.size() == 9 && constrained.evaluations_constraints() == 1);
}

void suites() {
  const optimeter::Suite suite(
      "bbob", optimeter::Selection().functions({1, 2}).dimensions({2, 3}).instances({5}));
  std::size_t count = 0;
  for (const optimeter::Problem problem : suite) count += problem.dimension();
  CHECK(suite.size() == 4 && count == 10);
  CHECK(suite.problem(2, 3, 5).id() == "bbob_f002_i05_d03");
  THROWS(suite.problem(3, 3, 5), optimeter::InvalidArgument);
  THROWS(suite[4], optimeter::InvalidArgument);
  THROWS(optimeter::Suite("bbob", optimeter::Selection().year(1999)), optimeter::InvalidArgument);
  CHECK(optimeter::Suite::of_strings("bbob", "instances: 1", "dimensions: 2").size() == 24);
  THROWS(optimeter::Suite::of_strings("bbob", "", "dimensions: 7"), optimeter::InvalidArgument);
}

void observers() {
  optimeter::Observer observer(
      "exdata/cpp", optimeter::Options::coco().text("algorithm", "a").integer("precision_x", 5));
  THROWS(optimeter::Options::coco().integer("precision_x", 50), optimeter::InvalidArgument);
  THROWS(optimeter::Observer("/proc/no/such"), optimeter::FileError);
  optimeter::Problem problem("bbob", 1, 2);
  observer.observe(problem);
  problem(problem.initial_solution());
  problem.restart();
  CHECK(problem.observed());
  observer.close();
  CHECK(!problem.observed());
  THROWS(observer.observe(problem), optimeter::InvalidArgument);
  CHECK(observer.folder().substr(0, 10) == "exdata/cpp");
  CHECK(optimeter::Random(42).uniform() == 0.91467030647086689);
}

}  // namespace

int main() {
  problems();
  suites();
  observers();
  std::fprintf(stderr, failures == 0 ? "passed\n" : "%d checks failed\n", failures);
  return failures == 0 ? 0 : 1;
}
