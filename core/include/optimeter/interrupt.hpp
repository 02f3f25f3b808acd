// Long work that can be broken off.
#pragma once

#include <functional>

namespace optimeter {

/// While it lives, long work of this thread asks `check` now and then, every few milliseconds at
/// the latest. What it throws breaks the work off, which can be begun again later.
class Interruptible {
 public:
  explicit Interruptible(std::function<void()> check);
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  std::function<void()> check_;
  Interruptible* before_;

  friend void check_interrupt();
};

/// To be called by long work: asks whoever waits for it whether to go on.
void check_interrupt();

}  // namespace optimeter
