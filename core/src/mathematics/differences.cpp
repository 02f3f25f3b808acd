#include "mathematics/differences.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "mathematics_differences_data.hpp"

namespace optimeter::mathematics {
namespace {

constexpr std::size_t kHeader = 4;  // bytes: the number of hashes
constexpr std::size_t kLower = 3;

/// The file holds, of the sorted hashes, first all lower parts, of three bytes. The upper parts
/// follow as bits, the lowest of a byte first: 1 for a hash with the current upper part, 0 to go on
/// to the next one.
std::vector<std::uint64_t> decoded() {
  const unsigned char* const bytes = kMathematicsDifferences;
  std::size_t count = 0;
  for (std::size_t i = kHeader; i-- > 0;) count = count << 8 | bytes[i];
  const unsigned char* const lower = bytes + kHeader;
  const unsigned char* const upper = lower + kLower * count;
  std::vector<std::uint64_t> hashes;
  hashes.reserve(count);
  std::uint64_t current = 0;
  for (std::size_t bit = 0; hashes.size() < count; ++bit) {
    if ((upper[bit / 8] >> (bit % 8) & 1) == 0) {
      ++current;
      continue;
    }
    const unsigned char* const part = lower + kLower * hashes.size();
    hashes.push_back(current << 24 | static_cast<unsigned>(part[2] << 16 | part[1] << 8 | part[0]));
  }
  return hashes;
}

/// The finalizer of MurmurHash3: every bit of the result depends on every bit of the argument.
std::uint64_t mixed(std::uint64_t v) {
  v = (v ^ (v >> 33)) * 0xff51afd7ed558ccdULL;
  v = (v ^ (v >> 33)) * 0xc4ceb9fe1a85ec53ULL;
  return v ^ (v >> 33);
}

class List {
 public:
  List() : hashes_(decoded()), present_(kBits / 64) {
    for (const std::uint64_t hash : hashes_) present_[word(hash)] |= bit(hash);
  }

  bool contains(std::uint64_t hash) const {
    return (present_[word(hash)] & bit(hash)) != 0 &&
           std::binary_search(hashes_.begin(), hashes_.end(), hash);
  }

 private:
  // Nine of ten hashes are not even like a listed one, which 32 kilobytes tell.
  static constexpr std::uint64_t kBits = 1 << 18;
  static std::size_t word(std::uint64_t hash) { return hash % kBits / 64; }
  static std::uint64_t bit(std::uint64_t hash) { return std::uint64_t{1} << (hash % 64); }

  std::vector<std::uint64_t> hashes_;
  std::vector<std::uint64_t> present_;
};

}  // namespace

std::uint64_t hash_of(Function function, double x, double y) {
  const std::uint64_t second = function == Function::pow ? std::bit_cast<std::uint64_t>(y) : 0;
  const std::uint64_t first =
      mixed(std::bit_cast<std::uint64_t>(x) + static_cast<unsigned>(function));
  return mixed(first ^ mixed(second)) >> 24;
}

bool is_listed(Function function, double x, double y) {
  static const List list;
  return list.contains(hash_of(function, x, y));
}

}  // namespace optimeter::mathematics
