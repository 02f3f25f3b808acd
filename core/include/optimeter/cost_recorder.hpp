// What a run costs beside evaluations: seconds and batches.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "optimeter/fork_mutex.hpp"
#include "optimeter/recorder.hpp"
#include "optimeter/snapshot.hpp"
#include "optimeter/unit.hpp"

namespace optimeter {

/// Notes when evaluations were made and which of them came together. A batch is a call with one or
/// more points; times are those since the recorder was made, without those between a run that was
/// broken off and its continuation. Numbers of evaluations include those
/// of constraints.
///
/// Times are noted of evaluations that improve, or that enter the archive, and now and then of
/// others; between two of them the later time holds. Nothing here is written to the files of a
/// format: times differ from run to run.
class CostRecorder final : public Recorder {
 public:
  /// Of an algorithm on a problem with so many constraints.
  CostRecorder(std::string algorithm, std::size_t constraints)
      : algorithm_(std::move(algorithm)), constraints_(constraints) {}

  void record(const Evaluation& evaluation) override;
  void called(std::uint64_t before, std::uint64_t last) override;
  bool reconstructs() const override { return true; }
  void finish() override;
  void carry(Snapshot& state) override;

  /// How many evaluations of the objectives were made.
  std::uint64_t made() const { return evaluations(); }
  /// The costs as a line of JSON, with the facts by which they are found again. Of a run that is
  /// under way, those by now. Thread-safe.
  std::string line(std::uint64_t run, const Unit& facts) const;

 private:
  using Clock = std::chrono::steady_clock;

  /// Calls of the same size, one after the other; those with one point are not listed.
  struct Calls {
    std::uint64_t before;  // evaluations
    std::uint64_t size;
    std::uint64_t count;

    void carry(Snapshot& state) { state(before, size, count); }
  };
  struct Moment {
    std::uint64_t evaluations;
    std::uint64_t microseconds;

    void carry(Snapshot& state) { state(evaluations, microseconds); }
  };

  std::uint64_t now() const;
  bool feasible(const Evaluation& evaluation) const;

  const std::string algorithm_;
  const std::size_t constraints_;
  Clock::time_point start_ = Clock::now();
  mutable ForkMutex mutex_;  // guards everything below
  std::vector<Moment> moments_;
  std::vector<Calls> calls_;
  bool finished_ = false;
  std::uint64_t end_ = 0;  // microseconds
};

}  // namespace optimeter
