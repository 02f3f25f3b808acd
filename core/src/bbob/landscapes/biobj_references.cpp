// The table of reference values: core/data/bbob-biobj-references.bin, compiled in. Its format is
// described in scripts/make_biobj_references.py, which makes it.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "bbob/landscapes/biobj.hpp"
#include "biobj_references_data.hpp"

namespace optimeter {
namespace {

constexpr std::array<std::size_t, 6> kDimensions = {2, 3, 5, 10, 20, 40};
constexpr int kFunctions = 55;
constexpr std::int64_t kInstances = 10;
constexpr std::size_t kHeader = 12;
constexpr std::size_t kEntries = kFunctions * kInstances * kDimensions.size();
static_assert(sizeof(kBiobjReferences) == kHeader + 8 * kEntries + 4);

// An entry, whatever the byte order of the machine.
double entry(std::size_t index) {
  std::uint64_t bits = 0;
  for (std::size_t i = 8; i-- > 0;) {
    bits = bits << 8 | kBiobjReferences[kHeader + 8 * index + i];
  }
  return std::bit_cast<double>(bits);
}

}  // namespace

double biobj_reference(int function, std::size_t d, std::int64_t instance) {
  const auto dimension = std::find(kDimensions.begin(), kDimensions.end(), d);
  if (function > kFunctions || instance > kInstances || dimension == kDimensions.end()) return 1.0;
  const auto row = static_cast<std::size_t>((function - 1) * kInstances + (instance - 1));
  return entry(row * kDimensions.size() +
               static_cast<std::size_t>(dimension - kDimensions.begin()));
}

}  // namespace optimeter
