#include "account/channel.hpp"

#include <map>
#include <mutex>
#include <utility>

#include "optimeter/account.hpp"
#include "platform/sockets.hpp"

namespace optimeter {
namespace {

void wait_here(const std::function<void()>& work) { work(); }

void (*waiting)(const std::function<void()>&) = &wait_here;

}  // namespace

void set_waiting(void (*wait)(const std::function<void()>& work)) { waiting = wait; }

// The channels of this process. A forked process has connections of its own: those of its parent
// are closed there, or nobody would notice that the parent is gone.
class Channel::All {
 public:
  static All& get() {
    // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): problems may live as long as the process
    static auto* const all = new All;
    return *all;
  }

  std::shared_ptr<Channel> to(const std::string& place) {
    const std::lock_guard lock(mutex_);
    std::weak_ptr<Channel>& known = channels_[place];
    std::shared_ptr<Channel> channel = known.lock();
    if (!channel) {
      channel = std::make_shared<Channel>(place);
      known = channel;
    }
    return channel;
  }

 private:
  All() {
    platform::around_fork([] {}, [] {}, [] { get().disconnect(); });
  }

  void disconnect() {
    for (auto& [place, known] : channels_) {
      if (const std::shared_ptr<Channel> channel = known.lock()) channel->disconnect();
    }
  }

  ForkMutex mutex_;
  std::map<std::string, std::weak_ptr<Channel>> channels_;
};

Channel::Channel(std::string place) : place_(std::move(place)) {}

Channel::~Channel() { disconnect(); }

std::shared_ptr<Channel> Channel::to(const std::string& place) { return All::get().to(place); }

void Channel::disconnect() {
  if (socket_ == platform::kNone) return;
  platform::close_file(socket_);
  socket_ = platform::kNone;
}

bool Channel::exchange(const std::vector<char>& message, account::Kind& kind,
                       std::vector<char>& body) {
  bool reached = false;
  waiting([&] {
    const std::lock_guard lock(mutex_);
    reached = exchange_once(message, kind, body);
    if (!reached) disconnect();
  });
  return reached;
}

bool Channel::exchange_once(const std::vector<char>& message, account::Kind& kind,
                            std::vector<char>& body) {
  if (place_.empty()) return false;
  if (socket_ == platform::kNone && platform::connect_to(place_, socket_) != 0) return false;
  account::Head head;
  if (!send(message) || !receive(reinterpret_cast<char*>(&head), sizeof head)) return false;
  if (head.magic != account::Head::kMagic || head.size > account::Head::kLargest) return false;
  kind = head.kind;
  body.resize(static_cast<std::size_t>(head.size));
  return receive(body.data(), body.size());
}

bool Channel::send(const std::vector<char>& bytes) const {
  std::size_t done = 0;
  while (done < bytes.size()) {
    std::size_t sent = 0;
    if (platform::send_some(socket_, bytes.data() + done, bytes.size() - done, sent) != 0) {
      return false;
    }
    done += sent;
  }
  return true;
}

bool Channel::receive(char* bytes, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    std::size_t received = 0;
    if (platform::receive_some(socket_, bytes + done, size - done, received) != 0) return false;
    if (received == 0) return false;
    done += received;
  }
  return true;
}

}  // namespace optimeter
