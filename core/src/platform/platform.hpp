// What differs between systems: open files, folders, processes. Everything else of the engine is
// standard C++; posix.cpp and windows.cpp implement this page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace optimeter::platform {

/// An open file of the system; -1 is none.
using Descriptor = int;
constexpr Descriptor kNone = -1;

enum class Access {
  kRead,    ///< an existing file
  kAppend,  ///< read and write; made if it is missing
  kCreate,  ///< read and write; made, or emptied
};

// All of these return 0, or the error as a value of `errno`; they repeat what a signal interrupts.

/// Children that this process starts do not inherit the file.
int open_file(const std::filesystem::path& path, Access access, Descriptor& file);
/// A new file in the folder that nobody else can open and that goes away when it is closed or the
/// process ends.
int open_scratch(const std::filesystem::path& folder, Descriptor& file);
int close_file(Descriptor file);
int file_size(Descriptor file, std::uint64_t& size);
/// Writes and reads at a place of the file, as much as the system takes or gives at once.
int write_some(Descriptor file, std::uint64_t offset, const char* bytes, std::size_t length,
               std::size_t& written);
int read_some(Descriptor file, std::uint64_t offset, char* bytes, std::size_t length,
              std::size_t& read);
int resize_file(Descriptor file, std::uint64_t size);
/// Makes sure that the content is on the disk.
int sync_file(Descriptor file);

/// Makes a folder; EEXIST if there is one already, whoever made it.
int make_folder(const std::filesystem::path& folder);
/// Gives a file its name, in place of another file of that name.
int rename_file(const std::filesystem::path& from, const std::filesystem::path& to);
/// Makes sure that the names in a folder are on the disk, where the system needs to be told.
int sync_folder(const std::filesystem::path& folder);
int remove_file(const std::filesystem::path& path);

/// A number that no other process has that runs now.
std::uint64_t process_id();

/// Has these called by every thread that forks from now on: `before`, and then `in_parent` and
/// `in_child` on either side. Where processes do not fork, they never are.
void around_fork(void (*before)(), void (*in_parent)(), void (*in_child)());

/// Waits until something can be read from a handle, or never will: a descriptor, or on Windows the
/// handle of a process, whose end is waited for.
void wait_for(std::intptr_t handle);

/// Ends the process group that this process leads, itself included; nothing if it leads none.
void end_own_group();

}  // namespace optimeter::platform
