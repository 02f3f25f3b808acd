// Work on many texts of different lengths, on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "optimeter/threads.hpp"

namespace optimeter::parsers {

/// Calls `work(i)` once for every text, the next free thread taking the next text. The first
/// exception is rethrown when all threads are done.
inline void for_each_in_parallel(std::span<const std::string_view> texts,
                                 const std::function<void(std::size_t)>& work) {
  constexpr std::size_t kWorthAThread = std::size_t{1} << 18;  // bytes
  std::size_t bytes = 0;
  for (const std::string_view text : texts) bytes += text.size();
  const std::size_t count = std::min({threads(), texts.size(), bytes / kWorthAThread + 1});

  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex guard;
  const auto run = [&] {
    for (std::size_t i = next++; i < texts.size(); i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(guard);
        if (!failure) failure = std::current_exception();
        return;
      }
    }
  };
  {
    std::vector<std::jthread> pool;
    bool more = true;
    while (more && pool.size() + 1 < count) {
      try {
        pool.emplace_back(run);
      } catch (const std::system_error&) {
        more = false;  // no more threads to be had: the others, and this one, do the work
      }
    }
    run();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace optimeter::parsers
