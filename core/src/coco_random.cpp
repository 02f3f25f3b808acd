#include "optimeter/coco_random.hpp"

#include <cmath>
#include <numbers>

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
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

}  // namespace optimeter
