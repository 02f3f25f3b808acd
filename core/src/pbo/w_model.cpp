// The W-model with all of its layers. Weise and Wu, "Difficult features of combinatorial
// optimization problems and the tunable W-model benchmark problem", GECCO 2018.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "optimeter/errors.hpp"
#include "optimeter/generators.hpp"
#include "optimeter/options.hpp"
#include "pbo/functions.hpp"
#include "pbo/landscape.hpp"
#include "pbo/sequence.hpp"

namespace optimeter {
namespace pbo {
namespace {

std::int64_t most_ruggedness(std::int64_t q) { return q * (q - 1) / 2; }

// Ruggedness as users count it, such that larger is harder, to the number of the permutation.
std::int64_t permutation_number(std::int64_t g, std::int64_t q) {
  if (g <= 0) return 0;
  const std::int64_t half = (q / 2) * ((q + 1) / 2);
  const auto length = static_cast<double>(q);
  const auto gamma = static_cast<double>(g);
  if (g <= half) {
    const auto j = static_cast<std::int64_t>(
        std::fabs(std::trunc((length + 2) * 0.5 - std::sqrt(length * length * 0.25 + 1 - gamma))));
    const std::int64_t m = g - (q + 2) * j + j * j + q;
    return m + 1 + 2 * ((q + 2) * j - j * j - q - 1) - (j - 1);
  }
  const std::int64_t odd = q % 2;
  const auto part = static_cast<double>(odd);
  const auto j = static_cast<std::int64_t>(std::fabs(std::trunc(
      (part + 1) * 0.5 + std::sqrt((1 - part) * 0.25 + gamma - 1 - static_cast<double>(half)))));
  const std::int64_t m = g - ((j - odd) * (j - 1) + 1 + half);
  return most_ruggedness(q) - m - (2 * j * j - j) - odd * (1 - 2 * j);
}

// The permutation of the counts 0..q; the largest one stays what it is.
std::vector<double> rugged(std::int64_t ruggedness, std::int64_t q) {
  const std::int64_t most = most_ruggedness(q);
  const std::int64_t g = permutation_number(ruggedness, q);
  const std::int64_t start =
      g <= 0 ? 0
             : q - 1 -
                   static_cast<std::int64_t>(0.5 +
                                             std::sqrt(0.25 + 2 * static_cast<double>(most - g)));
  std::vector<std::int64_t> r(static_cast<std::size_t>(q) + 1);
  std::int64_t c = 0;
  for (std::int64_t j = 1; j <= q; ++j) {
    const auto at = static_cast<std::size_t>(j);
    if (j <= start) {
      r[at] = j % 2 != 0 ? q - c : ++c;
    } else {
      ++c;
      r[at] = start % 2 != 0 ? q - c : c;
    }
  }
  std::int64_t swaps = g - most + (q - start - 1) * (q - start) / 2;
  for (std::size_t j = r.size() - 1; swaps > 0 && j-- > 1; --swaps) std::swap(r[j], r.back());
  std::vector<double> table(r.size());
  for (std::size_t i = 0; i < r.size(); ++i) {
    table[i] = static_cast<double>(q - r[r.size() - 1 - i]);
  }
  return table;
}

class Layered final : public BitFunction {
 public:
  explicit Layered(const WModel& parameters)
      : BitFunction(parameters.dimension), parameters_(parameters) {
    if (parameters.share < 1.0) {
      kept_ = selection(length(), parameters.share);
    } else {
      kept_.resize(length());
      std::iota(kept_.begin(), kept_.end(), std::size_t{0});
    }
    rest_ = kept_.size() / parameters.neutrality;
    const std::int64_t most = rest_ == 0 ? 0 : most_ruggedness(static_cast<std::int64_t>(rest_));
    if (rest_ == 0) {
      throw InvalidArgument("of " + std::to_string(length()) + " bits none is left with share " +
                            option_text(parameters.share) + " and neutrality " +
                            std::to_string(parameters.neutrality));
    }
    if (parameters.ruggedness < 0 || parameters.ruggedness > most) {
      throw InvalidArgument("ruggedness must be between 0 and " + std::to_string(most) + " with " +
                            std::to_string(rest_) + " bits left; got " +
                            std::to_string(parameters.ruggedness));
    }
    table_ = rugged(parameters.ruggedness, static_cast<std::int64_t>(rest_));
  }

  double value(const std::uint64_t* words) const override {
    thread_local std::vector<char> bits;
    bits.resize(rest_);
    reduce(words, bits.data());
    std::size_t count = 0;
    for (std::size_t first = 0; first < rest_; first += parameters_.epistasis) {
      const std::size_t size = std::min(parameters_.epistasis, rest_ - first);
      const std::size_t ones = mixed(bits.data() + first, size);
      count += ones;
      if (parameters_.leading_ones && ones < size) break;
    }
    return table_[count];
  }

  std::optional<Bits> best() const override {
    Bits string(length());  // a single 1 at the head of a block is mixed to all ones
    for (std::size_t i = 0; i < rest_; i += parameters_.epistasis) {
      for (std::size_t j = 0; j < parameters_.neutrality; ++j) {
        string.set(kept_[i * parameters_.neutrality + j]);
      }
    }
    return string;
  }

 private:
  // The bits that matter, after the majorities.
  void reduce(const std::uint64_t* words, char* bits) const {
    const std::size_t size = parameters_.neutrality;
    const std::size_t* at = kept_.data();
    for (std::size_t block = 0; block < rest_; ++block) {
      std::size_t ones = 0;
      for (std::size_t j = 0; j < size; ++j) ones += test(words, *at++) ? 1 : 0;
      bits[block] = 2 * ones >= size ? 1 : 0;
    }
  }

  // How many bits of a mixed block are 1, or how many of the first ones. Each but the last becomes
  // the parity of the block without the next bit, the last one the parity.
  std::size_t mixed(const char* bits, std::size_t size) const {
    if (parameters_.epistasis == 1) return static_cast<std::size_t>(bits[0]);
    char parity = 0;
    for (std::size_t i = 0; i < size; ++i) parity = static_cast<char>(parity ^ bits[i]);
    std::size_t ones = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const int bit = i + 1 < size ? parity ^ bits[i + 1] : parity;
      if (bit == 0 && parameters_.leading_ones) break;
      ones += static_cast<std::size_t>(bit);
    }
    return ones;
  }

  WModel parameters_;
  std::vector<std::size_t> kept_;
  std::size_t rest_;  // length of what is counted
  std::vector<double> table_;
};

void check(const WModel& parameters) {
  const auto at_least_one = [](const char* name, auto number) {
    if (number < 1) {
      throw InvalidArgument(std::string(name) + " must be at least 1; got " +
                            std::to_string(number));
    }
  };
  at_least_one("dimension", parameters.dimension);
  at_least_one("neutrality", parameters.neutrality);
  at_least_one("epistasis", parameters.epistasis);
  at_least_one("instance", parameters.instance);
  if (!(parameters.share > 0.0 && parameters.share <= 1.0)) {
    throw InvalidArgument("share must be above 0 and at most 1; got " +
                          option_text(parameters.share));
  }
}

}  // namespace
}  // namespace pbo

Landscape w_model(const WModel& parameters) {
  pbo::check(parameters);
  Landscape made = pbo::rearranged(std::make_unique<pbo::Layered>(parameters), parameters.instance);
  if (parameters.instance > 1) {
    const double number = pbo::uniform(parameters.instance, 1)[0];
    made.shown.scaled = true;
    made.shown.factor =
        std::fabs(number * 5.0 - 0.2);  // a negative one would turn the problem round
    made.shown.offset = number * 1000.0 + 1000.0;
  }
  return made;
}

}  // namespace optimeter
