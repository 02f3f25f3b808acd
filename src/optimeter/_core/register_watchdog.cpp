// What ends runs from outside: the alarm at the time limit, the watchdog of a worker process, and
// the end of its parent. They have threads of their own and need no interpreter lock: numpy's
// generators give the lock away and take it back so soon that a thread of Python may wait for it
// for many seconds.
#include <nanobind/stl/string.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "optimeter/committer.hpp"
#include "optimeter/problem.hpp"
#include "recording.hpp"

namespace optimeter::python {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr Seconds kPoll{0.1};
constexpr int kExitCode = 70;
const std::string kEvaluations = "\"evaluations\": ";
const std::string kPlaceholder = kEvaluations + "-1";

/// Stops evaluations at a certain time.
class Alarm {
 public:
  Alarm() = default;
  ~Alarm() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
      wake_.notify_one();
    }
    if (thread_.joinable()) thread_.join();
  }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

  /// `problem`, which must live until `clear`, allows evaluations for so many seconds from now on.
  void set(Problem& problem, double seconds) {
    const std::lock_guard lock(mutex_);
    problem_ = &problem;
    // Far beyond any experiment, a time would not fit the clock.
    const Seconds wait(std::min(seconds, 1e9));
    time_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(wait);
    rung_ = false;
    if (!thread_.joinable()) thread_ = std::thread([this] { wait_for_time(); });
    wake_.notify_one();
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    problem_ = nullptr;
  }

  bool rung() {
    const std::lock_guard lock(mutex_);
    return rung_;
  }

 private:
  void wait_for_time() {
    std::unique_lock lock(mutex_);
    while (!over_) {
      if (problem_ == nullptr || rung_) {
        wake_.wait(lock);
      } else if (Clock::now() < time_) {
        wake_.wait_until(lock, time_);
      } else {
        problem_->limit(0, false);
        rung_ = true;
      }
    }
  }

  std::mutex mutex_;  // guards everything below
  std::condition_variable wake_;
  Problem* problem_ = nullptr;
  Clock::time_point time_;
  bool rung_ = false;
  bool over_ = false;
  std::thread thread_;
};

/// Watches one run at a time. It also catches native code that never gives the interpreter lock
/// back.
///
/// When the run is still on after its last moment, or goes on evaluating although it was stopped,
/// the watchdog finishes the recorder of the problem (the run is recorded as far as it came),
/// commits the run and ends the process.
class Watchdog {
 public:
  Watchdog() = default;
  ~Watchdog() { end(); }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  /// From now on `problem` has `seconds` until the process ends, and `grace` seconds after it was
  /// first seen to evaluate in spite of Stop. The run is committed with the line `late` or
  /// `defiant`, the number of evaluations in place of -1. Problem, committer and recording must
  /// live until `disarm`.
  void arm(Problem& problem, double seconds, double grace, Committer& committer, std::uint64_t run,
           const HeldRecording& recording, std::string late, std::string defiant) {
    const std::lock_guard lock(mutex_);
    problem_ = &problem;
    armed_ = Clock::now();
    seconds_ = Seconds(seconds);
    grace_ = Seconds(grace);
    defied_ = Clock::time_point::max();
    committer_ = &committer;
    run_ = run;
    recording_ = &recording;
    late_ = std::move(late);
    defiant_ = std::move(defiant);
    if (!thread_.joinable()) thread_ = std::thread([this] { watch(); });
    wake_.notify_one();
  }

  void disarm() {
    const std::lock_guard lock(mutex_);
    problem_ = nullptr;
  }

 private:
  void end() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
      wake_.notify_one();
    }
    if (thread_.joinable()) thread_.join();
  }

  void watch() {
    std::unique_lock lock(mutex_);
    while (!over_) {
      if (problem_ == nullptr) {
        wake_.wait(lock);
      } else {
        wake_.wait_for(lock, kPoll);
      }
      if (problem_ == nullptr) continue;
      if (is_late()) end_process(late_);
      if (is_defiant()) end_process(defiant_);
    }
  }

  bool is_late() const { return Clock::now() - armed_ > seconds_; }

  bool is_defiant() {
    if (problem_->refused() < 2) return false;
    const Clock::time_point now = Clock::now();
    if (defied_ == Clock::time_point::max()) defied_ = now;
    return now - defied_ > grace_;
  }

  // Called with the lock held: a run that ends at this very moment waits in `disarm` until the
  // process is gone.
  [[noreturn]] void end_process(std::string line) {
    try {
      problem_->limit(0, false);
      problem_->attach(nullptr);
      const Progress now = problem_->progress();
      const std::string evaluations = std::to_string(now.evaluations + now.evaluations_constraints);
      if (const auto place = line.find(kPlaceholder); place != std::string::npos) {
        line.replace(place, kPlaceholder.size(), kEvaluations + evaluations);
      }
      committer_->submit({run_, recording_->finished(), line});
      committer_->flush();
    } catch (...) {  // NOLINT(bugprone-empty-catch)
      // Without a line in the journal the run counts as lost and is done again.
    }
    std::_Exit(kExitCode);
  }

  std::mutex mutex_;  // guards everything below
  std::condition_variable wake_;
  Problem* problem_ = nullptr;
  Clock::time_point armed_;
  Seconds seconds_{0.0};
  Seconds grace_{0.0};
  Clock::time_point defied_ = Clock::time_point::max();
  Committer* committer_ = nullptr;
  std::uint64_t run_ = 0;
  const HeldRecording* recording_ = nullptr;
  std::string late_;
  std::string defiant_;
  bool over_ = false;
  std::thread thread_;
};

/// Ends this process as soon as something can be read from the handle, or never will.
void end_with(int handle) {
  std::thread([handle] {
    pollfd wanted{handle, POLLIN, 0};
    while (poll(&wanted, 1, -1) < 0 && errno == EINTR) {
    }
    std::_Exit(EXIT_FAILURE);
  }).detach();
}

}  // namespace

void register_watchdog(nb::module_& module) {
  module.def("end_with", &end_with, nb::arg("handle"),
             "End this process when something can be read from `handle`, or it is closed at the "
             "other end: the sentinel of the parent process.");

  nb::class_<Alarm>(module, "Alarm", "Stops the evaluations of a problem at a certain time.")
      .def(nb::init<>())
      .def("set", &Alarm::set, nb::arg("problem"), nb::arg("seconds"),
           nb::call_guard<nb::gil_scoped_release>(),
           "Let `problem`, which must live until `clear`, raise Stop from then on.")
      .def("clear", &Alarm::clear, nb::call_guard<nb::gil_scoped_release>(),
           "Forget the problem; the alarm has rung or not.")
      .def_prop_ro("rung", &Alarm::rung, "Whether it was time.");

  nb::class_<Watchdog>(
      module, "Watchdog",
      "Ends a worker process whose run does not end by itself; the run is recorded "
      "as far as it came and noted in the journal.")
      .def(nb::init<>())
      .def("arm", &Watchdog::arm, nb::arg("problem"), nb::arg("seconds"), nb::arg("grace"),
           nb::arg("committer"), nb::arg("run"), nb::arg("recording"), nb::arg("late"),
           nb::arg("defiant"), nb::call_guard<nb::gil_scoped_release>(),
           "Give the run on `problem` these seconds; afterwards the process ends.")
      .def("disarm", &Watchdog::disarm, nb::call_guard<nb::gil_scoped_release>(),
           "The run has ended.");
}

}  // namespace optimeter::python
