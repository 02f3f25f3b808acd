// IOHprofiler's format: an index in JSON for each function, lines at triggers in .dat files.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "optimeter/problem.hpp"
#include "optimeter/recorder.hpp"
#include "optimeter/run_sink.hpp"

namespace optimeter {

/// Every evaluation.
struct Always {};
/// Every evaluation that is better than all before it.
struct OnImprovement {};
/// The first evaluation, then each that is better by more than `delta` than the last such one.
struct OnDeltaImprovement {
  double delta = 1e-10;
};
/// Each `interval`-th evaluation: those whose number minus `start` is a multiple of it.
struct Each {
  std::uint64_t interval;
  std::uint64_t start = 0;
};
/// The given numbers of evaluations.
struct At {
  std::vector<std::uint64_t> evaluations;
};
/// All numbers of evaluations in the given intervals, both ends included.
struct During {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> intervals;
};

using Trigger = std::variant<Always, OnImprovement, OnDeltaImprovement, Each, At, During>;

/// What can be written for each evaluation besides its number; current values unless they say best.
enum class Property {
  kRawY,
  kRawYBest,
  kTransformedY,
  kTransformedYBest,
  kCurrentY,
  kCurrentYBest
};

void check_triggers(const std::vector<Trigger>& triggers);  ///< throws InvalidArgument

struct IohOptions {
  std::string algorithm = "algorithm_name";
  std::string info = "algorithm_info";
  std::string version = "0.3.22";  ///< the release of ioh whose format is followed
  /// Any of them writes a line. They are asked in this order up to the first that fires.
  std::vector<Trigger> triggers = {OnDeltaImprovement{}};
  std::vector<Property> properties = {Property::kRawY};
  bool positions = false;  ///< write the variables
  /// Write the first evaluation under any triggers: a reader needs it to tell runs apart.
  bool first_evaluation = true;
  std::vector<std::string> attributes;      ///< of the optimizer, a column each
  std::vector<std::string> run_attributes;  ///< written once a run
  std::map<std::string, std::string> experiment_attributes;

  void check() const;  ///< throws InvalidArgument
};

/// The name under which a property is a column.
const char* property_name(Property property);

/// A recorder for one run.
std::shared_ptr<Recorder> ioh_recorder(const Problem& problem, const IohOptions& options,
                                       std::shared_ptr<RunSink> sink);

}  // namespace optimeter
