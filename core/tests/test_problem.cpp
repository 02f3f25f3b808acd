// Counters, limits, recorders, threads and errors of Problem.
#include <thread>

#include "check.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/problem.hpp"
#include "optimeter/suite.hpp"
#include "optimeter/threads.hpp"

namespace {

using optimeter::find_suite;
using optimeter::Problem;

class Counter final : public optimeter::Recorder {
 public:
  void record(const optimeter::Evaluation& evaluation) override {
    ++calls;
    ordered = ordered && evaluation.evaluations == last + 1;
    last = evaluation.evaluations;
  }
  void finish() override { ++finished; }

  int calls = 0;
  int finished = 0;
  bool ordered = true;
  std::uint64_t last = 0;
};

void test_limit() {
  const auto problem = find_suite("bbob").problem(1, 3, 1);
  problem->limit(5, false);
  const std::vector<double> x(7 * 3, 1.0);
  std::vector<double> y(7);
  problem->evaluate(x.data(), 3, y.data());
  CHECK_THROWS(problem->evaluate(x.data(), 7, y.data()), optimeter::Stop);
  CHECK(problem->progress().evaluations == 5);
  CHECK_THROWS(problem->evaluate(x.data(), y.data()), optimeter::Stop);
  problem->limit(6, false);
  problem->evaluate(x.data(), y.data());
  CHECK(problem->progress().evaluations == 6);
}

void test_recorder() {
  const auto problem = find_suite("bbob").problem(8, 2, 1);
  const auto recorder = std::make_shared<Counter>();
  problem->attach(recorder);
  std::vector<double> x(20 * 2, 0.5);
  x[10] = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> y(20);
  problem->evaluate(x.data(), 20, y.data());
  problem->evaluate(x.data(), y.data());
  CHECK(recorder->calls == 20);
  CHECK(recorder->ordered);
  const auto copy = problem->copy();
  CHECK(!copy->observed());
  CHECK(copy->progress().evaluations == 20);
  problem->attach(nullptr);
  CHECK(recorder->finished == 1);
  CHECK(!problem->observed());
}

void test_recorder_finishes_with_the_problem() {
  const auto recorder = std::make_shared<Counter>();
  find_suite("bbob").problem(8, 2, 1)->attach(recorder);
  CHECK(recorder->finished == 1);
}

void test_threads() {
  optimeter::set_threads(3);
  const auto problem = find_suite("bbob").problem(15, 10, 1);
  const auto recorder = std::make_shared<Counter>();
  problem->attach(recorder);
  const std::vector<double> x(5000 * 10, 0.25);
  const auto work = [&] {
    std::vector<double> y(5000);
    problem->evaluate(x.data(), 5000, y.data());
    for (int i = 0; i < 1000; ++i) problem->evaluate(x.data(), y.data());
  };
  {
    std::jthread first(work);
    std::jthread second(work);
    std::jthread third(work);
  }
  CHECK(problem->progress().evaluations == 18000);
  CHECK(recorder->calls == 18000);
  CHECK(recorder->ordered);
  optimeter::set_threads(0);
}

void test_feeding() {
  const auto problem = find_suite("bbob-biobj").problem(1, 2, 1);
  const double good[] = {400.0, -150.0};
  const double bad[] = {500.0, -100.0};
  CHECK(problem->feed(3, good));
  CHECK(!problem->feed(7, bad));
  problem->pass(20);
  CHECK(problem->progress().evaluations == 20);
  CHECK(problem->archive().size() == 1);
  CHECK_THROWS(problem->feed(20, good), optimeter::InvalidArgument);
  CHECK_THROWS(problem->pass(19), optimeter::InvalidArgument);
  problem->attach(std::make_shared<Counter>());  // wants the variables
  CHECK_THROWS(problem->feed(21, good), optimeter::InvalidArgument);
  CHECK(problem->progress().evaluations == 20);
  const auto single = find_suite("bbob").problem(1, 2, 1);
  CHECK_THROWS(single->feed(1, good), optimeter::InvalidArgument);
}

void test_errors() {
  CHECK_THROWS(find_suite("nothing"), optimeter::InvalidArgument);
  CHECK_THROWS(find_suite("bbob").problem(25, 2, 1), optimeter::InvalidArgument);
  CHECK_THROWS(find_suite("bbob").problem(1, 1, 1), optimeter::InvalidArgument);
  CHECK_THROWS(find_suite("bbob").problem(1, 2, 0), optimeter::InvalidArgument);
  CHECK_THROWS(find_suite("bbob").info().instances(1999), optimeter::InvalidArgument);
  const auto problem = find_suite("bbob").problem(1, 2, 1);
  double value = 0.0;
  CHECK_THROWS(problem->evaluate_constraints(&value, 1, &value), optimeter::InvalidArgument);
}

}  // namespace

int main() {
  test_limit();
  test_recorder();
  test_recorder_finishes_with_the_problem();
  test_threads();
  test_feeding();
  test_errors();
  return test::finish();
}
