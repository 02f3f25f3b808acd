#include "optimeter/guard.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "platform/platform.hpp"

namespace optimeter {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr Clock::duration kPoll = std::chrono::milliseconds(50);
// What an optimizer gets to return after it was stopped: until it is interrupted, and until its
// process is ended.
constexpr Clock::duration kPatience = std::chrono::seconds(1);
constexpr Clock::duration kLastPatience = 3 * kPatience;
constexpr Clock::time_point kNever = Clock::time_point::max();
constexpr int kExitCode = 70;

Clock::time_point after(double seconds) {
  constexpr double kLongest = 1e9;  // far beyond any experiment; more would not fit the clock
  const Seconds wait(std::min(seconds, kLongest));
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(wait);
}

}  // namespace

class Guard::Watch {
 public:
  Watch() = default;
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  void begin(const Problem& problem, Terms terms);
  Verdict end();

 private:
  void watch();
  void look(Clock::time_point now);
  void interrupt();
  void look_at(Problem& problem, Clock::time_point now);
  [[noreturn]] void end_process(Problem& problem, Outcome outcome);

  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  ProblemReference problem_;
  bool running_ = false;
  Terms terms_;
  Clock::time_point limit_ = kNever;    // when evaluations begin to throw Stop
  Clock::time_point stopped_ = kNever;  // when they did, or did more than once
  Clock::time_point next_ = kNever;     // when the watcher looks next; never: it sleeps
  Verdict verdict_;
  bool over_ = false;
  std::thread watcher_;
  std::thread interrupter_;  // of this run, if one is needed
};

Guard::Watch::~Watch() {
  end();
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  if (watcher_.joinable()) watcher_.join();
}

void Guard::Watch::begin(const Problem& problem, Terms terms) {
  const std::lock_guard lock(mutex_);
  problem_ = problem.reference();
  running_ = true;
  terms_ = std::move(terms);
  limit_ = after(terms_.seconds);
  stopped_ = kNever;
  verdict_ = {};
  if (!watcher_.joinable()) watcher_ = std::thread([this] { watch(); });
  if (next_ > std::min(Clock::now() + kPoll, limit_)) changed_.notify_all();
}

Guard::Verdict Guard::Watch::end() {
  std::thread interrupter;
  Verdict verdict;
  {
    const std::lock_guard lock(mutex_);
    running_ = false;
    verdict = verdict_;
    interrupter = std::move(interrupter_);
    if (interrupter.joinable()) changed_.notify_all();
  }
  if (interrupter.joinable()) interrupter.join();
  return verdict;
}

// Runs may be short and follow one another: to wake the watcher for each would cost them more than
// all else that the guard does. It looks now and then and sleeps when no run is there any more.
void Guard::Watch::watch() {
  std::unique_lock lock(mutex_);
  bool ran = true;
  while (!over_) {
    if (running_ || ran) {
      const Clock::time_point poll = Clock::now() + kPoll;
      next_ = running_ && !verdict_.timed_out ? std::min(poll, limit_) : poll;
    } else {
      next_ = kNever;
    }
    ran = running_;
    if (next_ == kNever) {
      changed_.wait(lock);
    } else {
      changed_.wait_until(lock, next_);
    }
    if (running_) look(Clock::now());
  }
}

// Called with the lock held: a run that ends at this very moment waits in `end`.
void Guard::Watch::look(Clock::time_point now) {
  problem_.with([&](Problem& problem) { look_at(problem, now); });
  if (stopped_ == kNever || now - stopped_ < kPatience) return;
  if (terms_.interrupt && !interrupter_.joinable()) {
    try {
      interrupter_ = std::thread([this] { interrupt(); });
      verdict_.interrupted = true;
    } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch): perhaps at the next look
    }
  }
}

void Guard::Watch::look_at(Problem& problem, Clock::time_point now) {
  if (terms_.evaluations != nullptr) {  // others look at it meanwhile
    __atomic_store_n(terms_.evaluations, problem.progress().evaluations, __ATOMIC_RELAXED);
  }
  if (now >= limit_ && !verdict_.timed_out) {
    problem.limit(0, false);
    verdict_.timed_out = true;
    stopped_ = std::min(stopped_, now);
  }
  if (stopped_ == kNever && problem.refused() > 1) stopped_ = now;
  if (stopped_ != kNever && now - stopped_ >= kLastPatience && terms_.farewell) {
    end_process(problem, verdict_.timed_out ? terms_.farewell->late : terms_.farewell->defiant);
  }
}

// An interrupt may be swallowed, or come when nobody can take it.
void Guard::Watch::interrupt() {
  std::unique_lock lock(mutex_);
  const std::function<void()> once = terms_.interrupt;
  while (running_) {
    lock.unlock();
    once();
    lock.lock();
    changed_.wait_for(lock, kPoll);
  }
}

void Guard::Watch::end_process(Problem& problem, Outcome outcome) {
  try {
    problem.limit(0, false);
    terms_.farewell->end();
    const Progress now = problem.progress();
    outcome.evaluations = now.evaluations + now.evaluations_constraints;
    terms_.farewell->committer->submit(std::move(outcome), terms_.farewell->recording->finished());
    terms_.farewell->committer->flush();
  } catch (...) {  // NOLINT(bugprone-empty-catch): not in the journal, so the run is done again
  }
  std::_Exit(kExitCode);
}

Guard::Guard() : watch_(std::make_unique<Watch>()), process_(platform::process_id()) {}

Guard::~Guard() {
  if (process_ == platform::process_id()) return;
  // The copy of a forked process can be neither joined nor destroyed.
  [[maybe_unused]] const Watch* const copy = watch_.release();
}

void Guard::begin(const Problem& problem, Terms terms) {
  if (process_ == platform::process_id()) watch_->begin(problem, std::move(terms));
}

Guard::Verdict Guard::end() {
  return process_ == platform::process_id() ? watch_->end() : Verdict{};
}

void Guard::end_process_with(std::intptr_t handle) {
  std::thread([handle] {
    platform::wait_for(handle);
    platform::end_own_group();
    std::_Exit(EXIT_FAILURE);
  }).detach();
}

}  // namespace optimeter
