// IOHprofiler's format: an index in JSON for each function, lines at triggers in .dat files.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "optimeter/problem.hpp"
#include "optimeter/recorder.hpp"
#include "optimeter/run_sink.hpp"
#include "optimeter/trigger.hpp"

namespace optimeter {

/// The release of ioh whose format is followed.
inline constexpr const char* kIohVersion = "0.3.22";

/// What can be written for each evaluation besides its number; current values unless they say best.
enum class Property {
  kRawY,
  kRawYBest,
  kTransformedY,
  kTransformedYBest,
  kCurrentY,
  kCurrentYBest
};
inline constexpr const char* kPropertyWords[] = {
    "raw_y", "raw_y_best", "transformed_y", "transformed_y_best", "current_y", "current_y_best"};
inline std::span<const char* const> words(Property) { return kPropertyWords; }

/// The options of IOHprofiler's format.
struct IohOptions {
  static constexpr const char* kFormat = "ioh";  ///< the name of the format in all languages

  std::string algorithm = "algorithm_name";
  std::string info = "algorithm_info";
  std::vector<Trigger> triggers = {OnDeltaImprovement{}};
  std::vector<Property> properties = {Property::kRawY};
  bool positions = false;
  bool first_evaluation = true;
  std::vector<std::string> attributes;
  std::vector<std::string> run_attributes;
  std::map<std::string, std::string> experiment_attributes;

  /// See optimeter/options.hpp.
  template <typename Visit>
  static void each(const Visit& visit);

  void check() const;  ///< throws InvalidArgument
};

template <typename Visit>
void IohOptions::each(const Visit& visit) {
  using O = IohOptions;
  visit("algorithm", &O::algorithm, {}, "The name of the algorithm.");
  visit("info", &O::info, {}, "A description of it.");
  visit("triggers", &O::triggers, {},
        "When a line is written; by default at each improvement by more than 1e-10.");
  visit("properties", &O::properties, {}, "The columns after the number of the evaluation.");
  visit("positions", &O::positions, {}, "Whether the variables are written.");
  visit("first_evaluation", &O::first_evaluation, {},
        "Write the first evaluation under any triggers; some readers lose a run without it.");
  visit("attributes", &O::attributes, {},
        "Names of numbers of the optimizer, one column each; see `Problem.set_attribute`.");
  visit("run_attributes", &O::run_attributes, {},
        "Names of numbers that are written once a run, with their last value.");
  visit("experiment_attributes", &O::experiment_attributes, {},
        "Names and values that hold for the whole experiment.");
}

/// A recorder for one run, with the facts of the problem as they are to be recorded.
std::shared_ptr<Recorder> ioh_recorder(const Problem& problem, const ProblemInfo& info,
                                       const IohOptions& options, std::shared_ptr<RunSink> sink);

}  // namespace optimeter
