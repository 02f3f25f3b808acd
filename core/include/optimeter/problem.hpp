// A problem: what an optimizer gets to see, with its counters.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/account.hpp"
#include "optimeter/archive.hpp"
#include "optimeter/fork_mutex.hpp"
#include "optimeter/mapping.hpp"
#include "optimeter/noise.hpp"
#include "optimeter/problem_reference.hpp"
#include "optimeter/recorder.hpp"
#include "optimeter/remote.hpp"

namespace optimeter {

/// What is known of a problem without preparing it. Cheap to make and to copy.
struct ProblemInfo {
  std::string suite;
  std::string id;
  std::string name;
  std::string group;
  std::string category;  ///< COCO's name for the group of a bi-objective problem: a folder
  int function = 0;
  std::size_t dimension = 0;
  std::int64_t instance = 0;
  std::int64_t index = 0;  ///< position in the complete suite; bi-objective suites only
  std::size_t objectives = 1;
  std::size_t constraints = 0;
  std::size_t integer_variables = 0;  ///< they come first
  bool maximize = false;  ///< see Landscape::shown; one objective, no constraints, no noise
  std::vector<double> lower_bounds;
  std::vector<double> upper_bounds;
  std::vector<double> initial_solution;
  double target_precision = 1e-8;  ///< of the final target
};

/// Makes the landscape of a problem; called at most once, never concurrently.
using LandscapeFactory = std::function<Landscape()>;

class DeviceEvaluator;

/// A landscape that is built when first needed. Shared by copies of a problem; thread-safe.
class LazyLandscape {
 public:
  explicit LazyLandscape(LandscapeFactory make) : make_(std::move(make)) {}

  const Landscape& get() const {
    if (const Landscape* ready = ready_.load(std::memory_order_acquire)) return *ready;
    return build();
  }
  bool ready() const { return ready_.load(std::memory_order_acquire) != nullptr; }

  /// Its kernels on a GPU, if they were brought there; they are kept with it.
  std::shared_ptr<DeviceEvaluator> device(int ordinal) const;
  void keep_device(int ordinal, std::shared_ptr<DeviceEvaluator> evaluator) const;

 private:
  const Landscape& build() const;

  mutable ForkMutex devices_mutex_;
  mutable std::map<int, std::shared_ptr<DeviceEvaluator>> devices_;

  mutable ForkMutex mutex_;
  mutable LandscapeFactory make_;
  mutable std::unique_ptr<const Landscape> landscape_;
  mutable std::atomic<const Landscape*> ready_{nullptr};
};

/// The counters of a problem, all read at one moment.
struct Progress {
  std::uint64_t evaluations = 0;
  std::uint64_t evaluations_constraints = 0;
  /// Of feasible points, one objective only.
  double best_value = std::numeric_limits<double>::infinity();
  bool final_target_hit = false;
};

/// A problem = (function, dimension, instance) with its state: counters, best value, recorder.
///
/// Several threads may evaluate one problem: values are computed in parallel, counting and
/// recording happen one after the other. Points with a non-finite coordinate are neither counted
/// nor recorded. Values that are handed out by `evaluate` are those that a caller sees; counters
/// and recorders have the engine's, which are to be minimised (see Shown).
class Problem {
 public:
  Problem(ProblemInfo info, std::shared_ptr<const LazyLandscape> landscape,
          std::unique_ptr<Noise> noise = nullptr);
  ~Problem();
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  /// A problem with the same state and without a recorder.
  std::unique_ptr<Problem> copy() const { return copy(landscape_); }
  /// The same on another landscape, which must have the same values.
  std::unique_ptr<Problem> copy(std::shared_ptr<const LazyLandscape> landscape) const;

  /// For those that do not own the problem: it tells whether the problem is still there.
  const ProblemReference& reference() const { return reference_; }

  const ProblemInfo& info() const { return info_; }
  const Landscape& landscape() const { return landscape_->get(); }
  const std::shared_ptr<const LazyLandscape>& shared_landscape() const { return landscape_; }
  /// The first point to evaluate: of the suite, or of the landscape where it depends on it.
  const std::vector<double>& initial_solution() const;

  /// Evaluates one point and counts it; `y` receives `info().objectives` values.
  /// Throws Stop when the limit is reached (see `limit`).
  void evaluate(const double* x, double* y);
  /// Evaluates n points, counted one by one in order; large batches use several threads.
  /// When the limit falls inside the batch, the points before it are counted and recorded, and
  /// Stop is thrown.
  void evaluate(const double* x, std::size_t n, double* y);
  /// Constraint values of n points, counted one by one; the limit holds for both kinds together.
  void evaluate_constraints(const double* x, std::size_t n, double* g);
  /// Constraints and objectives of n points; both are counted, constraints first.
  void evaluate_all(const double* x, std::size_t n, double* y, double* g);
  /// The same three for points that lie elsewhere. Unless a recorder or the limit asks for numbers,
  /// they do not wait for the values; the counters do, when they are read.
  void evaluate(RemoteBatch& batch);
  void evaluate_constraints(RemoteBatch& batch);
  void evaluate_all(RemoteBatch& batch);
  /// Hands a recommendation to the recorder; nothing is counted.
  void recommend(const double* x);
  /// Tells the recorder that the optimizer restarts.
  void signal_restart();
  /// Tells the recorder that the user looks at the optimum.
  void note_reveal();

  Progress progress() const;
  /// What a caller sees of a value of the engine: of `progress` or of the landscape.
  double seen(double value) const { return info_.maximize ? landscape().shown.seen(value) : value; }
  /// As a caller sees them, where there is one objective and its optimum is known: the value of the
  /// optimum, and the value at which the final target is hit.
  std::optional<double> optimal_value() const;
  std::optional<double> final_target() const;
  /// Sets the counters: for copies made from a stored state.
  void restore(const Progress& progress);

  /// The non-dominated points so far, of a problem with several objectives. Throws InvalidArgument
  /// for one with a single objective.
  Archive archive() const;
  /// The indicator of the archive: what is to be minimised with several objectives.
  double indicator() const;
  /// Puts a stored archive back, or none if it is empty.
  void restore_archive(const std::vector<double>& y, const std::vector<std::uint64_t>& evaluations);

  /// Enters a point that was evaluated elsewhere, with the number that its evaluation had there,
  /// and tells whether it entered the archive. For several objectives without constraints; the
  /// numbers must increase. Throws InvalidArgument if a recorder wants to know the variables.
  bool feed(std::uint64_t evaluation, const double* y);
  /// Counts evaluations up to this number, of which it is only known that they changed nothing.
  void pass(std::uint64_t evaluations);

  /// Stores counters, noise and archive, or puts them back, and with them the recorder, which must
  /// be attached: no evaluation comes in between. See Recorder::carry.
  void carry(Snapshot& state, Recorder& recorder);

  /// Begins a new stream of noise; without effect on a problem without noise and on COCO's stream.
  void reseed(std::uint64_t seed);
  std::optional<NoiseState> noise_state() const;
  void restore_noise(const NoiseState& state);

  /// From now on evaluation `evaluations + 1`, those of constraints included, throws Stop, and so
  /// does, if `at_target`, any evaluation after the final target was hit.
  void limit(std::uint64_t evaluations, bool at_target);
  /// How often Stop was thrown: more than once means that the caller went on regardless.
  std::uint64_t refused() const;
  /// Whether evaluations belong to a run: somebody records them, or they are limited. Whatever came
  /// from such a problem must count on the same account.
  bool accounted() const;
  /// The run is over for good: from now on evaluations throw AccountError.
  void end_run();

  /// Where other processes evaluate on the account of the run to which this problem belongs.
  RunAddress address();
  /// Lets the evaluations of this problem, which must be the same, count for that run.
  void account_to(const RunAddress& run);
  /// Whether evaluations of this problem count in another process.
  bool elsewhere() const;
  /// What other processes did for this run.
  Elsewhere done_elsewhere() const;
  class Account;  // what the process of the run does for others
  class Away;     // what they do

  /// Attaches a recorder in place of the present one, which is finished afterwards. Null detaches.
  /// One that was attached `exclusively` is only replaced by `release`: InvalidArgument otherwise.
  void attach(std::shared_ptr<Recorder> recorder, bool exclusively = false);
  /// Attaches a recorder beside those that are there: all of them record, `exclusively` or not.
  void attach_also(std::shared_ptr<Recorder> recorder, bool exclusively = false);
  /// Detaches this recorder, if it is attached; the caller finishes it.
  bool release(const Recorder& recorder);
  bool observed() const;
  /// Something of whoever uses the problem, which stays with it; copies have none.
  void keep(std::shared_ptr<void> companion);
  std::shared_ptr<void> kept() const;
  /// Hands an attribute of the optimizer to the recorder.
  void set_attribute(std::string_view name, double value);
  /// Lets the recorder write everything as if the run were over. False, and nothing done, while
  /// another thread is evaluating.
  bool settle(Recorder& recorder);

 private:
  class Call;  // tells the recorder which evaluations came together

  void follow();
  bool take_out(const Recorder& recorder);

  // All of these expect the lock to be held.
  void require_allowance(std::uint64_t cost = 1);
  void add(std::shared_ptr<Recorder> recorder);
  void require_shared() const;  // that nobody observes it alone
  std::uint64_t allowance() const;
  void improve(double value) const;
  bool reaches_target(double value) const;
  bool hides_target() const;
  void count(const double* x, const double* y);
  void count_special(const double* x, double* y, const double* g);
  void count_rows(std::unique_lock<ForkMutex>& lock, const double* x, std::size_t n, double* y);
  void count_known_rows(const double* x, std::size_t n, double* y, const double* g);
  std::size_t count_stretch(const double* x, std::size_t n, const double* y);
  std::size_t count_noisy(const double* x, std::size_t n, double* y);
  bool feasible(const double* x, const double*& g);
  void collect_pending() const;
  void count_remote(RemoteBatch& batch, std::size_t begin, std::size_t rows,
                    std::uint64_t constraints);
  bool skips_rows(const RowsSummary& summary, std::uint64_t rows, std::uint64_t constraints) const;
  void count_remote_rows(RemoteBatch& batch, std::size_t begin, std::size_t rows,
                         std::uint64_t constraints);
  void count_remote_noisy(RemoteBatch& batch, std::size_t begin, std::size_t rows);
  void skip_to(std::uint64_t evaluations);
  std::unique_ptr<Archive> empty_archive() const;

  // Evaluations that count in another process; the lock is given back first.
  void evaluate_away(std::unique_lock<ForkMutex>& lock, const double* x, std::size_t n, double* y);
  void evaluate_constraints_away(std::unique_lock<ForkMutex>& lock, const double* x, std::size_t n,
                                 double* g);
  void evaluate_all_away(std::unique_lock<ForkMutex>& lock, const double* x, std::size_t n,
                         double* y, double* g);
  void require_here(const char* what) const;

  void show(double* y, std::size_t n) const;
  void compute(const Mapping& mapping, const double* x, std::size_t n, double* values) const;
  // Foreign constraints, evaluated without the lock if they are needed at all; else empty.
  std::vector<double> foreign_constraints(std::unique_lock<ForkMutex>& lock, const double* x,
                                          std::size_t n, const double* y) const;

  ProblemInfo info_;
  std::shared_ptr<const LazyLandscape> landscape_;
  std::unique_ptr<Noise> noise_;
  bool plain_;  // one objective, no constraints, no noise: the common case
  ProblemReference reference_;

  mutable ForkMutex mutex_;  // guards everything below and noise_
  mutable Progress progress_;
  // Rows that were evaluated elsewhere and not looked at, only of plain problems without recorder.
  mutable std::map<int, std::unique_ptr<RemoteTally>> tallies_;  // by place
  mutable std::uint64_t pending_ = 0;                            // how many, at most
  mutable std::optional<double> final_target_;                   // set when first asked for
  std::uint64_t limit_ = std::numeric_limits<std::uint64_t>::max();
  bool stop_at_target_ = false;
  std::uint64_t refused_ = 0;
  bool over_ = false;                  // see end_run
  std::atomic<bool> followed_{false};  // whether an office has heard of it
  std::unique_ptr<Account> account_;   // once another process may evaluate
  std::shared_ptr<Away> away_;         // if the run is another process's
  Elsewhere elsewhere_;
  std::uint64_t under_way_ = 0;  // evaluations by foreign code that will be counted
  std::shared_ptr<Recorder> recorder_;
  bool exclusive_ = false;
  std::shared_ptr<void> companion_;
  std::unique_ptr<Archive> archive_;  // made at the first evaluation with several objectives
  std::vector<double> constraints_;   // of the current point
};

}  // namespace optimeter
