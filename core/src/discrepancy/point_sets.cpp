// The point sets that IOHprofiler makes from the number of an instance.
#include <algorithm>
#include <random>
#include <string>

#include "optimeter/errors.hpp"
#include "optimeter/generators.hpp"

namespace optimeter {
namespace {

std::vector<std::uint64_t> primes(std::size_t count) {
  std::vector<std::uint64_t> found;
  for (std::uint64_t number = 2; found.size() < count; ++number) {
    const bool divided = std::any_of(found.begin(), found.end(), [number](std::uint64_t prime) {
      return prime * prime <= number && number % prime == 0;
    });
    if (!divided) found.push_back(number);
  }
  return found;
}

// The digits of a number in this base, mirrored at the point.
double radical_inverse(std::uint64_t number, std::uint64_t base) {
  double sum = 0.0;
  double power = 1.0;
  for (; number > 0; number /= base) {
    power *= static_cast<double>(base);
    sum += static_cast<double>(number % base) / power;
  }
  return sum;
}

}  // namespace

std::vector<double> point_set(PointSet kind, std::size_t count, std::size_t dimension,
                              std::int64_t instance) {
  if (instance < 0) {
    throw InvalidArgument("point sets have instances from 0 on; got instance " +
                          std::to_string(instance));
  }
  std::vector<double> points(count * dimension);
  if (kind == PointSet::kUniform) {
    std::mt19937 generator(static_cast<std::uint32_t>(instance));
    for (double& one : points) one = static_cast<double>(generator()) / 4294967295.0;
    return points;
  }
  const std::vector<std::uint64_t> bases = primes(dimension);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < dimension; ++j) {
      points[i * dimension + j] =
          radical_inverse(static_cast<std::uint64_t>(instance) + i, bases[j]);
    }
  }
  return points;
}

}  // namespace optimeter
