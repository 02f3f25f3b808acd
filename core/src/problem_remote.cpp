// Counting and recording of points that were evaluated elsewhere: of most of them only a summary
// comes here.
#include <algorithm>
#include <cmath>
#include <utility>

#include "finite.hpp"
#include "optimeter/errors.hpp"
#include "problem_call.hpp"

namespace optimeter {

std::shared_ptr<DeviceEvaluator> LazyLandscape::device(int ordinal) const {
  const std::lock_guard lock(devices_mutex_);
  const auto found = devices_.find(ordinal);
  return found == devices_.end() ? nullptr : found->second;
}

void LazyLandscape::keep_device(int ordinal, std::shared_ptr<DeviceEvaluator> evaluator) const {
  const std::lock_guard lock(devices_mutex_);
  devices_[ordinal] = std::move(evaluator);
}

// Brings the counters up to date.
void Problem::collect_pending() const {
  if (pending_ == 0) return;
  std::uint64_t skipped = 0;
  double lowest = std::numeric_limits<double>::infinity();
  for (const auto& [place, tally] : tallies_) {
    const RemoteTally::Sums sums = tally->collect();
    skipped += sums.skipped;
    lowest = std::min(lowest, sums.lowest);
  }
  progress_.evaluations += std::exchange(pending_, 0) - skipped;
  if (lowest < progress_.best_value) improve(lowest);
}

void Problem::evaluate(RemoteBatch& batch) {
  static_cast<void>(landscape());
  std::unique_lock lock(mutex_);
  require_here("evaluate on a GPU");
  std::size_t begin = 0;
  while (begin < batch.size()) {
    require_allowance();
    const auto rows =
        static_cast<std::size_t>(std::min<std::uint64_t>(batch.size() - begin, allowance()));
    if (plain_ && !recorder_ && !stop_at_target_) {
      std::unique_ptr<RemoteTally>& tally = tallies_[batch.place()];
      if (!tally) tally = batch.new_tally();
      batch.evaluate(begin, rows, tally.get());
      pending_ += rows;
    } else {
      collect_pending();
      lock.unlock();
      batch.evaluate(begin, rows, nullptr);
      lock.lock();
      count_remote(batch, begin, rows, 0);
    }
    begin += rows;
  }
}

void Problem::evaluate_all(RemoteBatch& batch) {
  if (batch.size() == 0) return;
  const std::uint64_t constraints = info_.constraints > 0 ? 1 : 0;
  std::unique_lock lock(mutex_);
  require_here("evaluate on a GPU");
  collect_pending();
  require_allowance(1 + constraints);
  lock.unlock();
  if (constraints > 0) batch.evaluate_constraints(0, batch.size(), nullptr);
  batch.evaluate(0, batch.size(), nullptr);
  lock.lock();
  count_remote(batch, 0, batch.size(), constraints);
}

void Problem::evaluate_constraints(RemoteBatch& batch) {
  if (!landscape().constraints) {
    throw InvalidArgument("problem " + info_.id + " has no constraints");
  }
  if (batch.size() == 0) return;
  std::unique_lock lock(mutex_);
  require_here("evaluate on a GPU");
  collect_pending();
  require_allowance();
  lock.unlock();
  const std::unique_ptr<RemoteTally> tally = batch.new_tally();
  batch.evaluate_constraints(0, batch.size(), tally.get());
  std::uint64_t left = batch.size() - tally->collect().skipped;
  lock.lock();
  const Call call(*this);
  while (left > 0) {
    require_allowance();
    const std::uint64_t counted = std::min(left, allowance());
    progress_.evaluations_constraints += counted;
    left -= counted;
    if (recorder_) recorder_->note_constraints(progress_.evaluations_constraints);
  }
}

// Counts rows, or throws Stop at the one that is not allowed any more. With each row so many
// evaluations of the constraints are counted first.
void Problem::count_remote(RemoteBatch& batch, std::size_t begin, std::size_t rows,
                           std::uint64_t constraints) {
  const Call call(*this);
  if (noise_) {
    count_remote_noisy(batch, begin, rows);
    return;
  }
  constexpr std::size_t kChunk = RemoteBatch::kChunk;
  const std::vector<RowsSummary> summaries = batch.summaries(begin, rows);
  for (std::size_t at = 0; at < rows; at += kChunk) {
    const std::size_t count = std::min(kChunk, rows - at);
    // The recorder keeps the last value of all.
    const bool last = at + count == rows && recorder_ != nullptr;
    if (!last && skips_rows(summaries[at / kChunk], count, constraints)) {
      progress_.evaluations += count;
      progress_.evaluations_constraints += constraints * count;
    } else {
      count_remote_rows(batch, begin + at, count, constraints);
    }
  }
}

// Whether rows change nothing but the counters. Not with the last ones that are allowed: the
// recorder has to see where the run ends.
bool Problem::skips_rows(const RowsSummary& summary, std::uint64_t rows,
                         std::uint64_t constraints) const {
  if (info_.objectives > 1 || summary.strange > 0 || summary.lowest < progress_.best_value ||
      allowance() <= rows * (1 + constraints) || (stop_at_target_ && progress_.final_target_hit)) {
    return false;
  }
  return !recorder_ || recorder_->skips_all(summary.lowest, progress_.evaluations + rows,
                                            progress_.evaluations_constraints + constraints * rows);
}

void Problem::count_remote_rows(RemoteBatch& batch, std::size_t begin, std::size_t rows,
                                std::uint64_t constraints) {
  const std::size_t d = info_.dimension;
  const std::size_t m = info_.objectives;
  double* const values = batch.values(begin, rows);
  for (std::size_t row = 0; row < rows; ++row) {
    require_allowance(1 + constraints);
    double* const y = values + row * m;
    if (!std::isfinite(y[0]) && !is_finite(batch.point(begin + row), d)) continue;
    progress_.evaluations_constraints += constraints;
    const bool recorded =
        recorder_ && (m > 1 || !recorder_->skips(y[0], progress_.evaluations + 1,
                                                 progress_.evaluations_constraints));
    const bool checked = info_.constraints > 0 && y[0] < progress_.best_value;
    const double* const x = recorded || checked ? batch.point(begin + row) : nullptr;
    if (plain_) {
      count(x, y);
    } else {
      count_special(x, y, nullptr);
    }
  }
}

// Noise is drawn here, in the order of the rows, and goes back with the values.
void Problem::count_remote_noisy(RemoteBatch& batch, std::size_t begin, std::size_t rows) {
  constexpr std::size_t kChunk = RemoteBatch::kChunk;
  const std::size_t d = info_.dimension;
  for (std::size_t at = 0; at < rows; at += kChunk) {
    const std::size_t count = std::min(kChunk, rows - at);
    double* const y = batch.values(begin + at, count);
    const double* const x = batch.points(begin + at, count);
    std::size_t row = 0;
    while (row < count) {
      require_allowance();
      if (!std::isfinite(y[row]) && !is_finite(x + row * d, d)) {
        ++row;
      } else {
        row += count_noisy(x + row * d, count - row, y + row);
      }
    }
    batch.put_values(begin + at, count, y);
  }
}

}  // namespace optimeter
