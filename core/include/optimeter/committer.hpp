// Commits finished runs: their files become durable while the next runs are under way.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace optimeter {

/// A finished run on its way to the disk.
struct Commit {
  std::filesystem::path staged;  ///< the complete file under its working name; empty: there is none
  std::filesystem::path place;   ///< the name that the file gets when it is on the disk
  std::string line;              ///< what the journal says afterwards; empty: nothing
};

/// Flushes the file to the disk, then gives it its name. Throws FileError.
void commit_file(const std::filesystem::path& staged, const std::filesystem::path& place);

/// Commits runs in the order in which they are submitted, on a thread of its own: the file of each
/// is flushed to the disk, then gets its name, then the journal gets its line and is flushed, too.
/// A line in the journal thus means that the run survives a power cut. Runs that are submitted
/// while the disk is busy are committed together.
///
/// After the first failure nothing more is committed; every later call throws its FileError.
class Committer {
 public:
  explicit Committer(std::filesystem::path journal);
  /// Commits what was submitted. Whoever wants to hear of failures calls `flush` before.
  ~Committer();
  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

  /// Waits only when very many runs are on their way.
  void submit(Commit commit);
  /// How many runs have been committed.
  std::uint64_t committed();
  /// Waits until all are.
  std::uint64_t flush();

 private:
  void work();
  void commit(const std::vector<Commit>& batch);
  void check() const;

  std::filesystem::path journal_;
  std::mutex mutex_;  // guards everything below
  std::condition_variable changed_;
  std::deque<Commit> waiting_;
  std::uint64_t submitted_ = 0;
  std::uint64_t committed_ = 0;
  std::exception_ptr failure_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace optimeter
