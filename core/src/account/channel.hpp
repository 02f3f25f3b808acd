// The way from a process that evaluates to the process of the run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "account/messages.hpp"
#include "optimeter/fork_mutex.hpp"
#include "platform/platform.hpp"

namespace optimeter {

/// One connection of this process, for all runs of one other process; made when it is needed, and
/// anew in a forked process. Thread-safe.
class Channel {
 public:
  explicit Channel(std::string place);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// That of a place: the same as long as somebody uses it.
  static std::shared_ptr<Channel> to(const std::string& place);

  /// Sends a message and waits for the answer, whose body is returned. False if the other side
  /// cannot be reached.
  bool exchange(const std::vector<char>& message, account::Kind& kind, std::vector<char>& body);

 private:
  class All;

  bool exchange_once(const std::vector<char>& message, account::Kind& kind,
                     std::vector<char>& body);
  bool send(const std::vector<char>& bytes) const;
  bool receive(char* bytes, std::size_t size) const;
  void disconnect();

  const std::string place_;
  ForkMutex mutex_;
  platform::Descriptor socket_ = platform::kNone;
};

}  // namespace optimeter
