#include "optimeter/cost_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "digits.hpp"
#include "recorders/json_text.hpp"

namespace optimeter {
namespace {

constexpr std::uint64_t kEach = 8;  // times are noted after at most an eighth more evaluations

std::string seconds_text(std::uint64_t microseconds) {
  constexpr std::uint64_t kMillion = 1'000'000;
  return std::to_string(microseconds / kMillion) + "." + digits(microseconds % kMillion, 6);
}

}  // namespace

std::uint64_t CostRecorder::now() const {
  const auto passed = Clock::now() - start_;
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(passed).count());
}

void CostRecorder::record(const Evaluation& evaluation) {
  const std::uint64_t number = evaluation.evaluations + evaluation.evaluations_constraints;
  const std::uint64_t time = now();
  const std::lock_guard lock(mutex_);
  // Of evaluations at one moment, as of a batch, the last one tells all.
  if (!moments_.empty() && moments_.back().microseconds == time) {
    moments_.back().evaluations = number;
  } else {
    moments_.push_back({number, time});
  }
  const double value = feasible(evaluation) ? *evaluation.noise_free : value_limit();
  skip_until(std::fmin(value_limit(), value), number + number / kEach + 1);
}

// Constraints that nobody has evaluated are those of a point that improves nothing.
bool CostRecorder::feasible(const Evaluation& evaluation) const {
  if (constraints_ == 0) return true;
  const double* const g = evaluation.constraints;
  return g != nullptr &&
         std::all_of(g, g + constraints_, [](double value) { return value <= 0.0; });
}

void CostRecorder::called(std::uint64_t before, std::uint64_t last) {
  const std::uint64_t size = last - before;
  if (size <= 1) return;
  const std::lock_guard lock(mutex_);
  if (!calls_.empty()) {
    Calls& same = calls_.back();
    if (same.size == size && same.before + same.size * same.count == before) {
      ++same.count;
      return;
    }
  }
  calls_.push_back({before, size, 1});
}

void CostRecorder::finish() {
  const std::uint64_t time = now();
  const std::lock_guard lock(mutex_);
  if (finished_) return;
  finished_ = true;
  end_ = time;
}

void CostRecorder::carry(Snapshot& state) {
  std::uint64_t passed = now();
  const std::lock_guard lock(mutex_);
  carry_numbers(state);
  state(passed, moments_, calls_);
  if (state.restores()) start_ = Clock::now() - std::chrono::microseconds(passed);
}

std::string CostRecorder::line(std::uint64_t run, const Unit& facts) const {
  const std::uint64_t time = now();
  const std::lock_guard lock(mutex_);
  std::vector<Moment> moments = moments_;
  const std::uint64_t all = facts.evaluations + facts.evaluations_constraints;
  moments.push_back({all, finished_ ? end_ : time});
  std::string evaluations;
  std::string seconds;
  for (const Moment& moment : moments) {
    evaluations.append(evaluations.empty() ? "" : ",").append(std::to_string(moment.evaluations));
    seconds.append(seconds.empty() ? "" : ",").append(seconds_text(moment.microseconds));
  }
  std::string batches;
  for (const Calls& calls : calls_) {
    batches.append(batches.empty() ? "[" : ",[").append(std::to_string(calls.before));
    batches.append(",").append(std::to_string(calls.size));
    batches.append(",").append(std::to_string(calls.count)).append("]");
  }
  std::string text = R"({"run": )";
  text.append(std::to_string(run));
  text.append(R"(, "algorithm": )").append(json_text(algorithm_));
  text.append(R"(, "suite": )").append(json_text(facts.suite));
  text.append(R"(, "function": )").append(std::to_string(facts.function));
  text.append(R"(, "dimension": )").append(std::to_string(facts.dimension));
  text.append(R"(, "instance": )").append(std::to_string(facts.instance));
  text.append(R"(, "evaluations": [)").append(evaluations);
  text.append(R"(], "seconds": [)").append(seconds);
  text.append(R"(], "batches": [)").append(batches);
  return text.append("]}\n");
}

}  // namespace optimeter
