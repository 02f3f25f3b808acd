// How many threads large batches use.
#pragma once

#include <cstddef>
#include <functional>

namespace optimeter {

/// Sets the number of threads for large batches; 0 means one a core. Applies to the whole process.
void set_threads(std::size_t count);
/// The number in force, at least 1.
std::size_t threads();

/// Calls `work(i)` for i = 0, 1, …, count - 1, each once, on that many threads at most, this one
/// included: the next free thread takes the next number. Where no more threads are to be had, fewer
/// do the work. The first exception is thrown again when all threads are done; what was not begun
/// by then is left out.
void on_threads(std::size_t threads, std::size_t count,
                const std::function<void(std::size_t)>& work);

/// Calls `work(begin, end)` on disjoint ranges that cover [0, n). Stays on the calling thread
/// unless the work, `n * cost` in nanoseconds, is worth starting threads. What `work` throws is
/// thrown again when all are done, the first exception of all.
void parallel_ranges(std::size_t n, double cost,
                     const std::function<void(std::size_t, std::size_t)>& work);

}  // namespace optimeter
