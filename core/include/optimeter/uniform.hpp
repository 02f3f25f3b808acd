// Random numbers at the speed of the engine, for optimizers that draw many points.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace optimeter {

/// A stream of uniform random numbers: eight generators xoshiro256++ take turns. The numbers
/// depend on the seed only, not on the machine nor on how many are drawn at once.
class UniformStream {
 public:
  static constexpr std::size_t kSeedWords = 32;
  static constexpr std::size_t kStride = 8;

  /// The words should be random; those of one generator are 8 apart. Throws InvalidArgument if a
  /// generator would get nothing but zeros.
  explicit UniformStream(const std::array<std::uint64_t, kSeedWords>& seed);

  /// out[i] = low + width * u_i with u_i in [0, 1), a multiple of 2^-52. Throws InvalidArgument
  /// unless n is divisible by 8.
  void fill(double low, double width, double* out, std::size_t n);

  /// The seed of a stream that goes on where this one stands.
  const std::array<std::uint64_t, kSeedWords>& state() const { return state_; }

 private:
  std::array<std::uint64_t, kSeedWords> state_;
};

}  // namespace optimeter
