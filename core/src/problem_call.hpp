// Evaluations that come together.
#pragma once

#include <cstdint>

#include "optimeter/problem.hpp"

namespace optimeter {

/// What is counted while it lives, up to the limit where that falls inside, came of one call. The
/// lock is held.
class Problem::Call {
 public:
  explicit Call(const Problem& problem) : problem_(problem), before_(counted()) {}
  ~Call() {
    if (problem_.recorder_) problem_.recorder_->called(before_, counted());
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

 private:
  std::uint64_t counted() const {
    return problem_.progress_.evaluations + problem_.progress_.evaluations_constraints;
  }

  const Problem& problem_;
  std::uint64_t before_;
};

}  // namespace optimeter
