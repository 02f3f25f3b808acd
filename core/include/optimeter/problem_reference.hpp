// A problem as those know it who do not own it.
#pragma once

#include <memory>
#include <mutex>

#include "optimeter/fork_mutex.hpp"

namespace optimeter {

class Problem;

/// Refers to a problem that may go away at any time. Thread-safe; copies refer to the same problem.
class ProblemReference {
 public:
  /// Refers to none.
  ProblemReference() = default;
  explicit ProblemReference(Problem& problem) : link_(std::make_shared<Link>()) {
    link_->problem = &problem;
  }

  /// Calls `use(problem)`; the problem does not go away meanwhile. False if it is gone.
  template <typename Use>
  bool with(const Use& use) const {
    if (!link_) return false;
    const std::lock_guard lock(link_->mutex);
    if (link_->problem == nullptr) return false;
    use(*link_->problem);
    return true;
  }

  /// The same, but false, too, while another thread uses it or the problem is about to go.
  template <typename Use>
  bool try_with(const Use& use) const {
    if (!link_) return false;
    const std::unique_lock lock(link_->mutex, std::try_to_lock);
    if (!lock.owns_lock() || link_->problem == nullptr) return false;
    use(*link_->problem);
    return true;
  }

  /// For the problem: it is gone, once nobody uses it any more.
  void end() const {
    const std::lock_guard lock(link_->mutex);
    link_->problem = nullptr;
  }

  friend bool operator==(const ProblemReference&, const ProblemReference&) = default;

 private:
  struct Link {
    ForkMutex mutex;
    Problem* problem = nullptr;
  };
  std::shared_ptr<Link> link_;
};

}  // namespace optimeter
