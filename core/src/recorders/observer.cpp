#include "optimeter/observer.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

#include "optimeter/errors.hpp"
#include "optimeter/fork_mutex.hpp"
#include "platform/platform.hpp"
#include "recorders/file.hpp"
#include "recorders/naming.hpp"
#include "recorders/result_folder.hpp"
#include "recorders/spool.hpp"
#include "recorders/unit_file.hpp"

namespace optimeter {
namespace {

namespace fs = std::filesystem;

// How a run is placed at present.
enum class Place {
  kNowhere,  // no evaluation yet
  kLive,     // its lines go to the folder's files
  kSettled,  // in the files, written as finished, but still observed
  kApart,    // its lines are kept apart
  kDone,     // finished or failed
};

std::size_t digits_of_folder_numbers(const RecordOptions& options) {
  return std::holds_alternative<CocoOptions>(options) ? 4 : 1;
}

std::shared_ptr<Recorder> recorder_of(const Problem& problem, const ProblemInfo& info,
                                      const RecordOptions& options, std::shared_ptr<RunSink> sink) {
  if (const auto* coco = std::get_if<CocoOptions>(&options)) {
    return coco_recorder(problem, info, *coco, std::move(sink));
  }
  return ioh_recorder(problem, info, std::get<IohOptions>(options), std::move(sink));
}

// Keeps the first error of all, even when there is no memory left for its text.
void note(std::optional<std::string>& error, const char* reason) noexcept {
  if (error) return;
  error.emplace();
  try {
    *error = reason;
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): an error without text, then
  }
}

[[noreturn]] void fail(const std::string& reason) {
  throw FileError(reason.empty() ? "a run could not be recorded: no memory is left" : reason);
}

}  // namespace

RecordOptions record_options(std::string_view format) {
  const RecordOptions all[] = {CocoOptions{}, IohOptions{}};
  static_assert(std::size(all) == std::variant_size_v<RecordOptions>);
  std::vector<std::string_view> names;
  for (const RecordOptions& options : all) {
    names.emplace_back(std::visit([]<typename T>(const T&) { return T::kFormat; }, options));
    if (names.back() == format) return options;
  }
  throw unknown_name("format", format, names);
}

std::shared_ptr<Recorder> make_recorder(const Problem& problem, const RecordOptions& options,
                                        std::shared_ptr<RunSink> sink) {
  return recorder_of(problem, recorded_info(problem), options, std::move(sink));
}

// The state that recorders share with the observer. Locks are taken in the order problem, stage; a
// problem's lock is only ever tried from here.
class Observer::Stage : public std::enable_shared_from_this<Observer::Stage> {
 public:
  // Suite order; runs of equal problems in the order in which they were observed.
  using Key = std::tuple<std::size_t, int, std::int64_t, std::size_t>;

  // One run as the stage sees it; all of it is guarded by the stage's lock.
  struct Run {
    ProblemReference problem;
    std::weak_ptr<Recorder> recorder;
    std::size_t order = 0;
    Place place = Place::kNowhere;
    Unit facts;
    Spool lines;    // while it is apart
    LastLines end;  // of a settled run, to be taken off if it goes on
    bool begun = false;
    bool marked = false;

    Key key() const { return {facts.dimension, facts.function, facts.instance, order}; }
  };

  class Sink;  // the end of a run at which its recorder writes

  Stage(const fs::path& wanted, RecordOptions format, bool keep_facts)
      : options(std::move(format)),
        keeps_facts(keep_facts),
        shown(make_unique_folder(wanted, digits_of_folder_numbers(options))),
        root(fs::absolute(shown)),
        folder_(root) {}

  // Records beside the recorders that the problem has if `also`, else in their place.
  void observe(Problem& problem, std::shared_ptr<void> keeper, bool also);
  void release(Problem& problem);
  void close();

  void begin(const std::shared_ptr<Run>& run, const Unit& facts);
  void mark(Run& run, const Unit& facts);
  void write(Run& run, const std::vector<std::string>& lines);
  void settle(Run& run, const Unit& facts, const std::vector<std::string>& lines,
              const LastLines& end);
  void resume(Run& run);
  void finish(const std::shared_ptr<Run>& run, const Unit& facts, const LastLines& end);
  void discard(const std::shared_ptr<Run>& run, const char* reason) noexcept;

  const RecordOptions options;
  const bool keeps_facts;
  const fs::path shown;  // as it was given
  const fs::path root;   // the same, wherever the process goes
  const std::uint64_t process = platform::process_id();
  ForkMutex mutex;
  bool closed = false;
  std::optional<std::string> first_error;
  std::optional<std::string> untold;  // an error that nobody has heard of
  EndedRuns ended;

 private:
  using Runs = std::vector<std::shared_ptr<Run>>;

  fs::path apart_folder() const { return root / ".runs"; }
  Runs observed() const;
  void separate();
  void withdraw(std::size_t count);
  bool in_order() const;
  void set_apart(const Run& run, Spool lines);
  void gather();
  void leave(const std::shared_ptr<Run>& run);
  void unmark(Run& run);
  void tell();

  ResultFolder folder_;
  FunctionNumbers numbers_;
  // In the order in which they were observed; most programs observe one at a time, some thousands.
  std::map<std::size_t, std::shared_ptr<Run>> observed_;
  std::size_t begun_ = 0;  // those of them that have an evaluation
  Runs placed_;            // those that the folder could take back, in its order
  std::shared_ptr<Run> live_;
  bool several_ = false;                         // new runs are kept apart
  std::vector<std::pair<Key, fs::path>> apart_;  // finished runs that were kept apart
  std::size_t count_ = 0;
  File marks_;  // see kUnderWayFile
  std::size_t marked_ = 0;
};

class Observer::Stage::Sink final : public RunSink {
 public:
  Sink(std::shared_ptr<Stage> stage, std::shared_ptr<Run> run, std::shared_ptr<void> keeper)
      : stage_(std::move(stage)), run_(std::move(run)), keeper_(std::move(keeper)) {}

  void begin(const Unit& facts) override {
    if (foreign()) {
      throw FileError("cannot write " + utf8(stage_->root) + ": it belongs to process " +
                      std::to_string(stage_->process) + "; make an observer in each process");
    }
    const std::lock_guard lock(stage_->mutex);
    stage_->begin(run_, facts);
  }
  void write(const std::vector<std::string>& lines) override {
    locked([&] { stage_->write(*run_, lines); });
  }
  // Asked for by the stage, which is locked.
  void settle(const Unit& facts, const std::vector<std::string>& lines,
              const LastLines& end) override {
    stage_->mark(*run_, facts);
    stage_->settle(*run_, facts, lines, end);
  }
  void resume() override {
    locked([&] { stage_->resume(*run_); });
  }
  void finish(const Unit& facts, const LastLines& end) override {
    locked([&] { stage_->finish(run_, facts, end); });
  }
  void discard(const char* reason) noexcept override {
    locked([&] { stage_->discard(run_, reason); });
  }
  void unheard(const char* reason) noexcept override {
    locked([&] { note(stage_->untold, reason); });
  }

 private:
  // A forked process has a copy of the stage, but the files are not its own.
  bool foreign() const { return platform::process_id() != stage_->process; }
  template <typename Step>
  void locked(const Step& step) {
    if (foreign()) return;
    const std::lock_guard lock(stage_->mutex);
    step();
  }

  std::shared_ptr<Stage> stage_;
  std::shared_ptr<Run> run_;
  std::shared_ptr<void> keeper_;
};

void Observer::Stage::observe(Problem& problem, std::shared_ptr<void> keeper, bool also) {
  const auto require_open = [this] {
    if (!closed) return;
    throw InvalidArgument("the observer of " + utf8(root) + " is closed; make a new one");
  };
  auto run = std::make_shared<Run>();
  std::shared_ptr<Recorder> recorder;
  {
    const std::lock_guard lock(mutex);
    require_open();
    tell();
    run->problem = problem.reference();
    run->order = count_;
    ProblemInfo info = recorded_info(problem);
    info.function = numbers_.number(info);
    recorder = recorder_of(problem, info, options,
                           std::make_shared<Sink>(shared_from_this(), run, std::move(keeper)));
    run->recorder = recorder;
    observed_.emplace(run->order, run);
    ++count_;
  }
  try {
    if (also) {
      problem.attach_also(recorder);
    } else {
      problem.attach(recorder);  // finishes the recording before it, which may fail
    }
    const std::lock_guard lock(mutex);
    require_open();  // a thread that closes it at this moment found nothing to end
  } catch (...) {
    problem.release(*recorder);
    recorder->finish();  // without evaluations: nothing is written
    throw;
  }
}

void Observer::Stage::release(Problem& problem) {
  Runs runs;
  {
    const std::lock_guard lock(mutex);
    runs = observed();
  }
  const ProblemReference wanted = problem.reference();
  for (const std::shared_ptr<Run>& run : runs) {
    if (run->problem != wanted) continue;
    const std::shared_ptr<Recorder> recorder = run->recorder.lock();
    if (recorder && problem.release(*recorder)) recorder->finish();
  }
}

// Ends all recordings, each by itself: when one cannot be finished, the others still can.
void Observer::Stage::close() {
  Runs runs;
  {
    const std::lock_guard lock(mutex);
    if (closed) return;
    closed = true;
    runs = observed();
  }
  for (const std::shared_ptr<Run>& run : runs) {
    const std::shared_ptr<Recorder> recorder = run->recorder.lock();
    if (!recorder) continue;
    bool mine = false;
    run->problem.with([&](Problem& problem) { mine = problem.release(*recorder); });
    if (!mine) continue;  // it was ended meanwhile
    try {
      recorder->finish();
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): noted by the stage
    }
  }
  const std::lock_guard lock(mutex);
  if (platform::process_id() == process) {
    try {
      folder_.close_indices();
    } catch (const std::exception& error) {
      note(first_error, error.what());
    }
  }
  untold.reset();
  if (first_error) fail(*first_error);
}

Observer::Stage::Runs Observer::Stage::observed() const {
  Runs runs;
  runs.reserve(observed_.size());
  for (const auto& [order, run] : observed_) runs.push_back(run);
  return runs;
}

// Throws if a run was lost and nobody has heard of it.
void Observer::Stage::tell() {
  if (!untold) return;
  const std::string reason = *std::exchange(untold, std::nullopt);
  fail(reason);
}

void Observer::Stage::begin(const std::shared_ptr<Run>& run, const Unit& facts) {
  run->facts = facts;
  tell();
  if (live_) {
    const std::shared_ptr<Run> before = live_;
    try {
      if (before->problem != run->problem) {
        const std::shared_ptr<Recorder> recorder = before->recorder.lock();
        before->problem.try_with([&](Problem& problem) {
          if (recorder) problem.settle(*recorder);
        });
      }
    } catch (const std::exception& error) {
      discard(before, error.what());
      throw;
    }
    if (before->place == Place::kLive) separate();  // it is being evaluated at this moment
  }
  if (several_) {
    run->place = Place::kApart;
    run->begun = true;
    ++begun_;
    run->lines = Spool(facts.sections.size(), apart_folder());
    return;
  }
  folder_.begin(facts);  // when this fails there is nothing to be taken back
  placed_.push_back(run);
  run->place = Place::kLive;
  run->begun = true;
  ++begun_;
  live_ = run;
}

void Observer::Stage::write(Run& run, const std::vector<std::string>& lines) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (run.place == Place::kLive) {
      folder_.append(i, lines[i]);
    } else {
      run.lines.append(i, lines[i]);
    }
  }
  if (run.place == Place::kLive) folder_.announce();
}

void Observer::Stage::settle(Run& run, const Unit& facts, const std::vector<std::string>& lines,
                             const LastLines& end) {
  write(run, lines);
  if (run.place != Place::kLive) return;
  write(run, end);
  folder_.finish(facts);
  run.facts = facts;
  run.end = end;
  run.place = Place::kSettled;
  live_ = nullptr;
}

// Notes a run that is about to look finished and may go on: should the process die, or the run be
// lost, whoever reads the folder knows that it is not.
void Observer::Stage::mark(Run& run, const Unit& facts) {
  if (run.place != Place::kLive || run.marked) return;
  if (!marks_.is_open()) marks_ = File::append_to(root / kUnderWayFile);
  marks_.write("{\"run\": " + std::to_string(run.order) +
               ", \"function\": " + std::to_string(facts.function) +
               ", \"dimension\": " + std::to_string(facts.dimension) +
               ", \"instance\": " + std::to_string(facts.instance) + ", \"evaluations\": " +
               std::to_string(facts.evaluations + facts.evaluations_constraints) + "}\n");
  run.marked = true;
  ++marked_;
}

// Notes that a run is over.
void Observer::Stage::unmark(Run& run) {
  if (!run.marked) return;
  marks_.write("{\"run\": " + std::to_string(run.order) + "}\n");
  run.marked = false;
  --marked_;
}

void Observer::Stage::resume(Run& run) {
  if (run.place == Place::kSettled) separate();
}

// From now on runs are kept apart; those that may go on are taken out of the files.
void Observer::Stage::separate() {
  several_ = true;
  live_ = nullptr;
  const auto open = [](const std::shared_ptr<Run>& run) { return run->place != Place::kDone; };
  const auto first = std::find_if(placed_.begin(), placed_.end(), open);
  withdraw(static_cast<std::size_t>(first - placed_.begin()));
}

// Takes all runs but the first `count` out of the files.
void Observer::Stage::withdraw(std::size_t count) {
  make_folders(apart_folder());
  while (placed_.size() > count) {
    const std::shared_ptr<Run> run = placed_.back();
    Spool lines = folder_.lines_of_last(apart_folder());
    if (run->place == Place::kDone) {
      set_apart(*run, std::move(lines));
    } else {
      for (std::size_t i = 0; i < run->end.size(); ++i) lines.shorten(i, run->end[i].size());
      run->end.clear();
      run->lines = std::move(lines);
      run->place = Place::kApart;
    }
    placed_.pop_back();
    folder_.take_back();
  }
}

void Observer::Stage::set_apart(const Run& run, Spool lines) {
  const fs::path path = apart_folder() / (std::to_string(run.order) + ".run");
  save_unit(path, {run.facts, std::move(lines)}, false);
  apart_.emplace_back(run.key(), path);
}

void Observer::Stage::finish(const std::shared_ptr<Run>& run, const Unit& facts,
                             const LastLines& end) {
  if (facts.evaluations == 0) {
    run->place = Place::kDone;
    leave(run);
    return;
  }
  if (run->place == Place::kLive) {
    settle(*run, facts, {}, end);
  } else if (run->place == Place::kApart) {
    write(*run, end);
    run->facts = facts;
    set_apart(*run, std::exchange(run->lines, Spool()));
  }
  unmark(*run);
  run->end.clear();
  run->place = Place::kDone;
  ++ended.count;
  if (run->facts.revealed) ended.revealed.push_back(run->facts.problem);
  if (run->facts.several_processes) ended.several_processes.push_back(run->facts.problem);
  if (keeps_facts) ended.facts.push_back(run->facts);
  leave(run);
}

void Observer::Stage::discard(const std::shared_ptr<Run>& run, const char* reason) noexcept {
  note(first_error, reason);
  const bool live = run->place == Place::kLive;
  run->lines = Spool();
  run->place = Place::kDone;
  // The run failed and was reported; that it cannot be removed either adds nothing. Whatever
  // happens, it is not observed any more: its problem may go away.
  const auto quietly = [](const auto& step) {
    try {
      step();
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the first error counts
    }
  };
  if (live) {
    live_ = nullptr;
    placed_.pop_back();
    quietly([this] { folder_.take_back(); });
  }
  quietly([&] { leave(run); });
}

// Whether the runs in the files are in suite order, and before those that are apart.
bool Observer::Stage::in_order() const {
  const auto before = [](const auto& a, const auto& b) { return a->key() < b->key(); };
  if (!std::is_sorted(placed_.begin(), placed_.end(), before)) return false;
  return placed_.empty() || std::all_of(apart_.begin(), apart_.end(), [&](const auto& one) {
           return placed_.back()->key() < one.first;
         });
}

// A run is not observed any more. When no other one is under way, those that were observed at the
// same time are brought into suite order.
void Observer::Stage::leave(const std::shared_ptr<Run>& run) {
  if (observed_.erase(run->order) > 0 && run->begun) --begun_;
  if (begun_ > 0) return;
  if (!in_order()) withdraw(0);
  placed_.clear();
  folder_.forget();
  if (!apart_.empty()) gather();
  several_ = false;
  if (marked_ > 0 || !marks_.is_open()) return;
  marks_ = File();
  remove_file(root / kUnderWayFile);
}

void Observer::Stage::gather() {
  std::sort(apart_.begin(), apart_.end());
  for (const auto& [key, path] : apart_) {
    folder_.add(UnitFile({path}));
    folder_.forget();
  }
  // One by one: without memory, a search through the folder ends the process on some systems.
  for (const auto& [key, path] : apart_) static_cast<void>(platform::remove_file(path));
  apart_.clear();
  const fs::path empty = apart_folder();
  std::error_code ignored;
  fs::remove(empty, ignored);
  if (fs::exists(empty, ignored)) fs::remove_all(empty, ignored);
}

Observer::Observer(const fs::path& folder, RecordOptions options, bool keep_facts) {
  std::visit([](const auto& chosen) { chosen.check(); }, options);
  stage_ = std::make_shared<Stage>(folder, std::move(options), keep_facts);
}

Observer::~Observer() {
  try {
    close();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): no destructor can tell
  }
}

const fs::path& Observer::folder() const { return stage_->shown; }

void Observer::observe(Problem& problem, std::shared_ptr<void> keeper) {
  stage_->observe(problem, std::move(keeper), false);
}

void Observer::observe_also(Problem& problem) { stage_->observe(problem, nullptr, true); }

void Observer::release(Problem& problem) { stage_->release(problem); }

bool Observer::closed() const {
  const std::lock_guard lock(stage_->mutex);
  return stage_->closed;
}

void Observer::close() { stage_->close(); }

EndedRuns Observer::ended() const {
  const std::lock_guard lock(stage_->mutex);
  return stage_->ended;
}

}  // namespace optimeter
