// Units on the disk; the format is described in optimeter/unit.hpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "optimeter/unit.hpp"
#include "recorders/file.hpp"
#include "recorders/spool.hpp"

namespace optimeter {

/// How a unit gets to its place.
enum class UnitWriting {
  kInPlace,        ///< written there
  kRename,         ///< written beside it and renamed
  kSyncAndRename,  ///< written beside it, flushed to the disk and renamed
};

void save_unit(const std::filesystem::path& path, const UnitFacts& facts, const Spool& lines,
               UnitWriting writing);

/// A stored unit, checked and open for reading.
class UnitFile {
 public:
  explicit UnitFile(const std::filesystem::path& path);

  const UnitFacts& facts() const { return facts_; }
  /// Hands out the bytes of a section in pieces.
  void read(std::size_t section, const std::function<void(std::string_view)>& take) const;

 private:
  struct Range {
    std::uint64_t offset;
    std::uint64_t length;
  };
  void parse();

  File file_;
  UnitFacts facts_;
  std::vector<Range> ranges_;
};

}  // namespace optimeter
