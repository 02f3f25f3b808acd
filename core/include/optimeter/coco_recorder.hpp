// COCO's format: index (.info), lines at targets (.dat), at numbers of evaluations (.tdat), after
// restarts (.rdat) and of recommendations (.mdat).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "optimeter/coco_format.hpp"
#include "optimeter/options.hpp"
#include "optimeter/problem.hpp"
#include "optimeter/recorder.hpp"
#include "optimeter/run_sink.hpp"

namespace optimeter {

/// Which points of the archive of a bi-objective problem are written. With kRead none are, and runs
/// can be reconstructed from points that were written before (Problem::feed).
enum class Nondominated { kAll, kFinal, kNone, kRead };
inline constexpr const char* kNondominatedWords[] = {"all", "final", "none", "read"};
inline std::span<const char* const> words(Nondominated) { return kNondominatedWords; }

/// For which bi-objective problems the archive holds the variables.
enum class LoggedVariables { kLowDimensions, kAll, kNone };
inline constexpr const char* kLoggedVariablesWords[] = {"low_dim", "all", "none"};
inline std::span<const char* const> words(LoggedVariables) { return kLoggedVariablesWords; }

/// The observer options of COCO.
struct CocoOptions {
  static constexpr const char* kFormat = "coco";  ///< the name of the format in all languages

  std::string algorithm = "ALG";
  std::string info;
  std::string settings;
  std::string prefix = kCocoPrefix;
  int number_target_triggers = 20;
  double log_target_precision = 1e-8;
  double lin_target_precision = 1e5;
  int number_evaluation_triggers = 20;
  std::vector<std::uint64_t> base_evaluation_triggers = {1, 2, 5};
  int precision_x = 8;
  int precision_f = 15;
  int precision_g = 3;
  bool log_discrete_as_int = false;
  Nondominated log_nondominated = Nondominated::kAll;
  LoggedVariables log_decision_variables = LoggedVariables::kLowDimensions;
  bool compute_indicators = true;
  bool produce_all_data = false;
  /// How COCO's observer is called in the files, where its own strings asked for one; empty: as the
  /// suite. No option to choose: it follows from the observer.
  std::string logger = {};  // NOLINT(readability-redundant-member-init): see suite.hpp

  /// See optimeter/options.hpp.
  template <typename Visit>
  static void each(const Visit& visit);

  /// Throws InvalidArgument that names the option, what was given and what is accepted.
  void check() const { check_options(*this); }
};

template <typename Visit>
void CocoOptions::each(const Visit& visit) {
  using O = CocoOptions;
  const Limits<int> digits{"from 1 to 32", [](const int& n) { return n >= 1 && n <= 32; }};
  visit("algorithm", &O::algorithm, {}, "The name of the algorithm (COCO's `algorithm_name`).");
  visit(
      "info", &O::info, {},
      "A comment on it, one line (COCO's `algorithm_info`). Keep it the same over an experiment.");
  visit("settings", &O::settings, {},
        "A further key of the index, left out when empty: COCO's own post-processing warns about "
        "it.");
  visit("prefix", &O::prefix,
        {"a file name without /",
         [](const std::string& name) {
           return !name.empty() && name.find('/') == std::string::npos;
         }},
        "How the names of the index files begin.");
  visit("number_target_triggers", &O::number_target_triggers,
        {"at least 0", [](const int& n) { return n >= 0; }},
        "Targets per decade at which a line is written; 0 for none.");
  visit("log_target_precision", &O::log_target_precision,
        {"greater than 0", [](const double& x) { return x > 0.0 && std::isfinite(x); }},
        "The smallest of these targets.");
  visit("lin_target_precision", &O::lin_target_precision,
        {"greater than 1e-12", [](const double& x) { return x > 1e-12 && std::isfinite(x); }},
        "The distance of further, linearly spaced targets.");
  visit("number_evaluation_triggers", &O::number_evaluation_triggers,
        {"at least 4", [](const int& n) { return n >= 4; }},
        "Accepted as in COCO and, as there, without effect: it is always 20 a decade.");
  visit("base_evaluation_triggers", &O::base_evaluation_triggers,
        {"integers of at least 1",
         [](const std::vector<std::uint64_t>& all) {
           return std::find(all.begin(), all.end(), 0U) == all.end();
         }},
        "Lines are also written at these numbers times the dimension times powers of ten.");
  visit("precision_x", &O::precision_x, digits,
        "Digits of variables in the files of bi-objective problems.");
  visit("precision_f", &O::precision_f, digits, "The same of objectives and indicators.");
  visit("precision_g", &O::precision_g, digits, "The same of constraints.");
  visit("log_discrete_as_int", &O::log_discrete_as_int, {}, "Write integer variables as integers.");
  visit("log_nondominated", &O::log_nondominated, {},
        "Which points are written for problems with several objectives: all that entered the "
        "archive, those that are left in it at the end, or none. With ``\"read\"`` there are none "
        "either, and the run may be reconstructed from such points; see `optimeter.record.feed`.");
  visit("log_decision_variables", &O::log_decision_variables, {},
        "Whether their variables are written: in up to 5 dimensions, in all, never.");
  visit("compute_indicators", &O::compute_indicators, {}, "Whether the indicator is written.");
  visit("produce_all_data", &O::produce_all_data, {},
        "Take the defaults of these three, whatever they are set to.");
}

/// A recorder for one run, with the facts of the problem as they are to be recorded. Throws
/// InvalidArgument for a problem that the format has no form for.
std::shared_ptr<Recorder> coco_recorder(const Problem& problem, const ProblemInfo& info,
                                        const CocoOptions& options, std::shared_ptr<RunSink> sink);

}  // namespace optimeter
