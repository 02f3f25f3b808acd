#include "instances/random.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace optimeter {
namespace {

constexpr std::uint64_t kModulus = 2147483647;  // 2^31 - 1

// 16807 s mod (2^31 - 1), by folding: 2^31 = 1 modulo the modulus.
std::uint64_t advance(std::uint64_t state) {
  const std::uint64_t product = 16807 * state;
  const std::uint64_t folded = (product & kModulus) + (product >> 31);
  return folded >= kModulus ? folded - kModulus : folded;
}

}  // namespace

std::vector<double> legacy_uniform(std::int64_t seed, std::size_t n) {
  const std::int64_t magnitude = seed < 0 ? -seed : seed;
  std::uint64_t state = magnitude < 1 ? 1 : static_cast<std::uint64_t>(magnitude) % kModulus;
  std::array<std::uint64_t, 32> table{};
  for (std::size_t i = 40; i-- > 0;) {
    state = advance(state);
    if (i < table.size()) table[i] = state;
  }
  std::uint64_t last = table[0];
  std::vector<double> numbers(n);
  for (double& number : numbers) {
    state = advance(state);
    std::uint64_t& slot = table[last / 67108865];  // 2^26 + 1
    last = slot;
    slot = state;
    number = static_cast<double>(last) / 2147483647.0;
    if (number == 0.0) number = 1e-99;
  }
  return numbers;
}

std::vector<double> legacy_gauss(std::int64_t seed, std::size_t n) {
  const std::vector<double> uniform = legacy_uniform(seed, 2 * n);
  std::vector<double> numbers(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double g =
        std::sqrt(-2 * std::log(uniform[i])) * std::cos(2 * std::numbers::pi * uniform[n + i]);
    numbers[i] = g == 0.0 ? 1e-99 : g;
  }
  return numbers;
}

}  // namespace optimeter
