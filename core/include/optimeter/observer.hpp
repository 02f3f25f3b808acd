// An observer: one result folder, any number of problems.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "optimeter/coco_recorder.hpp"
#include "optimeter/ioh_recorder.hpp"
#include "optimeter/problem.hpp"
#include "optimeter/unit.hpp"

namespace optimeter {

/// Beside the data while several problems are observed: a line for each run that its index shows as
/// finished though it may go on, and a line with its number alone when it is over.
inline constexpr const char* kUnderWayFile = "under-way.jsonl";

/// The formats that are written to files.
using RecordOptions = std::variant<CocoOptions, IohOptions>;

/// The options of the format of that name. Throws InvalidArgument that lists the names.
RecordOptions record_options(std::string_view format);

/// A recorder in the format of the options.
std::shared_ptr<Recorder> make_recorder(const Problem& problem, const RecordOptions& options,
                                        std::shared_ptr<RunSink> sink);

/// The runs of an observer that are over.
struct EndedRuns {
  std::uint64_t count = 0;
  std::vector<std::string> revealed;           ///< problems whose optimum the user looked at
  std::vector<std::string> several_processes;  ///< problems evaluated by other processes, too
  std::vector<Unit> facts;                     ///< in the order of their ends, if they are kept
};

/// Writes the runs of observed problems into one folder.
///
/// An experiment records units and puts the folder together when all runs are over: nothing is in
/// the folder before its place is known, so the bytes depend on nothing but the runs. A loop of
/// one's own has no plan and no end that anybody could wait for: its files must be readable by
/// others at any moment, also after `kill -9`, and memory must stay flat. So the one thing that the
/// observer has and units have not is the *live run*, whose lines go straight to the files. It may
/// have to be taken back, when it turns out not to be the last one; all else is units here, too: a
/// run that is taken out of the files becomes one, and units are appended by ResultFolder::add, as
/// in an assembly.
///
/// As long as runs are made one after the other, their lines go straight to the files of the
/// folder. When a run begins while another one is still observed, that one is written out as
/// finished. Should it go on nevertheless, or when it is being evaluated by another thread at that
/// moment, several runs are under way at once: these are taken out of the files and kept apart,
/// finished ones as units in the folder `.runs`. When none is observed any more, all that were
/// observed at the same time are in the files in suite order, that is by dimension, function and
/// instance, whatever the order in which they were made. A run that looks finished while its
/// problem is still observed is noted in kUnderWayFile, which goes when no such run is left.
///
/// Thread-safe. Problems may outlive the observer.
class Observer {
 public:
  /// Makes the folder, or one with a number behind its name if it exists. With `keep_facts`, which
  /// costs memory for each run, `ended` has the facts of all.
  Observer(const std::filesystem::path& folder, RecordOptions options, bool keep_facts = false);
  /// Closes, and ignores errors.
  ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  const std::filesystem::path& folder() const;

  /// Records the problem from now on; a recording of it that is under way is finished first.
  /// `keeper` is kept as long as the recording. Throws InvalidArgument after `close`, and FileError
  /// when a run was lost meanwhile where nobody could be told: when its problem went away.
  void observe(Problem& problem, std::shared_ptr<void> keeper = nullptr);
  /// The same beside the recordings that are under way.
  void observe_also(Problem& problem);
  /// Ends the recordings of this problem that are made by this observer.
  void release(Problem& problem);

  /// Ends all recordings; no problem can be observed afterwards. Throws FileError when a run could
  /// not be written, now or earlier. Repeating it has no effect.
  void close();
  bool closed() const;

  /// What is to be told of the runs that are over.
  EndedRuns ended() const;

 private:
  class Stage;
  std::shared_ptr<Stage> stage_;
};

}  // namespace optimeter
