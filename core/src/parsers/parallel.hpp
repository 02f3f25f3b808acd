// Work on many texts of different lengths, on several threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include "optimeter/threads.hpp"

namespace optimeter::parsers {

/// Calls `work(i)` once for every text, the next free thread taking the next text. The first
/// exception is rethrown when all threads are done.
inline void for_each_in_parallel(std::span<const std::string_view> texts,
                                 const std::function<void(std::size_t)>& work) {
  constexpr std::size_t kWorthAThread = std::size_t{1} << 18;  // bytes
  std::size_t bytes = 0;
  for (const std::string_view text : texts) bytes += text.size();
  on_threads(std::min(threads(), bytes / kWorthAThread + 1), texts.size(), work);
}

}  // namespace optimeter::parsers
