// Ends runs that do not end by themselves.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

#include "optimeter/committer.hpp"
#include "optimeter/outcome.hpp"
#include "optimeter/problem.hpp"
#include "optimeter/run_sink.hpp"

namespace optimeter {

/// Watches one run at a time, from a thread of its own. Three steps, each for a harder case:
///
/// 1. At the time limit, evaluations begin to throw Stop.
/// 2. An optimizer that neither evaluates nor returns after that, or that goes on evaluating in
///    spite of Stop, is interrupted, again and again. How is the affair of its language; it happens
///    in a second thread, so that the first one never waits for an interpreter's lock: numpy's
///    generators give that away and take it back so soon that others may wait for many seconds.
/// 3. Code that cannot be interrupted is ended together with its process, where that may be: the
///    run is recorded as far as it came and committed before.
///
/// In a forked process, which has none of the threads, a guard does nothing.
class Guard {
 public:
  /// What is left behind when the process is ended; the numbers of evaluations are filled in.
  struct Farewell {
    Committer* committer;
    std::shared_ptr<const HoldingSink> recording;
    std::function<void()> end;  ///< ends the recording
    Outcome late;               ///< for a run that is beyond its time
    Outcome defiant;            ///< for one that went on in spite of Stop
  };

  struct Terms {
    double seconds = std::numeric_limits<double>::infinity();  ///< until step 1
    std::function<void()> interrupt;                           ///< step 2; may be empty
    std::optional<Farewell> farewell;                          ///< step 3
    std::uint64_t* evaluations = nullptr;                      ///< set some times a second
  };

  /// What the guard had to do.
  struct Verdict {
    bool timed_out = false;
    bool interrupted = false;
  };

  Guard();
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  /// A run on the problem begins. What the terms refer to must live until `end`.
  void begin(const Problem& problem, Terms terms);
  /// The run has ended; it is not interrupted any more when this returns.
  Verdict end();

  /// Ends this process as soon as something can be read from the handle, or never will: the
  /// sentinel of a parent process. If it leads a process group, all of that ends.
  static void end_process_with(std::intptr_t handle);

 private:
  class Watch;
  std::unique_ptr<Watch> watch_;
  std::uint64_t process_;
};

}  // namespace optimeter
