#include "pbo/functions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "pbo/sequence.hpp"

namespace optimeter::pbo {
namespace {

std::size_t side(std::size_t n) {
  auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
  while (root * root > n) --root;
  while ((root + 1) * (root + 1) <= n) ++root;
  return root;
}

Bits all_ones(std::size_t n) {
  Bits bits(n);
  bits.set(0, n);
  return bits;
}

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

// ---- f18 ----

// The least energies of sequences of 3 and more bits; above 30 from the literature (Packebusch and
// Mertens 2016).
constexpr std::array kLeastEnergies = {
    1,   2,   2,   7,   3,   8,   12,  13,  5,   10,  6,   19,  15,  24,  32,  25,
    29,  26,  26,  39,  47,  36,  36,  45,  37,  50,  62,  59,  67,  64,  64,  65,
    73,  82,  86,  87,  99,  108, 108, 101, 109, 122, 118, 131, 135, 140, 136, 153,
    153, 166, 170, 175, 171, 192, 188, 197, 205, 218, 226, 235, 207, 208, 240, 257};

class Autocorrelation final : public BitFunction {
 public:
  using BitFunction::BitFunction;
  double value(const std::uint64_t* words) const override {
    const std::size_t n = length();
    const std::size_t count = words_for(n);
    std::int64_t energy = 0;
    for (std::size_t lag = 1; lag < n; ++lag) {
      const std::size_t pairs = n - lag;
      std::int64_t different = 0;
      for (std::size_t w = 0; w * kWordBits < pairs; ++w) {
        std::uint64_t bits = words[w] ^ shifted(words, count, w, lag);
        const std::size_t left = pairs - w * kWordBits;
        if (left < kWordBits) bits &= (std::uint64_t{1} << left) - 1;
        different += std::popcount(bits);
      }
      const std::int64_t sum = static_cast<std::int64_t>(pairs) - 2 * different;
      energy += sum * sum;
    }
    return merit(static_cast<double>(energy));
  }
  std::optional<double> maximum() const override {
    if (length() == 2) return merit(1.0);
    if (length() < 3 || length() - 3 >= kLeastEnergies.size()) return std::nullopt;
    return merit(kLeastEnergies[length() - 3]);
  }

 private:
  double merit(double energy) const {
    const auto n = static_cast<double>(length());
    return n * n / 2.0 / energy;
  }
};

// ---- f19 to f21: equal neighbours on a ring and on tori ----

// Counts the i of a set for which bits i and i + step, modulo the number of bits, are equal.
class Neighbours {
 public:
  Neighbours(Bits from, std::size_t step) : from_(std::move(from)), step_(step % from_.length()) {}

  std::size_t equal(const std::uint64_t* words) const {
    const std::size_t n = from_.length();
    const std::size_t count = words_for(n);
    std::size_t sum = 0;
    for (std::size_t w = 0; w < count; ++w) {
      std::uint64_t other = shifted(words, count, w, step_);
      const std::size_t first = w * kWordBits;
      if (step_ != 0 && first + kWordBits > n - step_) other |= wrapped(words, count, first);
      sum += static_cast<std::size_t>(std::popcount(~(words[w] ^ other) & from_.words()[w]));
    }
    return sum;
  }

 private:
  // Bits i + step - n for the i of a word, where that is not negative.
  std::uint64_t wrapped(const std::uint64_t* words, std::size_t count, std::size_t first) const {
    const std::size_t n = from_.length();
    if (first + step_ >= n) return shifted(words, count, 0, first + step_ - n);
    return words[0] << (n - step_ - first);
  }

  Bits from_;
  std::size_t step_;
};

template <int kDirections>  // 1: ring, 2: torus, 3: torus with one diagonal
class Ising final : public BitFunction {
 public:
  explicit Ising(std::size_t n) : BitFunction(n) {
    if constexpr (kDirections == 1) {
      pairs_.emplace_back(all_ones(n), 1);
    } else {
      const std::size_t row = side(n);
      Bits last(n);
      Bits others(n);
      for (std::size_t i = 0; i < n; ++i) (i % row == row - 1 ? last : others).set(i);
      pairs_.emplace_back(all_ones(n), row);
      pairs_.emplace_back(others, 1);
      pairs_.emplace_back(last, n + 1 - row);
      if constexpr (kDirections == 3) {
        pairs_.emplace_back(others, row + 1);
        pairs_.emplace_back(last, 1);
      }
    }
  }
  double value(const std::uint64_t* words) const override {
    std::size_t sum = 0;
    for (const Neighbours& pairs : pairs_) sum += pairs.equal(words);
    return static_cast<double>(sum);
  }
  std::optional<Bits> best() const override { return all_ones(length()); }

 private:
  std::vector<Neighbours> pairs_;
};

// ---- f22 ----

class IndependentSet final : public BitFunction {
 public:
  explicit IndependentSet(std::size_t n) : BitFunction(n), vertices_(n - n % 2), used_(n) {
    used_.set(0, vertices_);
    const std::size_t half = vertices_ / 2;
    Edges next{Bits(n), 1};
    for (std::size_t i = 0; i + 1 < vertices_; ++i) {
      if (i + 1 != half) next.from.set(i);
    }
    Edges beyond{Bits(n), half + 1};
    Edges before{Bits(n), half == 0 ? 0 : half - 1};
    for (std::size_t i = 0; i + 1 < half; ++i) {
      beyond.from.set(i);
      before.from.set(i + 1);
    }
    edges_ = {std::move(next), std::move(beyond), std::move(before)};
  }
  double value(const std::uint64_t* words) const override {
    const std::size_t count = words_for(length());
    std::int64_t chosen = 0;
    std::int64_t broken = 0;
    for (std::size_t w = 0; w < count; ++w) {
      chosen += std::popcount(words[w] & used_.words()[w]);
      for (const Edges& edges : edges_) {
        broken +=
            std::popcount(words[w] & shifted(words, count, w, edges.step) & edges.from.words()[w]);
      }
    }
    return static_cast<double>(chosen - static_cast<std::int64_t>(vertices_) * broken);
  }
  std::optional<double> maximum() const override {
    const std::size_t half = vertices_ / 2;
    return static_cast<double>(half % 2 == 0 ? half : half + 1);
  }

 private:
  struct Edges {
    Bits from;
    std::size_t step;
  };
  std::size_t vertices_;
  Bits used_;
  std::vector<Edges> edges_;
};

// ---- f23 ----

class Queens final : public BitFunction {
 public:
  explicit Queens(std::size_t n) : BitFunction(n), side_(side(n)) {
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t row = i / side_;
      const std::size_t column = i % side_;
      lines_.push_back({static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(side_ + column),
                        static_cast<std::uint32_t>(2 * side_ + row + column),
                        static_cast<std::uint32_t>(5 * side_ - 2 + row - column)});
    }
  }
  double value(const std::uint64_t* words) const override {
    thread_local std::vector<std::uint32_t> queens;
    queens.assign(6 * side_, 0);
    std::int64_t chosen = 0;
    std::int64_t attacks = 0;  // all but the first queen of every line
    for (std::size_t w = 0; w < words_for(length()); ++w) {
      for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
        ++chosen;
        const std::size_t at = w * kWordBits + static_cast<std::size_t>(std::countr_zero(bits));
        for (const std::uint32_t line : lines_[at]) attacks += queens[line]++ > 0 ? 1 : 0;
      }
    }
    return static_cast<double>(chosen - static_cast<std::int64_t>(side_) * attacks);
  }
  std::optional<double> maximum() const override {
    if (side_ == 2 || side_ == 3) return static_cast<double>(side_ - 1);  // no solution exists
    return static_cast<double>(side_);
  }

 private:
  std::size_t side_;
  std::vector<std::array<std::uint32_t, 4>> lines_;
};

// ---- f24 ----

class Traps final : public BitFunction {
 public:
  explicit Traps(std::size_t n) : BitFunction(n), blocks_(n / kSize), left_(n % kSize) {}
  double value(const std::uint64_t* words) const override {
    double sum = 0.0;
    for (std::size_t block = 0; block < blocks_; ++block) {
      sum += trap(static_cast<std::size_t>(std::popcount(extract(words, block * kSize, kSize))),
                  kSize);
    }
    if (left_ > 0) {  // counted from a place that lies inside the blocks, as in IOHprofiler
      std::size_t count = 0;
      for (std::size_t i = 4 * blocks_; i < length(); ++i) count += test(words, i) ? 1 : 0;
      sum += trap(count, left_);
    }
    return sum;
  }
  // Without a rest all ones. Else the last term is 1 if just `left_` bits from 4·blocks on are set;
  // more of them cost more than their blocks gain. These go to the block across that place if they
  // fill it, and to the rest.
  std::optional<Bits> best() const override {
    if (left_ == 0) return all_ones(length());
    Bits bits(length());
    const std::size_t tail = 4 * blocks_;
    const std::size_t inside = (kSize - tail % kSize) % kSize;  // bits of the block across
    const bool fills = inside > 0 && left_ >= inside;
    bits.set(0, fills ? tail + inside : tail / kSize * kSize);
    const std::size_t set = fills ? left_ - inside : left_;
    bits.set(kSize * blocks_, kSize * blocks_ + set);
    return bits;
  }

 private:
  static constexpr std::size_t kSize = 5;
  static double trap(std::size_t count, std::size_t size) {
    if (count == size) return 1.0;
    return (static_cast<double>(size) - 1.0 - static_cast<double>(count)) /
           static_cast<double>(size);
  }
  std::size_t blocks_;
  std::size_t left_;
};

// ---- f25 ----

class Epistatic final : public BitFunction {
 public:
  explicit Epistatic(std::size_t n) : BitFunction(n), partner_(n), cost_(n) {
    for (std::size_t i = 0; i < n; ++i) {
      const auto seed = static_cast<std::int64_t>(i + 1);
      partner_[i] = static_cast<std::size_t>(uniform(seed, 1)[0] * static_cast<double>(n));
      const std::vector<double> table = uniform(2 * seed, 4);
      std::copy(table.begin(), table.end(), cost_[i].begin());
    }
  }
  double value(const std::uint64_t* words) const override {
    double sum = 0.0;
    for (std::size_t i = 0; i < length(); ++i) {
      sum += cost_[i][(test(words, i) ? 1U : 0U) + (test(words, partner_[i]) ? 2U : 0U)];
    }
    return -(sum / static_cast<double>(length()));
  }
  std::optional<Bits> best() const override;

 private:
  std::vector<std::size_t> partner_;
  std::vector<std::array<double, 4>> cost_;
};

// Every vertex has one edge, to its partner, so every component has one cycle: vertices that nobody
// points to are eliminated one after the other; then each cycle is solved for both values of one of
// its vertices.
std::optional<Bits> Epistatic::best() const {
  const std::size_t n = length();
  std::vector<std::array<double, 2>> below(n, {0.0, 0.0});  // cost of what hangs on a vertex
  std::vector<std::array<bool, 2>> choice(n);               // best own value by the partner's
  std::vector<std::size_t> pointing(n);
  for (const std::size_t p : partner_) ++pointing[p];
  const auto fold = [&](std::size_t i, std::size_t other) {
    const double zero = below[i][0] + cost_[i][2 * other];
    const double one = below[i][1] + cost_[i][1 + 2 * other];
    choice[i][other] = one < zero;
    return std::min(zero, one);
  };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < n; ++i) {
    if (pointing[i] == 0) order.push_back(i);
  }
  std::vector<bool> eliminated(n);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t i = order[k];
    eliminated[i] = true;
    const std::size_t p = partner_[i];
    for (const std::size_t other : {0U, 1U}) below[p][other] += fold(i, other);
    if (--pointing[p] == 0) order.push_back(p);
  }
  Bits bits(n);
  std::vector<bool> solved(n);
  for (std::size_t start = 0; start < n; ++start) {
    if (eliminated[start] || solved[start]) continue;
    std::vector<std::size_t> cycle;
    for (std::size_t i = start; !solved[i]; i = partner_[i]) {
      solved[i] = true;
      cycle.push_back(i);
    }
    double least = std::numeric_limits<double>::infinity();
    std::vector<std::size_t> values(cycle.size());
    for (const std::size_t first : {0U, 1U}) {
      // arriving[v]: the least cost of the vertices passed, the present one having the value v.
      std::array<double, 2> arriving = {std::numeric_limits<double>::infinity(),
                                        std::numeric_limits<double>::infinity()};
      arriving[first] = 0.0;
      std::vector<std::array<std::size_t, 2>> from(cycle.size());
      for (std::size_t k = 0; k < cycle.size(); ++k) {
        const std::size_t i = cycle[k];
        std::array<double, 2> next{};
        for (const std::size_t other : {0U, 1U}) {
          const double zero = arriving[0] + below[i][0] + cost_[i][2 * other];
          const double one = arriving[1] + below[i][1] + cost_[i][1 + 2 * other];
          from[k][other] = one < zero ? 1 : 0;
          next[other] = std::min(zero, one);
        }
        arriving = next;
      }
      if (arriving[first] < least) {
        least = arriving[first];
        std::size_t value = first;
        for (std::size_t k = cycle.size(); k-- > 0;) {
          value = from[k][value];
          values[k] = value;
        }
      }
    }
    for (std::size_t k = 0; k < cycle.size(); ++k) {
      if (values[k] == 1) bits.set(cycle[k]);
    }
  }
  for (std::size_t k = order.size(); k-- > 0;) {
    const std::size_t i = order[k];
    if (choice[i][bits[partner_[i]] ? 1 : 0]) bits.set(i);
  }
  return bits;
}

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
      {{18, "LABS", "combinatorial"}, make<Autocorrelation>, 2},
      {{19, "IsingRing", "combinatorial"}, make<Ising<1>>},
      {{20, "IsingTorus", "combinatorial"}, make<Ising<2>>, 1, true},
      {{21, "IsingTriangular", "combinatorial"}, make<Ising<3>>, 1, true},
      {{22, "MIS", "combinatorial"}, make<IndependentSet>},
      {{23, "NQueens", "combinatorial"}, make<Queens>, 1, true},
      {{24, "ConcatenatedTrap", "deceptive"}, make<Traps>},
      {{25, "NKLandscapes", "deceptive"}, make<Epistatic>},
  };
  return all;
}

}  // namespace optimeter::pbo
