#include "optimeter/coco_random.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mathematics/mathematics.hpp"

namespace optimeter {
namespace {

double fraction(double sum) { return sum >= 1.0 ? sum - 1.0 : sum; }

}  // namespace

LaggedFibonacci::LaggedFibonacci(std::int64_t seed) {
  auto word = static_cast<std::uint32_t>(seed);  // modulo 2^32
  for (std::size_t i = 0; i < kLong; ++i) {
    state_[i] = static_cast<double>(word) / 4294967295.0;
    word = 1812433253U * (word ^ (word >> 30)) + static_cast<std::uint32_t>(i + 1);
  }
}

void LaggedFibonacci::renew() {
  for (std::size_t i = 0; i < kShort; ++i) {
    state_[i] = fraction(state_[i] + state_[i + (kLong - kShort)]);
  }
  for (std::size_t i = kShort; i < kLong; ++i) {
    state_[i] = fraction(state_[i] + state_[i - kShort]);
  }
  position_ = 0;
}

double LaggedFibonacci::uniform() {
  if (position_ == kLong) renew();
  return state_[position_++];
}

double LaggedFibonacci::normal() {
  double result = 0.0;
  normal(&result, 1);
  return result;
}

void LaggedFibonacci::normal(double* out, std::size_t n) {
  constexpr std::size_t kPiece = 64;
  double cosines[kPiece];
  for (std::size_t begin = 0; begin < n; begin += kPiece) {
    const std::size_t count = std::min(kPiece, n - begin);
    double* const numbers = out + begin;
    for (std::size_t i = 0; i < count; ++i) {
      numbers[i] = uniform();
      cosines[i] = 2 * std::numbers::pi * uniform();
    }
    mathematics::log(numbers, count, numbers);
    mathematics::cos(cosines, count, cosines);
    for (std::size_t i = 0; i < count; ++i) numbers[i] = std::sqrt(-2 * numbers[i]) * cosines[i];
  }
}

}  // namespace optimeter
