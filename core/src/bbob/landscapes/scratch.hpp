// Working memory that costs nothing in the common case and is never allocated twice by a thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace optimeter {

/// At least `size` doubles, aligned for vectors. On the stack up to a limit, beyond it in a buffer
/// that the thread keeps. At most one beyond the limit may be in use by a thread at a time for each
/// `Tag`.
template <typename Tag>
class Scratch {
 public:
  explicit Scratch(std::size_t size) {
    if (size <= kOnStack) {
      data_ = stack_;
      return;
    }
    thread_local std::vector<double> kept;
    constexpr std::size_t kAlign = 8;
    if (kept.size() < size + kAlign) kept.resize(size + kAlign);
    const auto address = reinterpret_cast<std::uintptr_t>(kept.data());
    data_ = kept.data() + (64 - address % 64) % 64 / sizeof(double);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  double* data() { return data_; }

 private:
  static constexpr std::size_t kOnStack = 2048;
  double* data_;
  alignas(64) double stack_[kOnStack];  // NOLINT: left uninitialised on purpose
};

}  // namespace optimeter
