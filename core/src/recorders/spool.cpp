#include "recorders/spool.hpp"

#include <algorithm>
#include <utility>

namespace optimeter {
namespace {
constexpr std::size_t kMemory = std::size_t{1} << 20;
}  // namespace

Spool::Spool(std::size_t sections, std::filesystem::path folder)
    : parts_(sections), folder_(std::move(folder)) {}

void Spool::append(std::size_t section, std::string_view bytes) {
  Part& part = parts_[section];
  if (part.memory.size() + bytes.size() > kMemory) {
    if (!part.file.is_open()) part.file = File::scratch(folder_);
    part.file.write(part.memory);
    part.memory.clear();
  }
  part.memory.append(bytes);
}

void Spool::shorten(std::size_t section, std::uint64_t bytes) {
  Part& part = parts_[section];
  const std::uint64_t from_memory = std::min<std::uint64_t>(bytes, part.memory.size());
  part.memory.resize(part.memory.size() - static_cast<std::size_t>(from_memory));
  if (bytes > from_memory) part.file.truncate(part.file.size() - (bytes - from_memory));
}

std::uint64_t Spool::size(std::size_t section) const {
  return parts_[section].file.size() + parts_[section].memory.size();
}

void Spool::read(std::size_t section, const std::function<void(std::string_view)>& take) const {
  const Part& part = parts_[section];
  if (part.file.is_open()) part.file.read(0, part.file.size(), take);
  if (!part.memory.empty()) take(part.memory);
}

}  // namespace optimeter
