#include "pbo/landscape.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "optimeter/errors.hpp"
#include "optimeter/generators.hpp"
#include "pbo/functions.hpp"
#include "pbo/sequence.hpp"

namespace optimeter::pbo {
namespace {

// What an instance does to the variables: it flips some of them, or permutes them, or nothing.
struct Rearrangement {
  std::optional<Bits> flips;
  std::vector<std::uint32_t> order;  // bit i of the function is variable order[i]
};

Rearrangement rearrangement(std::size_t n, std::int64_t instance) {
  Rearrangement made;
  if (instance >= 2 && instance <= 50) {
    const std::vector<double> numbers = uniform(instance, n);
    made.flips.emplace(n);
    for (std::size_t i = 0; i < n; ++i) {
      if (numbers[i] >= 0.5) made.flips->set(i);
    }
  } else if (instance >= 51 && instance <= 100) {
    const std::vector<double> numbers = uniform(instance, n);
    made.order.resize(n);
    std::iota(made.order.begin(), made.order.end(), 0U);
    for (const double number : numbers) {
      std::swap(made.order[0],
                made.order[static_cast<std::size_t>(number * static_cast<double>(n))]);
    }
  }
  return made;
}

constexpr std::uint64_t kOneBits = std::bit_cast<std::uint64_t>(1.0);

class BitMapping final : public Mapping {
 public:
  BitMapping(std::unique_ptr<BitFunction> function, Rearrangement rearrangement)
      : Mapping(function->length(), 1),
        function_(std::move(function)),
        rearrangement_(std::move(rearrangement)) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    thread_local std::vector<std::uint64_t> bits;
    bits.resize(words_for(dimension()));
    for (std::size_t row = 0; row < n; ++row, x += dimension()) {
      if (!pack(x, bits.data()) && !repack(x, bits.data(), y[row])) continue;
      if (rearrangement_.flips) {
        for (std::size_t w = 0; w < words_for(dimension()); ++w) {
          bits[w] ^= rearrangement_.flips->words()[w];
        }
      }
      y[row] = -function_->value(bits.data());
    }
  }

  const BitFunction& function() const { return *function_; }

  // The point at which the function sees this string.
  std::vector<double> point(const Bits& string) const {
    std::vector<double> x(dimension());
    for (std::size_t i = 0; i < x.size(); ++i) {
      const bool flipped = rearrangement_.flips && (*rearrangement_.flips)[i];
      const std::size_t at = rearrangement_.order.empty() ? i : rearrangement_.order[i];
      x[at] = string[i] != flipped ? 1.0 : 0.0;
    }
    return x;
  }

 private:
  // Writes the bits of a point; false if a coordinate is neither +0 nor 1.
  bool pack(const double* x, std::uint64_t* words) const {
    std::uint64_t wrong = 0;
    const std::uint32_t* const order =
        rearrangement_.order.empty() ? nullptr : rearrangement_.order.data();
    for (std::size_t first = 0; first < dimension(); first += kWordBits) {
      const std::size_t count = std::min(kWordBits, dimension() - first);
      std::uint64_t word = 0;
      for (std::size_t j = 0; j < count; ++j) {
        const double value = x[order == nullptr ? first + j : order[first + j]];
        const auto raw = std::bit_cast<std::uint64_t>(value);
        const std::uint64_t bit = (raw >> 52U) & 1U;
        wrong |= raw ^ ((0 - bit) & kOneBits);
        word |= bit << j;
      }
      words[first / kWordBits] = word;
    }
    return wrong == 0;
  }

  // The same for a point with another coordinate: -0 is 0, and a point that is not finite has its
  // value in `y` (false). Throws InvalidArgument for other numbers.
  bool repack(const double* x, std::uint64_t* words, double& y) const {
    bool infinite = false;
    bool undefined = false;
    for (std::size_t i = 0; i < dimension(); ++i) {
      infinite = infinite || std::isinf(x[i]);
      undefined = undefined || std::isnan(x[i]);
    }
    if (infinite || undefined) {
      y = infinite ? std::numeric_limits<double>::infinity()
                   : std::numeric_limits<double>::quiet_NaN();
      return false;
    }
    std::vector<double> plain(x, x + dimension());
    for (std::size_t i = 0; i < plain.size(); ++i) {
      if (plain[i] != 0.0 && plain[i] != 1.0) {
        throw InvalidArgument("the variables of a problem of bits are 0 or 1; got " +
                              std::to_string(plain[i]) + " at position " + std::to_string(i));
      }
      plain[i] = plain[i] == 0.0 ? 0.0 : 1.0;
    }
    return pack(plain.data(), words);
  }

  std::unique_ptr<BitFunction> function_;
  Rearrangement rearrangement_;
};

Landscape rearranged(std::unique_ptr<BitFunction> function, Rearrangement how) {
  auto mapping = std::make_unique<BitMapping>(std::move(function), std::move(how));
  Landscape made;
  if (const std::optional<double> maximum = mapping->function().maximum()) {
    made.optimal_value = {-*maximum};
  }
  if (const std::optional<Bits> best = mapping->function().best()) {
    made.best_parameter = mapping->point(*best);
  }
  made.shown.maximize = true;
  made.objectives = std::move(mapping);
  return made;
}

}  // namespace

Landscape rearranged(std::unique_ptr<BitFunction> function, std::int64_t instance) {
  const std::size_t dimension = function->length();
  return rearranged(std::move(function), rearrangement(dimension, instance));
}

Landscape flipped(std::unique_ptr<BitFunction> function, Bits flips) {
  return rearranged(std::move(function), Rearrangement{std::move(flips), {}});
}

Landscape landscape(int function, std::size_t dimension, std::int64_t instance) {
  Landscape made =
      rearranged(rows()[static_cast<std::size_t>(function - 1)].make(dimension), instance);
  if (instance > 1) {
    const double number = uniform(instance, 1)[0];
    made.shown.scaled = true;
    made.shown.factor = number * 4.8 + 0.2;
    made.shown.offset = number * 2000.0 - 1000.0;
  }
  return made;
}

}  // namespace optimeter::pbo

namespace optimeter {

Landscape ising_torus(std::size_t dimension, std::int64_t instance) {
  constexpr int kIsingTorus = 20;
  if (dimension == 0) throw InvalidArgument("a torus has at least one bit; got dimension 0");
  return pbo::landscape(kIsingTorus, dimension, instance);
}

}  // namespace optimeter
