// Evaluations of one run that are made in several processes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

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

/// Calls `use` with the problem of this process to whose run the key belongs. False if there is
/// none, or the run is over.
bool with_problem_of(const std::string& key, const std::function<void(Problem&)>& use);

/// Whoever has a lock that others need while a thread waits for another process says how to wait
/// without it: by a function that does the work it is given.
void set_waiting(void (*wait)(const std::function<void()>& work));

}  // namespace optimeter
