#include "optimeter/fork_mutex.hpp"

#include <chrono>
#include <new>
#include <thread>

#include "platform/platform.hpp"

namespace optimeter {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Clock::duration kPatience = std::chrono::seconds(1);
constexpr Clock::duration kPause = std::chrono::microseconds(50);

}  // namespace

// All mutexes of the process, in a list.
class ForkMutex::Registry {
 public:
  static Registry& get() {
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): problems may live as long as the process
    static auto* const registry = new Registry;
    return *registry;
  }

  void add(ForkMutex& one) {
    const std::lock_guard lock(mutex_);
    one.next_ = first_;
    if (first_ != nullptr) first_->previous_ = &one;
    first_ = &one;
  }

  void remove(ForkMutex& one) {
    const std::lock_guard lock(mutex_);
    (one.previous_ != nullptr ? one.previous_->next_ : first_) = one.next_;
    if (one.next_ != nullptr) one.next_->previous_ = one.previous_;
  }

 private:
  Registry() {
    platform::around_fork([] { get().hold(); }, [] { get().release(); }, [] { get().renew(); });
  }

  // Keeps the list locked, too.
  void hold() {
    const Clock::time_point limit = Clock::now() + kPatience;
    while (true) {
      mutex_.lock();
      const bool late = Clock::now() > limit;
      bool all = true;
      for (ForkMutex* one = first_; one != nullptr && (all || late); one = one->next_) {
        one->held_ = one->mutex_.try_lock();
        all = all && one->held_;
      }
      if (all || late) return;
      release();
      std::this_thread::sleep_for(kPause);
    }
  }

  void release() {
    for (ForkMutex* one = first_; one != nullptr; one = one->next_) {
      if (!one->held_) continue;
      one->held_ = false;
      one->mutex_.unlock();
    }
    mutex_.unlock();
  }

  // In the child.
  void renew() {
    for (ForkMutex* one = first_; one != nullptr; one = one->next_) {
      if (!one->held_) new (&one->mutex_) std::mutex;
    }
    release();
  }

  std::mutex mutex_;  // guards the list
  ForkMutex* first_ = nullptr;
};

ForkMutex::ForkMutex() { Registry::get().add(*this); }

ForkMutex::~ForkMutex() { Registry::get().remove(*this); }

}  // namespace optimeter
