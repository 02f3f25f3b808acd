// The index of one function in IOHprofiler's format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace optimeter {

/// A JSON document with scenarios, one a dimension, and their runs. It is on the disk complete
/// after every change. Adding a run to the last scenario costs one small write, whatever is there
/// already.
class JsonIndex {
 public:
  explicit JsonIndex(std::filesystem::path path) : path_(std::move(path)) {}

  /// Adds a run; a dimension that is taken up again moves to the end. Returns where its scenario
  /// was before, or nothing when it is new. When it fails, nothing was added.
  std::optional<std::size_t> add(const std::string& preamble, const std::string& scenario,
                                 const std::string& run);
  /// Undoes the last `add`, given what it returned.
  void remove_last(std::optional<std::size_t> scenario_before);

 private:
  struct Scenario {
    std::string head;
    std::vector<std::string> runs;
  };
  void append(const std::string& run) const;
  void forget_last(std::optional<std::size_t> scenario_before) noexcept;
  void write() const;

  std::filesystem::path path_;
  std::string preamble_;
  std::vector<Scenario> scenarios_;
};

}  // namespace optimeter
