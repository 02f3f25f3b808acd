// When a line is written: the triggers of IOHprofiler's format and of runs in memory.
//
// Several triggers in a list mean "any of them". They are asked in order up to the first that
// fires.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "optimeter/options.hpp"

namespace optimeter {

/// Every evaluation.
struct Always {
  template <typename Visit>
  static void each(const Visit& /*visit*/) {}
};

/// Every evaluation that is better than all before it.
struct OnImprovement {
  template <typename Visit>
  static void each(const Visit& /*visit*/) {}
};

/// The first evaluation, then each that is better than the last such one by over `delta`.
struct OnDeltaImprovement {
  double delta = 1e-10;

  template <typename Visit>
  static void each(const Visit& visit) {
    visit("delta", &OnDeltaImprovement::delta,
          {"at least 0", [](const double& x) { return x >= 0.0; }}, "The difference.");
  }
};

/// Each `interval`-th evaluation: those whose number minus `start` is a multiple of it.
struct Each {
  std::uint64_t interval = 1;
  std::uint64_t start = 0;

  template <typename Visit>
  static void each(const Visit& visit) {
    visit("interval", &Each::interval, {"at least 1", [](const std::uint64_t& n) { return n > 0; }},
          "The distance.");
    visit("start", &Each::start, {}, "The number from which on it counts.");
  }
};

/// The evaluations with the given numbers.
struct At {
  std::vector<std::uint64_t> evaluations;

  template <typename Visit>
  static void each(const Visit& visit) {
    visit("evaluations", &At::evaluations, {}, "The numbers.");
  }
};

/// The evaluations in the given intervals, pairs of first and last number, both included.
struct During {
  using Intervals = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  Intervals intervals;

  template <typename Visit>
  static void each(const Visit& visit) {
    visit("intervals", &During::intervals,
          {"intervals that do not end before they begin",
           [](const Intervals& all) {
             return std::all_of(all.begin(), all.end(),
                                [](const auto& one) { return one.first <= one.second; });
           }},
          "The intervals.");
  }
};

using Trigger = std::variant<Always, OnImprovement, OnDeltaImprovement, Each, At, During>;

void check_triggers(const std::vector<Trigger>& triggers);  ///< throws InvalidArgument

}  // namespace optimeter
