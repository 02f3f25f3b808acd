// The lines of one run that have no place in a folder yet.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "recorders/file.hpp"

namespace optimeter {

/// Bytes by section: in memory while they are few, else in scratch files of a folder. The scratch
/// files have no name, so a killed process leaves nothing behind.
class Spool {
 public:
  Spool() = default;
  Spool(std::size_t sections, std::filesystem::path folder);

  void append(std::size_t section, std::string_view bytes);
  /// Takes bytes off the end of a section.
  void shorten(std::size_t section, std::uint64_t bytes);
  std::size_t sections() const { return parts_.size(); }
  std::uint64_t size(std::size_t section) const;
  /// Hands out all bytes of a section in pieces.
  void read(std::size_t section, const std::function<void(std::string_view)>& take) const;

 private:
  struct Part {
    File file;  // the older bytes
    std::string memory;
  };
  std::vector<Part> parts_;
  std::filesystem::path folder_;
};

}  // namespace optimeter
