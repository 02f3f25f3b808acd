// Batches that are evaluated elsewhere than in the memory of the process, and how they are counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace optimeter {

/// What is known of rows without looking at each of them.
struct RowsSummary {
  double lowest =
      std::numeric_limits<double>::infinity();  ///< of the first objective, NaN excluded
  std::uint64_t strange = 0;                    ///< rows whose first objective is not finite
};

/// Adds up, where they are evaluated, what a problem has to know of rows that it did not look at.
class RemoteTally {
 public:
  struct Sums {
    double lowest = std::numeric_limits<double>::infinity();  ///< of the rows that count
    std::uint64_t skipped = 0;  ///< rows with a non-finite coordinate, which do not count
  };

  RemoteTally() = default;
  virtual ~RemoteTally() = default;
  RemoteTally(const RemoteTally&) = delete;
  RemoteTally& operator=(const RemoteTally&) = delete;

  /// Waits for all rows that were added and starts anew.
  virtual Sums collect() = 0;
};

/// n points somewhere else. A problem evaluates them there and fetches of them what counting and
/// recording need. Pointers that are returned are valid until the next call of the same function.
class RemoteBatch {
 public:
  /// Rows that are summarized together.
  static constexpr std::size_t kChunk = 1024;

  explicit RemoteBatch(std::size_t count) : size_(count) {}
  virtual ~RemoteBatch() = default;
  RemoteBatch(const RemoteBatch&) = delete;
  RemoteBatch& operator=(const RemoteBatch&) = delete;

  std::size_t size() const { return size_; }

  /// Which of several places it is; tallies belong to a place.
  virtual int place() const = 0;
  virtual std::unique_ptr<RemoteTally> new_tally() const = 0;

  /// Begins to evaluate the objectives, or the constraints, of some rows; need not wait. The rows
  /// are added to the tally unless it is null.
  virtual void evaluate(std::size_t begin, std::size_t rows, RemoteTally* tally) = 0;
  virtual void evaluate_constraints(std::size_t begin, std::size_t rows, RemoteTally* tally) = 0;

  /// Summaries of `kChunk` rows each, the last one of fewer.
  virtual std::vector<RowsSummary> summaries(std::size_t begin, std::size_t rows) = 0;
  /// The objectives of some rows, at most a chunk; may be changed by the caller.
  virtual double* values(std::size_t begin, std::size_t rows) = 0;
  /// Brings changed values back.
  virtual void put_values(std::size_t begin, std::size_t rows, const double* y) = 0;
  /// The coordinates of a row, and of some rows, at most a chunk.
  virtual const double* point(std::size_t row) = 0;
  virtual const double* points(std::size_t begin, std::size_t rows) = 0;

 private:
  std::size_t size_;
};

}  // namespace optimeter
