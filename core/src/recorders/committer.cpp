#include "optimeter/committer.hpp"

#include <iterator>
#include <utility>

#include "recorders/file.hpp"

namespace optimeter {
namespace {

constexpr std::size_t kMostWaiting = 1024;

}  // namespace

void commit_file(const std::filesystem::path& staged, const std::filesystem::path& place) {
  File file = File::append_to(staged);
  file.sync();
  file.close();
  rename_file(staged, place, true);
}

Committer::Committer(std::filesystem::path journal) : journal_(std::move(journal)) {}

Committer::~Committer() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  if (thread_.joinable()) thread_.join();
}

void Committer::submit(Commit commit) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.size() < kMostWaiting || failure_; });
  check();
  waiting_.push_back(std::move(commit));
  ++submitted_;
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  changed_.notify_all();
}

std::uint64_t Committer::committed() {
  const std::lock_guard lock(mutex_);
  check();
  return committed_;
}

std::uint64_t Committer::flush() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return committed_ == submitted_ || failure_; });
  check();
  return committed_;
}

void Committer::check() const {
  if (failure_) std::rethrow_exception(failure_);
}

void Committer::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return over_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const std::vector<Commit> batch(std::make_move_iterator(waiting_.begin()),
                                    std::make_move_iterator(waiting_.end()));
    waiting_.clear();
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

void Committer::commit(const std::vector<Commit>& batch) {
  std::vector<File> files;
  for (const Commit& one : batch) {
    if (one.staged.empty()) continue;
    files.push_back(File::append_to(one.staged));
    files.back().start_sync();  // so that one commit of the file system serves them all
  }
  for (File& file : files) {
    file.sync();
    file.close();
  }
  std::string lines;
  const Commit* last = nullptr;
  for (const Commit& one : batch) {
    if (!one.staged.empty()) {
      if (last != nullptr) rename_file(last->staged, last->place, false);
      last = &one;
    }
    lines += one.line;
  }
  if (last != nullptr) rename_file(last->staged, last->place, true);  // all share one folder
  if (lines.empty()) return;
  File journal = File::append_to(journal_);
  journal.write(lines);
  journal.sync();
  journal.close();
}

}  // namespace optimeter
