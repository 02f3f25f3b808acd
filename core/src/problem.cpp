#include "optimeter/problem.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include "optimeter/errors.hpp"
#include "optimeter/threads.hpp"

namespace optimeter {
namespace {

// The rule for non-finite input: such a point was not evaluated.
bool is_finite(const double* x, std::size_t dimension) {
  for (std::size_t i = 0; i < dimension; ++i) {
    if (!std::isfinite(x[i])) return false;
  }
  return true;
}

// A rough cost of one evaluation in nanoseconds, to decide whether threads are worth it.
double cost_estimate(const ProblemInfo& info) {
  const double d = static_cast<double>(info.dimension);
  return 20.0 + 5.0 * d;
}

}  // namespace

const Landscape& LazyLandscape::build() const {
  const std::lock_guard lock(mutex_);
  if (!landscape_) {
    landscape_ = std::make_unique<const Landscape>(make_());
    make_ = nullptr;
    ready_.store(landscape_.get(), std::memory_order_release);
  }
  return *landscape_;
}

Problem::Problem(ProblemInfo info, std::shared_ptr<const LazyLandscape> landscape,
                 std::unique_ptr<Noise> noise)
    : info_(std::move(info)), landscape_(std::move(landscape)), noise_(std::move(noise)) {}

Problem::~Problem() {
  try {
    attach(nullptr);
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
    // A recorder that cannot finish has reported it when writing failed; a destructor must not.
  }
}

std::unique_ptr<Problem> Problem::copy() const {
  const std::lock_guard lock(mutex_);
  auto other = std::make_unique<Problem>(info_, landscape_, noise_ ? noise_->clone() : nullptr);
  other->progress_ = progress_;
  return other;
}

const std::vector<double>& Problem::initial_solution() const {
  if (!info_.initial_solution.empty()) return info_.initial_solution;
  return landscape().initial_solution;
}

void Problem::require_allowance() {
  if (progress_.evaluations >= limit_) {
    ++refused_;
    throw Stop("the budget of " + std::to_string(limit_) + " evaluations is used up on " +
               info_.id);
  }
  if (stop_at_target_ && progress_.final_target_hit) {
    ++refused_;
    throw Stop("the final target was hit on " + info_.id + " after " +
               std::to_string(progress_.evaluations) + " evaluations");
  }
}

void Problem::improve(double value) {
  progress_.best_value = value;
  if (!final_target_) {
    const auto& best = landscape().best_value;
    final_target_ =
        best.empty() ? -std::numeric_limits<double>::infinity() : best[0] + info_.target_precision;
  }
  if (value <= *final_target_) progress_.final_target_hit = true;
}

void Problem::count(const double* x, double* y) {
  const double noise_free = y[0];
  if (noise_) y[0] = noise_->disturb(noise_free, x, info_.dimension);
  ++progress_.evaluations;
  if (info_.objectives == 1 && y[0] < progress_.best_value) improve(y[0]);
  if (recorder_ &&
      !recorder_->skips(noise_free, progress_.evaluations, progress_.evaluations_constraints)) {
    recorder_->record(
        {progress_.evaluations, progress_.evaluations_constraints, x, y, noise_ ? &noise_free : y});
  }
}

void Problem::evaluate(const double* x, double* y) {
  const Mapping& objectives = *landscape().objectives;
  std::unique_lock lock(mutex_);
  require_allowance();
  if (objectives.parallel()) {
    objectives.evaluate(x, 1, y);
  } else {  // foreign code may evaluate this very problem, or wait for another thread that does
    lock.unlock();
    objectives.evaluate(x, 1, y);
    lock.lock();
  }
  if (!std::isfinite(y[0]) && !is_finite(x, info_.dimension)) return;
  count(x, y);
}

void Problem::evaluate(const double* x, std::size_t n, double* y) {
  if (n == 0) return;
  const Mapping& objectives = *landscape().objectives;
  const std::size_t d = info_.dimension;
  const std::size_t m = info_.objectives;
  {
    const std::lock_guard lock(mutex_);
    require_allowance();
  }
  if (objectives.parallel()) {
    parallel_ranges(n, cost_estimate(info_), [&](std::size_t begin, std::size_t end) {
      objectives.evaluate(x + begin * d, end - begin, y + begin * m);
    });
  } else {
    objectives.evaluate(x, n, y);
  }
  const std::lock_guard lock(mutex_);
  std::size_t row = 0;
  while (row < n) {
    require_allowance();
    if (!std::isfinite(y[row * m]) && !is_finite(x + row * d, d)) {
      ++row;
    } else if (noise_ || m != 1) {
      count(x + row * d, y + row * m);
      ++row;
    } else {
      row += count_stretch(x + row * d, n - row, y + row);
    }
  }
}

// Counts rows of a single-objective batch up to a row that is not finite or the row with which the
// allowance ends, and hands them to the recorder in one call. At least one row; returns how many.
std::size_t Problem::count_stretch(const double* x, std::size_t n, const double* y) {
  const std::size_t d = info_.dimension;
  const std::uint64_t first = progress_.evaluations + 1;
  const std::uint64_t allowance = limit_ - progress_.evaluations;
  const std::size_t end = n < allowance ? n : static_cast<std::size_t>(allowance);
  std::size_t row = 0;
  while (row < end) {
    const double value = y[row];
    if (!std::isfinite(value) && !is_finite(x + row * d, d)) break;
    ++row;
    if (value < progress_.best_value) {
      improve(value);
      if (stop_at_target_ && progress_.final_target_hit) break;
    }
  }
  progress_.evaluations += row;
  if (recorder_) {
    recorder_->record_batch({first, progress_.evaluations_constraints, row, d, 1, x, y, y});
  }
  return row;
}

void Problem::evaluate_constraints(const double* x, std::size_t n, double* g) {
  const Landscape& here = landscape();
  if (!here.constraints) {
    throw InvalidArgument("problem " + info_.id + " has no constraints");
  }
  here.constraints->evaluate(x, n, g);
  const std::lock_guard lock(mutex_);
  for (std::size_t i = 0; i < n; ++i) {
    if (is_finite(x + i * info_.dimension, info_.dimension)) ++progress_.evaluations_constraints;
  }
}

void Problem::recommend(const double* x) {
  std::vector<double> y(info_.objectives);
  landscape().objectives->evaluate(x, 1, y.data());
  const std::lock_guard lock(mutex_);
  if (recorder_) {
    recorder_->recommend(
        {progress_.evaluations, progress_.evaluations_constraints, x, y.data(), y.data()});
  }
}

void Problem::signal_restart() {
  const std::lock_guard lock(mutex_);
  if (recorder_) recorder_->restart();
}

void Problem::note_reveal() {
  const std::lock_guard lock(mutex_);
  if (recorder_) recorder_->reveal();
}

Progress Problem::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

void Problem::restore(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  progress_ = progress;
}

void Problem::limit(std::uint64_t evaluations, bool at_target) {
  const std::lock_guard lock(mutex_);
  limit_ = evaluations;
  stop_at_target_ = at_target;
}

std::uint64_t Problem::refused() const {
  const std::lock_guard lock(mutex_);
  return refused_;
}

void Problem::attach(std::shared_ptr<Recorder> recorder) {
  std::shared_ptr<Recorder> before;
  {
    const std::lock_guard lock(mutex_);
    before = std::exchange(recorder_, std::move(recorder));
  }
  if (before) before->finish();
}

void Problem::set_attribute(std::string_view name, double value) {
  const std::lock_guard lock(mutex_);
  if (recorder_) recorder_->set_attribute(name, value);
}

bool Problem::settle() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  if (recorder_) recorder_->settle();
  return true;
}

bool Problem::observed() const {
  const std::lock_guard lock(mutex_);
  return recorder_ != nullptr;
}

}  // namespace optimeter
