// The hook through which evaluations are written down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "optimeter/snapshot.hpp"

namespace optimeter {

class Archive;

/// One counted evaluation, as a recorder sees it. Pointers are valid during the call only.
struct Evaluation {
  std::uint64_t evaluations;              ///< objective evaluations so far, this one included
  std::uint64_t evaluations_constraints;  ///< constraint evaluations so far
  const double* x;                        ///< the point
  const double* y;                        ///< the objectives as the optimizer received them
  const double* noise_free;               ///< the same without noise: what is recorded
  /// The constraint values where they are known already, else null; always known where constraints
  /// run foreign code, which a recorder must not call.
  const double* constraints = nullptr;
  const Archive* archive = nullptr;  ///< the non-dominated points, with several objectives
  bool archived = false;             ///< whether this point entered the archive
};

/// Consecutive evaluations of one batch; row i has the number `first_evaluation + i`.
struct EvaluationBatch {
  std::uint64_t first_evaluation;
  std::uint64_t evaluations_constraints;
  std::size_t size;
  std::size_t dimension;
  std::size_t objectives;
  const double* x;
  const double* y;
  const double* noise_free;
};

/// Writes down one run of one problem.
///
/// The problem calls it while holding its own lock: calls never overlap and come in the order of
/// the evaluations. Most evaluations are of no interest: `skips` says so inline, and `record` is
/// called for the others. A recorder never calls back into the problem that it records.
class Recorder {
 public:
  Recorder() = default;
  virtual ~Recorder() = default;
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Notes an evaluation of one objective and tells whether that is all there is to do. Otherwise
  /// `record` must be called.
  bool skips(double noise_free, std::uint64_t evaluations, std::uint64_t evaluations_constraints) {
    evaluations_ = evaluations;
    evaluations_constraints_ = evaluations_constraints;
    last_value_ = noise_free;
    return !(noise_free < value_limit_) && evaluations + evaluations_constraints < number_limit_;
  }

  /// Whether `skips` would hold for every evaluation of one objective up to this number, none of
  /// which has a value below `lowest`.
  bool skips_all(double lowest, std::uint64_t evaluations,
                 std::uint64_t evaluations_constraints) const {
    return !(lowest < value_limit_) && evaluations + evaluations_constraints < number_limit_;
  }

  /// Constraints were evaluated: so often in all, by now.
  void note_constraints(std::uint64_t evaluations) { all_constraints_ = evaluations; }

  /// An evaluation failed elsewhere: it counts and has no value.
  virtual void note_failed(std::uint64_t evaluations, std::uint64_t evaluations_constraints) {
    evaluations_ = evaluations;
    evaluations_constraints_ = evaluations_constraints;
  }

  virtual void record(const Evaluation& evaluation) = 0;

  /// A batch; by default row by row. Override it when whole batches can be skipped cheaply.
  virtual void record_batch(const EvaluationBatch& batch) {
    Evaluation one{batch.first_evaluation, batch.evaluations_constraints, batch.x, batch.y,
                   batch.noise_free};
    for (std::size_t i = 0; i < batch.size; ++i) {
      record(one);
      ++one.evaluations;
      one.x += batch.dimension;
      one.y += batch.objectives;
      one.noise_free += batch.objectives;
    }
  }

  /// The evaluations after number `before` and up to `last`, constraints included, were those of
  /// one call. Of calls with a single point nothing need be said.
  virtual void called(std::uint64_t before, std::uint64_t last) {
    static_cast<void>(before);
    static_cast<void>(last);
  }

  /// Whether points may be recorded of which only the objectives are known; their `x` is null.
  virtual bool reconstructs() const { return false; }
  /// The evaluations up to this number changed nothing. For recorders that reconstruct.
  virtual void pass(std::uint64_t evaluations) { static_cast<void>(evaluations); }

  /// The optimizer recommends a point; `evaluation` carries its values but is not counted.
  virtual void recommend(const Evaluation& evaluation) { static_cast<void>(evaluation); }
  /// The optimizer says that it restarts.
  virtual void restart() {}
  /// The optimum was revealed to the user.
  virtual void reveal() {}
  /// Evaluations come of other processes, too.
  virtual void note_other_process() {}
  /// Sets an attribute of the optimizer, to be written down with the evaluations that follow.
  /// Names that the recorder was not told to expect are an error.
  virtual void set_attribute(std::string_view name, double value) {
    static_cast<void>(name);
    static_cast<void>(value);
  }
  /// The run is probably over since another one begins: write everything as if it were. It may go
  /// on.
  virtual void settle() {}
  /// The run is over; called once, also when the problem goes away.
  virtual void finish() {}
  /// Stores where the recording stands, or puts it back into a recorder that was made like the one
  /// that stored it and has recorded nothing yet. Throws InvalidArgument if that is not possible.
  virtual void carry(Snapshot& state) {
    static_cast<void>(state);
    throw InvalidArgument("this kind of recording cannot be stored before it is over");
  }
  /// `finish` threw where nobody could be told.
  virtual void unheard(const char* reason) noexcept { static_cast<void>(reason); }

 protected:
  /// From now on, evaluations that are not below `value` and whose number (constraints included) is
  /// below `number` are skipped. Unless this was called nothing is.
  void skip_until(double value, std::uint64_t number) {
    value_limit_ = value;
    number_limit_ = number;
  }
  double value_limit() const { return value_limit_; }
  std::uint64_t number_limit() const { return number_limit_; }

  /// The part of `carry` that all recorders have.
  void carry_numbers(Snapshot& state) {
    state(value_limit_, number_limit_, evaluations_, evaluations_constraints_, all_constraints_,
          last_value_);
  }

  /// Of the last evaluation, skipped or not.
  std::uint64_t evaluations() const { return evaluations_; }
  std::uint64_t evaluations_constraints() const { return evaluations_constraints_; }
  double last_value() const { return last_value_; }
  /// All evaluations of constraints, also those after the last evaluation of the objectives.
  std::uint64_t all_constraints() const {
    return all_constraints_ > evaluations_constraints_ ? all_constraints_
                                                       : evaluations_constraints_;
  }

 private:
  double value_limit_ = std::numeric_limits<double>::infinity();
  std::uint64_t number_limit_ = 0;
  std::uint64_t evaluations_ = 0;
  std::uint64_t evaluations_constraints_ = 0;
  std::uint64_t all_constraints_ = 0;
  double last_value_ = 0.0;
};

}  // namespace optimeter
