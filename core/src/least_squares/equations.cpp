// Equations, in a fixed number of variables or in any.
#include <array>
#include <cmath>

#include "least_squares/arctangent.hpp"
#include "least_squares/residuals.hpp"
#include "mathematics/mathematics.hpp"

namespace optimeter::least_squares {
namespace {

using mathematics::cos;
using mathematics::exp;
using mathematics::log;
using mathematics::sin;

using Terms = std::array<double, 128>;  // as many as there can be

double number(std::size_t i) { return static_cast<double>(i); }
double square(double x) { return x * x; }
double cubed(double x) { return x * x * x; }
double fifth(double x) { return square(square(x)) * x; }

// A neighbour in a chain that is 0 beyond its ends.
double before(const double* x, std::size_t i) { return i == 0 ? 0.0 : x[i - 1]; }
double after(const double* x, std::size_t i, std::size_t n) { return i + 1 == n ? 0.0 : x[i + 1]; }

}  // namespace

// ---- A fixed number of variables, or a multiple of it ----

void rosenbrock(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  for (std::size_t i = 0; i < n; i += 2) {
    f[i] = 10.0 * (x[i + 1] - square(x[i]));
    f[i + 1] = 1.0 - x[i];
  }
}

void freudenstein_roth(const double* x, std::size_t /*n*/, std::size_t /*m*/, double* f) {
  f[0] = -13.0 + x[0] + ((5.0 - x[1]) * x[1] - 2.0) * x[1];
  f[1] = -29.0 + x[0] + ((x[1] + 1.0) * x[1] - 14.0) * x[1];
}

void powell_badly_scaled(const double* x, std::size_t /*n*/, std::size_t /*m*/, double* f) {
  f[0] = 1e4 * x[0] * x[1] - 1.0;
  f[1] = exp(-x[0]) + exp(-x[1]) - 1.0001;
}

void brown_badly_scaled(const double* x, std::size_t /*n*/, std::size_t /*m*/, double* f) {
  f[0] = x[0] - 1e6;
  f[1] = x[1] - 2e-6;
  f[2] = x[0] * x[1] - 2.0;
}

void beale(const double* x, std::size_t /*n*/, std::size_t m, double* f) {
  constexpr double kValues[3] = {1.5, 2.25, 2.625};
  double power = 1.0;
  for (std::size_t i = 0; i < m; ++i) {
    power *= x[1];
    f[i] = kValues[i] - x[0] * (1.0 - power);
  }
}

void helical_valley(const double* x, std::size_t /*n*/, std::size_t /*m*/, double* f) {
  f[0] = 10.0 * (x[2] - 10.0 * turns(x[0], x[1]));
  f[1] = 10.0 * (std::sqrt(square(x[0]) + square(x[1])) - 1.0);
  f[2] = x[2];
}

void powell_singular(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  for (std::size_t i = 0; i < n; i += 4) {
    f[i] = x[i] + 10.0 * x[i + 1];
    f[i + 1] = std::sqrt(5.0) * (x[i + 2] - x[i + 3]);
    f[i + 2] = square(x[i + 1] - 2.0 * x[i + 2]);
    f[i + 3] = std::sqrt(10.0) * square(x[i] - x[i + 3]);
  }
}

void wood(const double* x, std::size_t /*n*/, std::size_t /*m*/, double* f) {
  f[0] = 10.0 * (x[1] - square(x[0]));
  f[1] = 1.0 - x[0];
  f[2] = std::sqrt(90.0) * (x[3] - square(x[2]));
  f[3] = 1.0 - x[2];
  f[4] = std::sqrt(10.0) * (x[1] + x[3] - 2.0);
  f[5] = (x[1] - x[3]) / std::sqrt(10.0);
}

// The dipole model of the heart with eight variables.
void heart(const double* x, std::size_t /*n*/, std::size_t /*m*/, double* f) {
  const double a = x[0], b = x[1], c = x[2], d = x[3];
  const double t = x[4], u = x[5], v = x[6], w = x[7];
  const double tv = square(t) - square(v);
  const double uw = square(u) - square(w);
  f[0] = a + b + 0.69;
  f[1] = c + d + 0.044;
  f[2] = t * a + u * b - v * c - w * d + 1.57;
  f[3] = v * a + w * b + t * c + u * d + 1.31;
  f[4] = a * tv - 2.0 * c * t * v + b * uw - 2.0 * d * u * w + 2.65;
  f[5] = c * tv + 2.0 * a * t * v + d * uw + 2.0 * b * u * w - 2.0;
  f[6] = a * t * (square(t) - 3.0 * square(v)) + c * v * (square(v) - 3.0 * square(t)) +
         b * u * (square(u) - 3.0 * square(w)) + d * w * (square(w) - 3.0 * square(u)) + 12.6;
  f[7] = c * t * (square(t) - 3.0 * square(v)) - a * v * (square(v) - 3.0 * square(t)) +
         d * u * (square(u) - 3.0 * square(w)) - b * w * (square(w) - 3.0 * square(u)) - 9.48;
}

// ---- Any number of variables ----

void watson(const double* x, std::size_t n, std::size_t m, double* f) {
  for (std::size_t i = 1; i + 2 <= m; ++i) {
    const double t = number(i) / 29.0;
    double value = 0.0;  // by Horner's rule, and the derivative
    double slope = 0.0;
    for (std::size_t j = n; j-- > 0;) {
      slope = slope * t + value;
      value = value * t + x[j];
    }
    f[i - 1] = slope - square(value) - 1.0;
  }
  f[m - 2] = x[0];
  f[m - 1] = x[1] - square(x[0]) - 1.0;
}

void penalty_1(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  double sum = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    f[j] = std::sqrt(1e-5) * (x[j] - 1.0);
    sum += square(x[j]);
  }
  f[n] = sum - 0.25;
}

void penalty_2(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  static const double last = exp(-0.1);
  Terms powers;  // NOLINT: e^(x_j / 10), then e^(j / 10)
  for (std::size_t j = 0; j < n; ++j) {
    powers[j] = x[j] / 10.0;
    powers[n + j] = number(j + 1) / 10.0;
  }
  exp(powers.data(), 2 * n, powers.data());
  f[0] = x[0] - 0.2;
  double sum = number(n) * square(x[0]);
  for (std::size_t j = 1; j < n; ++j) {
    const double y = powers[n + j] + powers[n + j - 1];
    f[j] = std::sqrt(1e-5) * (powers[j] + powers[j - 1] - y);
    f[n + j - 1] = std::sqrt(1e-5) * (powers[j] - last);
    sum += number(n - j) * square(x[j]);
  }
  f[2 * n - 1] = sum - 1.0;
}

void variably_dimensioned(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  double sum = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    f[j] = x[j] - 1.0;
    sum += number(j + 1) * f[j];
  }
  f[n] = sum;
  f[n + 1] = square(sum);
}

void trigonometric(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  Terms cosines;  // NOLINT: all that is read is written
  cos(x, n, cosines.data());
  sin(x, n, f);
  double sum = 0.0;
  for (std::size_t j = 0; j < n; ++j) sum += cosines[j];
  for (std::size_t i = 0; i < n; ++i) {
    f[i] = number(n) - sum + number(i + 1) * (1.0 - cosines[i]) - f[i];
  }
}

void brown_almost_linear(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  double sum = 0.0;
  double product = 1.0;
  for (std::size_t j = 0; j < n; ++j) {
    sum += x[j];
    product *= x[j];
  }
  for (std::size_t i = 0; i + 1 < n; ++i) f[i] = x[i] + sum - number(n + 1);
  f[n - 1] = product - 1.0;
}

void discrete_boundary_value(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  const double h = 1.0 / number(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    const double t = number(i + 1) * h;
    f[i] = 2.0 * x[i] - before(x, i) - after(x, i, n) + h * h * cubed(x[i] + t + 1.0) / 2.0;
  }
}

void discrete_integral_equation(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  const double h = 1.0 / number(n + 1);
  double above = 0.0;
  for (std::size_t i = n; i-- > 0;) {
    const double t = number(i + 1) * h;
    f[i] = x[i] + h * (t * above) / 2.0;
    above += (1.0 - t) * cubed(x[i] + t + 1.0);
  }
  double below = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double t = number(i + 1) * h;
    below += t * cubed(x[i] + t + 1.0);
    f[i] += h * ((1.0 - t) * below) / 2.0;
  }
}

void broyden_tridiagonal(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  for (std::size_t i = 0; i < n; ++i) {
    f[i] = (3.0 - 2.0 * x[i]) * x[i] - before(x, i) - 2.0 * after(x, i, n) + 1.0;
  }
}

void broyden_banded(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  constexpr std::size_t kBelow = 5;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0.0;
    for (std::size_t j = i < kBelow ? 0 : i - kBelow; j < n && j <= i + 1; ++j) {
      if (j != i) sum += x[j] * (1.0 + x[j]);
    }
    f[i] = x[i] * (2.0 + 5.0 * square(x[i])) + 1.0 - sum;
  }
}

void linear_full_rank(const double* x, std::size_t n, std::size_t m, double* f) {
  double sum = 0.0;
  for (std::size_t j = 0; j < n; ++j) sum += x[j];
  const double common = -2.0 * sum / number(m) - 1.0;
  for (std::size_t i = 0; i < m; ++i) f[i] = i < n ? x[i] + common : common;
}

void linear_rank_one(const double* x, std::size_t n, std::size_t m, double* f) {
  double sum = 0.0;
  for (std::size_t j = 0; j < n; ++j) sum += number(j + 1) * x[j];
  for (std::size_t i = 0; i < m; ++i) f[i] = number(i + 1) * sum - 1.0;
}

void linear_rank_one_zero(const double* x, std::size_t n, std::size_t m, double* f) {
  double sum = 0.0;
  for (std::size_t j = 1; j + 1 < n; ++j) sum += number(j + 1) * x[j];
  for (std::size_t i = 0; i < m; ++i) f[i] = i + 1 < m ? number(i) * sum - 1.0 : -1.0;
}

void chebyquad(const double* x, std::size_t n, std::size_t m, double* f) {
  for (std::size_t i = 0; i < m; ++i) f[i] = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    const double argument = 2.0 * x[j] - 1.0;
    double last = 1.0;
    double value = argument;
    for (std::size_t i = 0; i < m; ++i) {
      f[i] += value;
      const double next = 2.0 * argument * value - last;
      last = value;
      value = next;
    }
  }
  for (std::size_t i = 1; i <= m; ++i) {
    f[i - 1] = f[i - 1] / number(n) + (i % 2 == 0 ? 1.0 / (square(number(i)) - 1.0) : 0.0);
  }
}

void bdqrtic(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  const std::size_t terms = n - 4;
  for (std::size_t i = 0; i < terms; ++i) {
    f[i] = 3.0 - 4.0 * x[i];
    f[terms + i] = square(x[i]) + 2.0 * square(x[i + 1]) + 3.0 * square(x[i + 2]) +
                   4.0 * square(x[i + 3]) + 5.0 * square(x[n - 1]);
  }
}

void cube(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  f[0] = x[0] - 1.0;
  for (std::size_t i = 1; i < n; ++i) f[i] = 10.0 * (x[i] - cubed(x[i - 1]));
}

double mancino_sum(double x, std::size_t i, std::size_t n) {
  Terms factors;  // NOLINT: all that is read is written
  Terms sines;    // NOLINT: likewise
  Terms cosines;  // NOLINT: likewise
  for (std::size_t j = 0; j < n; ++j) {
    factors[j] = std::sqrt(square(x) + number(i) / number(j + 1));
  }
  log(factors.data(), n, cosines.data());
  sin(cosines.data(), n, sines.data());
  cos(cosines.data(), n, cosines.data());
  double sum = 0.0;
  for (std::size_t j = 0; j < n; ++j) {
    sum += factors[j] * (fifth(sines[j]) + fifth(cosines[j]));
  }
  return sum;
}

void mancino(const double* x, std::size_t n, std::size_t /*m*/, double* f) {
  for (std::size_t i = 1; i <= n; ++i) {
    f[i - 1] = 1400.0 * x[i - 1] + cubed(number(i) - 50.0) + mancino_sum(x[i - 1], i, n);
  }
}

}  // namespace optimeter::least_squares
