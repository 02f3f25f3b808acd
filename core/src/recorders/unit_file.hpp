// Units on the disk; the format is described in optimeter/unit.hpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/run_sink.hpp"
#include "optimeter/unit.hpp"
#include "recorders/file.hpp"
#include "recorders/spool.hpp"

namespace optimeter {

struct HeldUnit {
  Unit facts;
  Spool lines;
  std::shared_ptr<const CostRecorder> costs = nullptr;  // no part of the unit
};

/// A pack while it is being written.
class PackWriter {
 public:
  explicit PackWriter(File& file);

  void add(std::uint64_t run, const HeldUnit& unit);
  /// Copies a stored unit.
  void add(std::uint64_t run, const UnitPlace& place);
  /// The same with the bytes of one.
  void add(std::uint64_t run, std::string_view unit);
  /// Writes the index.
  void end();

 private:
  void note(std::uint64_t run, std::uint64_t start);

  File& file_;
  std::string index_;
};

/// Writes a pack that `fill` adds units to.
void write_pack(const std::filesystem::path& path, const std::function<void(PackWriter&)>& fill);

/// A stored unit, checked and open for reading.
class UnitFile {
 public:
  explicit UnitFile(const UnitPlace& place);
  /// The same in a file that is open for reading already: many units share a pack.
  UnitFile(std::shared_ptr<const File> file, const UnitPlace& place);

  const Unit& facts() const { return facts_; }
  /// Hands out the bytes of a section in pieces.
  void read(std::size_t section, const std::function<void(std::string_view)>& take) const;

 private:
  struct Range {
    std::uint64_t offset;  // from the start of the unit
    std::uint64_t length;
  };
  void parse();
  void fetch(Range range, const std::function<void(std::string_view)>& take) const;

  std::shared_ptr<const File> file_;
  std::uint64_t start_;
  std::uint64_t size_;
  std::string head_;  // the first bytes: of most units all there is
  Unit facts_;
  std::vector<Range> ranges_;
};

}  // namespace optimeter
