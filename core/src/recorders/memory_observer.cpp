#include <mutex>
#include <utility>

#include "optimeter/errors.hpp"
#include "optimeter/memory_recorder.hpp"
#include "recorders/naming.hpp"

namespace optimeter {

class MemoryObserver::Numbers : public FunctionNumbers {};

MemoryObserver::MemoryObserver(MemoryOptions options)
    : options_(std::move(options)), numbers_(std::make_unique<Numbers>()) {
  options_.check();
}

MemoryObserver::~MemoryObserver() { close(); }

void MemoryObserver::observe(Problem& problem) {
  std::shared_ptr<MemoryRecorder> recorder;
  ProblemInfo info = recorded_info(problem);
  {
    const std::lock_guard lock(mutex_);
    if (closed_) throw InvalidArgument("the observer is closed; make a new one");
    info.function = numbers_->number(info);
  }
  recorder = memory_recorder(problem, info, options_);
  problem.attach(recorder);
  {
    const std::lock_guard lock(mutex_);
    if (!closed_) {
      entries_.push_back({problem.reference(), std::move(recorder)});
      return;
    }
  }
  problem.release(*recorder);
  throw InvalidArgument("the observer is closed; make a new one");
}

void MemoryObserver::close() {
  {
    const std::lock_guard lock(mutex_);
    if (closed_) return;
    closed_ = true;
  }
  for (const Entry& entry : entries()) {
    bool mine = false;
    entry.problem.with([&](Problem& problem) { mine = problem.release(*entry.recorder); });
    if (mine) entry.recorder->finish();
  }
}

std::vector<MemoryObserver::Entry> MemoryObserver::entries() const {
  const std::lock_guard lock(mutex_);
  return entries_;
}

std::vector<MemoryRun> MemoryObserver::runs() const {
  std::vector<MemoryRun> all;
  for (const Entry& entry : entries()) {
    if (entry.recorder->made() > 0) all.push_back(entry.recorder->run());
  }
  return all;
}

}  // namespace optimeter
