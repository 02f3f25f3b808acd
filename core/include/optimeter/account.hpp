// Evaluations of one run that are made in several processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "optimeter/failure.hpp"

namespace optimeter {

class Problem;

/// Where the account of a run is kept, for processes of the same machine. Whoever has it can
/// evaluate on the account.
struct RunAddress {
  std::string place;  ///< empty where processes cannot be reached
  std::string key;
  std::string host;
  std::uint64_t process = 0;
  bool observed = false;  ///< whether somebody records the run
};

/// What other processes did for a run.
struct Elsewhere {
  std::uint64_t evaluations = 0;
  std::uint64_t failed = 0;  ///< of them: those without a value
  std::uint64_t lost = 0;    ///< of these: nobody told a value before its process or the run ended
  std::vector<Failure> first;  ///< of those that failed, kMostFailures at most
  /// Of one objective whose optimum is not known, as it is recorded, with its point.
  double best = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> best_x;

  void note_failed(const double* x, std::size_t d, const std::string& message);

  template <typename Snapshot>
  void carry(Snapshot& state) {
    state(evaluations, failed, lost, first, best, best_x);
  }
};

/// Calls `use` with the problem of this process to whose run the key belongs. False if there is
/// none, or the run is over.
bool with_problem_of(const std::string& key, const std::function<void(Problem&)>& use);

/// Whoever has a lock that others need while a thread waits for another process says how to wait
/// without it: by a function that does the work it is given.
void set_waiting(void (*wait)(const std::function<void()>& work));

}  // namespace optimeter
