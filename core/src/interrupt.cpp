#include "optimeter/interrupt.hpp"

#include <utility>

namespace optimeter {
namespace {
thread_local Interruptible* innermost = nullptr;
}  // namespace

Interruptible::Interruptible(std::function<void()> check)
    : check_(std::move(check)), before_(std::exchange(innermost, this)) {}

Interruptible::~Interruptible() { innermost = before_; }

void check_interrupt() {
  if (innermost != nullptr) innermost->check_();
}

}  // namespace optimeter
