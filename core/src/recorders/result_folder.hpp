// A result folder while it is being written: runs one after the other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/unit.hpp"
#include "recorders/file.hpp"
#include "recorders/json_index.hpp"
#include "recorders/spool.hpp"
#include "recorders/unit_file.hpp"

namespace optimeter {

/// Appends runs to the files of a folder: begin, append, announce, finish; then the next one. The
/// last runs can be taken back in reverse order, which leaves the folder as if they had never
/// begun. A step that fails throws FileError; the run can then only be taken back.
class ResultFolder {
 public:
  /// If `collect`, bytes may stay in memory until `close`, and nothing can be taken back.
  explicit ResultFolder(std::filesystem::path root, bool collect = false)
      : root_(std::move(root)), collect_(collect) {}

  /// Chooses the files of a run. They appear with its first bytes.
  void begin(const Unit& facts);
  void append(std::size_t section, std::string_view bytes);
  /// Mentions the run in the index as one that is not finished. Repeating it has no effect.
  void announce();
  /// Writes the result of the run into the index.
  void finish(const Unit& facts);

  /// A whole run from a unit; nothing for a unit without evaluations.
  void add(const UnitFile& unit);

  /// The lines of the last run; scratch files are made in the given folder.
  Spool lines_of_last(const std::filesystem::path& scratch);
  /// Undoes the last run.
  void take_back();
  /// From now on nothing can be taken back any more.
  void forget() { placements_.clear(); }
  /// Closes the open files; the next run opens them again.
  void close();
  /// Brings indices into their final form, when there will be no more runs.
  void close_indices();

 private:
  struct Part {
    std::filesystem::path path;
    std::uint64_t start = 0;
  };
  // What a run changed, in order to undo it.
  struct Placement {
    IndexEntry index;
    std::vector<Part> parts;
    Part index_part;
    bool announced = false;
    bool finished = false;
    JsonIndex::Change change;
    std::string set_before;
    std::string suffix_before;
    std::string index_file;
  };

  std::string free_suffix(const Section& section);
  std::string index_suffix(const IndexEntry& index);
  std::filesystem::path place(const Section& section);
  std::string index_head(const Placement& run) const;
  void mention(Placement& run, const std::string& more);
  File& file(const std::filesystem::path& path);
  void cut(const Part& part);

  std::filesystem::path root_;
  bool collect_;
  std::string set_;     // of the run before: index file and text
  std::string suffix_;  // of its files
  std::vector<Placement> placements_;
  std::map<std::string, std::filesystem::path> places_;  // of the sections of the present set
  // The open ones: those of the present set. By the native text, which compares quickly.
  std::map<std::filesystem::path::string_type, File> files_;
  std::map<std::string, std::size_t> free_;  // where the search of `free_suffix` ended, by path
  std::map<std::string, JsonIndex> json_;
  std::map<std::string, std::vector<std::string>> preambles_;  // of the index files, by name
};

}  // namespace optimeter
