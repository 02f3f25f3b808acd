#ifndef _WIN32
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "platform/platform.hpp"

namespace optimeter::platform {
namespace {

constexpr mode_t kFileMode = 0666;  // cut by the user's umask

/// The result of a call that returns less than 0 when it fails, repeated while signals interrupt
/// it.
template <typename Call>
auto repeated(Call call) {
  while (true) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

int error_of(int result) { return result < 0 ? errno : 0; }

}  // namespace

int open_file(const std::filesystem::path& path, Access access, Descriptor& file) {
  const int flags = access == Access::kRead     ? O_RDONLY
                    : access == Access::kAppend ? O_RDWR | O_CREAT
                                                : O_RDWR | O_CREAT | O_TRUNC;
  file = repeated([&] { return ::open(path.c_str(), flags | O_CLOEXEC, kFileMode); });
  return error_of(file);
}

int open_scratch(const std::filesystem::path& folder, Descriptor& file) {
  std::string name = (folder / ".scratch-XXXXXX").string();
  file = ::mkstemp(name.data());
  if (file < 0) return errno;
  ::unlink(name.c_str());
  return error_of(::fcntl(file, F_SETFD, FD_CLOEXEC));
}

int close_file(Descriptor file) {
  // Not repeated: the file is closed even when a signal interrupts it.
  return ::close(file) == 0 || errno == EINTR ? 0 : errno;
}

int file_size(Descriptor file, std::uint64_t& size) {
  struct stat status{};
  if (::fstat(file, &status) != 0) return errno;
  size = static_cast<std::uint64_t>(status.st_size);
  return 0;
}

int write_some(Descriptor file, std::uint64_t offset, const char* bytes, std::size_t length,
               std::size_t& written) {
  const ssize_t result =
      repeated([&] { return ::pwrite(file, bytes, length, static_cast<off_t>(offset)); });
  if (result < 0) return errno;
  written = static_cast<std::size_t>(result);
  return 0;
}

int read_some(Descriptor file, std::uint64_t offset, char* bytes, std::size_t length,
              std::size_t& read) {
  const ssize_t result =
      repeated([&] { return ::pread(file, bytes, length, static_cast<off_t>(offset)); });
  if (result < 0) return errno;
  read = static_cast<std::size_t>(result);
  return 0;
}

int resize_file(Descriptor file, std::uint64_t size) {
  return error_of(repeated([&] { return ::ftruncate(file, static_cast<off_t>(size)); }));
}

int sync_file(Descriptor file) {
#ifdef F_FULLFSYNC  // macOS, where fsync leaves the content in the memory of the drive
  if (repeated([&] { return ::fcntl(file, F_FULLFSYNC); }) >= 0) return 0;
#endif
  return error_of(repeated([&] { return ::fsync(file); }));
}

int make_folder(const std::filesystem::path& folder) {
  return error_of(::mkdir(folder.c_str(), 0777));
}

int rename_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  return error_of(std::rename(from.c_str(), to.c_str()));
}

int sync_folder(const std::filesystem::path& folder) {
  const Descriptor file =
      repeated([&] { return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); });
  if (file < 0) return errno;
  // Some file systems cannot sync a folder; they keep names safe by themselves.
  const int error = sync_file(file);
  ::close(file);
  return error == EINVAL ? 0 : error;
}

int remove_file(const std::filesystem::path& path) { return error_of(::unlink(path.c_str())); }

void around_fork(void (*before)(), void (*in_parent)(), void (*in_child)()) {
  // It fails for want of memory only; then forks are what they are in any program with threads.
  static_cast<void>(::pthread_atfork(before, in_parent, in_child));
}

void wait_for(std::intptr_t handle) {
  pollfd wanted{static_cast<int>(handle), POLLIN, 0};
  repeated([&] { return ::poll(&wanted, 1, -1); });
}

void end_own_group() {
  if (::getpgrp() == ::getpid()) static_cast<void>(::kill(0, SIGKILL));
}

std::uint64_t process_id() { return static_cast<std::uint64_t>(::getpid()); }

}  // namespace optimeter::platform
#endif
