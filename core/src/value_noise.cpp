#include "optimeter/value_noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "keyed_draws.hpp"
#include "mathematics/mathematics.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/parsers/text.hpp"
#include "recorders/numbers.hpp"

namespace optimeter {
namespace {

constexpr int kMostDigits = 16;

// Correctly rounded by way of the decimal text, which no rounding of powers changes.
double truncated(double value, int digits) {
  if (!std::isfinite(value)) return value;
  std::string text;
  append_scientific(text, value, digits - 1);
  return parsers::parse_double(text).value_or(value);
}

class SeenValues final : public Noise {
 public:
  SeenValues(ValueNoise kind, double level, std::uint64_t identity)
      : kind_(kind), level_(level), draws_(identity) {}

  void disturb(const double*, const double* noise_free, std::size_t n, double* y) override {
    for (std::size_t i = 0; i < n; ++i) y[i] = seen(noise_free[i]);
  }
  bool shows_target() const override { return false; }
  void reseed(std::uint64_t seed) override { draws_.reseed(seed); }
  NoiseState state() const override { return draws_.state(); }
  void restore(const NoiseState& state) override { draws_.restore(state); }
  std::unique_ptr<Noise> clone() const override {
    auto other = std::make_unique<SeenValues>(kind_, level_, draws_.identity());
    other->restore(state());
    return other;
  }

 private:
  // Box and Muller; of each pair one number is used, so that every evaluation takes two draws.
  double normal() {
    const double radius = std::sqrt(-2.0 * mathematics::log(draws_.next()));
    return radius * mathematics::cos(2.0 * std::numbers::pi * draws_.next());
  }

  double seen(double value) {
    switch (kind_) {
      case ValueNoise::noisy:
        return value + level_ * std::max(1.0, std::fabs(value)) * normal();
      case ValueNoise::truncated:
        return truncated(value, static_cast<int>(level_));
      case ValueNoise::failing:
        break;
    }
    return draws_.next() < level_ ? std::numeric_limits<double>::quiet_NaN() : value;
  }

  ValueNoise kind_;
  double level_;
  KeyedDraws draws_;
};

}  // namespace

std::unique_ptr<Noise> make_value_noise(ValueNoise kind, double level, std::uint64_t identity) {
  const bool digits = kind == ValueNoise::truncated;
  const double most = kind == ValueNoise::failing ? 1.0 : std::numeric_limits<double>::max();
  if (!(level >= 0 && level <= most) || (digits && !(level >= 1 && level <= kMostDigits))) {
    throw InvalidArgument("this level makes no sense of values");
  }
  return std::make_unique<SeenValues>(kind, level, identity);
}

}  // namespace optimeter
