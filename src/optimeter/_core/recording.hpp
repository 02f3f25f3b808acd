// One run that is recorded, as Python holds it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "optimeter/cost_recorder.hpp"
#include "optimeter/observer.hpp"
#include "optimeter/run_sink.hpp"
#include "optimeter/snapshot.hpp"
#include "support.hpp"

namespace optimeter::python {

inline std::shared_ptr<CostRecorder> cost_recorder(const Problem& problem,
                                                   const RecordOptions& options) {
  const auto name = [](const auto& chosen) { return chosen.algorithm; };
  return std::make_shared<CostRecorder>(std::visit(name, options), problem.info().constraints);
}

/// Records one run and keeps it, for a committer or a file of its own. The problem must outlive it.
class Recording {
 public:
  /// If `exclusive`, nothing else can record the problem meanwhile; if `costs`, seconds and batches
  /// are recorded, too.
  Recording(Problem& problem, const std::filesystem::path& folder, const RecordOptions& options,
            bool exclusive, bool costs)
      : problem_(problem),
        costs_(costs ? cost_recorder(problem, options) : nullptr),
        sink_(holding_sink(folder, costs_)),
        recorder_(make_recorder(problem, options, sink_)) {
    problem.attach(recorder_, exclusive && !costs);
    if (costs) problem.attach_also(costs_, exclusive);
  }

  void end() {
    if (costs_ && problem_.release(*costs_)) costs_->finish();
    if (problem_.release(*recorder_)) recorder_->finish();
  }
  void abandon() {
    sink_->discard("abandoned");
    end();
  }
  void save(const std::filesystem::path& path, bool sync) const {
    if (const auto unit = sink_->finished()) save_unit(path, *unit, sync);
  }
  /// The run so far, counters of the problem included: another recording of the problem goes on
  /// from there.
  std::string state() {
    Snapshot snapshot;
    problem_.carry(snapshot, *recorder_);
    std::string run = snapshot.bytes();
    if (!costs_) return run;
    Snapshot with_costs;
    with_costs(run);
    costs_->carry(with_costs);
    return with_costs.bytes();
  }
  void restore(std::string state) {
    if (costs_) {
      Snapshot with_costs(std::move(state));
      with_costs(state);
      costs_->carry(with_costs);
      with_costs.end();
    }
    Snapshot snapshot(std::move(state));
    problem_.carry(snapshot, *recorder_);
  }
  std::shared_ptr<const HoldingSink> sink() const { return sink_; }

 private:
  Problem& problem_;
  std::shared_ptr<CostRecorder> costs_;
  std::shared_ptr<HoldingSink> sink_;
  std::shared_ptr<Recorder> recorder_;
};

/// Notes the costs of one run that somebody else records. The problem may go away before.
class Costs {
 public:
  Costs(Problem& problem, const RecordOptions& options)
      : problem_(problem.reference()), recorder_(cost_recorder(problem, options)) {
    problem.attach_also(recorder_);
  }

  void end() {
    problem_.with([this](Problem& problem) {
      if (problem.release(*recorder_)) recorder_->finish();
    });
  }
  /// How many were made.
  std::uint64_t evaluations() const { return recorder_->made(); }
  std::string line(std::uint64_t run, const Unit& unit) const { return recorder_->line(run, unit); }

 private:
  ProblemReference problem_;
  std::shared_ptr<CostRecorder> recorder_;
};

}  // namespace optimeter::python
