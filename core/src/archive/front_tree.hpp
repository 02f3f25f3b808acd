// A sorted sequence of non-dominated points of two objectives: a B+ tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace optimeter {

/// A point with its normalized and its original objectives.
struct FrontPoint {
  double z1;
  double z2;
  double y1;
  double y2;
  std::uint64_t evaluation;
};

/// Points in the order of increasing z2; no two of them have the same. Search, insertion and
/// removal take O(log n). Keys lie together, apart from the rest, so that a search touches few
/// cache lines; leaves pass points on to their neighbours before they split, so that they are well
/// filled.
class FrontTree {
 private:
  struct Inner;
  struct Leaf;

 public:
  /// A place between points: before the point it refers to, if there is one.
  class Place {
   public:
    bool at_end() const;
    double z1() const;
    double z2() const;
    FrontPoint point() const;
    bool at_begin() const;
    Place previous() const;  ///< not at the begin
    Place next() const;      ///< not at the end

   private:
    friend class FrontTree;
    Place(Leaf* leaf, std::size_t slot) : leaf_(leaf), slot_(slot) {}
    Leaf* leaf_;
    std::size_t slot_;
  };

  FrontTree();
  FrontTree(const FrontTree& other);
  FrontTree& operator=(const FrontTree&) = delete;

  std::size_t size() const { return size_; }
  Place begin() const;
  /// The first point with z2 >= bound.
  Place lower_bound(double bound) const;
  /// Puts a point before a place, which must be where it belongs. Invalidates all places
  /// and returns the one of the point.
  Place insert(Place before, const FrontPoint& point);
  /// Removes the point at a place. Invalidates all places.
  void erase(Place place);
  std::size_t memory() const;

 private:
  static constexpr std::size_t kLeaf = 64;
  static constexpr std::size_t kInner = 64;

  struct Rest {
    double z1;
    double y1;
    double y2;
    std::uint64_t evaluation;
  };
  struct Node {
    Inner* parent = nullptr;
    std::size_t count = 0;
    bool is_leaf = true;
  };
  struct Leaf : Node {
    Leaf* before = nullptr;
    Leaf* after = nullptr;
    double z2[kLeaf];
    Rest rest[kLeaf];

    void put(std::size_t slot, const FrontPoint& point);
    void remove(std::size_t slot);
  };
  struct Inner : Node {
    Inner() { is_leaf = false; }
    // Points of child i have z2 >= bound[i], points of the children before it have less. The first
    // bound is not used.
    double bound[kInner];
    Node* child[kInner];

    std::size_t position(const Node* node) const;
    void put(std::size_t position, double new_bound, Node* node);
    void remove(std::size_t position);
  };

  Leaf* new_leaf();
  Inner* new_inner();
  void make_room(Leaf*& leaf, std::size_t& slot);
  bool shift_right(Leaf& from, Leaf& to, std::size_t position);
  bool shift_left(Leaf& from, Leaf& to, std::size_t position);
  void split(Leaf& leaf, std::size_t keep);
  void add_child(Node& left, double bound, Node& right);
  void merge_if_small(Leaf& leaf);
  void drop(Leaf& leaf);
  void drop_child(Inner& inner, std::size_t position);

  // Nodes never move; those that are not needed any more wait for their next use.
  std::deque<Leaf> leaves_;
  std::deque<Inner> inners_;
  std::vector<Leaf*> free_leaves_;
  std::vector<Inner*> free_inners_;
  Node* root_;
  Leaf* first_;
  std::size_t size_ = 0;
};

inline bool FrontTree::Place::at_end() const { return slot_ == leaf_->count; }
inline double FrontTree::Place::z1() const { return leaf_->rest[slot_].z1; }
inline double FrontTree::Place::z2() const { return leaf_->z2[slot_]; }
inline bool FrontTree::Place::at_begin() const { return slot_ == 0 && leaf_->before == nullptr; }

}  // namespace optimeter
