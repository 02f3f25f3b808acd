// The uniform numbers of one problem's own noise.
#pragma once

#include <cstdint>

#include "optimeter/noise.hpp"
#include "simd/split_mix.hpp"

namespace optimeter {

/// A stream of numbers in the open unit interval, given by a seed and by whose it is.
class KeyedDraws {
 public:
  explicit KeyedDraws(std::uint64_t identity) : identity_(identity) { reseed(0); }

  double next() { return uniform_number(key_, ++counter_); }

  std::uint64_t identity() const { return identity_; }
  void reseed(std::uint64_t seed) { restore({false, seed, 0}); }
  NoiseState state() const { return {false, seed_, counter_}; }
  void restore(const NoiseState& state) {
    seed_ = state.first;
    counter_ = state.second;
    key_ = mixed(mixed(seed_ + kSplitMixGamma) ^ identity_);
  }

 private:
  std::uint64_t identity_;
  std::uint64_t seed_ = 0;
  std::uint64_t counter_ = 0;
  std::uint64_t key_ = 0;
};

}  // namespace optimeter
