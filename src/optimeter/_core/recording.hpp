// One run that is recorded, as Python holds it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "optimeter/observer.hpp"
#include "optimeter/run_sink.hpp"
#include "optimeter/snapshot.hpp"
#include "support.hpp"

namespace optimeter::python {

/// Records one run and keeps it, for a committer or a file of its own. The problem must outlive it.
class Recording {
 public:
  /// If `exclusive`, nothing else can record the problem meanwhile.
  Recording(Problem& problem, const std::filesystem::path& folder, const RecordOptions& options,
            bool exclusive)
      : problem_(problem),
        sink_(holding_sink(folder)),
        recorder_(make_recorder(problem, options, sink_)) {
    problem.attach(recorder_, exclusive);
  }

  void end() {
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
    return snapshot.bytes();
  }
  void restore(std::string state) {
    Snapshot snapshot(std::move(state));
    problem_.carry(snapshot, *recorder_);
  }
  std::shared_ptr<const HoldingSink> sink() const { return sink_; }

 private:
  Problem& problem_;
  std::shared_ptr<HoldingSink> sink_;
  std::shared_ptr<Recorder> recorder_;
};

}  // namespace optimeter::python
