// What one evaluation costs: the kernel that computes it, through optimeter.h, through coco.h. One
// line a problem: what, function, dimension, nanoseconds. Read by benchmarks/languages.py.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "coco.h"
#include "optimeter.h"
#include "optimeter/suite.hpp"

namespace {

// Many short rounds: the best of them was not disturbed.
constexpr int kCalls = 1000;
constexpr int kRounds = 300;

template <typename Call>
double nanoseconds(const Call& call) {
  double best = 1e300;
  for (int round = 0; round < kRounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kCalls; ++i) call();
    const std::chrono::duration<double, std::nano> all = std::chrono::steady_clock::now() - begin;
    best = std::min(best, all.count() / kCalls);
  }
  return best;
}

}  // namespace

int main() {
  for (const int function : {1, 8, 15}) {
    for (const std::size_t dimension : {2U, 5U, 20U, 40U}) {
      const std::vector<double> x(dimension, 0.25);
      double y = 0.0;
      const auto wide = static_cast<std::int64_t>(dimension);
      optimeter_problem* const handle = optimeter_problem_new("bbob", function, wide, 1);
      coco_problem_t* const coco =
          coco_get_bbob_problem(static_cast<std::size_t>(function), dimension, 1);
      const auto problem = optimeter::find_suite("bbob").problem(function, wide, 1);
      const optimeter::Mapping& kernel = *problem->landscape().objectives;
      const auto print = [&](const char* what, double cost) {
        std::printf("%s %d %zu %.2f\n", what, function, dimension, cost);
      };
      print("kernel", nanoseconds([&] { kernel.evaluate(x.data(), 1, &y); }));
      print("C",
            nanoseconds([&] { optimeter_problem_evaluate(handle, x.data(), dimension, &y, 1); }));
      print("coco.h", nanoseconds([&] { coco_evaluate_function(coco, x.data(), &y); }));
      optimeter_problem_free(handle);
      coco_problem_free(coco);
    }
  }
  return 0;
}
