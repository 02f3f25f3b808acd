#include "recorders/file_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "optimeter/snapshot.hpp"

namespace optimeter {
namespace {

// Lines wait for company, but not for long: a write for each would cost more than the evaluation.
constexpr std::size_t kFullBuffer = std::size_t{1} << 14;
constexpr std::size_t kLongestLine = std::size_t{1} << 12;  // room kept so that buffers stay put
constexpr std::chrono::seconds kPatience{1};

}  // namespace

FileRecorder::FileRecorder(const Problem& problem, ProblemInfo info, std::size_t sections,
                           std::shared_ptr<RunSink> sink)
    : may_fail_(problem.shared_landscape()->ready() && problem.landscape().objectives->may_fail()),
      info_(std::move(info)),
      landscape_(problem.shared_landscape()),
      sink_(std::move(sink)),
      buffers_(sections) {
  facts_.suite = info_.suite;
  facts_.problem = info_.id;
  facts_.function = info_.function;
  facts_.dimension = info_.dimension;
  facts_.instance = info_.instance;
}

void FileRecorder::interest(double value, std::uint64_t number) {
  value_limit_ = value;
  number_limit_ = number;
  if (last_point_.empty() && !may_fail_) skip_until(value, number);
}

void FileRecorder::record(const Evaluation& evaluation) {
  const double value = *evaluation.noise_free;
  skips(value, evaluation.evaluations, evaluation.evaluations_constraints);
  if (may_fail_) {
    if (std::isnan(value)) return;
    last_number_ = value;
  }
  if (!last_point_.empty()) std::copy_n(evaluation.x, last_point_.size(), last_point_.begin());
  const bool wanted = wants(value, evaluations() + evaluations_constraints());
  if (wanted || (evaluation.archived && !failed_)) look(evaluation);
}

void FileRecorder::record_batch(const EvaluationBatch& batch) {
  if (may_fail_) {
    Recorder::record_batch(batch);
    return;
  }
  const std::size_t stride = batch.objectives;
  std::size_t row = 0;
  while (row < batch.size) {
    const std::uint64_t number = batch.first_evaluation + row + batch.evaluations_constraints;
    const std::uint64_t until = number_limit_ > number ? number_limit_ - number : 0;
    const std::size_t end =
        until < batch.size - row ? row + static_cast<std::size_t>(until) : batch.size;
    while (row < end && !(batch.noise_free[row * stride] < value_limit_)) ++row;
    const std::size_t at = std::min(row, batch.size - 1);
    record({batch.first_evaluation + at, batch.evaluations_constraints,
            batch.x + at * batch.dimension, batch.y + at * stride, batch.noise_free + at * stride});
    ++row;
  }
}

void FileRecorder::look(const Evaluation& evaluation) {
  try {
    if (!begun_) {
      for (std::string& buffer : buffers_) buffer.reserve(kFullBuffer + kLongestLine);
      flushed_ = std::chrono::steady_clock::now();
    }
    begin_lines();
    examine(evaluation);
    if (!begun_) {
      begun_ = true;
      facts_.evaluations = evaluations();
      describe(facts_);
      sink_->begin(facts_);
    }
    const bool full = std::any_of(buffers_.begin(), buffers_.end(), [](const std::string& buffer) {
      return buffer.size() > kFullBuffer;
    });
    if (full || std::chrono::steady_clock::now() - flushed_ > kPatience) flush();
  } catch (const std::exception& error) {
    fail(error.what());
    throw;
  }
}

void FileRecorder::wake() {
  if (!settled_) return;
  settled_ = false;
  sink_->resume();
}

void FileRecorder::begin_lines() {
  wake();
  if (std::exchange(opened_, true)) return;
  know_landscape();
  open();
}

void FileRecorder::restart() {
  if (!begun_ || failed_) return;
  ++facts_.restarts;
  restarted_ = true;
  interest(std::numeric_limits<double>::infinity(), 0);
}

void FileRecorder::flush() {
  sink_->write(buffers_);
  empty_buffers();
}

void FileRecorder::empty_buffers() {
  for (std::string& buffer : buffers_) buffer.clear();
  flushed_ = std::chrono::steady_clock::now();
}

// Brings the facts up to date.
LastLines FileRecorder::end() {
  facts_.evaluations = evaluations();
  facts_.evaluations_constraints = all_constraints();
  describe(facts_);
  LastLines lines(buffers_.size());
  close(lines);
  return lines;
}

void FileRecorder::settle() {
  if (!begun_ || settled_ || failed_ || finished_) return;
  try {
    const LastLines lines = end();
    sink_->settle(facts_, buffers_, lines);
    empty_buffers();
    for (std::string& buffer : buffers_) buffer.shrink_to_fit();  // it hardly ever goes on
    settled_ = true;
    interest(value_limit_, 0);  // the next evaluation resumes the run
  } catch (const std::exception&) {
    give_up();
    throw;
  }
}

void FileRecorder::finish() {
  if (finished_) return;
  finished_ = true;
  if (failed_) return;
  try {
    if (!begun_) {
      facts_.evaluations_constraints = all_constraints();
      sink_->finish(facts_, {});
    } else {
      if (!settled_) flush();
      const LastLines lines = end();
      sink_->finish(facts_, lines);
    }
  } catch (const std::exception& error) {
    fail(error.what());
    throw;
  }
}

void FileRecorder::give_up() noexcept {
  failed_ = true;
  interest(-std::numeric_limits<double>::infinity(), std::numeric_limits<std::uint64_t>::max());
}

void FileRecorder::fail(const char* reason) noexcept {
  give_up();
  sink_->discard(reason);
}

void FileRecorder::carry(Snapshot& state) {
  if (failed_ || finished_ || settled_) {
    throw InvalidArgument("the run on " + info_.id + " is over, or could not be recorded");
  }
  carry_numbers(state);
  state(begun_, value_limit_, number_limit_, last_point_, facts_.restarts, facts_.revealed,
        facts_.several_processes, buffers_, opened_, restarted_);
  if (state.restores() && opened_) know_landscape();
  if (may_fail_) state(last_number_);
  carry_own(state);
  if (!begun_) return;
  if (state.restores()) {
    sink_->begin(facts_);
    flushed_ = std::chrono::steady_clock::now();
  }
  sink_->carry(state);
}

void FileRecorder::unheard(const char* reason) noexcept { sink_->unheard(reason); }

}  // namespace optimeter
