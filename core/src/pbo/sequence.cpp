#include "pbo/sequence.hpp"

#include <array>

namespace optimeter::pbo {
namespace {

constexpr std::int64_t kModulus = 2147483647;
constexpr std::int64_t kSlot = 67108865;  // of the modulus, 32 slots

std::int64_t advance(std::int64_t state) { return (16807 * state) % kModulus; }

}  // namespace

std::vector<double> uniform(std::int64_t seed, std::size_t n) {
  std::array<std::int64_t, 32> table{};
  std::int64_t state = seed % kModulus;
  for (int i = 39; i >= 0; --i) {
    state = advance(state);
    if (i < 32) table[static_cast<std::size_t>(i)] = state;
  }
  std::int64_t number = table[0];
  std::vector<double> numbers(n);
  for (double& one : numbers) {
    const auto slot = static_cast<std::size_t>(number / kSlot);
    const std::int64_t refill = advance(number);
    number = table[slot];
    table[slot] = refill;
    one = static_cast<double>(number) / 2147483647.0;
    if (one == 0.0) one = 1e-99;
  }
  return numbers;
}

}  // namespace optimeter::pbo
