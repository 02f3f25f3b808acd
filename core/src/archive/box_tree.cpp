#include "archive/box_tree.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace optimeter {
namespace {

constexpr std::size_t kLeaf = 32;  // points of a leaf before it is split

}  // namespace

bool BoxTree::dominates(const std::vector<double>& z_of, const double* z, double tolerance) {
  const std::size_t m = objectives_;
  dominated_.clear();
  leaves_.clear();
  if (nodes_.empty()) return false;
  pending_.assign(1, 0);
  while (!pending_.empty()) {
    const std::uint32_t node = pending_.back();
    pending_.pop_back();
    const double* const least = low(node);
    const double* const most = high(node);
    bool better = true;  // some point of the box may be at most z
    bool worse = true;   // … at least z
    for (std::size_t k = 0; k < m; ++k) {
      better = static_cast<bool>(better & (least[k] <= z[k] + tolerance));
      worse = static_cast<bool>(worse & (z[k] <= most[k] + tolerance));
    }
    if (!better && !worse) continue;
    if (nodes_[node].first >= 0) {
      const auto child = static_cast<std::uint32_t>(nodes_[node].first);
      pending_.push_back(child);
      pending_.push_back(child + 1);
      continue;
    }
    for (const std::uint32_t number : nodes_[node].members) {
      const double* const member = &z_of[number * m];
      bool below = true;
      bool above = true;
      for (std::size_t k = 0; k < m; ++k) {  // no branches: they would be guessed wrong
        below = static_cast<bool>(below & (member[k] <= z[k] + tolerance));
        above = static_cast<bool>(above & (z[k] <= member[k] + tolerance));
      }
      if (below) return true;
      if (above) {
        dominated_.push_back(number);
        leaves_.push_back(node);
      }
    }
  }
  return false;
}

void BoxTree::remove_dominated() {
  for (std::size_t i = 0; i < dominated_.size(); ++i) {
    auto& members = nodes_[leaves_[i]].members;
    *std::find(members.begin(), members.end(), dominated_[i]) = members.back();
    members.pop_back();  // boxes stay as they are: too large is slow, never wrong
  }
  dominated_.clear();
  leaves_.clear();
}

void BoxTree::add(const std::vector<double>& z_of, std::uint32_t number) {
  const std::size_t m = objectives_;
  const double* const z = &z_of[number * m];
  if (nodes_.empty()) make_node();
  std::size_t node = 0;
  widen(node, z);
  while (nodes_[node].first >= 0) {
    const auto left = static_cast<std::size_t>(nodes_[node].first);
    std::array<double, 2> growth{};
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t k = 0; k < m; ++k) {
        growth[side] += std::max({low(left + side)[k] - z[k], z[k] - high(left + side)[k], 0.0});
      }
    }
    node = left + static_cast<std::size_t>(growth[1] < growth[0]);
    widen(node, z);
  }
  nodes_[node].members.push_back(number);
  if (nodes_[node].members.size() > kLeaf) split(z_of, node);
}

void BoxTree::split(const std::vector<double>& z_of, std::size_t node) {
  const std::size_t m = objectives_;
  std::vector<std::uint32_t> members = std::move(nodes_[node].members);
  std::vector<double> least(m, std::numeric_limits<double>::infinity());
  std::vector<double> most(m, -std::numeric_limits<double>::infinity());
  for (const std::uint32_t number : members) {
    for (std::size_t k = 0; k < m; ++k) {
      least[k] = std::min(least[k], z_of[number * m + k]);
      most[k] = std::max(most[k], z_of[number * m + k]);
    }
  }
  std::size_t widest = 0;
  for (std::size_t k = 1; k < m; ++k) {
    if (most[k] - least[k] > most[widest] - least[widest]) widest = k;
  }
  const auto middle = members.begin() + static_cast<std::ptrdiff_t>(members.size() / 2);
  std::nth_element(members.begin(), middle, members.end(), [&](std::uint32_t a, std::uint32_t b) {
    return z_of[a * m + widest] < z_of[b * m + widest];
  });
  const std::size_t left = make_node();
  const std::size_t right = make_node();
  nodes_[node].first = static_cast<std::int32_t>(left);
  nodes_[node].members = {};
  nodes_[left].members.assign(members.begin(), middle);
  nodes_[right].members.assign(middle, members.end());
  for (const std::size_t child : {left, right}) {
    for (const std::uint32_t number : nodes_[child].members) widen(child, &z_of[number * m]);
  }
}

void BoxTree::widen(std::size_t node, const double* z) {
  double* const least = low(node);
  double* const most = high(node);
  for (std::size_t k = 0; k < objectives_; ++k) {
    least[k] = std::min(least[k], z[k]);
    most[k] = std::max(most[k], z[k]);
  }
}

std::size_t BoxTree::make_node() {
  nodes_.emplace_back();
  boxes_.insert(boxes_.end(), objectives_, std::numeric_limits<double>::infinity());
  boxes_.insert(boxes_.end(), objectives_, -std::numeric_limits<double>::infinity());
  return nodes_.size() - 1;
}

void BoxTree::clear() {
  nodes_.clear();
  boxes_.clear();
}

std::size_t BoxTree::memory() const {
  std::size_t bytes = nodes_.capacity() * sizeof(Node) + boxes_.capacity() * sizeof(double);
  for (const Node& node : nodes_) bytes += node.members.capacity() * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace optimeter
