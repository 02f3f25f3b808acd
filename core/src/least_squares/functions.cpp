#include "least_squares/functions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace optimeter::least_squares {
namespace {

using Point = std::vector<double>;

double number(std::size_t i) { return static_cast<double>(i); }

Point ones(std::size_t n) { return Point(n, 1.0); }
Point halves(std::size_t n) { return Point(n, 0.5); }
Point minus_ones(std::size_t n) { return Point(n, -1.0); }
Point all_ones(std::size_t n, std::size_t /*m*/) { return ones(n); }
Point origin(std::size_t n, std::size_t /*m*/) { return Point(n, 0.0); }

// A point whose coordinate j, counted from 1, is made from j and n.
template <typename Make>
Point point(std::size_t n, Make make) {
  Point x(n);
  for (std::size_t j = 1; j <= n; ++j) x[j - 1] = make(number(j), number(n));
  return x;
}

Point integers(std::size_t n) {
  return point(n, [](double j, double) { return j; });
}

Point parabola(std::size_t n) {
  return point(n, [](double j, double size) {
    const double t = j / (size + 1.0);
    return t * (t - 1.0);
  });
}

// The same point again and again, in as many variables as there are.
Point repeated(const Point& part, std::size_t n) {
  Point x(n);
  for (std::size_t j = 0; j < n; ++j) x[j] = part[j % part.size()];
  return x;
}

Point mancino_start(std::size_t n) {
  Point x(n);
  for (std::size_t i = 1; i <= n; ++i) {
    const double distance = number(i) - 50.0;
    x[i - 1] = -8.710996e-4 * (distance * distance * distance + mancino_sum(0.0, i, n));
  }
  return x;
}

constexpr auto kNonzero = Residual::kNonzero;

const std::vector<Function>& functions() {
  static const std::vector<Function> all = {
      {"linear, full rank", "LinearFullRank", linear_full_rank, ones,
       [](std::size_t n, std::size_t) { return minus_ones(n); }, kNonzero, true},
      {"linear, rank 1", "LinearRank1", linear_rank_one, ones,
       [](std::size_t n, std::size_t m) {
         Point x(n);
         x[0] = 3.0 / number(2 * m + 1);
         return x;
       },
       kNonzero, true},
      {"linear, rank 1 with zero columns and rows", "LinearRank1Zero", linear_rank_one_zero, ones,
       [](std::size_t n, std::size_t m) {
         Point x(n);
         x[1] = 1.5 / number(2 * m - 3);
         return x;
       },
       kNonzero, true},
      {"Rosenbrock", "Rosenbrock", rosenbrock,
       [](std::size_t n) { return repeated({-1.2, 1.0}, n); }, all_ones},
      {"Freudenstein and Roth", "FreudensteinRoth", freudenstein_roth,
       [](std::size_t) { return Point{0.5, -2.0}; },
       [](std::size_t, std::size_t) { return Point{5.0, 4.0}; }},
      {"Powell badly scaled", "PowellBadlyScaled", powell_badly_scaled,
       [](std::size_t) { return Point{0.0, 1.0}; }},
      {"Brown badly scaled", "BrownBadlyScaled", brown_badly_scaled, ones,
       [](std::size_t, std::size_t) { return Point{1e6, 2e-6}; }},
      {"Beale", "Beale", beale, ones, [](std::size_t, std::size_t) { return Point{3.0, 0.5}; }},
      {"Jennrich and Sampson", "JennrichSampson", jennrich_sampson,
       [](std::size_t) { return Point{0.3, 0.4}; }, nullptr, kNonzero},
      {"helical valley", "HelicalValley", helical_valley,
       [](std::size_t) { return Point{-1.0, 0.0, 0.0}; },
       [](std::size_t, std::size_t) { return Point{1.0, 0.0, 0.0}; }},
      {"Bard", "Bard", bard, ones, nullptr, kNonzero},
      {"Gaussian", "Gaussian", gaussian, [](std::size_t) { return Point{0.4, 1.0, 0.0}; }, nullptr,
       kNonzero},
      {"Meyer", "Meyer", meyer, [](std::size_t) { return Point{0.02, 4000.0, 250.0}; }, nullptr,
       kNonzero},
      {"Gulf research and development", "Gulf", gulf,
       [](std::size_t) { return Point{5.0, 2.5, 0.15}; },
       [](std::size_t, std::size_t) { return Point{50.0, 25.0, 1.5}; }},
      {"Box three-dimensional", "Box", box, [](std::size_t) { return Point{0.0, 10.0, 20.0}; },
       [](std::size_t, std::size_t) { return Point{1.0, 10.0, 1.0}; }},
      {"Powell singular", "PowellSingular", powell_singular,
       [](std::size_t n) { return repeated({3.0, -1.0, 0.0, 1.0}, n); }, origin},
      {"Wood", "Wood", wood, [](std::size_t) { return Point{-3.0, -1.0, -3.0, -1.0}; }, all_ones},
      {"Kowalik and Osborne", "KowalikOsborne", kowalik_osborne,
       [](std::size_t) { return Point{0.25, 0.39, 0.415, 0.39}; }, nullptr, kNonzero},
      {"Brown and Dennis", "BrownDennis", brown_dennis,
       [](std::size_t) { return Point{25.0, 5.0, -5.0, -1.0}; }, nullptr, kNonzero},
      {"Osborne 1", "Osborne1", osborne_1,
       [](std::size_t) { return Point{0.5, 1.5, 1.0, 0.01, 0.02}; }, nullptr, kNonzero},
      {"Biggs EXP6", "BiggsEXP6", biggs,
       [](std::size_t) { return Point{1.0, 2.0, 1.0, 1.0, 1.0, 1.0}; },
       [](std::size_t, std::size_t) { return Point{1.0, 10.0, 1.0, 5.0, 4.0, 3.0}; }},
      {"Osborne 2", "Osborne2", osborne_2,
       [](std::size_t) { return Point{1.3, 0.65, 0.65, 0.7, 0.6, 3.0, 5.0, 7.0, 2.0, 4.5, 5.5}; },
       nullptr, kNonzero},
      // Moré and Wild begin here, Moré, Garbow and Hillstrom at the origin: 0 times this point.
      {"Watson", "Watson", watson, halves, nullptr, kNonzero},
      {"penalty I", "PenaltyI", penalty_1, integers, nullptr, kNonzero},
      {"penalty II", "PenaltyII", penalty_2, halves, nullptr, kNonzero},
      {"variably dimensioned", "VariablyDimensioned", variably_dimensioned,
       [](std::size_t n) { return point(n, [](double j, double size) { return 1.0 - j / size; }); },
       all_ones},
      {"trigonometric", "Trigonometric", trigonometric,
       [](std::size_t n) { return Point(n, 1.0 / number(n)); }, origin},
      {"Brown almost-linear", "BrownAlmostLinear", brown_almost_linear, halves, all_ones},
      {"discrete boundary value", "DiscreteBoundaryValue", discrete_boundary_value, parabola},
      {"discrete integral equation", "DiscreteIntegralEquation", discrete_integral_equation,
       parabola},
      {"Broyden tridiagonal", "BroydenTridiagonal", broyden_tridiagonal, minus_ones},
      {"Broyden banded", "BroydenBanded", broyden_banded, minus_ones},
      {"Chebyquad", "Chebyquad", chebyquad,
       [](std::size_t n) {
         return point(n, [](double j, double size) { return j / (size + 1.0); });
       }},
      {"bdqrtic", "Bdqrtic", bdqrtic, ones, nullptr, kNonzero},
      {"cube", "Cube", cube, halves, all_ones},
      {"Mancino", "Mancino", mancino, mancino_start},
      {"heart8ls", "Heart8ls", heart,
       [](std::size_t) { return Point{-0.3, -0.39, 0.3, -0.344, -1.2, 2.69, 1.59, -1.5}; }},
  };
  return all;
}

}  // namespace

const Function& function(std::string_view name) {
  return *std::find_if(functions().begin(), functions().end(),
                       [name](const Function& one) { return one.name == name; });
}

std::vector<double> Problem::start() const {
  Point x = function->start(n);
  for (double& value : x) value *= start_factor;
  return x;
}

std::vector<double> Problem::minimizer() const {
  return function->minimizer == nullptr ? listed_minimizer(function->name, n)
                                        : function->minimizer(n, m);
}

bool Problem::vanishes() const {
  // Chebyshev's quadrature has real nodes for these numbers only.
  if (function->residuals == chebyquad) return n <= 7 || n == 9;
  return function->residual == Residual::kZero;
}

double Problem::value(const double* x) const {
  std::array<double, 128> residuals;  // NOLINT: the function writes the m that are read
  function->residuals(x, n, m, residuals.data());
  double sum = 0.0;
  for (std::size_t i = 0; i < m; ++i) sum += residuals[i] * residuals[i];
  return std::isfinite(sum) ? sum : std::numeric_limits<double>::infinity();
}

}  // namespace optimeter::least_squares
