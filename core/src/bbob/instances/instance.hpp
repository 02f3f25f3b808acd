// The data that makes one instance of a function: seeds, optima, rotations, permutations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace optimeter {

inline constexpr std::int64_t kMillion = 1'000'000;

/// The optimal value: two decimals, Cauchy-like, between -1000 and 1000.
double optimal_value(std::int64_t seed);

/// The standard location of the optimum within [-range, range]^d.
std::vector<double> optimal_location(std::int64_t seed, std::size_t d, double range);

/// A square matrix, by columns: entry (i, j) at j * n + i.
struct Matrix {
  std::size_t n = 0;
  std::vector<double> columns;

  double operator()(std::size_t i, std::size_t j) const { return columns[j * n + i]; }
  double& operator()(std::size_t i, std::size_t j) { return columns[j * n + i]; }
};

/// A random orthogonal matrix.
Matrix rotation(std::int64_t seed, std::size_t n);

/// left * diag(pow(base, k / (n - 1))) * right.
Matrix combined(const Matrix& left, double base, const Matrix& right);

/// Orthogonal blocks of at most 40 rows along the diagonal.
std::vector<Matrix> block_rotation(std::int64_t seed, std::size_t d);

/// The order that sorts the values ascending; ties by index.
std::vector<std::size_t> argsort(const std::vector<double>& values);

/// Truncated random swaps; the identity up to 40 variables. (P v)_i = v_{P[i]}.
std::vector<std::size_t> permutation(std::int64_t seed, std::size_t d);

/// pow(base, exponent) of each exponent.
std::vector<double> powers(double base, std::vector<double> exponents);
/// pow(base, i / (d - 1)) for all i.
std::vector<double> powers(double base, std::size_t d);
/// pow(alpha, 0.5 i / (d - 1)): the diagonal of the scaling. Differs from powers(sqrt(alpha)) by
/// rounding.
std::vector<double> conditioning(double alpha, std::size_t d);

}  // namespace optimeter
