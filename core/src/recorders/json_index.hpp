// The index of one function in IOHprofiler's format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace optimeter {

/// A JSON document with scenarios, one a dimension, and their runs. It is on the disk complete
/// after every change, and its text is not kept in memory.
///
/// Adding a run to the last scenario costs one small write. Where scenarios take turns, those
/// before the last one have blanks behind their runs, for more of them; when these are used up, the
/// document is written anew with more, so that all writes together are linear in its size. `close`
/// removes the blanks and brings the scenarios into the order in which they got their last runs.
class JsonIndex {
 public:
  explicit JsonIndex(std::filesystem::path path) : path_(std::move(path)) {}

  /// What `add` changed, in order to undo it.
  struct Change {
    std::size_t scenario = 0;
    std::uint64_t turn_before = 0;
    std::uint64_t bytes = 0;
  };

  /// Adds a run to a scenario, which is opened if it is new. When it fails, nothing was added.
  Change add(const std::string& preamble, const std::string& scenario, const std::string& run);
  /// Undoes the last `add` that was not undone.
  void remove_last(const Change& change);
  /// Writes the document as it is to stay.
  void close();

 private:
  struct Scenario {
    std::string head;
    std::uint64_t start = 0;  // of the runs' text in the file
    std::uint64_t size = 0;
    std::uint64_t room = 0;  // blanks behind it
    std::uint64_t turn = 0;  // greater than that of all scenarios whose last run came before
  };
  bool is_last(const Scenario& scenario) const { return &scenario == &scenarios_.back(); }
  void put(Scenario& scenario, const std::string& text);
  void write(bool final, const Scenario* grown, std::string_view more);

  std::filesystem::path path_;
  std::string preamble_;
  std::vector<Scenario> scenarios_;  // in the order of the file
  std::uint64_t turns_ = 0;
};

}  // namespace optimeter
