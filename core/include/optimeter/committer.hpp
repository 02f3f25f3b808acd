// Commits finished runs: they become durable while the next runs are under way.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "optimeter/outcome.hpp"
#include "optimeter/run_sink.hpp"

namespace optimeter {

/// What a committer writes beside its packs.
inline constexpr const char* kJournalFile = "journal.jsonl";
inline constexpr const char* kCostsFile = "costs.jsonl";

/// Commits runs in the order in which they are submitted, on a thread of its own. The units are
/// written to a new pack, which is flushed to the disk and then gets its name; after that the
/// journal gets the lines, and is flushed, too. A line in the journal thus means that the run
/// survives a power cut, and nothing is ever seen half done.
///
/// A run that takes a while has a pack of its own; short runs that end within a few hundredths of a
/// second share one.
///
/// After the first failure nothing more is committed; every later call throws its FileError.
class Committer {
 public:
  /// Packs, journal and costs are written to `folder`, which no other process writes to.
  explicit Committer(std::filesystem::path folder);
  /// Commits what was submitted. Whoever wants to hear of failures calls `flush` before. In a
  /// forked process, which has no such thread, this does nothing.
  ~Committer();
  Committer(const Committer&) = delete;
  Committer& operator=(const Committer&) = delete;

  /// A finished run, and how it ended; null: there is nothing but the line of the journal. Waits
  /// only when very many runs are on their way.
  void submit(Outcome outcome, std::shared_ptr<const HeldUnit> unit);
  /// How many runs have been committed.
  std::uint64_t committed();
  /// Waits until all are.
  std::uint64_t flush();

 private:
  class Worker;

  Worker& worker() const;  // throws in a forked process, which has no thread

  std::unique_ptr<Worker> worker_;
  std::uint64_t process_;
};

}  // namespace optimeter
