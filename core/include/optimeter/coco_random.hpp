// The random numbers that COCO hands out to programs, and from which it makes constraints.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace optimeter {

/// A lagged Fibonacci generator on doubles (lags 607 and 273). Programs draw their points from it,
/// so its numbers are those of COCO bit for bit; normal ones, for which COCO asks the C library,
/// are so up to the last bit of a logarithm or cosine in a thousand.
class LaggedFibonacci {
 public:
  explicit LaggedFibonacci(std::int64_t seed);

  double uniform();
  /// A standard normal number from two uniform ones.
  double normal();
  /// The next n of them.
  void normal(double* out, std::size_t n);

 private:
  static constexpr std::size_t kLong = 607;
  static constexpr std::size_t kShort = 273;
  static constexpr std::size_t kFirst = 12;  // the first numbers are not handed out

  void renew();

  std::array<double, kLong> state_;
  std::size_t position_ = kFirst;
};

}  // namespace optimeter
