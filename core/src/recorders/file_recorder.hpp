// What recorders that write files have in common: buffers, when they are emptied, beginning and
// end.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "optimeter/problem.hpp"
#include "optimeter/recorder.hpp"
#include "optimeter/run_sink.hpp"

namespace optimeter {

/// Base of the recorders that write files.
///
/// Most evaluations neither improve nor reach the next number of interest: derived classes set both
/// limits, by `interest`, after each evaluation that they examined.
///
/// When a file cannot be written, the evaluation throws FileError once; the run is taken out of the
/// folder and its further evaluations are not recorded.
class FileRecorder : public Recorder {
 public:
  void record(const Evaluation& evaluation) final;
  void record_batch(const EvaluationBatch& batch) final;
  void restart() final;
  void reveal() final { facts_.revealed = true; }
  void note_other_process() final { facts_.several_processes = true; }
  void settle() final;
  void finish() final;
  void unheard(const char* reason) noexcept final;
  void carry(Snapshot& state) final;

 protected:
  /// `info` are the facts of the problem as they are to be recorded.
  FileRecorder(const Problem& problem, ProblemInfo info, std::size_t sections,
               std::shared_ptr<RunSink> sink);

  /// Learns what depends on the landscape, which is prepared when the first value is asked for.
  virtual void know_landscape() = 0;
  /// Appends the lines with which the run begins.
  virtual void open() = 0;
  /// Looks at an evaluation that may be of interest.
  virtual void examine(const Evaluation& evaluation) = 0;
  /// The facts of the run as of now, the index included.
  virtual void describe(Unit& facts) const = 0;
  /// Stores or puts back what the derived class knows of the run; see Recorder::carry.
  virtual void carry_own(Snapshot& state) = 0;
  /// Appends the lines with which the run would end now.
  virtual void close(std::vector<std::string>& lines) const = 0;

  const ProblemInfo& info() const { return info_; }
  const Landscape& landscape() const { return landscape_->get(); }
  std::string& text(std::size_t section) { return buffers_[section]; }
  Unit& facts() { return facts_; }

  /// The point of the last evaluation, if that is kept: every evaluation then has to be seen.
  const double* last_point() const { return last_point_.data(); }
  /// The value that belongs to it: the last one that there is.
  double last_number() const { return may_fail_ ? last_number_ : last_value(); }
  void keep_last_point() { last_point_.resize(info_.dimension); }

  /// To be called before anything else than an evaluation changes what is written: a settled run
  /// goes on.
  void wake();
  /// The same before lines are added, which need those with which the run begins.
  void begin_lines();
  bool opened() const { return opened_; }
  /// Whether the optimizer has restarted since this was asked.
  bool take_restart() { return std::exchange(restarted_, false); }
  /// Evaluations that are not below `value` and whose number, constraints included, is below
  /// `number` need no examination.
  void interest(double value, std::uint64_t number);

 private:
  bool wants(double value, std::uint64_t number) const {
    return value < value_limit_ || number >= number_limit_;
  }
  void look(const Evaluation& evaluation);
  void flush();
  void empty_buffers();
  LastLines end();
  void give_up() noexcept;
  void fail(const char* reason) noexcept;

  // As the limits of the base class, which lets all pass if the last point is kept.
  double value_limit_ = std::numeric_limits<double>::infinity();
  std::uint64_t number_limit_ = 0;
  std::vector<double> last_point_;  // empty unless it is kept
  bool may_fail_;                   // every evaluation then has to be seen, too
  double last_number_ = 0.0;        // its last value, if it may fail

  ProblemInfo info_;
  std::shared_ptr<const LazyLandscape> landscape_;
  std::shared_ptr<RunSink> sink_;
  std::vector<std::string> buffers_;
  std::chrono::steady_clock::time_point flushed_;
  Unit facts_;
  bool opened_ = false;
  bool restarted_ = false;
  bool begun_ = false;
  bool settled_ = false;
  bool failed_ = false;
  bool finished_ = false;
};

}  // namespace optimeter
