#include "optimeter/threads.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

namespace optimeter {
namespace {

std::atomic<std::size_t> requested_threads{0};

// Starting a thread costs some ten microseconds; each must have several times that to do.
constexpr double kWorthAThread = 100'000.0;  // nanoseconds
// Ranges end at multiples of this, so that two threads rarely write to one cache line.
constexpr std::size_t kGrain = 64;

}  // namespace

void set_threads(std::size_t count) { requested_threads = count; }

std::size_t threads() {
  const std::size_t requested = requested_threads;
  if (requested != 0) return requested;
  return std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

void on_threads(std::size_t threads, std::size_t count,
                const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr failure;  // set by the one that set `failed`
  const auto run = [&]() noexcept {
    for (std::size_t i = next++; i < count && !failed; i = next++) {
      try {
        work(i);
      } catch (...) {
        if (!failed.exchange(true)) failure = std::current_exception();
      }
    }
  };
  std::vector<std::thread> pool;
  try {
    pool.reserve(std::min(threads, count));
    while (pool.size() + 1 < std::min(threads, count)) pool.emplace_back(run);
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): fewer threads do it, too
  }
  run();
  for (std::thread& one : pool) one.join();
  if (failure) std::rethrow_exception(failure);
}

void parallel_ranges(std::size_t n, double cost,
                     const std::function<void(std::size_t, std::size_t)>& work) {
  const double worth = static_cast<double>(n) * cost / kWorthAThread;
  // Asking the system how many cores there are takes longer than a small piece of work.
  const std::size_t count =
      worth < 2.0 ? 1 : std::min(threads(), static_cast<std::size_t>(std::min(worth, 1e6)));
  if (count < 2) {
    work(0, n);
    return;
  }
  const std::size_t share = ((n + count - 1) / count + kGrain - 1) / kGrain * kGrain;
  on_threads(count, (n + share - 1) / share,
             [&](std::size_t i) { work(i * share, std::min(n, (i + 1) * share)); });
}

}  // namespace optimeter
