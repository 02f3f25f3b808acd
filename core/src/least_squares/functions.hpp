// The least-squares functions f(x) = Σ f_i(x)² of the literature. Each is declared once; suites
// take them in the sizes that they want.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "least_squares/residuals.hpp"

namespace optimeter::least_squares {

/// What the residuals are at the minimum.
enum class Residual { kZero, kNonzero };

struct Function {
  std::string name;
  std::string file_name;  ///< in IOHprofiler's files
  Residuals residuals;
  /// The published first point in n variables.
  std::vector<double> (*start)(std::size_t n);
  /// A point that attains the smallest value; null: it is listed in minimizers.cpp.
  std::vector<double> (*minimizer)(std::size_t n, std::size_t m) = nullptr;
  Residual residual = Residual::kZero;
  bool linear = false;
};

/// The function of that name, which must exist.
const Function& function(std::string_view name);

/// A function with numbers of variables and of residuals, and with a first point.
struct Problem {
  const Function* function;
  std::size_t n;
  std::size_t m;
  double start_factor = 1.0;  ///< of the published first point

  std::vector<double> start() const;
  std::vector<double> minimizer() const;
  /// Whether all residuals vanish at the minimum.
  bool vanishes() const;
  /// f(x).
  double value(const double* x) const;
};

/// A listed minimizer of a function in n variables, which must exist.
const std::vector<double>& listed_minimizer(std::string_view name, std::size_t n);

}  // namespace optimeter::least_squares
