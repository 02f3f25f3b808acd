#include "archive/front_tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace optimeter {

// A place is normalized: it refers to a point of its leaf, except for the end of the last leaf.

FrontPoint FrontTree::Place::point() const {
  const Rest& rest = leaf_->rest[slot_];
  return {rest.z1, leaf_->z2[slot_], rest.y1, rest.y2, rest.evaluation};
}

FrontTree::Place FrontTree::Place::previous() const {
  if (slot_ > 0) return {leaf_, slot_ - 1};
  return {leaf_->before, leaf_->before->count - 1};
}

FrontTree::Place FrontTree::Place::next() const {
  if (slot_ + 1 == leaf_->count && leaf_->after != nullptr) return {leaf_->after, 0};
  return {leaf_, slot_ + 1};
}

void FrontTree::Leaf::put(std::size_t slot, const FrontPoint& point) {
  std::memmove(z2 + slot + 1, z2 + slot, (count - slot) * sizeof(double));
  std::memmove(rest + slot + 1, rest + slot, (count - slot) * sizeof(Rest));
  z2[slot] = point.z2;
  rest[slot] = {point.z1, point.y1, point.y2, point.evaluation};
  ++count;
}

void FrontTree::Leaf::remove(std::size_t slot) {
  --count;
  std::memmove(z2 + slot, z2 + slot + 1, (count - slot) * sizeof(double));
  std::memmove(rest + slot, rest + slot + 1, (count - slot) * sizeof(Rest));
}

std::size_t FrontTree::Inner::position(const Node* node) const {
  return static_cast<std::size_t>(std::find(child, child + count, node) - child);
}

void FrontTree::Inner::put(std::size_t position, double new_bound, Node* node) {
  std::memmove(bound + position + 1, bound + position, (count - position) * sizeof(double));
  std::memmove(child + position + 1, child + position, (count - position) * sizeof(Node*));
  bound[position] = new_bound;
  child[position] = node;
  node->parent = this;
  ++count;
}

void FrontTree::Inner::remove(std::size_t position) {
  --count;
  std::memmove(bound + position, bound + position + 1, (count - position) * sizeof(double));
  std::memmove(child + position, child + position + 1, (count - position) * sizeof(Node*));
}

FrontTree::FrontTree() : root_(new_leaf()), first_(static_cast<Leaf*>(root_)) {}

FrontTree::FrontTree(const FrontTree& other) : FrontTree() {
  for (Place place = other.begin(); !place.at_end(); place = place.next()) {
    insert(lower_bound(std::numeric_limits<double>::infinity()), place.point());
  }
}

FrontTree::Leaf* FrontTree::new_leaf() {
  if (free_leaves_.empty()) return &leaves_.emplace_back();
  Leaf* const leaf = free_leaves_.back();
  free_leaves_.pop_back();
  return leaf;
}

FrontTree::Inner* FrontTree::new_inner() {
  if (free_inners_.empty()) return &inners_.emplace_back();
  Inner* const inner = free_inners_.back();
  free_inners_.pop_back();
  return inner;
}

FrontTree::Place FrontTree::begin() const { return {first_, 0}; }

FrontTree::Place FrontTree::lower_bound(double bound) const {
  Node* node = root_;
  while (!node->is_leaf) {
    auto* const inner = static_cast<Inner*>(node);
    double* const end = inner->bound + inner->count;
    node = inner->child[std::lower_bound(inner->bound + 1, end, bound) - inner->bound - 1];
  }
  auto* const leaf = static_cast<Leaf*>(node);
  const auto slot = static_cast<std::size_t>(
      std::lower_bound(leaf->z2, leaf->z2 + leaf->count, bound) - leaf->z2);
  if (slot == leaf->count && leaf->after != nullptr) return {leaf->after, 0};
  return {leaf, slot};
}

FrontTree::Place FrontTree::insert(Place before, const FrontPoint& point) {
  Leaf* leaf = before.leaf_;
  std::size_t slot = before.slot_;
  // At the border of two leaves the point may belong to the one before.
  if (slot == 0 && leaf->before != nullptr) {
    leaf = leaf->before;
    slot = leaf->count;
    // Unless the bound between the two lies below it.
    Node* node = before.leaf_;
    while (node->parent->child[0] == node) node = node->parent;
    const std::size_t position = node->parent->position(node);
    if (point.z2 >= node->parent->bound[position]) {
      leaf = before.leaf_;
      slot = 0;
    }
  }
  if (leaf->count == kLeaf) make_room(leaf, slot);
  leaf->put(slot, point);
  ++size_;
  return {leaf, slot};
}

// Leaves room for one point at (leaf, slot), which are changed when that place has moved.
void FrontTree::make_room(Leaf*& leaf, std::size_t& slot) {
  Inner* const parent = leaf->parent;
  if (parent != nullptr) {
    const std::size_t position = parent->position(leaf);
    if (position + 1 < parent->count) {
      Leaf& right = *static_cast<Leaf*>(parent->child[position + 1]);
      if (shift_right(*leaf, right, position)) {
        if (slot > leaf->count) {
          slot -= leaf->count;
          leaf = &right;
        }
        return;
      }
    }
    if (position > 0) {
      Leaf& left = *static_cast<Leaf*>(parent->child[position - 1]);
      const std::size_t before = leaf->count;
      if (shift_left(*leaf, left, position)) {
        const std::size_t moved = before - leaf->count;
        if (slot > moved) {
          slot -= moved;
        } else {  // also at the border: the point is below the new bound
          slot += left.count - moved;
          leaf = &left;
        }
        return;
      }
    }
  }
  // Points that arrive in order leave full leaves behind.
  const bool last = slot == kLeaf && leaf->after == nullptr;
  const std::size_t keep = last ? kLeaf : kLeaf / 2;
  split(*leaf, keep);
  if (last || slot > keep) {
    slot -= keep;
    leaf = leaf->after;
  }
}

// A neighbour takes points only if that pays: at least an eighth of it must be free.
bool FrontTree::shift_right(Leaf& from, Leaf& to, std::size_t position) {
  if (to.count > kLeaf - kLeaf / 8) return false;
  const std::size_t moved = (from.count - to.count) / 2;
  std::memmove(to.z2 + moved, to.z2, to.count * sizeof(double));
  std::memmove(to.rest + moved, to.rest, to.count * sizeof(Rest));
  std::copy_n(from.z2 + from.count - moved, moved, to.z2);
  std::copy_n(from.rest + from.count - moved, moved, to.rest);
  from.count -= moved;
  to.count += moved;
  from.parent->bound[position + 1] = to.z2[0];
  return true;
}

bool FrontTree::shift_left(Leaf& from, Leaf& to, std::size_t position) {
  if (to.count > kLeaf - kLeaf / 8) return false;
  const std::size_t moved = (from.count - to.count) / 2;
  std::copy_n(from.z2, moved, to.z2 + to.count);
  std::copy_n(from.rest, moved, to.rest + to.count);
  to.count += moved;
  from.count -= moved;
  std::memmove(from.z2, from.z2 + moved, from.count * sizeof(double));
  std::memmove(from.rest, from.rest + moved, from.count * sizeof(Rest));
  from.parent->bound[position] = from.z2[0];
  return true;
}

void FrontTree::split(Leaf& leaf, std::size_t keep) {
  Leaf& right = *new_leaf();
  right.count = leaf.count - keep;
  std::copy_n(leaf.z2 + keep, right.count, right.z2);
  std::copy_n(leaf.rest + keep, right.count, right.rest);
  leaf.count = keep;
  right.before = &leaf;
  right.after = leaf.after;
  if (leaf.after != nullptr) leaf.after->before = &right;
  leaf.after = &right;
  // An empty leaf gets its point at once; the bound need only be above everything on its left.
  const double bound =
      right.count > 0 ? right.z2[0]
                      : std::nextafter(leaf.z2[keep - 1], std::numeric_limits<double>::infinity());
  add_child(leaf, bound, right);
}

void FrontTree::add_child(Node& left, double bound, Node& right) {
  Inner* parent = left.parent;
  if (parent == nullptr) {
    parent = new_inner();
    parent->parent = nullptr;
    parent->count = 0;
    parent->put(0, -std::numeric_limits<double>::infinity(), &left);
    root_ = parent;
  }
  if (parent->count < kInner) {
    parent->put(parent->position(&left) + 1, bound, &right);
    return;
  }
  Inner& sibling = *new_inner();
  sibling.count = 0;
  const std::size_t keep = kInner / 2;
  for (std::size_t i = keep; i < kInner; ++i) {
    sibling.put(i - keep, parent->bound[i], parent->child[i]);
  }
  parent->count = keep;
  Inner* const home = left.parent;  // the sibling when `left` was moved there
  home->put(home->position(&left) + 1, bound, &right);
  add_child(*parent, sibling.bound[0], sibling);
}

void FrontTree::erase(Place place) {
  Leaf& leaf = *place.leaf_;
  leaf.remove(place.slot_);
  --size_;
  if (leaf.count == 0) {
    drop(leaf);
  } else if (leaf.count < kLeaf / 2) {
    merge_if_small(leaf);
  }
}

void FrontTree::merge_if_small(Leaf& leaf) {
  if (leaf.parent == nullptr) return;
  const std::size_t position = leaf.parent->position(&leaf);
  Leaf* left = nullptr;
  Leaf* right = nullptr;
  // Some room is left, so that the next point does not split it again.
  constexpr std::size_t kMerged = kLeaf - kLeaf / 8;
  if (position > 0 && leaf.before->count + leaf.count <= kMerged) {
    left = leaf.before;
    right = &leaf;
  } else if (position + 1 < leaf.parent->count && leaf.count + leaf.after->count <= kMerged) {
    left = &leaf;
    right = leaf.after;
  } else {
    return;
  }
  std::copy_n(right->z2, right->count, left->z2 + left->count);
  std::copy_n(right->rest, right->count, left->rest + left->count);
  left->count += right->count;
  right->count = 0;
  drop(*right);
}

// Takes an empty leaf out. The tree always keeps one.
void FrontTree::drop(Leaf& leaf) {
  if (leaf.parent == nullptr) return;
  if (leaf.before != nullptr) leaf.before->after = leaf.after;
  if (leaf.after != nullptr) leaf.after->before = leaf.before;
  if (first_ == &leaf) first_ = leaf.after;
  drop_child(*leaf.parent, leaf.parent->position(&leaf));
  leaf.parent = nullptr;
  leaf.before = nullptr;
  leaf.after = nullptr;
  free_leaves_.push_back(&leaf);
}

void FrontTree::drop_child(Inner& inner, std::size_t position) {
  inner.remove(position);
  if (inner.count > 1) return;
  if (inner.parent != nullptr) {
    if (inner.count > 0) return;  // a node with one child is harmless below the root
    drop_child(*inner.parent, inner.parent->position(&inner));
    free_inners_.push_back(&inner);
    return;
  }
  while (!root_->is_leaf && root_->count == 1) {  // the root hands over to its only child
    auto* const root = static_cast<Inner*>(root_);
    root_ = root->child[0];
    root_->parent = nullptr;
    free_inners_.push_back(root);
  }
}

std::size_t FrontTree::memory() const {
  return leaves_.size() * (sizeof(Leaf) + sizeof(void*)) +
         inners_.size() * (sizeof(Inner) + sizeof(void*)) +
         free_leaves_.capacity() * sizeof(void*) + free_inners_.capacity() * sizeof(void*);
}

}  // namespace optimeter
