// The real platform under another name, for tests that stand in front of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace real {

int open_file(const std::filesystem::path& path, int access, int& file);
int open_scratch(const std::filesystem::path& folder, int& file);
int close_file(int file);
int file_size(int file, std::uint64_t& size);
int write_some(int file, std::uint64_t offset, const char* bytes, std::size_t length,
               std::size_t& written);
int read_some(int file, std::uint64_t offset, char* bytes, std::size_t length, std::size_t& read);
int resize_file(int file, std::uint64_t size);
int make_folder(const std::filesystem::path& folder);
int rename_file(const std::filesystem::path& from, const std::filesystem::path& to);
int remove_file(const std::filesystem::path& path);
std::uint64_t process_id();
void around_fork(void (*before)(), void (*in_parent)(), void (*in_child)());
void wait_for(std::intptr_t handle);

}  // namespace real
