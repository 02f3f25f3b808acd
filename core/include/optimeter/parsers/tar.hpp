// The members of a tar file in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/parsers/text.hpp"

namespace optimeter::parsers {

/// A regular file in the archive.
struct TarMember {
  std::string name;  ///< as stored: not checked, any bytes
  std::size_t offset = 0;
  std::size_t size = 0;
};

struct Tar {
  std::vector<TarMember> members;
  std::vector<std::string> links;  ///< names of links and devices, which are never followed
  bool truncated = false;          ///< the last member, or the end mark, is not complete
};

/// Whether the text begins with the header of a tar file.
bool is_tar(std::string_view bytes);

/// Lists the regular files. Reads V7, ustar, GNU (long names) and pax (path, size) headers.
/// A damaged archive is read up to the damage.
Tar list_tar(std::string_view bytes);

}  // namespace optimeter::parsers
