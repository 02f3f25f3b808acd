// The 25 pseudo-Boolean functions of IOHprofiler, as they are before an instance changes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "optimeter/suite.hpp"
#include "pbo/bits.hpp"

namespace optimeter::pbo {

/// A function of n bits; larger is better. Immutable, callable from many threads at once.
class BitFunction {
 public:
  explicit BitFunction(std::size_t length) : length_(length) {}
  virtual ~BitFunction() = default;
  BitFunction(const BitFunction&) = delete;
  BitFunction& operator=(const BitFunction&) = delete;

  /// The value of a string of `length()` bits, those beyond it being 0.
  virtual double value(const std::uint64_t* words) const = 0;
  /// A best string, where one can be written down.
  virtual std::optional<Bits> best() const { return std::nullopt; }
  /// The largest value, where it is known: that of `best`, if there is one.
  virtual std::optional<double> maximum() const {
    const std::optional<Bits> string = best();
    if (!string) return std::nullopt;
    return value(string->words());
  }

  std::size_t length() const { return length_; }

 private:
  std::size_t length_;
};

/// A function of the suite: all that is known of it.
struct Row {
  FunctionInfo info;
  std::unique_ptr<BitFunction> (*make)(std::size_t length);
  std::size_t smallest = 1;  ///< number of bits
  bool square = false;       ///< whether the number of bits is a square
};

/// All of them, ascending by number.
const std::vector<Row>& rows();

/// The positions, ascending, that stay when the W-model's first layer leaves a share of n bits.
std::vector<std::size_t> selection(std::size_t n, double share);

/// The W-model's ruggedness as the suite has it: a permutation of 0..n, by its number 1, 2 or 3.
std::vector<double> ruggedness(int kind, std::size_t n);

}  // namespace optimeter::pbo
