// When COCO's loggers write a line: at targets and at numbers of evaluations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "optimeter/snapshot.hpp"

namespace optimeter {

/// Watches the precision of a run: logarithmic and linear targets.
class TargetTrigger {
 public:
  /// `per_decade` 0 switches the logarithmic targets off.
  TargetTrigger(int per_decade, double log_precision, double linear_precision)
      : per_decade_(per_decade), log_precision_(log_precision), linear_(linear_precision) {}

  /// Whether a new best precision hits a target that none before it has hit.
  bool fires(double precision);

  /// The hardest target hit so far.
  double target_hit() const;

  void carry(Snapshot& state) { state(log_exponent_, log_best_, linear_hit_); }

 private:
  double log_exponent(double precision) const;
  bool fires_log(double precision);
  bool fires_linear(double precision);

  int per_decade_;
  double log_precision_;
  double linear_;
  double log_exponent_ = std::numeric_limits<double>::infinity();
  double log_best_ = std::numeric_limits<double>::infinity();  // the precision that fired last
  double linear_hit_ = std::numeric_limits<double>::infinity();
};

/// Watches the number of evaluations: 20 a decade, and base * dimension * 10^k.
class EvaluationTrigger {
 public:
  EvaluationTrigger(std::size_t dimension, std::vector<std::uint64_t> base);

  /// Nothing fires below this number.
  std::uint64_t next() const { return next_log_ < next_base_ ? next_log_ : next_base_; }

  /// Whether a line is due at this number of evaluations. Each of the two sequences advances by one
  /// element at most, so a jump over several of them fires several times in succession.
  bool fires(std::uint64_t evaluations);

  void carry(Snapshot& state) { state(factor_, base_index_, log_index_, next_log_, next_base_); }

 private:
  void advance_log();
  void advance_base();

  std::vector<std::uint64_t> base_;
  std::uint64_t factor_;  // dimension * 10^k
  std::size_t base_index_ = 0;
  int log_index_ = 0;
  std::uint64_t next_log_ = 1;
  std::uint64_t next_base_;
};

}  // namespace optimeter
