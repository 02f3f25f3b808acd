// Strings of bits in words of 64, the first bit in the lowest place of the first word. Bits beyond
// the length are 0.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace optimeter::pbo {

constexpr std::size_t kWordBits = 64;

inline std::size_t words_for(std::size_t bits) { return (bits + kWordBits - 1) / kWordBits; }

inline bool test(const std::uint64_t* words, std::size_t i) {
  return ((words[i / kWordBits] >> (i % kWordBits)) & 1U) != 0;
}

/// Bits first .. first + count - 1 as a number, count <= 57.
inline std::uint64_t extract(const std::uint64_t* words, std::size_t first, std::size_t count) {
  const std::size_t word = first / kWordBits;
  const std::size_t shift = first % kWordBits;
  std::uint64_t bits = words[word] >> shift;
  if (shift + count > kWordBits) bits |= words[word + 1] << (kWordBits - shift);
  return bits & ((std::uint64_t{1} << count) - 1);
}

/// A string of a fixed length that is made once and then only read.
class Bits {
 public:
  explicit Bits(std::size_t length) : length_(length), words_(words_for(length)) {}

  void set(std::size_t i) { words_[i / kWordBits] |= std::uint64_t{1} << (i % kWordBits); }
  void set(std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) set(i);
  }
  bool operator[](std::size_t i) const { return test(words_.data(), i); }
  std::size_t length() const { return length_; }
  const std::uint64_t* words() const { return words_.data(); }
  std::uint64_t* words() { return words_.data(); }

 private:
  std::size_t length_;
  std::vector<std::uint64_t> words_;
};

/// How many bits of `length` are 1.
inline std::size_t ones(const std::uint64_t* words, std::size_t length) {
  std::size_t count = 0;
  for (std::size_t w = 0; w < words_for(length); ++w) {
    count += static_cast<std::size_t>(std::popcount(words[w]));
  }
  return count;
}

/// Word w of the string moved down by `shift` bits: bit i of the result is bit i + shift.
inline std::uint64_t shifted(const std::uint64_t* words, std::size_t count, std::size_t w,
                             std::size_t shift) {
  const std::size_t at = w + shift / kWordBits;
  const std::size_t low = shift % kWordBits;
  if (at >= count) return 0;
  std::uint64_t bits = words[at] >> low;
  if (low != 0 && at + 1 < count) bits |= words[at + 1] << (kWordBits - low);
  return bits;
}

inline Bits all_ones(std::size_t n) {
  Bits bits(n);
  bits.set(0, n);
  return bits;
}

}  // namespace optimeter::pbo
