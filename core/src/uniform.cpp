#include "optimeter/uniform.hpp"

#include <string>

#include "optimeter/errors.hpp"
#include "simd/dispatch.hpp"
#include "simd/kernels/uniform.hpp"

OPTIMETER_TABLES(UniformTable, uniform_table)

namespace optimeter {

UniformStream::UniformStream(const std::array<std::uint64_t, kSeedWords>& seed) : state_(seed) {
  for (std::size_t lane = 0; lane < kStride; ++lane) {
    std::uint64_t any = 0;
    for (std::size_t word = lane; word < kSeedWords; word += kStride) any |= seed[word];
    if (any == 0) {
      throw InvalidArgument("seed words " + std::to_string(lane) + ", " +
                            std::to_string(lane + kStride) +
                            ", … are all 0; at least one of "
                            "every eighth must not be");
    }
  }
}

void UniformStream::fill(double low, double width, double* out, std::size_t n) {
  if (n % kStride != 0) {
    throw InvalidArgument("the number of random numbers must be divisible by 8; got " +
                          std::to_string(n));
  }
  uniform_table(active_isa()).fill(state_.data(), low, width, out, n);
}

}  // namespace optimeter
