#include "optimeter/problem.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "optimeter/errors.hpp"
#include "optimeter/threads.hpp"
#include "several_recorders.hpp"

namespace optimeter {
namespace {

// The rule for non-finite input: such a point was not evaluated.
bool is_finite(const double* x, std::size_t dimension) {
  for (std::size_t i = 0; i < dimension; ++i) {
    if (!std::isfinite(x[i])) return false;
  }
  return true;
}

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
    : info_(std::move(info)),
      landscape_(std::move(landscape)),
      noise_(std::move(noise)),
      plain_(info_.objectives == 1 && info_.constraints == 0 && !noise_),
      reference_(*this),
      constraints_(info_.constraints) {}

Problem::~Problem() {
  reference_.end();
  const std::shared_ptr<Recorder> last = std::exchange(recorder_, nullptr);
  if (!last) return;
  try {
    last->finish();
  } catch (const std::exception& error) {  // a destructor cannot report
    last->unheard(error.what());
  }
}

std::unique_ptr<Problem> Problem::copy(std::shared_ptr<const LazyLandscape> landscape) const {
  const std::lock_guard lock(mutex_);
  collect_pending();
  auto other =
      std::make_unique<Problem>(info_, std::move(landscape), noise_ ? noise_->clone() : nullptr);
  other->progress_ = progress_;
  if (archive_) other->archive_ = std::make_unique<Archive>(*archive_);
  return other;
}

const std::vector<double>& Problem::initial_solution() const {
  if (!info_.initial_solution.empty()) return info_.initial_solution;
  return landscape().initial_solution;
}

std::uint64_t Problem::allowance() const {
  const std::uint64_t used =
      progress_.evaluations + progress_.evaluations_constraints + under_way_ + pending_;
  return used < limit_ ? limit_ - used : 0;
}

void Problem::require_allowance(std::uint64_t cost) {
  if (allowance() < cost && pending_ > 0) collect_pending();
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
}

void Problem::improve(double value) const {
  progress_.best_value = value;
  if (!final_target_) {
    const auto& best = landscape().best_value;
    final_target_ =
        best.empty() ? -std::numeric_limits<double>::infinity() : best[0] + info_.target_precision;
  }
  if (value <= *final_target_) progress_.final_target_hit = true;
}

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
  } else if (y[0] < progress_.best_value && feasible(x, g)) {
    improve(y[0]);
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
  require_allowance();
  if (objectives.parallel() && plain_) {
    objectives.evaluate(x, 1, y);
    if (std::isfinite(y[0]) || is_finite(x, info_.dimension)) count(x, y);
    if (info_.maximise) show(y, 1);
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
  if (info_.maximise) show(y, 1);
}

void Problem::evaluate(const double* x, std::size_t n, double* y) {
  if (n == 0) return;
  const Mapping& objectives = *landscape().objectives;
  const std::size_t d = info_.dimension;
  const std::size_t m = info_.objectives;
  std::unique_lock lock(mutex_);
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
  if (info_.maximise) show(y, n);
}

void Problem::show(double* y, std::size_t n) const {
  const Shown& shown = landscape().shown;
  std::transform(y, y + n, y, [&shown](double value) { return shown.seen(value); });
}

// Counts all rows of a batch, or throws Stop at the one that is not allowed any more.
void Problem::count_rows(std::unique_lock<ForkMutex>& lock, const double* x, std::size_t n,
                         double* y) {
  const std::size_t d = info_.dimension;
  const std::size_t m = info_.objectives;
  const std::vector<double> g = foreign_constraints(lock, x, n, y);
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
      count_special(point, value, g.empty() ? nullptr : g.data() + row * info_.constraints);
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
  }
  if (recorder_) {
    recorder_->record_batch(
        {first, progress_.evaluations_constraints, rows, d, 1, x, y, noise_free.data()});
  }
  return rows;
}

// Fills `values` with those of n points; native mappings on several threads where that pays.
void Problem::compute(const Mapping& mapping, const double* x, std::size_t n,
                      double* values) const {
  if (n == 1 || !mapping.parallel()) {
    mapping.evaluate(x, n, values);
    return;
  }
  const std::size_t d = mapping.dimension();
  const std::size_t m = mapping.outputs();
  parallel_ranges(n, cost_estimate(mapping), [&](std::size_t begin, std::size_t end) {
    mapping.evaluate(x + begin * d, end - begin, values + begin * m);
  });
}

void Problem::evaluate_constraints(const double* x, std::size_t n, double* g) {
  const Landscape& here = landscape();
  if (!here.constraints) {
    throw InvalidArgument("problem " + info_.id + " has no constraints");
  }
  if (n == 0) return;
  {
    const std::lock_guard lock(mutex_);
    require_allowance();
  }
  compute(*here.constraints, x, n, g);
  const std::lock_guard lock(mutex_);
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
  {
    const std::lock_guard lock(mutex_);
    require_allowance(cost);
  }
  if (here.constraints) compute(*here.constraints, x, n, g);
  compute(*here.objectives, x, n, y);
  const std::lock_guard lock(mutex_);
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
  if (info_.maximise) show(y, n);
}

void Problem::recommend(const double* x) {
  const Landscape& here = landscape();
  std::vector<double> y(info_.objectives);
  std::vector<double> g(info_.constraints);
  here.objectives->evaluate(x, 1, y.data());
  if (here.constraints) here.constraints->evaluate(x, 1, g.data());
  const std::lock_guard lock(mutex_);
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

std::unique_ptr<Archive> Problem::empty_archive() const {
  const Landscape& here = landscape();
  if (here.nadir.empty() || here.best_value.empty()) {
    return std::make_unique<Archive>(info_.objectives);
  }
  return std::make_unique<Archive>(here.best_value, here.nadir, here.indicator_reference,
                                   here.nadir_of_extremes);
}

Archive Problem::archive() const {
  if (info_.objectives < 2) {
    throw InvalidArgument("problem " + info_.id +
                          " has one objective; archives are kept for two and more");
  }
  const std::lock_guard lock(mutex_);
  return Archive(archive_ ? *archive_ : *empty_archive());
}

double Problem::indicator() const {
  if (info_.objectives < 2) {
    throw InvalidArgument("problem " + info_.id +
                          " has one objective; the indicator is defined for two and more");
  }
  const std::lock_guard lock(mutex_);
  return (archive_ ? *archive_ : *empty_archive()).indicator();
}

void Problem::restore_archive(const std::vector<double>& y,
                              const std::vector<std::uint64_t>& evaluations) {
  const std::lock_guard lock(mutex_);
  archive_.reset();
  if (evaluations.empty()) return;
  archive_ = empty_archive();
  for (std::size_t i = 0; i < evaluations.size(); ++i) {
    archive_->insert(y.data() + i * info_.objectives, evaluations[i]);
  }
}

bool Problem::feed(std::uint64_t evaluation, const double* y) {
  const std::lock_guard lock(mutex_);
  if (evaluation <= progress_.evaluations) {
    throw InvalidArgument("the numbers of evaluations must increase; got " +
                          std::to_string(evaluation) + " after " +
                          std::to_string(progress_.evaluations) + " on " + info_.id);
  }
  skip_to(evaluation - 1);
  if (!archive_) archive_ = empty_archive();
  progress_.evaluations = evaluation;
  Evaluation fed{evaluation, 0, nullptr, y, y};
  fed.archived = archive_->insert(y, evaluation);
  fed.archive = archive_.get();
  if (recorder_) recorder_->record(fed);
  return fed.archived;
}

void Problem::pass(std::uint64_t evaluations) {
  const std::lock_guard lock(mutex_);
  if (evaluations < progress_.evaluations) {
    throw InvalidArgument(std::to_string(progress_.evaluations) + " evaluations are counted on " +
                          info_.id + " already; got a total of " + std::to_string(evaluations));
  }
  skip_to(evaluations);
}

// Counts without points, for `feed` and `pass`.
void Problem::skip_to(std::uint64_t evaluations) {
  if (info_.objectives < 2 || info_.constraints > 0) {
    throw InvalidArgument(
        "only problems with several objectives and without constraints can be "
        "fed; " +
        info_.id + " has " + std::to_string(info_.objectives) + " and " +
        std::to_string(info_.constraints));
  }
  if (recorder_ && !recorder_->reconstructs()) {
    throw InvalidArgument("what records " + info_.id +
                          " wants the variables; observe it with log_nondominated=\"read\"");
  }
  if (recorder_ && evaluations > progress_.evaluations) recorder_->pass(evaluations);
  progress_.evaluations = evaluations;
}

void Problem::reseed(std::uint64_t seed) {
  const std::lock_guard lock(mutex_);
  if (noise_) noise_->reseed(seed);
}

std::optional<NoiseState> Problem::noise_state() const {
  const std::lock_guard lock(mutex_);
  if (!noise_) return std::nullopt;
  return noise_->state();
}

void Problem::restore_noise(const NoiseState& state) {
  const std::lock_guard lock(mutex_);
  if (noise_) noise_->restore(state);
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
  collect_pending();
  return progress_;
}

void Problem::restore(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  collect_pending();
  progress_ = progress;
}

void Problem::limit(std::uint64_t evaluations, bool at_target) {
  const std::lock_guard lock(mutex_);
  collect_pending();
  limit_ = evaluations;
  stop_at_target_ = at_target;
}

std::uint64_t Problem::refused() const {
  const std::lock_guard lock(mutex_);
  return refused_;
}

void Problem::require_shared() const {
  if (!recorder_ || !exclusive_) return;
  throw InvalidArgument("problem " + info_.id +
                        " is recorded by an experiment, which observes it alone; observe a copy "
                        "of it");
}

void Problem::attach(std::shared_ptr<Recorder> recorder, bool exclusively) {
  std::shared_ptr<Recorder> before;
  {
    const std::lock_guard lock(mutex_);
    require_shared();
    collect_pending();
    before = std::exchange(recorder_, std::move(recorder));
    exclusive_ = exclusively;
  }
  if (before) before->finish();
}

void Problem::attach_also(std::shared_ptr<Recorder> recorder) {
  const std::lock_guard lock(mutex_);
  require_shared();
  if (!recorder_) {
    recorder_ = std::move(recorder);
    exclusive_ = false;
  } else if (auto* const several = dynamic_cast<SeveralRecorders*>(recorder_.get())) {
    several->add(std::move(recorder));
  } else {
    recorder_ = std::make_shared<SeveralRecorders>(
        std::vector<std::shared_ptr<Recorder>>{recorder_, std::move(recorder)});
  }
}

bool Problem::release(const Recorder& recorder) {
  std::shared_ptr<Recorder> before;  // goes away without the lock
  const std::lock_guard lock(mutex_);
  if (auto* const several = dynamic_cast<SeveralRecorders*>(recorder_.get())) {
    if (!several->remove(recorder)) return false;
    if (several->empty()) before = std::exchange(recorder_, nullptr);
    return true;
  }
  if (recorder_.get() != &recorder) return false;
  before = std::exchange(recorder_, nullptr);
  return true;
}

void Problem::set_attribute(std::string_view name, double value) {
  const std::lock_guard lock(mutex_);
  if (recorder_) recorder_->set_attribute(name, value);
}

bool Problem::settle(Recorder& recorder) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return false;
  recorder.settle();
  return true;
}

bool Problem::observed() const {
  const std::lock_guard lock(mutex_);
  return recorder_ != nullptr;
}

}  // namespace optimeter
