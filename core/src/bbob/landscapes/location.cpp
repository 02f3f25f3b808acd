// Where the optima lie.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "bbob/instances/random.hpp"
#include "bbob/landscapes/tables.hpp"

namespace optimeter {
namespace {

using Vector = std::vector<double>;

Vector scaled(Vector values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

// +-size with the signs of the numbers - threshold.
Vector with_signs(Vector numbers, double threshold, double size) {
  for (double& value : numbers) value = value < threshold ? -size : size;
  return numbers;
}

Vector skewed(Vector location) {
  for (std::size_t i = 0; i < location.size(); i += 2) location[i] = std::fabs(location[i]);
  return location;
}

// Integers from -4 to 4, not all of them 0.
Vector integers(std::int64_t seed, std::size_t d) {
  Vector location = legacy_uniform(seed, d);
  for (double& value : location) value = std::trunc(10 * value - 5);
  if (std::all_of(location.begin(), location.end(), [](double v) { return v == 0.0; })) {
    for (std::size_t i = 0; i < d; ++i) location[i] = static_cast<double>(i % 9) - 4;
  }
  return location;
}

Vector near_origin(Vector location) {
  double square = 0.0;
  for (const double value : location) square += value * value;
  for (double& value : location) value *= 0.01 / std::sqrt(square);
  return location;
}

// The point that the rotation, after the permutation, carries to (c/2, ..., c/2).
Vector by_rotation(const std::vector<Matrix>& blocks, double c,
                   const std::vector<std::size_t>& permutation) {
  Vector location(permutation.size());
  std::size_t begin = 0;
  for (const Matrix& block : blocks) {
    for (std::size_t j = 0; j < block.n; ++j) {
      double sum = 0.0;
      for (std::size_t i = 0; i < block.n; ++i) sum += block(i, j);
      location[permutation[begin + j]] = sum / (2 * c);
    }
    begin += block.n;
  }
  return location;
}

}  // namespace

Vector InstanceData::location() {
  const auto uniform = [&](std::int64_t seed) {
    return optimal_location(seed, d_, row_.location_range);
  };
  switch (row_.location) {
    case Location::uniform:
      break;
    case Location::uniform_of_r:
      return uniform(seed_ + kMillion);
    case Location::skewed:
      return skewed(uniform(seed_));
    case Location::three_quarters:
      return scaled(uniform(seed_), 0.75);
    case Location::corner:
      return with_signs(uniform(seed_), 0.0, 5.0);
    case Location::uniform_signs:
      return with_signs(legacy_uniform(seed_, d_), 0.5, 420.96874633 / 200);
    case Location::normal_signs:
      return with_signs(legacy_gauss(seed_, d_), 0.0, 0.5 * 2.5);
    case Location::by_rotation: {
      std::vector<std::size_t> order = permutation(Rotation::q, 0);
      if (order.empty()) {
        order.resize(d_);
        std::iota(order.begin(), order.end(), std::size_t{0});
      }
      return by_rotation(rotation(Rotation::q), enlargement_, order);
    }
    case Location::highest_peak: {
      Vector location = legacy_uniform(seed_, d_);
      for (double& value : location) {
        value = row_.peaks.shrink * (row_.peaks.spread * value - row_.peaks.spread / 2);
      }
      return location;
    }
    case Location::near_origin:
      return near_origin(uniform(seed_));
    case Location::integers:
      return integers(seed_, d_);
  }
  return uniform(seed_);
}

}  // namespace optimeter
