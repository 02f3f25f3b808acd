#include "platform/sockets.hpp"

#include <random>

#ifndef _WIN32
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstring>
#include <filesystem>
#endif

#include <cerrno>

namespace optimeter::platform {

std::string secret() {
  constexpr std::size_t kBytes = 16;
  constexpr char kDigits[] = "0123456789abcdef";
  std::random_device source;
  std::string text;
  while (text.size() < 2 * kBytes) {
    const unsigned bits = source();
    for (unsigned shift = 0; shift < 32; shift += 4) text += kDigits[(bits >> shift) & 15U];
  }
  return text;
}

#ifdef _WIN32

int listen_somewhere(std::string&, Descriptor&) { return ENOSYS; }
int accept_next(Descriptor, Descriptor&) { return ENOSYS; }
int connect_to(const std::string&, Descriptor&) { return ENOSYS; }
int send_some(Descriptor, const char*, std::size_t, std::size_t&) { return ENOSYS; }
int receive_some(Descriptor, char*, std::size_t, std::size_t&) { return ENOSYS; }
int wait_for_any(std::vector<Watched>&) { return ENOSYS; }
std::string host_name() { return {}; }
void block_signals() {}

#else

namespace {

#ifdef MSG_NOSIGNAL
constexpr int kQuietly = MSG_NOSIGNAL;
#else
constexpr int kQuietly = 0;
#endif

template <typename Call>
auto repeated(Call call) {
  while (true) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

struct Address {
  sockaddr_un data{};
  socklen_t size = 0;
};

// On Linux names have no file: nothing is left behind, whatever becomes of the process.
int address_of(const std::string& name, Address& address) {
  address.data.sun_family = AF_UNIX;
  if (name.empty() || name.size() + 2 > sizeof address.data.sun_path) return ENAMETOOLONG;
#ifdef __linux__
  std::memcpy(address.data.sun_path + 1, name.data(), name.size());
  const std::size_t length = name.size() + 1;
#else
  std::memcpy(address.data.sun_path, name.data(), name.size());
  const std::size_t length = name.size() + 1;
#endif
  address.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length);
  return 0;
}

int new_socket(Descriptor& made) {
  made = ::socket(AF_UNIX, SOCK_STREAM, 0);
  if (made < 0) return errno;
  static_cast<void>(::fcntl(made, F_SETFD, FD_CLOEXEC));
#ifdef SO_NOSIGPIPE
  const int on = 1;
  static_cast<void>(::setsockopt(made, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on));
#endif
  return 0;
}

int failed(Descriptor& made) {
  const int error = errno;
  ::close(made);
  made = kNone;
  return error;
}

}  // namespace

int listen_somewhere(std::string& name, Descriptor& socket) {
  constexpr int kWaiting = 128;
  name = "optimeter-" + std::to_string(process_id()) + "-" + secret();
#ifndef __linux__
  name = (std::filesystem::temp_directory_path() / name.substr(0, 40)).string();
#endif
  Address address;
  if (const int error = address_of(name, address)) return error;
  if (const int error = new_socket(socket)) return error;
  if (::bind(socket, reinterpret_cast<const sockaddr*>(&address.data), address.size) != 0 ||
      ::listen(socket, kWaiting) != 0 || ::fcntl(socket, F_SETFL, O_NONBLOCK) != 0) {
    return failed(socket);
  }
  return 0;
}

int accept_next(Descriptor listening, Descriptor& socket) {
  socket = repeated([&] { return ::accept(listening, nullptr, nullptr); });
  if (socket < 0) return errno;
  static_cast<void>(::fcntl(socket, F_SETFD, FD_CLOEXEC));
  if (::fcntl(socket, F_SETFL, O_NONBLOCK) != 0) return failed(socket);
  return 0;
}

int connect_to(const std::string& name, Descriptor& socket) {
  Address address;
  if (const int error = address_of(name, address)) return error;
  if (const int error = new_socket(socket)) return error;
  if (repeated([&] {
        return ::connect(socket, reinterpret_cast<const sockaddr*>(&address.data), address.size);
      }) != 0) {
    return failed(socket);
  }
  return 0;
}

int send_some(Descriptor socket, const char* bytes, std::size_t length, std::size_t& sent) {
  const ssize_t result = repeated([&] { return ::send(socket, bytes, length, kQuietly); });
  if (result < 0) return errno == EWOULDBLOCK ? EAGAIN : errno;
  sent = static_cast<std::size_t>(result);
  return 0;
}

int receive_some(Descriptor socket, char* bytes, std::size_t length, std::size_t& received) {
  const ssize_t result = repeated([&] { return ::recv(socket, bytes, length, 0); });
  if (result < 0) return errno == EWOULDBLOCK ? EAGAIN : errno;
  received = static_cast<std::size_t>(result);
  return 0;
}

int wait_for_any(std::vector<Watched>& all) {
  std::vector<pollfd> wanted;
  wanted.reserve(all.size());
  for (const Watched& one : all) {
    wanted.push_back(
        {one.socket, static_cast<short>(one.wants_room ? POLLIN | POLLOUT : POLLIN), 0});
  }
  if (repeated([&] { return ::poll(wanted.data(), static_cast<nfds_t>(wanted.size()), -1); }) < 0) {
    return errno;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].room = (wanted[i].revents & POLLOUT) != 0;
    all[i].ready = (wanted[i].revents & ~POLLOUT) != 0;
  }
  return 0;
}

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

void block_signals() {
  sigset_t all;
  ::sigfillset(&all);
  static_cast<void>(::pthread_sigmask(SIG_BLOCK, &all, nullptr));
}

#endif

}  // namespace optimeter::platform
