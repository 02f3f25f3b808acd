#include "optimeter/committer.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "digits.hpp"
#include "optimeter/cost_recorder.hpp"
#include "optimeter/errors.hpp"
#include "platform/platform.hpp"
#include "recorders/file.hpp"
#include "recorders/unit_file.hpp"

namespace optimeter {
namespace {

constexpr std::size_t kMostWaiting = 1024;
constexpr std::chrono::milliseconds kPace{20};  // between the starts of two packs
constexpr std::size_t kNameDigits = 6;

// A finished run on its way to the disk.
struct Commit {
  Outcome outcome;
  std::shared_ptr<const HeldUnit> unit;
};

void append(const std::filesystem::path& path, const std::string& lines) {
  File file = File::append_to(path);
  file.write(lines);
  file.sync();
  file.close();
}

}  // namespace

class Committer::Worker {
 public:
  explicit Worker(std::filesystem::path folder) : folder_(std::move(folder)) {}
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void submit(Commit commit);
  std::uint64_t committed();
  std::uint64_t flush();

 private:
  using Clock = std::chrono::steady_clock;

  void work();
  void commit(const std::vector<Commit>& batch);
  void check() const;

  std::filesystem::path folder_;
  std::uint64_t packs_ = 0;
  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::vector<Commit> waiting_;
  std::uint64_t submitted_ = 0;
  std::uint64_t committed_ = 0;
  std::exception_ptr failure_;
  int flushing_ = 0;
  bool over_ = false;
  std::thread thread_;
};

Committer::Worker::~Worker() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void Committer::Worker::submit(Commit commit) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.size() < kMostWaiting || failure_; });
  check();
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  waiting_.push_back(std::move(commit));
  ++submitted_;
  if (waiting_.size() == 1 || waiting_.size() == kMostWaiting) changed_.notify_all();
}

std::uint64_t Committer::Worker::committed() {
  const std::lock_guard lock(mutex_);
  check();
  return committed_;
}

std::uint64_t Committer::Worker::flush() {
  std::unique_lock lock(mutex_);
  ++flushing_;
  changed_.notify_all();
  changed_.wait(lock, [this] { return committed_ == submitted_ || failure_; });
  --flushing_;
  check();
  return committed_;
}

void Committer::Worker::check() const {
  if (failure_) std::rethrow_exception(failure_);
}

void Committer::Worker::work() {
  std::unique_lock lock(mutex_);
  Clock::time_point due = Clock::now();
  while (true) {
    changed_.wait(lock, [this] { return over_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    changed_.wait_until(
        lock, due, [this] { return over_ || flushing_ > 0 || waiting_.size() == kMostWaiting; });
    due = Clock::now() + kPace;
    std::vector<Commit> batch;
    batch.swap(waiting_);
    lock.unlock();
    std::exception_ptr failure;
    try {
      commit(batch);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure) {
      failure_ = failure;
      changed_.notify_all();
      return;
    }
    committed_ += batch.size();
    changed_.notify_all();
  }
}

void Committer::Worker::commit(const std::vector<Commit>& batch) {
  if (std::any_of(batch.begin(), batch.end(),
                  [](const Commit& one) { return one.unit != nullptr; })) {
    write_pack(folder_ / (digits(++packs_, kNameDigits) + ".units"), [&](PackWriter& pack) {
      for (const Commit& one : batch) {
        if (one.unit != nullptr) pack.add(one.outcome.run, *one.unit);
      }
    });
  }
  std::string lines;
  std::string costs;
  for (const Commit& one : batch) {
    lines += journal_line(one.outcome, true);
    if (one.unit != nullptr && one.unit->costs != nullptr) {
      costs += one.unit->costs->line(one.outcome.run, one.unit->facts);
    }
  }
  if (!costs.empty()) append(folder_ / kCostsFile, costs);
  append(folder_ / kJournalFile, lines);
}

Committer::Committer(std::filesystem::path folder)
    : worker_(std::make_unique<Worker>(std::move(folder))), process_(platform::process_id()) {}

Committer::~Committer() {
  if (process_ == platform::process_id()) return;
  // The copy of a forked process can be neither joined nor destroyed.
  [[maybe_unused]] const Worker* const copy = worker_.release();
}

Committer::Worker& Committer::worker() const {
  if (process_ == platform::process_id()) return *worker_;
  throw FileError("runs of process " + std::to_string(process_) +
                  " cannot be committed by a process that it forked");
}

void Committer::submit(Outcome outcome, std::shared_ptr<const HeldUnit> unit) {
  worker().submit({std::move(outcome), std::move(unit)});
}
std::uint64_t Committer::committed() { return worker().committed(); }
std::uint64_t Committer::flush() { return worker().flush(); }

}  // namespace optimeter
