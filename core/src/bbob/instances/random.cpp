#include "bbob/instances/random.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "mathematics/mathematics.hpp"

namespace optimeter {
namespace {

constexpr std::uint64_t kModulus = 2147483647;  // 2^31 - 1

// 16807 s mod (2^31 - 1), by folding: 2^31 = 1 modulo the modulus.
std::uint64_t advance(std::uint64_t state) {
  const std::uint64_t product = 16807 * state;
  const std::uint64_t folded = (product & kModulus) + (product >> 31);
  return folded >= kModulus ? folded - kModulus : folded;
}

class Generator {
 public:
  explicit Generator(std::int64_t seed) {
    const std::int64_t magnitude = seed < 0 ? -seed : seed;
    state_ = magnitude < 1 ? 1 : static_cast<std::uint64_t>(magnitude) % kModulus;
    for (std::size_t i = 40; i-- > 0;) {
      state_ = advance(state_);
      if (i < table_.size()) table_[i] = state_;
    }
    last_ = table_[0];
  }

  double next() {
    state_ = advance(state_);
    std::uint64_t& slot = table_[last_ / 67108865];  // 2^26 + 1
    last_ = slot;
    slot = state_;
    const double number = static_cast<double>(last_) / 2147483647.0;
    return number == 0.0 ? 1e-99 : number;
  }

 private:
  std::uint64_t state_;
  std::uint64_t last_;
  std::array<std::uint64_t, 32> table_;
};

// A normal number from the logarithm of a uniform one and from the cosine of a random angle.
double normal(double log_radius, double cosine) {
  const double g = std::sqrt(-2 * log_radius) * cosine;
  return g == 0.0 ? 1e-99 : g;
}

double angle(double uniform) { return 2 * std::numbers::pi * uniform; }

}  // namespace

std::vector<double> legacy_uniform(std::int64_t seed, std::size_t n) {
  Generator generator(seed);
  std::vector<double> numbers(n);
  for (double& number : numbers) number = generator.next();
  return numbers;
}

double legacy_first_uniform(std::int64_t seed) { return Generator(seed).next(); }

double legacy_first_normal(std::int64_t seed) {
  Generator generator(seed);
  const double radius = generator.next();
  return normal(mathematics::log(radius), mathematics::cos(angle(generator.next())));
}

std::vector<double> legacy_gauss(std::int64_t seed, std::size_t n) {
  std::vector<double> numbers = legacy_uniform(seed, 2 * n);
  double* const cosines = numbers.data() + n;
  for (std::size_t i = 0; i < n; ++i) cosines[i] = angle(cosines[i]);
  mathematics::log(numbers.data(), n, numbers.data());
  mathematics::cos(cosines, n, cosines);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = normal(numbers[i], cosines[i]);
  numbers.resize(n);
  return numbers;
}

}  // namespace optimeter
