// Where the process of a run hears of evaluations that are made elsewhere.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "optimeter/fork_mutex.hpp"
#include "optimeter/problem_reference.hpp"
#include "platform/platform.hpp"

namespace optimeter {

/// One a process, with one thread that serves all runs of it: native, so that it never waits for an
/// interpreter. Nothing of it exists before somebody takes a problem elsewhere: by pickling it, or
/// by a fork while a run is under way. Thread-safe.
class Office {
 public:
  static Office& get();

  /// Has the problem prepared for forks as long as its evaluations belong to a run.
  void follow(Problem& problem);
  void forget(Problem& problem);

  /// Opens, unless it is open, and returns where it is; empty if that is not possible.
  std::string place();
  void add(const std::string& key, const ProblemReference& problem);
  void remove(const std::string& key);
  bool with(const std::string& key, const std::function<void(Problem&)>& use);

 private:
  struct Connection;

  Office();
  void before_fork();
  void in_child();
  void serve();
  void take_next();
  bool serve_one(Connection& connection);
  void answer(Connection& connection, const char* body, std::size_t size, std::uint32_t number);

  ForkMutex runs_mutex_;  // taken before the lock of a problem
  std::set<Problem*> runs_;
  ForkMutex keys_mutex_;  // taken after the lock of a problem
  std::map<std::string, ProblemReference> keys_;
  ForkMutex place_mutex_;
  std::string place_;
  platform::Descriptor listening_ = platform::kNone;
  ForkMutex busy_;  // held by the thread except while it waits
  std::map<platform::Descriptor, Connection> connections_;
};

}  // namespace optimeter
