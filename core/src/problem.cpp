#include "optimeter/problem.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "account/account.hpp"
#include "account/office.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/threads.hpp"
#include "several_recorders.hpp"

namespace optimeter {
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
  if (followed_) Office::get().forget(*this);
  reference_.end();
  Account::close(*this);
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

std::unique_ptr<Archive> Problem::empty_archive() const {
  const Landscape& here = landscape();
  if (here.nadir.empty() || here.optimal_value.empty()) {
    return std::make_unique<Archive>(info_.objectives);
  }
  return std::make_unique<Archive>(here.optimal_value, here.nadir, here.indicator_reference,
                                   here.nadir_of_extremes);
}

Archive Problem::archive() const {
  if (info_.objectives < 2) {
    throw InvalidArgument("problem " + info_.id +
                          " has one objective; archives are kept for two and more");
  }
  const std::lock_guard lock(mutex_);
  require_here("look at the archive");
  return Archive(archive_ ? *archive_ : *empty_archive());
}

double Problem::indicator() const {
  if (info_.objectives < 2) {
    throw InvalidArgument("problem " + info_.id +
                          " has one objective; the indicator is defined for two and more");
  }
  const std::lock_guard lock(mutex_);
  require_here("look at the indicator");
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
  require_here("feed it");
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
  require_here("reseed the noise");
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
  std::unique_lock lock(mutex_);
  if (away_) {
    const std::shared_ptr<Away> away = away_;
    lock.unlock();
    away->tell(account::Kind::kRestart);
    return;
  }
  if (recorder_) recorder_->restart();
}

void Problem::note_reveal() {
  std::unique_lock lock(mutex_);
  if (away_) {
    const std::shared_ptr<Away> away = away_;
    lock.unlock();
    away->tell(account::Kind::kReveal);
    return;
  }
  if (recorder_) recorder_->reveal();
}

Progress Problem::progress() const {
  std::unique_lock lock(mutex_);
  if (away_) {
    const std::shared_ptr<Away> away = away_;
    lock.unlock();
    return away->progress();
  }
  collect_pending();
  return progress_;
}

void Problem::restore(const Progress& progress) {
  const std::lock_guard lock(mutex_);
  collect_pending();
  progress_ = progress;
}

void Problem::limit(std::uint64_t evaluations, bool at_target) {
  {
    const std::lock_guard lock(mutex_);
    require_here("limit it");
    collect_pending();
    limit_ = evaluations;
    stop_at_target_ = at_target;
  }
  follow();
}

// Belongs to a run, or does not any more.
void Problem::follow() {
  followed_ = true;
  Office::get().follow(*this);
}

std::uint64_t Problem::refused() const {
  const std::lock_guard lock(mutex_);
  return refused_;
}

bool Problem::accounted() const {
  const std::lock_guard lock(mutex_);
  return recorder_ != nullptr || away_ || over_ ||
         limit_ != std::numeric_limits<std::uint64_t>::max();
}

void Problem::end_run() {
  const std::lock_guard lock(mutex_);
  if (away_) return;
  collect_pending();
  Account::close(*this);
  limit_ = 0;
  over_ = true;
}

void Problem::require_shared() const {
  if (!recorder_ || !exclusive_) return;
  throw InvalidArgument("problem " + info_.id +
                        " is recorded by an experiment, which observes it alone, its copies "
                        "included; observe another one, such as om.problem gives");
}

void Problem::attach(std::shared_ptr<Recorder> recorder, bool exclusively) {
  std::shared_ptr<Recorder> before;
  {
    const std::lock_guard lock(mutex_);
    require_here("observe it");
    require_shared();
    collect_pending();
    Account::close(*this);
    before = std::exchange(recorder_, std::move(recorder));
    exclusive_ = exclusively;
  }
  follow();
  if (before) before->finish();
}

void Problem::attach_also(std::shared_ptr<Recorder> recorder, bool exclusively) {
  {
    const std::lock_guard lock(mutex_);
    require_here("observe it");
    require_shared();
    exclusive_ = exclusively;
    add(std::move(recorder));
  }
  follow();
}

void Problem::add(std::shared_ptr<Recorder> recorder) {
  if (!recorder_) {
    recorder_ = std::move(recorder);
  } else if (auto* const several = dynamic_cast<SeveralRecorders*>(recorder_.get())) {
    several->add(std::move(recorder));
  } else {
    recorder_ = std::make_shared<SeveralRecorders>(
        std::vector<std::shared_ptr<Recorder>>{recorder_, std::move(recorder)});
  }
}

bool Problem::release(const Recorder& recorder) {
  if (!take_out(recorder)) return false;
  follow();
  return true;
}

bool Problem::take_out(const Recorder& recorder) {
  std::shared_ptr<Recorder> before;  // goes away without the lock
  const std::lock_guard lock(mutex_);
  Account::close(*this);
  if (auto* const several = dynamic_cast<SeveralRecorders*>(recorder_.get())) {
    if (!several->remove(recorder)) return false;
    if (several->empty()) before = std::exchange(recorder_, nullptr);
    return true;
  }
  if (recorder_.get() != &recorder) return false;
  before = std::exchange(recorder_, nullptr);
  return true;
}

void Problem::carry(Snapshot& state, Recorder& recorder) {
  const std::lock_guard lock(mutex_);
  require_here("store it");
  collect_pending();
  state(progress_.evaluations, progress_.evaluations_constraints, progress_.best_value,
        progress_.final_target_hit);
  if (noise_) {
    NoiseState noise = noise_->state();
    state(noise.coco, noise.first, noise.second);
    if (state.restores()) noise_->restore(noise);
  }
  state(elsewhere_);
  bool archived = archive_ != nullptr;
  state(archived);
  if (state.restores()) archive_ = archived ? empty_archive() : nullptr;
  if (archived) archive_->carry(state);
  recorder.carry(state);
  state.end();
}

void Problem::keep(std::shared_ptr<void> companion) {
  const std::lock_guard lock(mutex_);
  companion_.swap(companion);
}

std::shared_ptr<void> Problem::kept() const {
  const std::lock_guard lock(mutex_);
  return companion_;
}

void Problem::set_attribute(std::string_view name, double value) {
  std::unique_lock lock(mutex_);
  if (away_) {
    const std::shared_ptr<Away> away = away_;
    lock.unlock();
    away->set_attribute(name, value);
    return;
  }
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
  return recorder_ != nullptr || (away_ && away_->where().observed);
}

}  // namespace optimeter
