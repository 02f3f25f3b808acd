#include "fault_platform.hpp"

// The same source in a namespace of its own.
#define platform genuine
#ifdef _WIN32
#include "platform/windows.cpp"
#else
#include "platform/posix.cpp"
#endif
#undef platform

namespace real {

namespace genuine = optimeter::genuine;

int open_file(const std::filesystem::path& path, int access, int& file) {
  return genuine::open_file(path, static_cast<genuine::Access>(access), file);
}
int open_scratch(const std::filesystem::path& folder, int& file) {
  return genuine::open_scratch(folder, file);
}
int close_file(int file) { return genuine::close_file(file); }
int file_size(int file, std::uint64_t& size) { return genuine::file_size(file, size); }
int write_some(int file, std::uint64_t offset, const char* bytes, std::size_t length,
               std::size_t& written) {
  return genuine::write_some(file, offset, bytes, length, written);
}
int read_some(int file, std::uint64_t offset, char* bytes, std::size_t length, std::size_t& read) {
  return genuine::read_some(file, offset, bytes, length, read);
}
int resize_file(int file, std::uint64_t size) { return genuine::resize_file(file, size); }
int make_folder(const std::filesystem::path& folder) { return genuine::make_folder(folder); }
int rename_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  return genuine::rename_file(from, to);
}
int remove_file(const std::filesystem::path& path) { return genuine::remove_file(path); }
std::uint64_t process_id() { return genuine::process_id(); }
void around_fork(void (*before)(), void (*in_parent)(), void (*in_child)()) {
  genuine::around_fork(before, in_parent, in_child);
}
void wait_for(std::intptr_t handle) { genuine::wait_for(handle); }
void end_own_group() { genuine::end_own_group(); }

}  // namespace real
