// A mutex that forked processes can use.
#pragma once

#include <mutex>

namespace optimeter {

/// A mutex that is free in a forked process, and what it guards is in order there.
///
/// A fork copies locks as they are but none of the threads that would give them back: a child that
/// takes such a lock waits for ever. So a thread that forks holds all mutexes of this kind for that
/// moment. It only ever tries to take them, and gives all back before it tries again, so that no
/// order of locks is needed. One that is held for longer than a second, by a thread that prepares a
/// large problem, say, is made anew in the child.
///
/// For std::unique_lock and its like. Making and destroying one takes a lock of the process.
class ForkMutex {
 public:
  ForkMutex();
  ~ForkMutex();
  ForkMutex(const ForkMutex&) = delete;
  ForkMutex& operator=(const ForkMutex&) = delete;

  void lock() { mutex_.lock(); }
  bool try_lock() { return mutex_.try_lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  class Registry;

  std::mutex mutex_;
  bool held_ = false;  // by the thread that forks
  ForkMutex* previous_ = nullptr;
  ForkMutex* next_ = nullptr;
};

}  // namespace optimeter
