// Files that are appended to, with errors that name the path and the reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "platform/platform.hpp"

namespace optimeter {

/// Names in recorded files and in messages are UTF-8 on every system, paths what the system wants.
std::string utf8(const std::filesystem::path& path);
std::filesystem::path path_of(std::string_view utf8);

/// An open file. Every failure throws FileError.
class File {
 public:
  File() = default;
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  /// Opens for appending; makes the file and its folders when they are missing.
  static File append_to(const std::filesystem::path& path);
  /// Makes a new empty file in place of an old one.
  static File create(const std::filesystem::path& path);
  /// A file without a name in the given folder; it goes away with this object or the process.
  static File scratch(const std::filesystem::path& folder);
  static File read_from(const std::filesystem::path& path);

  bool is_open() const { return descriptor_ != platform::kNone; }
  const std::filesystem::path& path() const { return path_; }
  /// For files that were opened for writing: the size, which is where the next bytes go.
  std::uint64_t size() const { return size_; }

  /// All of the bytes or, when that fails, none of them.
  void write(std::string_view bytes);
  /// From now on bytes are collected until they are many; `sync` and `close` write the rest. For
  /// files that are only appended to and that nobody reads before they are closed.
  void collect() { collects_ = true; }
  /// Overwrites from `offset` on in one step; the file ends after the new bytes.
  void rewrite_tail(std::uint64_t offset, std::string_view bytes);
  /// Overwrites bytes that are there.
  void overwrite(std::uint64_t offset, std::string_view bytes);
  void truncate(std::uint64_t size);
  void sync();
  void close();
  /// Hands out a part of the file in pieces.
  void read(std::uint64_t offset, std::uint64_t length,
            const std::function<void(std::string_view)>& take) const;

 private:
  static File open(const std::filesystem::path& path, platform::Access access, const char* verb);
  void write_at(std::uint64_t offset, std::string_view bytes);
  void flush();

  platform::Descriptor descriptor_ = platform::kNone;
  std::uint64_t size_ = 0;
  std::filesystem::path path_;
  bool collects_ = false;
  std::string collected_;  // the last bytes of the file
};

/// Makes a folder and its parents.
void make_folders(const std::filesystem::path& folder);
/// Makes the folder `wanted`, or with the first free number behind its name (`-0001` when `width`
/// is 4), which is decided by the making itself: two processes never get the same.
std::filesystem::path make_unique_folder(const std::filesystem::path& wanted, std::size_t width);
/// Renames a finished file to its place and, if `sync`, makes sure that the name is on the disk.
void rename_file(const std::filesystem::path& from, const std::filesystem::path& to, bool sync);
void remove_file(const std::filesystem::path& path);
/// Writes a file beside its place and renames it: it is there complete or not at all. If `sync`, it
/// is on the disk afterwards.
void write_whole(const std::filesystem::path& path, bool sync,
                 const std::function<void(File&)>& write);

}  // namespace optimeter
