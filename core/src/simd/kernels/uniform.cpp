// Uniform random numbers, eight generators side by side.
#include "simd/kernels/uniform.hpp"

#include "simd/lanes.hpp"

namespace optimeter::inline OPTIMETER_ISA {

namespace {

template <int n>
OPTIMETER_INLINE Ints rotate_left(const Ints& v) {
  return shift_left<n>(v) | shift_right<64 - n>(v);
}

OPTIMETER_INLINE Ints load_ints(const std::uint64_t* from) {
  Ints r;
  std::memcpy(&r, from, sizeof r);
  return r;
}

// xoshiro256++ (Blackman and Vigna, 2019); the upper 52 bits become the fraction.
void fill(std::uint64_t* state, double low, double width, double* out, std::size_t n) {
  Ints s0 = load_ints(state);
  Ints s1 = load_ints(state + kLanes);
  Ints s2 = load_ints(state + 2 * kLanes);
  Ints s3 = load_ints(state + 3 * kLanes);
  for (std::size_t i = 0; i < n; i += kLanes) {
    const Ints random = rotate_left<23>(s0 + s3) + s0;
    const Ints shifted = shift_left<17>(s1);
    s2 = s2 ^ s0;
    s3 = s3 ^ s1;
    s1 = s1 ^ s2;
    s0 = s0 ^ s3;
    s2 = s2 ^ shifted;
    s3 = rotate_left<45>(s3);
    const Lanes unit = from_bits(shift_right<12>(random) | bits(Lanes(1.0))) - Lanes(1.0);
    store(out + i, Lanes(low) + Lanes(width) * unit);
  }
  std::memcpy(state, &s0, sizeof s0);
  std::memcpy(state + kLanes, &s1, sizeof s1);
  std::memcpy(state + 2 * kLanes, &s2, sizeof s2);
  std::memcpy(state + 3 * kLanes, &s3, sizeof s3);
}

constexpr UniformTable kTable{fill};

}  // namespace

const UniformTable& uniform_table() { return kTable; }

}  // namespace optimeter::inline OPTIMETER_ISA
