// COCO's format: index (.info), lines at targets (.dat), at numbers of evaluations (.tdat), after
// restarts (.rdat) and of recommendations (.mdat).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "optimeter/problem.hpp"
#include "optimeter/recorder.hpp"
#include "optimeter/run_sink.hpp"

namespace optimeter {

/// Which points of the archive of a bi-objective problem are written. With kRead none are, and runs
/// can be reconstructed from points that were written before (Problem::feed).
enum class Nondominated { kAll, kFinal, kNone, kRead };
/// For which bi-objective problems the archive holds the variables.
enum class LoggedVariables { kLowDimensions, kAll, kNone };

/// The observer options of COCO.
struct CocoOptions {
  std::string algorithm = "ALG";
  std::string info;      ///< the comment line
  std::string settings;  ///< a further key of the header; left out when empty
  std::string prefix = "bbobexp";
  std::string version = "2.8.2";  ///< the release of COCO whose format is followed
  int number_target_triggers = 20;
  double log_target_precision = 1e-8;
  double lin_target_precision = 1e5;
  /// Accepted as COCO does, and like there without effect: it is always 20.
  int number_evaluation_triggers = 20;
  std::vector<std::uint64_t> base_evaluation_triggers = {1, 2, 5};
  int precision_x = 8;  ///< bi-objective only, like the two that follow
  int precision_f = 15;
  int precision_g = 3;
  bool log_discrete_as_int = false;
  Nondominated log_nondominated = Nondominated::kAll;
  LoggedVariables log_decision_variables = LoggedVariables::kLowDimensions;
  bool compute_indicators = true;

  /// Throws InvalidArgument that names the option, what was given and what is accepted.
  void check() const;
};

/// A recorder for one run. Throws InvalidArgument for a problem that the format has no form for.
std::shared_ptr<Recorder> coco_recorder(const Problem& problem, const CocoOptions& options,
                                        std::shared_ptr<RunSink> sink);

}  // namespace optimeter
