// Fits of a curve to published data. Exponentials are computed together, several lanes at once;
// what does not depend on x is computed once.
#include <array>
#include <cmath>

#include "least_squares/residuals.hpp"
#include "mathematics/mathematics.hpp"

namespace optimeter::least_squares {
namespace {

using mathematics::cos;
using mathematics::exp;
using mathematics::log;
using mathematics::pow;
using mathematics::sin;

constexpr std::size_t kMost = 128;  // residuals
using Terms = std::array<double, kMost>;

double number(std::size_t i) { return static_cast<double>(i); }

constexpr double kBard[15] = {0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39,
                              0.37, 0.58, 0.73, 0.96, 1.34, 2.1,  4.39};

constexpr double kGaussian[15] = {0.0009, 0.0044, 0.0175, 0.0540, 0.1295, 0.2420, 0.3521, 0.3989,
                                  0.3521, 0.2420, 0.1295, 0.0540, 0.0175, 0.0044, 0.0009};

constexpr double kMeyer[16] = {34780, 28610, 23650, 19630, 16370, 13720, 11540, 9744,
                               8261,  7030,  6005,  5147,  4427,  3820,  3307,  2872};

constexpr double kKowalikPlaces[11] = {4.0,   2.0, 1.0,    0.5,    0.25,  0.167,
                                       0.125, 0.1, 0.0833, 0.0714, 0.0625};
constexpr double kKowalik[11] = {0.1957, 0.1947, 0.1735, 0.16,   0.0844, 0.0627,
                                 0.0456, 0.0342, 0.0323, 0.0235, 0.0246};

constexpr double kOsborne1[33] = {0.844, 0.908, 0.932, 0.936, 0.925, 0.908, 0.881, 0.850, 0.818,
                                  0.784, 0.751, 0.718, 0.685, 0.658, 0.628, 0.603, 0.580, 0.558,
                                  0.538, 0.522, 0.506, 0.490, 0.478, 0.467, 0.457, 0.448, 0.438,
                                  0.431, 0.424, 0.420, 0.414, 0.411, 0.406};

constexpr double kOsborne2[65] = {
    1.366, 1.191, 1.112, 1.013, 0.991, 0.885, 0.831, 0.847, 0.786, 0.725, 0.746, 0.679, 0.608,
    0.655, 0.616, 0.606, 0.602, 0.626, 0.651, 0.724, 0.649, 0.649, 0.694, 0.644, 0.624, 0.661,
    0.612, 0.558, 0.533, 0.495, 0.500, 0.423, 0.395, 0.375, 0.372, 0.391, 0.396, 0.405, 0.428,
    0.429, 0.523, 0.562, 0.607, 0.653, 0.672, 0.708, 0.633, 0.668, 0.645, 0.632, 0.591, 0.559,
    0.597, 0.625, 0.739, 0.710, 0.729, 0.720, 0.636, 0.581, 0.428, 0.292, 0.162, 0.098, 0.054};

// A table whose entry i is made from i + 1.
template <typename Make>
Terms table(Make make) {
  Terms values;  // NOLINT: all of it is written
  for (std::size_t i = 0; i < kMost; ++i) values[i] = make(number(i + 1));
  return values;
}

}  // namespace

void jennrich_sampson(const double* x, std::size_t /*n*/, std::size_t m, double* f) {
  std::array<double, 2 * kMost> powers;  // NOLINT: all that is read is written
  for (std::size_t i = 0; i < m; ++i) {
    powers[i] = number(i + 1) * x[0];
    powers[m + i] = number(i + 1) * x[1];
  }
  exp(powers.data(), 2 * m, powers.data());
  for (std::size_t i = 0; i < m; ++i) {
    f[i] = 2.0 + 2.0 * number(i + 1) - (powers[i] + powers[m + i]);
  }
}

void bard(const double* x, std::size_t /*n*/, std::size_t m, double* f) {
  for (std::size_t i = 0; i < m; ++i) {
    const double u = number(i + 1);
    const double v = 16.0 - u;
    f[i] = kBard[i] - (x[0] + u / (v * x[1] + std::fmin(u, v) * x[2]));
  }
}

void gaussian(const double* x, std::size_t /*n*/, std::size_t m, double* f) {
  for (std::size_t i = 0; i < m; ++i) {
    const double distance = (7.0 - number(i)) / 2.0 - x[2];
    f[i] = -x[1] * (distance * distance) / 2.0;
  }
  exp(f, m, f);
  for (std::size_t i = 0; i < m; ++i) f[i] = x[0] * f[i] - kGaussian[i];
}

void meyer(const double* x, std::size_t /*n*/, std::size_t m, double* f) {
  for (std::size_t i = 0; i < m; ++i) f[i] = x[1] / (50.0 + 5.0 * number(i) + x[2]);
  exp(f, m, f);
  for (std::size_t i = 0; i < m; ++i) f[i] = x[0] * f[i] - kMeyer[i];
}

// As it is usually corrected: the formula in print has y_i m i x_2 in place of y_i - x_2.
void gulf(const double* x, std::size_t /*n*/, std::size_t m, double* f) {
  static const Terms y = table(  // beyond 99 they are not used
      [](double i) { return i < 100.0 ? 25.0 + pow(-50.0 * log(i / 100.0), 2.0 / 3.0) : 0.0; });
  Terms exponents;  // NOLINT: all that is read is written
  for (std::size_t i = 0; i < m; ++i) {
    f[i] = std::fabs(y[i] - x[1]);
    exponents[i] = x[2];
  }
  pow(f, exponents.data(), m, f);
  for (std::size_t i = 0; i < m; ++i) f[i] = -f[i] / x[0];
  exp(f, m, f);
  for (std::size_t i = 0; i < m; ++i) f[i] -= number(i + 1) / 100.0;
}

void box(const double* x, std::size_t /*n*/, std::size_t m, double* f) {
  static const Terms differences = table([](double i) { return exp(-0.1 * i) - exp(-i); });
  std::array<double, 2 * kMost> powers;  // NOLINT: all that is read is written
  for (std::size_t i = 0; i < m; ++i) {
    const double t = 0.1 * number(i + 1);
    powers[i] = -t * x[0];
    powers[m + i] = -t * x[1];
  }
  exp(powers.data(), 2 * m, powers.data());
  for (std::size_t i = 0; i < m; ++i) f[i] = powers[i] - powers[m + i] - x[2] * differences[i];
}

void kowalik_osborne(const double* x, std::size_t /*n*/, std::size_t m, double* f) {
  for (std::size_t i = 0; i < m; ++i) {
    const double u = kKowalikPlaces[i];
    f[i] = kKowalik[i] - x[0] * (u * (u + x[1])) / (u * (u + x[2]) + x[3]);
  }
}

void brown_dennis(const double* x, std::size_t /*n*/, std::size_t m, double* f) {
  static const Terms powers = table([](double i) { return exp(i / 5.0); });
  static const Terms sines = table([](double i) { return sin(i / 5.0); });
  static const Terms cosines = table([](double i) { return cos(i / 5.0); });
  for (std::size_t i = 0; i < m; ++i) {
    const double first = x[0] + number(i + 1) / 5.0 * x[1] - powers[i];
    const double second = x[2] + x[3] * sines[i] - cosines[i];
    f[i] = first * first + second * second;
  }
}

void osborne_1(const double* x, std::size_t /*n*/, std::size_t m, double* f) {
  std::array<double, 2 * kMost> powers;  // NOLINT: all that is read is written
  for (std::size_t i = 0; i < m; ++i) {
    powers[i] = -10.0 * number(i) * x[3];
    powers[m + i] = -10.0 * number(i) * x[4];
  }
  exp(powers.data(), 2 * m, powers.data());
  for (std::size_t i = 0; i < m; ++i) {
    f[i] = kOsborne1[i] - (x[0] + x[1] * powers[i] + x[2] * powers[m + i]);
  }
}

void osborne_2(const double* x, std::size_t /*n*/, std::size_t m, double* f) {
  Terms powers;  // NOLINT: all that is read is written
  for (std::size_t i = 0; i < m; ++i) {
    f[i] = kOsborne2[i];
    powers[i] = -(number(i) / 10.0) * x[4];
  }
  exp(powers.data(), m, powers.data());
  for (std::size_t i = 0; i < m; ++i) f[i] -= x[0] * powers[i];
  for (std::size_t k = 1; k <= 3; ++k) {
    for (std::size_t i = 0; i < m; ++i) {
      const double distance = number(i) / 10.0 - x[7 + k];
      powers[i] = -(distance * distance) * x[4 + k];
    }
    exp(powers.data(), m, powers.data());
    for (std::size_t i = 0; i < m; ++i) f[i] -= x[k] * powers[i];
  }
}

void biggs(const double* x, std::size_t /*n*/, std::size_t m, double* f) {
  static const Terms y =
      table([](double i) { return exp(-0.1 * i) - 5.0 * exp(-i) + 3.0 * exp(-0.4 * i); });
  std::array<double, 3 * kMost> powers;  // NOLINT: all that is read is written
  for (std::size_t i = 0; i < m; ++i) {
    const double t = 0.1 * number(i + 1);
    powers[i] = -t * x[0];
    powers[m + i] = -t * x[1];
    powers[2 * m + i] = -t * x[4];
  }
  exp(powers.data(), 3 * m, powers.data());
  for (std::size_t i = 0; i < m; ++i) {
    f[i] = x[2] * powers[i] - x[3] * powers[m + i] + x[5] * powers[2 * m + i] - y[i];
  }
}

}  // namespace optimeter::least_squares
