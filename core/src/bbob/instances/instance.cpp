#include "bbob/instances/instance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "bbob/instances/random.hpp"
#include "mathematics/mathematics.hpp"
#include "optimeter/interrupt.hpp"

namespace optimeter {
namespace {

constexpr std::size_t kBlockSize = 40;

double fraction(std::size_t i, std::size_t d) {
  return static_cast<double>(i) / static_cast<double>(d - 1);
}

}  // namespace

double optimal_value(std::int64_t seed) {
  const double a = legacy_gauss(seed, 1)[0];
  const double b = legacy_gauss(seed + 1, 1)[0];
  return std::clamp(std::floor(10000 * a / b + 0.5) / 100, -1000.0, 1000.0);
}

std::vector<double> optimal_location(std::int64_t seed, std::size_t d, double range) {
  std::vector<double> x = legacy_uniform(seed, d);
  for (double& value : x) {
    value = (2 * range * std::floor(10000 * value)) / 10000 - range;
    if (value == 0.0) value = -1e-5;
  }
  return x;
}

Matrix rotation(std::int64_t seed, std::size_t n) {
  const Matrix start{n, legacy_gauss(seed, n * n)};
  // Modified Gram-Schmidt on the columns. The work is on rows of the transpose, all later columns
  // at once: each still sees its projections in the same order, and the inner loops vectorise.
  std::vector<double> a(n * n);  // a[r * n + i]: row r, column i
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t r = 0; r < n; ++r) a[r * n + i] = start(r, i);
  }
  std::vector<double> projection(n);
  std::vector<double> column(n);
  for (std::size_t j = 0; j < n; ++j) {
    check_interrupt();
    double square = 0.0;
    for (std::size_t r = 0; r < n; ++r) {
      column[r] = a[r * n + j];
      square += column[r] * column[r];
    }
    const double length = std::sqrt(square);
    for (std::size_t r = 0; r < n; ++r) a[r * n + j] = column[r] /= length;
    std::fill(projection.begin(), projection.end(), 0.0);
    for (std::size_t r = 0; r < n; ++r) {
      const double c = column[r];
      const double* const row = &a[r * n];
      for (std::size_t i = j + 1; i < n; ++i) projection[i] += row[i] * c;
    }
    for (std::size_t r = 0; r < n; ++r) {
      const double c = column[r];
      double* const row = &a[r * n];
      for (std::size_t i = j + 1; i < n; ++i) row[i] -= projection[i] * c;
    }
  }
  Matrix result{n, std::vector<double>(n * n)};
  for (std::size_t r = 0; r < n; ++r) {
    for (std::size_t i = 0; i < n; ++i) result(r, i) = a[r * n + i];
  }
  return result;
}

Matrix combined(const Matrix& left, double base, const Matrix& right) {
  const std::size_t n = left.n;
  const std::vector<double> scale = powers(base, n);
  Matrix scaled = left;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) scaled(i, k) *= scale[k];
  }
  Matrix result{n, std::vector<double>(n * n, 0.0)};
  for (std::size_t j = 0; j < n; ++j) {
    check_interrupt();
    double* const out = &result.columns[j * n];
    for (std::size_t k = 0; k < n; ++k) {
      const double factor = right(k, j);
      const double* const in = &scaled.columns[k * n];
      for (std::size_t i = 0; i < n; ++i) out[i] += in[i] * factor;
    }
  }
  return result;
}

std::vector<Matrix> block_rotation(std::int64_t seed, std::size_t d) {
  std::vector<Matrix> blocks;
  for (std::size_t begin = 0; begin < d; begin += kBlockSize) {
    const auto number = static_cast<std::int64_t>(blocks.size());
    blocks.push_back(rotation(seed + kMillion * number, std::min(kBlockSize, d - begin)));
  }
  return blocks;
}

std::vector<std::size_t> argsort(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  return order;
}

std::vector<std::size_t> permutation(std::int64_t seed, std::size_t d) {
  std::vector<std::size_t> result(d);
  std::iota(result.begin(), result.end(), std::size_t{0});
  if (d <= kBlockSize) return result;
  const std::size_t reach = d / 3;
  const std::vector<std::size_t> order = argsort(legacy_uniform(seed, d));
  for (std::size_t t = 0; t < d; ++t) {
    const std::size_t a = order[t];
    const std::size_t low = a > reach ? a - reach : 0;
    const std::size_t high = std::min(d - 1, a + reach);
    const double u = legacy_uniform(seed + 1000 * (static_cast<std::int64_t>(t) + 1), 1)[0];
    std::size_t b = low + static_cast<std::size_t>(u * static_cast<double>(high - low));
    if (b >= a) ++b;
    std::swap(result[a], result[b]);
  }
  return result;
}

std::vector<double> powers(double base, std::vector<double> exponents) {
  const std::vector<double> bases(exponents.size(), base);
  mathematics::pow(bases.data(), exponents.data(), exponents.size(), exponents.data());
  return exponents;
}

std::vector<double> powers(double base, std::size_t d) {
  std::vector<double> exponents(d);
  for (std::size_t i = 0; i < d; ++i) exponents[i] = fraction(i, d);
  return powers(base, std::move(exponents));
}

std::vector<double> conditioning(double alpha, std::size_t d) {
  std::vector<double> exponents(d);
  for (std::size_t i = 0; i < d; ++i) {
    exponents[i] = 0.5 * static_cast<double>(i) / static_cast<double>(d - 1);
  }
  return powers(alpha, std::move(exponents));
}

}  // namespace optimeter
