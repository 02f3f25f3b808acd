// All functions of all suites: optimum, batch and single, no allocation per evaluation.
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <random>

#include "check.hpp"
#include "optimeter/suite.hpp"
#include "optimeter/threads.hpp"

namespace {
std::atomic<long> allocations{0};
}

// Counts every allocation of the program.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
// Also the form that std::stable_sort uses: with the default one its memory, which is not from
// malloc under the address sanitizer, would be freed below.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

using optimeter::Problem;

std::vector<std::size_t> test_dimensions(const std::string& suite) {
  if (suite == "bbob-largescale") return {20, 50, 80};
  if (suite == "pbo") return {4, 9, 16, 64, 100};  // some functions have squares only
  if (suite.find("mixint") != std::string::npos) return {5, 80};
  return {2, 3, 8, 13, 40};
}

std::vector<double> random_points(const Problem& problem, std::size_t n) {
  std::mt19937_64 generator(7);
  std::uniform_real_distribution<double> uniform(-6, 6);
  std::vector<double> x(n * problem.info().dimension);
  const bool bits = problem.info().integer_variables == problem.info().dimension;
  for (double& value : x) {
    value = uniform(generator);
    if (bits) value = value < 0 ? 0.0 : 1.0;
  }
  return x;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void check_problem(Problem& problem) {
  const std::string& id = problem.info().id;
  const std::size_t d = problem.info().dimension;
  const std::size_t m = problem.info().objectives;
  constexpr std::size_t kPoints = 21;
  std::vector<double> x = random_points(problem, kPoints);
  x[3 * d] = std::numeric_limits<double>::quiet_NaN();
  x[12 * d] = std::numeric_limits<double>::infinity();
  if (problem.info().integer_variables < d) x[16 * d] = 1e200;
  std::vector<double> batch(kPoints * m);
  problem.evaluate(x.data(), kPoints, batch.data());

  if (m == 1 && problem.info().suite.find("noisy") == std::string::npos) {
    std::vector<double> single(m);
    problem.evaluate(x.data(), single.data());  // whatever is prepared once is prepared now
    const long before = allocations;
    for (std::size_t i = 0; i < kPoints; ++i) {
      problem.evaluate(x.data() + i * d, single.data());
      CHECK_FOR(same(single[0], batch[i]), id);
    }
    CHECK_FOR(allocations == before, id);
  }
  CHECK_FOR(std::isinf(batch[12 * m]), id);
  CHECK_FOR(std::isnan(batch[3 * m]), id);

  const optimeter::Landscape& landscape = problem.landscape();
  if (m == 1 && !landscape.constraints && !landscape.best_parameter.empty() &&
      problem.info().suite.find("noisy") == std::string::npos) {
    double best = 0.0;
    problem.evaluate(landscape.best_parameter.data(), &best);
    CHECK_FOR(std::fabs(best - problem.seen(landscape.optimal_value[0])) <= 1e-9, id);
    CHECK_FOR(problem.progress().final_target_hit, id);
  }
}

}  // namespace

int main() {
  optimeter::set_threads(1);
  for (const optimeter::SuiteDefinition* suite : optimeter::suites()) {
    const bool fixed = suite->info().one_dimension_each();
    for (const std::size_t dimension :
         fixed ? suite->info().dimensions : test_dimensions(suite->info().name)) {
      for (const optimeter::FunctionInfo& function : suite->info().functions) {
        if (!suite->info().has(function.number, dimension)) continue;
        check_problem(*suite->problem(function.number, dimension, fixed ? 1 : 2));
      }
    }
  }
  return test::finish();
}
