#include "pbo/combinatorial.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "pbo/sequence.hpp"

namespace optimeter::pbo {
namespace {

std::size_t side(std::size_t n) {
  auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
  while (root * root > n) --root;
  while ((root + 1) * (root + 1) <= n) ++root;
  return root;
}

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

// A function of the first bits of a string, the others being ignored.
class FirstBits final : public BitFunction {
 public:
  FirstBits(std::unique_ptr<BitFunction> function, std::size_t length)
      : BitFunction(length), function_(std::move(function)) {}

  double value(const std::uint64_t* words) const override {
    thread_local std::vector<std::uint64_t> first;
    const std::size_t used = function_->length();
    first.assign(words, words + words_for(used));
    if (used % kWordBits != 0) first.back() &= (std::uint64_t{1} << used % kWordBits) - 1;
    return function_->value(first.data());
  }
  std::optional<Bits> best() const override { return all_ones(length()); }

 private:
  std::unique_ptr<BitFunction> function_;
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

std::unique_ptr<BitFunction> autocorrelation(std::size_t length) {
  return std::make_unique<Autocorrelation>(length);
}

std::unique_ptr<BitFunction> ising_ring(std::size_t length) {
  return std::make_unique<Ising<1>>(length);
}

std::unique_ptr<BitFunction> ising_torus(std::size_t length) {
  const std::size_t row = side(length);
  auto torus = std::make_unique<Ising<2>>(row * row);
  if (row * row == length) return torus;
  return std::make_unique<FirstBits>(std::move(torus), length);
}

std::unique_ptr<BitFunction> ising_triangular(std::size_t length) {
  return std::make_unique<Ising<3>>(length);
}

std::unique_ptr<BitFunction> independent_set(std::size_t length) {
  return std::make_unique<IndependentSet>(length);
}

std::unique_ptr<BitFunction> queens(std::size_t length) { return std::make_unique<Queens>(length); }

std::unique_ptr<BitFunction> traps(std::size_t length) { return std::make_unique<Traps>(length); }

std::unique_ptr<BitFunction> epistatic(std::size_t length) {
  return std::make_unique<Epistatic>(length);
}

}  // namespace optimeter::pbo
