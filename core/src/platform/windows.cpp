#ifdef _WIN32
#define NOMINMAX
#define WIN32_LEAN_AND_MEAN
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>

#include "platform/platform.hpp"

namespace optimeter::platform {
namespace {

constexpr std::size_t kMost = std::size_t{1} << 30;  // bytes that one call takes

/// The last error of the system as a value of errno.
int last_error() {
  switch (::GetLastError()) {
    case ERROR_SUCCESS:
      return 0;
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
      return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
      return EACCES;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS:
      return EEXIST;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      return ENOSPC;
    case ERROR_NOT_ENOUGH_MEMORY:
      return ENOMEM;
    case ERROR_TOO_MANY_OPEN_FILES:
      return EMFILE;
    case ERROR_FILENAME_EXCED_RANGE:
      return ENAMETOOLONG;
    default:
      return EIO;
  }
}

HANDLE handle_of(Descriptor file) { return reinterpret_cast<HANDLE>(::_get_osfhandle(file)); }

/// Opens so that others may read, rename and remove the file meanwhile, as elsewhere.
int open_handle(const std::filesystem::path& path, DWORD access, DWORD creation, DWORD flags,
                Descriptor& file) {
  const HANDLE handle =
      ::CreateFileW(path.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                    nullptr, creation, flags, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    file = kNone;
    return last_error();
  }
  file = ::_open_osfhandle(reinterpret_cast<intptr_t>(handle), _O_BINARY | _O_NOINHERIT);
  if (file >= 0) return 0;
  ::CloseHandle(handle);
  return EMFILE;
}

OVERLAPPED place_at(std::uint64_t offset) {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset & 0xffffffffULL);
  place.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return place;
}

}  // namespace

int open_file(const std::filesystem::path& path, Access access, Descriptor& file) {
  switch (access) {
    case Access::kRead:
      return open_handle(path, GENERIC_READ, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, file);
    case Access::kAppend:
      return open_handle(path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL,
                         file);
    case Access::kCreate:
      return open_handle(path, GENERIC_READ | GENERIC_WRITE, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL,
                         file);
  }
  return EINVAL;
}

int open_scratch(const std::filesystem::path& folder, Descriptor& file) {
  for (unsigned number = 0;; ++number) {
    const std::filesystem::path path =
        folder / (".scratch-" + std::to_string(process_id()) + "-" + std::to_string(number));
    const int error = open_handle(path, GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW,
                                  FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, file);
    if (error != EEXIST) return error;
  }
}

int close_file(Descriptor file) { return ::_close(file) == 0 ? 0 : errno; }

int file_size(Descriptor file, std::uint64_t& size) {
  LARGE_INTEGER value;
  if (!::GetFileSizeEx(handle_of(file), &value)) return last_error();
  size = static_cast<std::uint64_t>(value.QuadPart);
  return 0;
}

int write_some(Descriptor file, std::uint64_t offset, const char* bytes, std::size_t length,
               std::size_t& written) {
  OVERLAPPED place = place_at(offset);
  DWORD count = 0;
  if (!::WriteFile(handle_of(file), bytes, static_cast<DWORD>(std::min(length, kMost)), &count,
                   &place)) {
    return last_error();
  }
  written = count;
  return 0;
}

int read_some(Descriptor file, std::uint64_t offset, char* bytes, std::size_t length,
              std::size_t& read) {
  OVERLAPPED place = place_at(offset);
  DWORD count = 0;
  if (!::ReadFile(handle_of(file), bytes, static_cast<DWORD>(std::min(length, kMost)), &count,
                  &place) &&
      ::GetLastError() != ERROR_HANDLE_EOF) {
    return last_error();
  }
  read = count;
  return 0;
}

int resize_file(Descriptor file, std::uint64_t size) {
  FILE_END_OF_FILE_INFO info;
  info.EndOfFile.QuadPart = static_cast<LONGLONG>(size);
  return ::SetFileInformationByHandle(handle_of(file), FileEndOfFileInfo, &info, sizeof info)
             ? 0
             : last_error();
}

int sync_file(Descriptor file) { return ::FlushFileBuffers(handle_of(file)) ? 0 : last_error(); }

int make_folder(const std::filesystem::path& folder) {
  return ::CreateDirectoryW(folder.c_str(), nullptr) ? 0 : last_error();
}

int rename_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  return ::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING) ? 0 : last_error();
}

// Renaming is journaled by NTFS; a folder cannot be flushed.
int sync_folder(const std::filesystem::path&) { return 0; }

int remove_file(const std::filesystem::path& path) {
  return ::DeleteFileW(path.c_str()) ? 0 : last_error();
}

void around_fork(void (*)(), void (*)(), void (*)()) {}

void wait_for(std::intptr_t handle) {
  ::WaitForSingleObject(reinterpret_cast<HANDLE>(handle), INFINITE);
}

void end_own_group() {}

std::uint64_t process_id() { return ::GetCurrentProcessId(); }

}  // namespace optimeter::platform
#endif
