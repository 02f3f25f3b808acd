#include "pbo/functions.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "pbo/combinatorial.hpp"
#include "pbo/sequence.hpp"

namespace optimeter::pbo {
namespace {

// ---- A table of values by a count: f1, f2, f4 to f17 ----

enum class Count { kOnes, kLeadingOnes };

// What a function does with the string before it counts, and with the count.
struct Layers {
  Count count;
  double share = 1.0;         // of the bits that matter
  std::size_t majority = 1;   // blocks of so many bits become their majority
  std::size_t epistasis = 1;  // blocks of so many bits are mixed
  int ruggedness = 0;         // which permutation of the count; 0: none
};

class Counting final : public BitFunction {
 public:
  Counting(std::size_t n, const Layers& layers)
      : BitFunction(n), layers_(layers), mask_(n), rest_(n) {
    if (layers.share < 1.0) {
      const std::vector<std::size_t> kept = selection(n, layers.share);
      for (const std::size_t i : kept) mask_.set(i);
      rest_ = kept.size();
    } else {
      mask_.set(0, n);
    }
    rest_ /= layers.majority;
    if (layers.ruggedness != 0) {
      table_ = optimeter::pbo::ruggedness(layers.ruggedness, rest_);
    } else {
      table_.resize(rest_ + 1);
      std::iota(table_.begin(), table_.end(), 0.0);
    }
  }

  double value(const std::uint64_t* words) const override { return table_[count(words)]; }

  std::optional<Bits> best() const override {
    if (layers_.epistasis == 1) return all_ones(length());
    Bits bits(length());  // a single 1 at the head of a block is mixed to all ones
    for (std::size_t i = 0; i < length(); i += layers_.epistasis) bits.set(i);
    return bits;
  }

 private:
  std::size_t count(const std::uint64_t* words) const {
    if (layers_.majority > 1) return count_majorities(words);
    if (layers_.epistasis > 1) return count_mixed(words);
    return layers_.count == Count::kOnes ? count_ones(words) : count_leading(words);
  }

  std::size_t count_ones(const std::uint64_t* words) const {
    std::size_t sum = 0;
    for (std::size_t w = 0; w < words_for(length()); ++w) {
      sum += static_cast<std::size_t>(std::popcount(words[w] & mask_.words()[w]));
    }
    return sum;
  }

  std::size_t count_leading(const std::uint64_t* words) const {
    std::size_t before = 0;
    for (std::size_t w = 0; w < words_for(length()); ++w) {
      const std::uint64_t mask = mask_.words()[w];
      const std::uint64_t zeros = ~words[w] & mask;
      if (zeros != 0) {
        const std::uint64_t below = (zeros & (~zeros + 1)) - 1;
        return before + static_cast<std::size_t>(std::popcount(mask & below));
      }
      before += static_cast<std::size_t>(std::popcount(mask));
    }
    return before;
  }

  std::size_t count_majorities(const std::uint64_t* words) const {
    const std::size_t size = layers_.majority;
    std::size_t sum = 0;
    for (std::size_t block = 0; block < rest_; ++block) {
      const std::uint64_t bits = extract(words, block * size, size);
      if (2 * static_cast<std::size_t>(std::popcount(bits)) >= size) {
        ++sum;
      } else if (layers_.count == Count::kLeadingOnes) {
        break;
      }
    }
    return sum;
  }

  // Each bit of a block but the last becomes the parity of the block without the next bit, the last
  // one the parity.
  std::size_t count_mixed(const std::uint64_t* words) const {
    std::size_t sum = 0;
    for (std::size_t first = 0; first < length(); first += layers_.epistasis) {
      const std::size_t size = std::min(layers_.epistasis, length() - first);
      const std::uint64_t bits = extract(words, first, size);
      const std::uint64_t full = (std::uint64_t{1} << size) - 1;
      const bool parity = (std::popcount(bits) & 1) != 0;
      const std::uint64_t mixed = parity ? ~(bits >> 1) & full : bits >> 1;
      if (layers_.count == Count::kOnes) {
        sum += static_cast<std::size_t>(std::popcount(mixed));
      } else {
        sum += static_cast<std::size_t>(std::countr_one(mixed));
        if (mixed != full) break;
      }
    }
    return sum;
  }

  Layers layers_;
  Bits mask_;
  std::size_t rest_;  // length of what is counted
  std::vector<double> table_;
};

template <Count kCount, int kShare, int kMajority, int kEpistasis, int kRuggedness>
std::unique_ptr<BitFunction> counting(std::size_t n) {
  return std::make_unique<Counting>(
      n, Layers{kCount, kShare / 100.0, kMajority, kEpistasis, kRuggedness});
}

template <class Function>
std::unique_ptr<BitFunction> make(std::size_t n) {
  return std::make_unique<Function>(n);
}

// ---- f3 ----

class Linear final : public BitFunction {
 public:
  using BitFunction::BitFunction;
  double value(const std::uint64_t* words) const override {
    std::uint64_t sum = 0;
    for (std::size_t w = 0; w < words_for(length()); ++w) {
      for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
        sum += w * kWordBits + static_cast<std::size_t>(std::countr_zero(bits)) + 1;
      }
    }
    return static_cast<double>(sum);
  }
  std::optional<Bits> best() const override { return all_ones(length()); }
};

}  // namespace

std::vector<std::size_t> selection(std::size_t n, double share) {
  const auto kept = static_cast<std::size_t>(static_cast<double>(n) * share);
  const std::vector<double> numbers = uniform(10000, kept);
  std::vector<std::size_t> positions(n);
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  for (std::size_t i = 0; i < kept; ++i) {
    const double number = numbers[i] * 1e4 / 1e4;
    std::swap(positions[i], positions[static_cast<std::size_t>(number * static_cast<double>(n))]);
  }
  positions.resize(kept);
  std::sort(positions.begin(), positions.end());
  return positions;
}

std::vector<double> ruggedness(int kind, std::size_t n) {
  std::vector<double> table(n + 1);
  for (std::size_t s = 0; s < n; ++s) {
    std::size_t value = 0;
    if (kind == 1) {
      value = (n % 2 == 0 ? s / 2 : (s + 1) / 2) + 1;
    } else if (kind == 2) {
      value = s % 2 == n % 2 ? s + 1 : std::max<std::size_t>(s, 1) - 1;
    } else {  // blocks of five from the top, each reversed
      const std::size_t low = n % 5;
      value = s < low ? low - 1 - s : s - (s - low) % 5 + 4 - (s - low) % 5;
    }
    table[s] = static_cast<double>(value);
  }
  table[n] = static_cast<double>(kind == 1 ? (n + 1) / 2 + 1 : n);
  return table;
}

const std::vector<Row>& rows() {
  constexpr Count kOnes = Count::kOnes;
  constexpr Count kLeading = Count::kLeadingOnes;
  static const std::vector<Row> all = {
      {{1, "OneMax", "onemax"}, counting<kOnes, 100, 1, 1, 0>},
      {{2, "LeadingOnes", "leading-ones"}, counting<kLeading, 100, 1, 1, 0>},
      {{3, "Linear", "onemax"}, make<Linear>},
      {{4, "OneMaxDummy1", "onemax"}, counting<kOnes, 50, 1, 1, 0>},
      {{5, "OneMaxDummy2", "onemax"}, counting<kOnes, 90, 1, 1, 0>},
      {{6, "OneMaxNeutrality", "onemax"}, counting<kOnes, 100, 3, 1, 0>},
      {{7, "OneMaxEpistasis", "onemax"}, counting<kOnes, 100, 1, 4, 0>},
      {{8, "OneMaxRuggedness1", "onemax"}, counting<kOnes, 100, 1, 1, 1>},
      {{9, "OneMaxRuggedness2", "onemax"}, counting<kOnes, 100, 1, 1, 2>},
      {{10, "OneMaxRuggedness3", "onemax"}, counting<kOnes, 100, 1, 1, 3>},
      {{11, "LeadingOnesDummy1", "leading-ones"}, counting<kLeading, 50, 1, 1, 0>},
      {{12, "LeadingOnesDummy2", "leading-ones"}, counting<kLeading, 90, 1, 1, 0>},
      {{13, "LeadingOnesNeutrality", "leading-ones"}, counting<kLeading, 100, 3, 1, 0>},
      {{14, "LeadingOnesEpistasis", "leading-ones"}, counting<kLeading, 100, 1, 4, 0>},
      {{15, "LeadingOnesRuggedness1", "leading-ones"}, counting<kLeading, 100, 1, 1, 1>},
      {{16, "LeadingOnesRuggedness2", "leading-ones"}, counting<kLeading, 100, 1, 1, 2>},
      {{17, "LeadingOnesRuggedness3", "leading-ones"}, counting<kLeading, 100, 1, 1, 3>},
      {{18, "LABS", "combinatorial"}, autocorrelation, 2},
      {{19, "IsingRing", "combinatorial"}, ising_ring},
      {{20, "IsingTorus", "combinatorial"}, ising_torus, 1, true},
      {{21, "IsingTriangular", "combinatorial"}, ising_triangular, 1, true},
      {{22, "MIS", "combinatorial"}, independent_set},
      {{23, "NQueens", "combinatorial"}, queens, 1, true},
      {{24, "ConcatenatedTrap", "deceptive"}, traps},
      {{25, "NKLandscapes", "deceptive"}, epistatic},
  };
  return all;
}

}  // namespace optimeter::pbo
