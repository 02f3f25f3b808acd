// How many threads large batches use.
#pragma once

#include <cstddef>
#include <functional>

namespace optimeter {

/// Sets the number of threads for large batches; 0 means one a core. Applies to the whole process.
void set_threads(std::size_t count);
/// The number in force, at least 1.
std::size_t threads();

/// Calls `work(begin, end)` on disjoint ranges that cover [0, n). Stays on the calling thread
/// unless the work, `n * cost` in nanoseconds, is worth starting threads.
/// `work` must not throw.
void parallel_ranges(std::size_t n, double cost,
                     const std::function<void(std::size_t, std::size_t)>& work);

}  // namespace optimeter
