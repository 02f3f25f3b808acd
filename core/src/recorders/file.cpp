#include "recorders/file.hpp"

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "digits.hpp"
#include "optimeter/errors.hpp"
#include "platform/platform.hpp"

namespace optimeter {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr std::uint64_t kLastNumber = 9998;

[[noreturn]] void fail(const char* verb, const fs::path& path, int error) {
  throw FileError("cannot " + std::string(verb) + " " + utf8(path) + ": " +
                  std::generic_category().message(error));
}

void require(int error, const char* verb, const fs::path& path) {
  if (error != 0) fail(verb, path, error);
}

}  // namespace

std::string utf8(const fs::path& path) {
  const std::u8string text = path.u8string();
  return {text.begin(), text.end()};
}

fs::path path_of(std::string_view utf8) { return std::u8string(utf8.begin(), utf8.end()); }

File::~File() {
  if (is_open()) platform::close_file(descriptor_);
}

File::File(File&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      path_(std::move(other.path_)),
      collects_(other.collects_),
      collected_(std::move(other.collected_)) {}

File& File::operator=(File&& other) noexcept {
  if (this != &other) {
    if (is_open()) platform::close_file(descriptor_);
    descriptor_ = std::exchange(other.descriptor_, -1);
    size_ = other.size_;
    path_ = std::move(other.path_);
    collects_ = other.collects_;
    collected_ = std::move(other.collected_);
  }
  return *this;
}

File File::open(const fs::path& path, platform::Access access, const char* verb) {
  File file;
  int error = platform::open_file(path, access, file.descriptor_);
  // Folders of a file's path come and go rarely: try without them first.
  if (error == ENOENT && access != platform::Access::kRead) {
    make_folders(path.parent_path());
    error = platform::open_file(path, access, file.descriptor_);
  }
  require(error, verb, path);
  require(platform::file_size(file.descriptor_, file.size_), verb, path);
  file.path_ = path;
  return file;
}

File File::append_to(const fs::path& path) {
  return open(path, platform::Access::kAppend, "write");
}

File File::create(const fs::path& path) { return open(path, platform::Access::kCreate, "write"); }

File File::scratch(const fs::path& folder) {
  File file;
  require(platform::open_scratch(folder, file.descriptor_), "write", folder / ".scratch");
  file.path_ = folder / ".scratch";
  return file;
}

File File::read_from(const fs::path& path) { return open(path, platform::Access::kRead, "read"); }

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
    std::size_t written = 0;
    const int error =
        platform::write_some(descriptor_, offset, bytes.data(), bytes.size(), written);
    if (error != 0) {
      // Half a line would spoil the file for readers; what cannot be cut off either stays.
      static_cast<void>(platform::resize_file(descriptor_, before));
      fail("write", path_, error);
    }
    offset += written;
    bytes.remove_prefix(written);
  }
}

void File::rewrite_tail(std::uint64_t offset, std::string_view bytes) {
  const std::uint64_t end = size_;
  size_ = offset;
  write(bytes);
  if (size_ < end) truncate(size_);
}

void File::overwrite(std::uint64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    std::size_t written = 0;
    require(platform::write_some(descriptor_, offset, bytes.data(), bytes.size(), written), "write",
            path_);
    offset += written;
    bytes.remove_prefix(written);
  }
}

void File::truncate(std::uint64_t size) {
  require(platform::resize_file(descriptor_, size), "write", path_);
  size_ = size;
}

void File::sync() {
  flush();
  require(platform::sync_file(descriptor_), "write", path_);
}

void File::close() {
  if (!is_open()) return;
  flush();
  // Network file systems report a full disk here.
  require(platform::close_file(std::exchange(descriptor_, platform::kNone)), "write", path_);
}

void File::read(std::uint64_t offset, std::uint64_t length,
                const std::function<void(std::string_view)>& take) const {
  std::vector<char> piece(static_cast<std::size_t>(std::min<std::uint64_t>(length, kPiece)));
  while (length > 0) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(length, kPiece));
    std::size_t got = 0;
    require(platform::read_some(descriptor_, offset, piece.data(), wanted, got), "read", path_);
    if (got == 0) throw FileError("cannot read " + utf8(path_) + ": it is cut off");
    take({piece.data(), got});
    offset += got;
    length -= got;
  }
}

void make_folders(const fs::path& folder) {
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) fail("make the folder", folder, error.value());
}

fs::path make_unique_folder(const fs::path& wanted, std::size_t width) {
  const fs::path base = wanted.has_filename() ? wanted : wanted.parent_path();
  make_folders(base.parent_path());
  fs::path folder = base;
  for (std::uint64_t number = 1; number <= kLastNumber + 1; ++number) {
    const int error = platform::make_folder(folder);
    if (error == 0) return folder;
    if (error != EEXIST) fail("make the folder", folder, error);
    folder = base;
    folder += std::string("-").append(digits(number, width));
  }
  throw FileError("cannot make the folder " + utf8(base) + ": all of its numbers up to " +
                  std::to_string(kLastNumber) + " are taken");
}

void rename_file(const fs::path& from, const fs::path& to, bool sync) {
  require(platform::rename_file(from, to), "write", to);
  if (!sync) return;
  const fs::path folder = to.has_parent_path() ? to.parent_path() : fs::path(".");
  require(platform::sync_folder(folder), "write", folder);
}

void remove_file(const fs::path& path) {
  const int error = platform::remove_file(path);
  if (error != ENOENT) require(error, "remove", path);
}

void write_whole(const fs::path& path, bool sync, const std::function<void(File&)>& write) {
  fs::path beside = path;
  beside += std::string(".").append(std::to_string(platform::process_id())).append(".part");
  try {
    File file = File::create(beside);
    write(file);
    if (sync) file.sync();
    file.close();
    rename_file(beside, path, sync);
  } catch (...) {
    std::error_code ignored;
    fs::remove(beside, ignored);
    throw;
  }
}

}  // namespace optimeter
