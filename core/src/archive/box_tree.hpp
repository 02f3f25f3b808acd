#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace optimeter {

/// Finds, among points that do not dominate each other, those that a new one dominates, and whether
/// one of them dominates it. Points near each other lie in one leaf, and a subtree whose box shows
/// that none of its points can matter is passed over, so that of n points on a front few are looked
/// at.
class BoxTree {
 public:
  explicit BoxTree(std::size_t objectives) : objectives_(objectives) {}

  /// Says whether some point is at most z + tolerance in every coordinate. If none is,
  /// `dominated()` lists the numbers of those that z is at most, up to the tolerance. `z_of` holds
  /// the coordinates by number.
  bool dominates(const std::vector<double>& z_of, const double* z, double tolerance);
  const std::vector<std::uint32_t>& dominated() const { return dominated_; }

  /// Removes what `dominated()` lists; no other call may lie between.
  void remove_dominated();
  /// Adds the point of a number.
  void add(const std::vector<double>& z_of, std::uint32_t number);
  void clear();
  std::size_t memory() const;

 private:
  struct Node {
    std::int32_t first = -1;             // left child, the right one follows; -1: a leaf
    std::vector<std::uint32_t> members;  // of a leaf
  };

  double* low(std::size_t node) { return &boxes_[node * 2 * objectives_]; }
  double* high(std::size_t node) { return low(node) + objectives_; }
  void widen(std::size_t node, const double* z);
  void split(const std::vector<double>& z_of, std::size_t node);
  std::size_t make_node();

  std::size_t objectives_;
  std::vector<Node> nodes_;
  std::vector<double> boxes_;
  std::vector<std::uint32_t> pending_;
  std::vector<std::uint32_t> dominated_;
  std::vector<std::uint32_t> leaves_;  // of each dominated point
};

}  // namespace optimeter
