// Where the lines of a run go.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/snapshot.hpp"
#include "optimeter/unit.hpp"

namespace optimeter {

/// The last lines of a run, one text a section.
using LastLines = std::vector<std::string>;

/// Takes the lines of one run. Every call may throw FileError; after that only `discard` is called,
/// and after `settle`, which the owner of the sink asked for, it is his.
class RunSink {
 public:
  RunSink() = default;
  virtual ~RunSink() = default;
  RunSink(const RunSink&) = delete;
  RunSink& operator=(const RunSink&) = delete;

  /// The first evaluation was made.
  virtual void begin(const Unit& facts) = 0;
  /// Adds lines to sections, one text each; afterwards the run may be mentioned in the index.
  virtual void write(const std::vector<std::string>& lines) = 0;
  /// Adds lines and makes the run look finished, for the time being. Called from Recorder::settle
  /// only.
  virtual void settle(const Unit& facts, const std::vector<std::string>& lines,
                      const LastLines& end) = 0;
  /// The run goes on after all.
  virtual void resume() = 0;
  /// The run is over; of a settled one this is known already. A run that never began has
  /// `facts.evaluations == 0` and no lines.
  virtual void finish(const Unit& facts, const LastLines& end) = 0;
  /// Removes what was written of a run that failed for the given reason.
  virtual void discard(const char* reason) noexcept = 0;
  /// Stores the lines so far, or puts them back after `begin`; see Recorder::carry.
  virtual void carry(Snapshot& state) {
    static_cast<void>(state);
    throw InvalidArgument("lines that are in their files already cannot be stored");
  }
  /// The run was discarded where nobody could be told: the owner of the sink may do so later.
  virtual void unheard(const char* reason) noexcept { static_cast<void>(reason); }
};

class CostRecorder;

/// A finished run that is not stored yet: its facts and its lines.
struct HeldUnit;

/// A sink that keeps the finished run, for a Committer or a file of its own.
class HoldingSink : public RunSink {
 public:
  /// Null as long as the run is under way, and when it was discarded.
  virtual std::shared_ptr<const HeldUnit> finished() const = 0;
};

/// Lines that are too many for the memory go to scratch files in `folder`, which must exist.
/// `costs` of the same run are kept with it; null: none are recorded.
std::shared_ptr<HoldingSink> holding_sink(const std::filesystem::path& folder,
                                          std::shared_ptr<const CostRecorder> costs = nullptr);

/// Stores a unit in a file of its own. It is written beside its place and renamed; if `sync`, it is
/// on the disk afterwards.
void save_unit(const std::filesystem::path& path, const HeldUnit& unit, bool sync);

}  // namespace optimeter
