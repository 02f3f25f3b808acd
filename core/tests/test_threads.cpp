// Work on several threads: what it throws reaches the caller, and no lack of memory ends the
// process.
#include <atomic>
#include <cstdlib>
#include <functional>
#include <limits>
#include <new>
#include <string>
#include <vector>

#include "check.hpp"
#include "optimeter/suite.hpp"
#include "optimeter/threads.hpp"

namespace {
constexpr long kNever = std::numeric_limits<long>::max();
std::atomic<long> left{kNever};  // allocations that succeed, of all threads
}  // namespace

// Not inlined: the compiler would take malloc and free for a mismatch with new and delete.
__attribute__((noinline)) void* operator new(std::size_t size) {
  if (left != kNever && left-- <= 0) throw std::bad_alloc();
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* memory) noexcept { std::free(memory); }
__attribute__((noinline)) void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace {

using optimeter::parallel_ranges;

constexpr std::size_t kItems = 1024;
constexpr double kCostly = 1e6;  // nanoseconds an item: worth a thread each

/// How often each item was worked on; `at` is where `work` throws.
template <typename Exception>
void check_thrown(std::size_t at) {
  std::vector<std::atomic<int>> done(kItems);
  CHECK_THROWS(parallel_ranges(kItems, kCostly,
                               [&](std::size_t begin, std::size_t end) {
                                 for (std::size_t i = begin; i < end; ++i) {
                                   if (i == at) throw Exception();
                                   ++done[i];
                                 }
                               }),
               Exception);
  CHECK_FOR(done[at] == 0, std::to_string(at));
  for (const std::atomic<int>& count : done) CHECK(count <= 1);
}

struct Own {};  // no std::exception

void test_an_exception_of_a_worker_reaches_the_caller() {
  for (const std::size_t at : {std::size_t{0}, kItems / 2, kItems - 1}) {
    check_thrown<std::bad_alloc>(at);
    check_thrown<Own>(at);
  }
}

void test_every_worker_may_throw() {
  std::atomic<int> begun{0};
  CHECK_THROWS(parallel_ranges(kItems, kCostly,
                               [&](std::size_t, std::size_t) {
                                 ++begun;
                                 throw std::bad_alloc();
                               }),
               std::bad_alloc);
  CHECK(begun >= 1 && begun <= 4);
}

/// Memory ends at every allocation in turn, in the caller (its threads) or in a worker.
void test_memory_ends_at_every_allocation() {
  long tried = 0;
  for (bool whole = false; !whole; ++tried) {
    std::atomic<std::size_t> items{0};
    const auto work = [&](std::size_t begin, std::size_t end) {
      const std::vector<double> scratch(end - begin);
      items += scratch.size();
    };
    const std::function<void(std::size_t, std::size_t)> held = work;
    bool thrown = false;
    left = tried;
    try {
      parallel_ranges(kItems, kCostly, held);
    } catch (const std::bad_alloc&) {
      thrown = true;
    }
    whole = left > 0;  // no allocation failed
    left = kNever;
    CHECK_FOR(thrown || items == kItems, std::to_string(tried));
    CHECK_FOR(!(whole && thrown), std::to_string(tried));
  }
  CHECK(tried > 4);  // at least the memory of four workers
}

/// The same for a batch of points, whose workers have memory of their own; values stay the same.
void test_a_batch_without_memory() {
  constexpr std::size_t n = 20000;
  constexpr std::size_t d = 40;
  const auto problem = optimeter::find_suite("bbob").problem(15, d, 1);
  std::vector<double> x(n * d);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i % 97) / 10 - 5;
  std::vector<double> expected(n);
  std::vector<double> values(n);
  problem->evaluate(x.data(), n, expected.data());
  bool whole = false;
  for (long tried = 0; !whole && tried < 200; ++tried) {
    left = tried;
    try {
      problem->evaluate(x.data(), n, values.data());
      whole = left > 0;
      left = kNever;
      CHECK_FOR(values == expected, std::to_string(tried));
    } catch (const std::bad_alloc&) {
      left = kNever;
    }
  }
  CHECK(whole);
}

}  // namespace

int main() {
  optimeter::set_threads(4);
  test_an_exception_of_a_worker_reaches_the_caller();
  test_every_worker_may_throw();
  test_memory_ends_at_every_allocation();
  test_a_batch_without_memory();
  return test::finish();
}
