// How a run of an experiment ended, as the journal tells it.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "optimeter/failure.hpp"
#include "optimeter/options.hpp"

namespace optimeter {

enum class Status { kDone, kFailed, kTimeout };

/// How one run ended.
struct Outcome {
  std::uint64_t run = 0;
  std::string problem;
  std::uint64_t trial = 1;
  Status status = Status::kDone;
  std::uint64_t evaluations = 0;
  bool target_hit = false;
  std::uint64_t restarts = 0;
  std::string message;
  double seconds = std::numeric_limits<double>::quiet_NaN();
  std::uint64_t failed_evaluations = 0;
  std::vector<Failure> failures;
  double best_value = 0.0;
  std::vector<double> best_x;

  /// See optimeter/options.hpp.
  template <typename Visit>
  static void each(const Visit& visit) {
    visit("run", &Outcome::run, {}, "Index in the plan.");
    visit("problem", &Outcome::problem, {}, "Id of the problem.");
    visit("trial", &Outcome::trial, {}, "Counts the runs on this problem, from 1.");
    visit("status", &Outcome::status, {}, "Whether it is done, failed, or took too long.");
    visit("evaluations", &Outcome::evaluations, {},
          "As the budget counts them: of the objectives and of the constraints.");
    visit("target_hit", &Outcome::target_hit, {}, "Whether the final target was hit.");
    visit("restarts", &Outcome::restarts, {}, "How often the optimizer was started again.");
    visit("message", &Outcome::message, {}, "Why the run failed, or what was odd about it.");
    visit("seconds", &Outcome::seconds, {},
          "Wall time; known while the experiment runs, kept in the provenance.");
    visit("failed_evaluations", &Outcome::failed_evaluations, {},
          "How many of the evaluations have no value, since the function failed.");
    visit("failures", &Outcome::failures, {}, "The first of them: point and message of each.");
    visit("best_value", &Outcome::best_value, {},
          "The best value of an own function whose optimum is not known, if there is a `best_x`.");
    visit("best_x", &Outcome::best_x, {}, "Its point; empty for all other problems.");
  }
};

/// "done", "failed", "timeout"
const char* word(Status status);

/// The line of the journal: JSON, with the wall time if `timed` and it is known.
std::string journal_line(const Outcome& outcome, bool timed);

}  // namespace optimeter
