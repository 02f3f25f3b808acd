// Evaluating, counting and recording points.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "account/account.hpp"
#include "finite.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/interrupt.hpp"
#include "optimeter/threads.hpp"
#include "problem_call.hpp"

namespace optimeter {
namespace {

// Runs foreign code without the lock, which is held again afterwards, whatever happens.
template <typename Work>
void without(std::unique_lock<ForkMutex>& lock, const Work& work) {
  struct Relock {
    std::unique_lock<ForkMutex>& lock;
    ~Relock() { lock.lock(); }
  };
  lock.unlock();
  const Relock relock{lock};
  work();
}

// A rough cost of one evaluation in nanoseconds, to decide whether threads are worth it.
double cost_estimate(const Mapping& mapping) {
  return 20.0 + 5.0 * static_cast<double>(mapping.dimension() * mapping.outputs());
}

// How many values come before one that is below `best` or not finite, or few values before it.
std::size_t count_ordinary(const double* y, std::size_t n, double best) {
  constexpr std::size_t kAtOnce = 16;
  std::size_t count = 0;
  for (; count + kAtOnce <= n; count += kAtOnce) {
    std::uint64_t special = 0;
    for (std::size_t i = count; i < count + kAtOnce; ++i) {
      special |=
          static_cast<std::uint64_t>(y[i] < best) |
          static_cast<std::uint64_t>(!(std::fabs(y[i]) <= std::numeric_limits<double>::max()));
    }
    if (special != 0) break;
  }
  return count;
}

}  // namespace

std::uint64_t Problem::allowance() const {
  const std::uint64_t used =
      progress_.evaluations + progress_.evaluations_constraints + under_way_ + pending_;
  return used < limit_ ? limit_ - used : 0;
}

void Problem::require_allowance(std::uint64_t cost) {
  if (allowance() >= cost && !(stop_at_target_ && progress_.final_target_hit)) return;
  // Apart from the way that nearly all evaluations take.
  const auto refuse = [&]() __attribute__((noinline, cold)) {
    if (pending_ > 0) collect_pending();
    if (over_) {
      throw AccountError(
          "the run on " + info_.id +
          " is over, so that nothing counts its evaluations any more; evaluate within the run, or "
          "make a problem of your own: om.problem gives one");
    }
    if (allowance() < cost) {
      ++refused_;
      throw Stop("the budget of " + std::to_string(limit_) + " evaluations is used up on " +
                 info_.id);
    }
    if (stop_at_target_ && progress_.final_target_hit) {
      ++refused_;
      throw Stop("the final target was hit on " + info_.id + " after " +
                 std::to_string(progress_.evaluations) + " evaluations");
    }
  };
  refuse();
}

void Problem::improve(double value) const {
  progress_.best_value = value;
  if (!hides_target() && reaches_target(value)) progress_.final_target_hit = true;
}

bool Problem::reaches_target(double value) const {
  if (!final_target_) {
    const auto& best = landscape().optimal_value;
    final_target_ =
        best.empty() ? -std::numeric_limits<double>::infinity() : best[0] + info_.target_precision;
  }
  return value <= *final_target_;
}

std::optional<double> Problem::optimal_value() const {
  const auto& best = landscape().optimal_value;
  return best.size() == 1 ? std::optional(seen(best[0])) : std::nullopt;
}

std::optional<double> Problem::final_target() const {
  const auto& best = landscape().optimal_value;
  return best.size() == 1 ? std::optional(seen(best[0] + info_.target_precision)) : std::nullopt;
}

bool Problem::hides_target() const { return noise_ && !noise_->shows_target(); }

void Problem::count(const double* x, const double* y) {
  ++progress_.evaluations;
  if (y[0] < progress_.best_value) improve(y[0]);
  if (recorder_ &&
      !recorder_->skips(y[0], progress_.evaluations, progress_.evaluations_constraints)) {
    recorder_->record({progress_.evaluations, progress_.evaluations_constraints, x, y, y});
  }
}

// Counts a point of a problem with noise, constraints or several objectives. `g` are its constraint
// values if they are known.
void Problem::count_special(const double* x, double* y, const double* g) {
  const double noise_free = y[0];
  if (noise_) noise_->disturb(x, &noise_free, 1, y);
  ++progress_.evaluations;
  Evaluation evaluation{progress_.evaluations, progress_.evaluations_constraints, x, y,
                        noise_ ? &noise_free : y};
  if (info_.objectives > 1) {
    if (!archive_) archive_ = empty_archive();
    evaluation.archived = feasible(x, g) && archive_->insert(y, progress_.evaluations);
    evaluation.archive = archive_.get();
  } else {
    if (y[0] < progress_.best_value && feasible(x, g)) improve(y[0]);
    if (hides_target() && reaches_target(noise_free) && feasible(x, g)) {
      progress_.final_target_hit = true;
    }
  }
  evaluation.constraints = g;
  if (recorder_ &&
      (evaluation.archived || !recorder_->skips(*evaluation.noise_free, progress_.evaluations,
                                                progress_.evaluations_constraints))) {
    recorder_->record(evaluation);
  }
}

// Evaluates the constraints unless they are known.
bool Problem::feasible(const double* x, const double*& g) {
  if (info_.constraints == 0) return true;
  if (g == nullptr) {
    landscape().constraints->evaluate(x, 1, constraints_.data());
    g = constraints_.data();
  }
  return std::all_of(g, g + info_.constraints, [](double value) { return value <= 0.0; });
}

std::vector<double> Problem::foreign_constraints(std::unique_lock<ForkMutex>& lock, const double* x,
                                                 std::size_t n, const double* y) const {
  std::vector<double> g;
  if (info_.constraints == 0) return g;
  const Mapping& constraints = *landscape().constraints;
  if (constraints.parallel()) return g;
  const auto better = [this](double value) { return value < progress_.best_value; };
  if (recorder_ || info_.objectives > 1 || std::any_of(y, y + n, better)) {
    g.resize(n * info_.constraints);
    without(lock, [&] { constraints.evaluate(x, n, g.data()); });
  }
  return g;
}

void Problem::evaluate(const double* x, double* y) {
  const Mapping& objectives = *landscape().objectives;
  std::unique_lock lock(mutex_);
  if (away_) [[unlikely]] {
    evaluate_away(lock, x, 1, y);
    return;
  }
  require_allowance();
  if (objectives.parallel() && plain_) {
    objectives.evaluate(x, 1, y);
    if (std::isfinite(y[0]) || is_finite(x, info_.dimension)) count(x, y);
    if (info_.maximize) show(y, 1);
    return;
  }
  // Foreign code may evaluate this very problem, or wait for another thread that does, so that it
  // runs without the lock. Its place in the budget is taken meanwhile.
  struct UnderWay {
    std::uint64_t& count;
    explicit UnderWay(std::uint64_t& all) : count(++all) {}
    ~UnderWay() { --count; }
  };
  const UnderWay taken(under_way_);
  if (objectives.parallel()) {
    objectives.evaluate(x, 1, y);
  } else {
    without(lock, [&] { objectives.evaluate(x, 1, y); });
  }
  if (std::isfinite(y[0]) || is_finite(x, info_.dimension)) {
    if (plain_) {
      count(x, y);
    } else {
      const std::vector<double> g = foreign_constraints(lock, x, 1, y);
      count_special(x, y, g.empty() ? nullptr : g.data());
    }
  }
  if (info_.maximize) show(y, 1);
}

void Problem::evaluate(const double* x, std::size_t n, double* y) {
  if (n == 0) return;
  const Mapping& objectives = *landscape().objectives;
  const std::size_t d = info_.dimension;
  const std::size_t m = info_.objectives;
  std::unique_lock lock(mutex_);
  if (away_) {
    evaluate_away(lock, x, n, y);
    return;
  }
  std::size_t begin = 0;
  while (begin < n) {
    require_allowance();
    // Points beyond the limit would be evaluated in vain; foreign code gets the batch as it is.
    std::size_t rows = n - begin;
    if (objectives.parallel() && allowance() < rows) rows = static_cast<std::size_t>(allowance());
    without(lock, [&] { compute(objectives, x + begin * d, rows, y + begin * m); });
    count_rows(lock, x + begin * d, rows, y + begin * m);
    begin += rows;
  }
  if (info_.maximize) show(y, n);
}

void Problem::show(double* y, std::size_t n) const {
  const Shown& shown = landscape().shown;
  std::transform(y, y + n, y, [&shown](double value) { return shown.seen(value); });
}

// Counts all rows of a batch, or throws Stop at the one that is not allowed any more.
void Problem::count_rows(std::unique_lock<ForkMutex>& lock, const double* x, std::size_t n,
                         double* y) {
  const std::vector<double> g = foreign_constraints(lock, x, n, y);
  count_known_rows(x, n, y, g.empty() ? nullptr : g.data());
}

// The same with constraint values that are known if they are foreign.
void Problem::count_known_rows(const double* x, std::size_t n, double* y, const double* g) {
  const std::size_t d = info_.dimension;
  const std::size_t m = info_.objectives;
  const Call call(*this);
  std::size_t row = 0;
  while (row < n) {
    require_allowance();
    double* const value = y + row * m;
    const double* const point = x + row * d;
    if (!std::isfinite(value[0]) && !is_finite(point, d)) {
      ++row;
    } else if (plain_) {
      row += count_stretch(point, n - row, value);
    } else if (noise_ && info_.constraints == 0) {
      row += count_noisy(point, n - row, value);
    } else {
      count_special(point, value, g == nullptr ? nullptr : g + row * info_.constraints);
      ++row;
    }
  }
}

// Counts rows of a plain batch up to a row that is not finite or the row with which the allowance
// ends, and hands them to the recorder in one call. At least one row; returns how many.
std::size_t Problem::count_stretch(const double* x, std::size_t n, const double* y) {
  const std::size_t d = info_.dimension;
  const std::uint64_t first = progress_.evaluations + 1;
  const std::size_t end = static_cast<std::size_t>(std::min<std::uint64_t>(n, allowance()));
  std::size_t row = 0;
  while (true) {
    row += count_ordinary(y + row, end - row, progress_.best_value);
    if (row == end) break;
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

// The same with noise, which is drawn for all rows at once.
std::size_t Problem::count_noisy(const double* x, std::size_t n, double* y) {
  constexpr std::size_t kMost = 4096;
  const std::size_t d = info_.dimension;
  const std::uint64_t first = progress_.evaluations + 1;
  const auto end = static_cast<std::size_t>(
      std::min<std::uint64_t>({n, allowance(), stop_at_target_ ? 1 : kMost}));
  std::size_t rows = 0;
  while (rows < end && (std::isfinite(y[rows]) || is_finite(x + rows * d, d))) ++rows;
  const std::vector<double> noise_free(y, y + rows);
  noise_->disturb(x, noise_free.data(), rows, y);
  progress_.evaluations += rows;
  for (std::size_t row = 0; row < rows; ++row) {  // a value that failed is no number
    if (y[row] < progress_.best_value) improve(y[row]);
    if (hides_target() && reaches_target(noise_free[row])) progress_.final_target_hit = true;
  }
  if (recorder_) {
    recorder_->record_batch(
        {first, progress_.evaluations_constraints, rows, d, 1, x, y, noise_free.data()});
  }
  return rows;
}

// Fills `values` with those of n points; native mappings on several threads where that pays. A
// batch that takes long can be broken off between its slices: then none of it was counted.
void Problem::compute(const Mapping& mapping, const double* x, std::size_t n,
                      double* values) const {
  if (n == 1 || !mapping.parallel()) {
    mapping.evaluate(x, n, values);
    return;
  }
  constexpr double kSlice = 5e7;  // nanoseconds of each thread, as they are estimated
  const std::size_t d = mapping.dimension();
  const std::size_t m = mapping.outputs();
  const double cost = cost_estimate(mapping);
  std::size_t rows = n;
  if (static_cast<double>(n) * cost > kSlice) {
    rows = 1 + static_cast<std::size_t>(kSlice / cost * static_cast<double>(threads()));
  }
  for (std::size_t first = 0; first < n; first += rows) {
    if (rows < n) check_interrupt();
    parallel_ranges(std::min(rows, n - first), cost, [&](std::size_t begin, std::size_t end) {
      mapping.evaluate(x + (first + begin) * d, end - begin, values + (first + begin) * m);
    });
  }
}

void Problem::evaluate_constraints(const double* x, std::size_t n, double* g) {
  const Landscape& here = landscape();
  if (!here.constraints) {
    throw InvalidArgument("problem " + info_.id + " has no constraints");
  }
  if (n == 0) return;
  std::unique_lock lock(mutex_);
  if (away_) {
    evaluate_constraints_away(lock, x, n, g);
    return;
  }
  require_allowance();
  without(lock, [&] { compute(*here.constraints, x, n, g); });
  const Call call(*this);
  for (std::size_t i = 0; i < n; ++i) {
    require_allowance();
    if (!is_finite(x + i * info_.dimension, info_.dimension)) continue;
    ++progress_.evaluations_constraints;
    if (recorder_) recorder_->note_constraints(progress_.evaluations_constraints);
  }
}

void Problem::evaluate_all(const double* x, std::size_t n, double* y, double* g) {
  if (n == 0) return;
  const Landscape& here = landscape();
  const std::uint64_t cost = here.constraints ? 2 : 1;
  std::unique_lock lock(mutex_);
  if (away_) {
    evaluate_all_away(lock, x, n, y, g);
    return;
  }
  require_allowance(cost);
  without(lock, [&] {
    if (here.constraints) compute(*here.constraints, x, n, g);
    compute(*here.objectives, x, n, y);
  });
  const Call call(*this);
  for (std::size_t i = 0; i < n; ++i) {
    require_allowance(cost);
    const double* const point = x + i * info_.dimension;
    if (!is_finite(point, info_.dimension)) continue;
    if (here.constraints) ++progress_.evaluations_constraints;
    if (plain_) {
      count(point, y + i);
    } else {
      count_special(point, y + i * info_.objectives,
                    here.constraints ? g + i * info_.constraints : nullptr);
    }
  }
  if (info_.maximize) show(y, n);
}

void Problem::recommend(const double* x) {
  const Landscape& here = landscape();
  std::vector<double> y(info_.objectives);
  std::vector<double> g(info_.constraints);
  here.objectives->evaluate(x, 1, y.data());
  if (here.constraints) here.constraints->evaluate(x, 1, g.data());
  std::unique_lock lock(mutex_);
  if (away_) {
    const std::shared_ptr<Away> away = away_;
    lock.unlock();
    away->recommend(x, info_.dimension, y.data(), y.size(), g.data(), g.size());
    return;
  }
  // In COCO a recommendation is evaluated, so its stream of random numbers moves on.
  if (noise_ && noise_->state().coco && is_finite(x, info_.dimension)) {
    double unused = 0.0;
    noise_->disturb(x, y.data(), 1, &unused);
  }
  if (recorder_) {
    recorder_->recommend({progress_.evaluations, progress_.evaluations_constraints, x, y.data(),
                          y.data(), g.empty() ? nullptr : g.data(), archive_.get(), false});
  }
}

}  // namespace optimeter
