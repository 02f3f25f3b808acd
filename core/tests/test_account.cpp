// The account of a run: problems that account to it evaluate on it through the channel, here within
// one process, from several threads, up to the budget and not beyond.
#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/suite.hpp"

namespace {

using optimeter::AccountError;
using optimeter::find_suite;
using optimeter::Problem;
using optimeter::StopElsewhere;

std::vector<double> point(std::size_t dimension, int number) {
  std::vector<double> x(dimension);
  for (std::size_t i = 0; i < dimension; ++i) {
    x[i] = 0.01 * static_cast<double>(number + static_cast<int>(i));
  }
  return x;
}

void test_values_and_counters() {
  for (const char* const name : {"bbob", "bbob-biobj", "bbob-constrained"}) {
    const auto run = find_suite(name).problem(3, 5, 1);
    const auto free = run->copy();
    run->limit(1000, false);
    const auto other = find_suite(name).problem(3, 5, 1);
    other->account_to(run->address());
    const std::size_t m = run->info().objectives;
    std::vector<double> x;
    for (int i = 0; i < 100; ++i) {
      const std::vector<double> one = point(5, i);
      x.insert(x.end(), one.begin(), one.end());
    }
    std::vector<double> there(100 * m);
    std::vector<double> here(100 * m);
    other->evaluate(x.data(), 100, there.data());
    free->evaluate(x.data(), 100, here.data());
    CHECK_FOR(there == here, name);
    for (std::size_t i = 0; i < 10; ++i) {
      other->evaluate(x.data() + 5 * i, there.data());
      CHECK_FOR(std::equal(there.begin(), there.begin() + static_cast<long>(m),
                           here.begin() + static_cast<long>(m * i)),
                name);
    }
    CHECK(run->progress().evaluations == 110);
    CHECK(other->progress().evaluations == 110);
    CHECK(run->done_elsewhere().evaluations == 110);
    if (run->info().constraints > 0) {
      std::vector<double> g(100 * run->info().constraints);
      other->evaluate_constraints(x.data(), 100, g.data());
      other->evaluate_all(x.data(), 100, there.data(), g.data());
      CHECK(run->progress().evaluations_constraints == 200);
    }
  }
}

void test_the_budget_holds_for_all_threads() {
  constexpr std::uint64_t kBudget = 2000;
  const auto run = find_suite("bbob").problem(8, 3, 1);
  run->limit(kBudget, false);
  const optimeter::RunAddress address = run->address();
  std::atomic<std::uint64_t> made{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const auto mine = find_suite("bbob").problem(8, 3, 1);
      mine->account_to(address);
      const std::vector<double> x = point(3, i);
      double y = 0.0;
      try {
        while (true) {
          (i == 0 ? *run : *mine).evaluate(x.data(), &y);
          ++made;
        }
      } catch (const optimeter::Stop&) {  // NOLINT(bugprone-empty-catch): the end that is wanted
      }
    });
  }
  for (std::thread& one : threads) one.join();
  CHECK(made == kBudget);
  CHECK(run->progress().evaluations == kBudget);
}

void test_what_cannot_be_counted_is_refused() {
  auto run = find_suite("bbob").problem(1, 2, 1);
  run->limit(10, false);
  const auto other = find_suite("bbob").problem(1, 2, 1);
  other->account_to(run->address());
  const std::vector<double> x = point(2, 1);
  double y = 0.0;
  other->evaluate(x.data(), &y);
  optimeter::RunAddress wrong = run->address();
  wrong.key.back() = wrong.key.back() == '0' ? '1' : '0';
  const auto stranger = find_suite("bbob").problem(1, 2, 1);
  stranger->account_to(wrong);
  CHECK_THROWS(stranger->evaluate(x.data(), &y), AccountError);
  CHECK_THROWS(other->reseed(1), AccountError);
  CHECK_THROWS(other->limit(1, false), AccountError);
  CHECK(run->progress().evaluations == 1);
  run->limit(1, false);
  CHECK_THROWS(other->evaluate(x.data(), &y), StopElsewhere);
  run->end_run();
  CHECK_THROWS(run->evaluate(x.data(), &y), AccountError);
  CHECK_THROWS(other->evaluate(x.data(), &y), AccountError);
  run.reset();
  CHECK_THROWS(other->evaluate(x.data(), &y), AccountError);
  stranger->account_to({});
  CHECK_THROWS(stranger->evaluate(x.data(), &y), AccountError);
}

}  // namespace

int main() {
#ifndef _WIN32  // which has no such channel
  test_values_and_counters();
  test_the_budget_holds_for_all_threads();
  test_what_cannot_be_counted_is_refused();
#endif
  return test::finish();
}
