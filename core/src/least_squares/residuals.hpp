// Residuals f_1 .. f_m of the least-squares functions of the literature: Moré, Garbow and
// Hillstrom, "Testing unconstrained optimization software", ACM Transactions on Mathematical
// Software 7 (1981), and four more from the set of Moré and Wild (2009).
//
// All of them write f[0] .. f[m - 1] at a point x of n variables, with the elementary functions of
// mathematics/, so that the bits are the same on every system.
#pragma once

#include <cstddef>

namespace optimeter::least_squares {

using Residuals = void (*)(const double* x, std::size_t n, std::size_t m, double* f);

// Fits of a curve to published data.
void jennrich_sampson(const double* x, std::size_t n, std::size_t m, double* f);
void bard(const double* x, std::size_t n, std::size_t m, double* f);
void gaussian(const double* x, std::size_t n, std::size_t m, double* f);
void meyer(const double* x, std::size_t n, std::size_t m, double* f);
void gulf(const double* x, std::size_t n, std::size_t m, double* f);
void box(const double* x, std::size_t n, std::size_t m, double* f);
void kowalik_osborne(const double* x, std::size_t n, std::size_t m, double* f);
void brown_dennis(const double* x, std::size_t n, std::size_t m, double* f);
void osborne_1(const double* x, std::size_t n, std::size_t m, double* f);
void osborne_2(const double* x, std::size_t n, std::size_t m, double* f);
void biggs(const double* x, std::size_t n, std::size_t m, double* f);

// Equations in a fixed number of variables, or in any multiple of it.
void rosenbrock(const double* x, std::size_t n, std::size_t m, double* f);
void freudenstein_roth(const double* x, std::size_t n, std::size_t m, double* f);
void powell_badly_scaled(const double* x, std::size_t n, std::size_t m, double* f);
void brown_badly_scaled(const double* x, std::size_t n, std::size_t m, double* f);
void beale(const double* x, std::size_t n, std::size_t m, double* f);
void helical_valley(const double* x, std::size_t n, std::size_t m, double* f);
void powell_singular(const double* x, std::size_t n, std::size_t m, double* f);
void wood(const double* x, std::size_t n, std::size_t m, double* f);
void heart(const double* x, std::size_t n, std::size_t m, double* f);

// Equations in any number of variables.
void watson(const double* x, std::size_t n, std::size_t m, double* f);
void penalty_1(const double* x, std::size_t n, std::size_t m, double* f);
void penalty_2(const double* x, std::size_t n, std::size_t m, double* f);
void variably_dimensioned(const double* x, std::size_t n, std::size_t m, double* f);
void trigonometric(const double* x, std::size_t n, std::size_t m, double* f);
void brown_almost_linear(const double* x, std::size_t n, std::size_t m, double* f);
void discrete_boundary_value(const double* x, std::size_t n, std::size_t m, double* f);
void discrete_integral_equation(const double* x, std::size_t n, std::size_t m, double* f);
void broyden_tridiagonal(const double* x, std::size_t n, std::size_t m, double* f);
void broyden_banded(const double* x, std::size_t n, std::size_t m, double* f);
void linear_full_rank(const double* x, std::size_t n, std::size_t m, double* f);
void linear_rank_one(const double* x, std::size_t n, std::size_t m, double* f);
void linear_rank_one_zero(const double* x, std::size_t n, std::size_t m, double* f);
void chebyquad(const double* x, std::size_t n, std::size_t m, double* f);
void bdqrtic(const double* x, std::size_t n, std::size_t m, double* f);
void cube(const double* x, std::size_t n, std::size_t m, double* f);
void mancino(const double* x, std::size_t n, std::size_t m, double* f);

/// The sum that Mancino's residual i, counted from 1, has for x_i = x.
double mancino_sum(double x, std::size_t i, std::size_t n);

}  // namespace optimeter::least_squares
