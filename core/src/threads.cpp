#include "optimeter/threads.hpp"

#include <algorithm>
#include <atomic>
#include <system_error>
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
  std::vector<std::jthread> pool;
  std::size_t begin = share;
  try {
    for (; begin < n; begin += share) {
      const std::size_t end = std::min(n, begin + share);
      pool.emplace_back([&work, begin, end] { work(begin, end); });
    }
  } catch (const std::system_error&) {
    work(begin, n);  // no more threads to be had: do the rest here
  }
  work(0, std::min(share, n));
}

}  // namespace optimeter
