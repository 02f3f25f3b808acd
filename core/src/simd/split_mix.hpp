// SplitMix64 (Steele, Lea, Flood 2014) as a function of a counter: a state of two words that can be
// stored, and a stream that does not depend on how the draws are grouped, nor on where they are
// made.
#pragma once

#include <cstdint>

namespace optimeter {

inline constexpr std::uint64_t kSplitMixGamma = 0x9e3779b97f4a7c15U;

constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

/// Draw number `counter`, from 1 on, of the stream with this key: in the open unit interval, 53
/// bits and a half.
constexpr double uniform_number(std::uint64_t key, std::uint64_t counter) {
  const std::uint64_t bits = mixed(key + counter * kSplitMixGamma);
  return ((double)(bits >> 11) + 0.5) * 0x1p-53;
}

}  // namespace optimeter
