// What one evaluation costs from C, beyond the kernel that computes it: nanoseconds, one line a
// problem.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "optimeter.h"
#include "optimeter/suite.hpp"

namespace {

constexpr int kCalls = 20000;
constexpr int kRounds = 15;

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
    for (const std::size_t dimension : {2U, 20U}) {
      const std::vector<double> x(dimension, 0.25);
      double y = 0.0;
      optimeter_problem* const handle =
          optimeter_problem_new("bbob", function, static_cast<std::int64_t>(dimension), 1);
      const auto problem =
          optimeter::find_suite("bbob").problem(function, static_cast<std::int64_t>(dimension), 1);
      const optimeter::Mapping& kernel = *problem->landscape().objectives;
      const double bare = nanoseconds([&] { kernel.evaluate(x.data(), 1, &y); });
      const double called =
          nanoseconds([&] { optimeter_problem_evaluate(handle, x.data(), dimension, &y, 1); });
      std::printf("f%d d%zu kernel %.1f C %.1f more %.1f\n", function, dimension, bare, called,
                  called - bare);
      optimeter_problem_free(handle);
    }
  }
  return 0;
}
