#include "recorders/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "optimeter/errors.hpp"

namespace optimeter {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kFileMode = 0666;  // cut by the user's umask
constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr int kLastNumber = 9998;

[[noreturn]] void fail(const char* verb, const fs::path& path, int error) {
  throw FileError("cannot " + std::string(verb) + " " + path.string() + ": " +
                  std::generic_category().message(error));
}

// Folders of a file's path come and go rarely: try without them first.
int open_file(const fs::path& path, int flags) {
  while (true) {
    const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, kFileMode);
    if (descriptor >= 0 || errno != EINTR) return descriptor;
  }
}

}  // namespace

File::~File() {
  if (is_open()) ::close(descriptor_);
}

File::File(File&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      path_(std::move(other.path_)),
      collects_(other.collects_),
      collected_(std::move(other.collected_)) {}

File& File::operator=(File&& other) noexcept {
  if (this != &other) {
    if (is_open()) ::close(descriptor_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    size_ = other.size_;
    path_ = std::move(other.path_);
    collects_ = other.collects_;
    collected_ = std::move(other.collected_);
  }
  return *this;
}

File File::open(const fs::path& path, int flags, const char* verb) {
  File file;
  file.descriptor_ = open_file(path, flags);
  if (file.descriptor_ < 0 && errno == ENOENT && (flags & O_CREAT) != 0) {
    make_folders(path.parent_path());
    file.descriptor_ = open_file(path, flags);
  }
  if (file.descriptor_ < 0) fail(verb, path, errno);
  struct stat status{};
  if (::fstat(file.descriptor_, &status) != 0) fail(verb, path, errno);
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  file.path_ = path;
  return file;
}

File File::append_to(const fs::path& path) { return open(path, O_RDWR | O_CREAT, "write"); }

File File::create(const fs::path& path) { return open(path, O_RDWR | O_CREAT | O_TRUNC, "write"); }

File File::scratch(const fs::path& folder) {
  std::string name = (folder / ".scratch-XXXXXX").string();
  File file;
  file.descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (file.descriptor_ < 0) fail("write", name, errno);
  ::unlink(name.c_str());
  file.path_ = name;
  return file;
}

File File::read_from(const fs::path& path) { return open(path, O_RDONLY, "read"); }

void File::write(std::string_view bytes) {
  if (collects_) {
    collected_.append(bytes);
    size_ += bytes.size();
    if (collected_.size() >= kPiece) flush();
    return;
  }
  write_at(size_, bytes);
  size_ += bytes.size();
}

void File::flush() {
  if (collected_.empty()) return;
  write_at(size_ - collected_.size(), collected_);
  collected_.clear();
}

void File::write_at(std::uint64_t offset, std::string_view bytes) {
  const std::uint64_t before = offset;
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0) {
      if (errno == EINTR) continue;
      const int error = errno;
      // Half a line would spoil the file for readers; what cannot be cut off either stays.
      static_cast<void>(!::ftruncate(descriptor_, static_cast<off_t>(before)));
      fail("write", path_, error);
    }
    offset += static_cast<std::uint64_t>(written);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void File::rewrite_tail(std::uint64_t offset, std::string_view bytes) {
  const std::uint64_t end = size_;
  size_ = offset;
  write(bytes);
  if (size_ < end) truncate(size_);
}

void File::truncate(std::uint64_t size) {
  if (::ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail("write", path_, errno);
  size_ = size;
}

void File::sync() {
  flush();
  if (::fsync(descriptor_) != 0) fail("write", path_, errno);
}

void File::close() {
  if (!is_open()) return;
  flush();
  // Network file systems report a full disk here.
  const int result = ::close(std::exchange(descriptor_, -1));
  if (result != 0 && errno != EINTR) fail("write", path_, errno);
}

void File::read(std::uint64_t offset, std::uint64_t length,
                const std::function<void(std::string_view)>& take) const {
  std::vector<char> piece(static_cast<std::size_t>(std::min<std::uint64_t>(length, kPiece)));
  while (length > 0) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(length, kPiece));
    const ssize_t got = ::pread(descriptor_, piece.data(), wanted, static_cast<off_t>(offset));
    if (got < 0) {
      if (errno == EINTR) continue;
      fail("read", path_, errno);
    }
    if (got == 0) throw FileError("cannot read " + path_.string() + ": it is cut off");
    take({piece.data(), static_cast<std::size_t>(got)});
    offset += static_cast<std::uint64_t>(got);
    length -= static_cast<std::uint64_t>(got);
  }
}

void make_folders(const fs::path& folder) {
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail("make the folder", folder, error.value());
}

fs::path make_unique_folder(const fs::path& wanted, int digits) {
  const fs::path base = wanted.has_filename() ? wanted : wanted.parent_path();
  make_folders(base.parent_path());
  fs::path folder = base;
  for (int number = 1; number <= kLastNumber + 1; ++number) {
    if (::mkdir(folder.c_str(), 0777) == 0) return folder;
    if (errno != EEXIST) fail("make the folder", folder, errno);
    std::string text = std::to_string(number);
    if (static_cast<int>(text.size()) < digits) {
      text.insert(0, static_cast<std::size_t>(digits) - text.size(), '0');
    }
    folder = base;
    folder += "-" + text;
  }
  throw FileError("cannot make the folder " + base.string() + ": all of its numbers up to " +
                  std::to_string(kLastNumber) + " are taken");
}

void rename_file(const fs::path& from, const fs::path& to, bool sync) {
  if (::rename(from.c_str(), to.c_str()) != 0) fail("write", to, errno);
  if (!sync) return;
  const fs::path folder = to.has_parent_path() ? to.parent_path() : fs::path(".");
  const int descriptor = open_file(folder, O_RDONLY | O_DIRECTORY);
  if (descriptor < 0) fail("write", folder, errno);
  // Some file systems cannot sync a folder; they keep names safe by themselves.
  const int error = ::fsync(descriptor) != 0 && errno != EINVAL ? errno : 0;
  ::close(descriptor);
  if (error != 0) fail("write", folder, error);
}

void remove_file(const fs::path& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail("remove", path, errno);
}

}  // namespace optimeter
