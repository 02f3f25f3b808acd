#include "recorders/naming.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "optimeter/suite.hpp"
#include "recorders/file.hpp"

namespace optimeter {
namespace {

constexpr std::size_t kLongestName = 120;  // bytes; room for what is added, up to 255

bool means_something_in_paths(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code < 0x20 || code == 0x7f ||
         std::string_view("/\\:\"'*?<>|").find(c) != std::string_view::npos;
}

}  // namespace

ProblemInfo recorded_info(const Problem& problem) {
  ProblemInfo info = problem.info();
  if (info.suite.empty()) info.suite = "own";
  return info;
}

std::string file_name(const std::string& text) {
  std::string out = text;
  if (out.size() > kLongestName) {
    std::size_t end = kLongestName;
    while ((static_cast<unsigned char>(out[end]) & 0xc0U) == 0x80U) --end;  // whole characters
    out.resize(end);
  }
  std::replace_if(out.begin(), out.end(), means_something_in_paths, '_');
  if (out.empty() || out.front() == '.') out.insert(0, 1, '_');
  return out;
}

bool stays_inside(const std::string& path) {
  const std::filesystem::path parts = path_of(path);
  return !parts.empty() && !parts.has_root_path() && path.find('\0') == std::string::npos &&
         std::none_of(parts.begin(), parts.end(), [](const auto& part) { return part == ".."; });
}

int FunctionNumbers::number(const ProblemInfo& info) {
  if (known_suite(info.suite) != nullptr) return info.function;
  for (int number = info.function;; ++number) {
    const auto name = names_.find({info.suite, number});
    const auto id = ids_.find({info.suite, number, info.dimension, info.instance});
    if (name != names_.end() && name->second != info.name) continue;
    if (id != ids_.end() && id->second != info.id) continue;
    names_.try_emplace({info.suite, number}, info.name);
    ids_.try_emplace({info.suite, number, info.dimension, info.instance}, info.id);
    return number;
  }
}

}  // namespace optimeter
