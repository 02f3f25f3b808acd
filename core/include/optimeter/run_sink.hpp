// Where the lines of a run go.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/unit.hpp"

namespace optimeter {

/// How a run ends: the facts and the last lines of each section.
struct RunEnd {
  UnitFacts facts;
  std::vector<std::string> lines;
};

/// Takes the lines of one run. Every call may throw FileError; after that only `discard` is called.
class RunSink {
 public:
  RunSink() = default;
  virtual ~RunSink() = default;
  RunSink(const RunSink&) = delete;
  RunSink& operator=(const RunSink&) = delete;

  /// The first evaluation was made.
  virtual void begin(const UnitFacts& facts) = 0;
  /// Adds lines to sections, one text each; afterwards the run may be mentioned in the index.
  virtual void write(const std::vector<std::string>& lines) = 0;
  /// Makes the run look finished, for the time being. Called from Recorder::settle only.
  virtual void settle(const RunEnd& end) = 0;
  /// The run goes on after all.
  virtual void resume() = 0;
  /// The run is over; of a settled one this is known already. A run that never began has
  /// `facts.evaluations == 0` and no lines.
  virtual void finish(const RunEnd& end) = 0;
  /// Removes what was written of a run that failed for the given reason.
  virtual void discard(const std::string& reason) noexcept = 0;
};

/// A sink that makes a unit: `path` appears when the run is finished. Scratch files are made in the
/// folder of `path`, which must exist.
std::shared_ptr<RunSink> unit_sink(const std::filesystem::path& path, bool sync);

struct FinishedUnit;

/// A sink that keeps the finished run, for a Committer.
class HoldingSink : public RunSink {
 public:
  /// Null as long as the run is under way, and when it was discarded.
  virtual std::shared_ptr<const FinishedUnit> finished() const = 0;
};

/// Lines that are too many for the memory go to scratch files in `folder`, which must exist.
std::shared_ptr<HoldingSink> holding_sink(const std::filesystem::path& folder);

}  // namespace optimeter
