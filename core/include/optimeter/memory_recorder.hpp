// Runs in memory, for notebooks and tests.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "optimeter/fork_mutex.hpp"
#include "optimeter/problem.hpp"
#include "optimeter/recorder.hpp"
#include "optimeter/trigger.hpp"

namespace optimeter {

/// A recorded run. Row i of each array belongs to one recorded evaluation.
struct MemoryRun {
  std::string suite;
  std::string problem;
  int function = 0;
  std::size_t dimension = 0;
  std::int64_t instance = 0;
  std::size_t objectives = 1;
  bool maximize = false;
  bool finished = false;
  std::uint64_t evaluations = 0;  ///< all that were made, recorded or not
  std::uint64_t evaluations_constraints = 0;
  std::vector<double> optimal_value;  ///< of the problem, one entry an objective; empty if unknown

  std::vector<std::uint64_t> counts;              ///< number of the evaluation
  std::vector<std::uint64_t> constraints_counts;  ///< constraint evaluations up to then
  std::vector<double> values;  ///< as seen, but noise-free; `objectives` entries a row
  std::vector<double> points;  ///< `dimension` entries a row, or empty
  std::vector<std::vector<double>> attributes;  ///< a column for each attribute, NaN where not set
  std::vector<std::uint64_t> restarts;          ///< evaluations made before each restart
};

/// The options of runs in memory.
struct MemoryOptions {
  static constexpr const char* kFormat = "memory";  ///< the name of the format in all languages

  std::string algorithm = "algorithm";
  std::vector<Trigger> triggers = {Always{}};
  bool positions = true;
  std::vector<std::string> attributes;

  /// See optimeter/options.hpp.
  template <typename Visit>
  static void each(const Visit& visit);

  void check() const { check_triggers(triggers); }  ///< throws InvalidArgument
};

template <typename Visit>
void MemoryOptions::each(const Visit& visit) {
  using O = MemoryOptions;
  visit("algorithm", &O::algorithm, {}, "The name of the algorithm.");
  visit("triggers", &O::triggers, {}, "Which evaluations are kept; by default all.");
  visit("positions", &O::positions, {}, "Whether the points are kept.");
  visit("attributes", &O::attributes, {},
        "Names of numbers of the optimizer that are kept too; see `Problem.set_attribute`.");
}

/// A recorder that can be asked for its run at any time, from any thread.
class MemoryRecorder : public Recorder {
 public:
  /// A copy of the run so far.
  virtual MemoryRun run() const = 0;
  /// How many evaluations were made.
  virtual std::uint64_t made() const = 0;
};

/// `info` are the facts of the problem as they are to be recorded.
std::shared_ptr<MemoryRecorder> memory_recorder(const Problem& problem, const ProblemInfo& info,
                                                const MemoryOptions& options);

/// Records runs in memory, of any number of problems. Thread-safe. Problems may outlive it.
class MemoryObserver {
 public:
  explicit MemoryObserver(MemoryOptions options);
  /// Closes.
  ~MemoryObserver();
  MemoryObserver(const MemoryObserver&) = delete;
  MemoryObserver& operator=(const MemoryObserver&) = delete;

  /// Records the problem from now on; a recording of it that is under way is finished first. Throws
  /// InvalidArgument after `close`.
  void observe(Problem& problem);
  /// Ends all recordings; no problem can be observed afterwards. Repeating it has no effect.
  void close();
  /// Copies of the runs with evaluations, in the order in which their problems were observed.
  std::vector<MemoryRun> runs() const;

 private:
  class Numbers;
  struct Entry {
    ProblemReference problem;
    std::shared_ptr<MemoryRecorder> recorder;
  };
  std::vector<Entry> entries() const;

  const MemoryOptions options_;
  mutable ForkMutex mutex_;  // guards everything below
  std::unique_ptr<Numbers> numbers_;
  std::vector<Entry> entries_;
  bool closed_ = false;
};

}  // namespace optimeter
