// The triggers of IOHprofiler's format with their state.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "optimeter/snapshot.hpp"
#include "optimeter/trigger.hpp"

namespace optimeter {

class TriggerList {
 public:
  explicit TriggerList(std::vector<Trigger> triggers);

  /// Whether a line is due; `best` is the best value before this evaluation.
  bool fires(std::uint64_t evaluations, double value, double best);

  /// No value from this one on fires because of its value, given the best one.
  double value_limit(double best) const;
  /// Nothing fires because of its number before this one, which is above `evaluations`.
  std::uint64_t number_limit(std::uint64_t evaluations) const;

  void carry(Snapshot& state) { state(fired_); }

 private:
  std::vector<Trigger> triggers_;
  std::vector<double> fired_;  // of delta improvements: the last value that fired, NaN before
};

}  // namespace optimeter
