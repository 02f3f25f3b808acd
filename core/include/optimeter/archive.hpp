// The non-dominated points of a run with several objectives, and how good they are together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace optimeter {

class Snapshot;

/// All mutually non-dominated objective vectors seen so far; among equal ones the first.
///
/// With a region of interest, spanned by the ideal and the nadir point, vectors are compared after
/// normalization to [0, 1], rounded to multiples of 5e-13, as COCO does; without one they are
/// compared as they are and there is no hypervolume. Insertion takes O(log n) with two objectives,
/// where the hypervolume is kept up to date. With more, where it is computed when asked for, a tree
/// of boxes makes it as fast on usual fronts; O(n) at worst. A point of two objectives takes about
/// 50 bytes.
///
/// Not thread-safe.
class Archive {
 public:
  explicit Archive(std::size_t objectives);
  /// `reference` is the hypervolume that is to be reached. `extremes` says that the nadir is made
  /// of the values of two objectives at the only optimum of the other one: a vector at the ideal in
  /// one of them is then the extreme point of the region, as in COCO. Without it such a vector, and
  /// one below the ideal, counts with the ideal there. Throws InvalidArgument unless the nadir is
  /// above the ideal in every objective.
  Archive(std::vector<double> ideal, std::vector<double> nadir, double reference = 1.0,
          bool extremes = false);
  Archive(const Archive& other);
  Archive& operator=(const Archive&) = delete;
  ~Archive();

  /// Adds an objective vector unless a member dominates or equals it; members that it dominates go.
  /// Vectors with a value that is not finite never enter. Returns whether it was added.
  bool insert(const double* y, std::uint64_t evaluation);
  /// The same with the number after that of the last vector, whether or not it was added.
  bool insert(const double* y) { return insert(y, last_evaluation_ + 1); }

  std::size_t objectives() const;
  std::size_t size() const;
  /// The ideal and the nadir point; empty without a region.
  const std::vector<double>& ideal() const;
  std::vector<double> nadir() const;

  /// The part of the region that is dominated, between 0 and 1; NaN without a region.
  double hypervolume() const;
  /// reference - hypervolume, plus, as long as nothing of the region is dominated, the smallest
  /// distance of a point to the region. To be minimised; infinite for an empty archive, NaN without
  /// a region. May be negative, since the reference is not always the largest hypervolume possible.
  double indicator() const;
  double reference() const;
  bool extremes() const;

  /// The objective vectors, `objectives()` numbers each, and their evaluation numbers, in the order
  /// of the evaluations.
  void copy_points(std::vector<double>& y, std::vector<std::uint64_t>& evaluations) const;
  /// Stores the points and the volume to the last bit, or puts them back into an empty archive.
  void carry(Snapshot& state);
  /// Bytes taken from the system.
  std::size_t memory() const;

 private:
  class Store;
  class Front;
  class List;
  std::unique_ptr<Store> store_;
  std::uint64_t last_evaluation_ = 0;
};

}  // namespace optimeter
