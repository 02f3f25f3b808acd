// Definitions: X. Li, A. Engelbrecht, M. G. Epitropakis, Benchmark functions for CEC'2013 special
// session and competition on niching methods for multimodal function optimization, 2013.
#include "cec2013/functions.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>
#include <string>

#include "mathematics/mathematics.hpp"
#include "optimeter/errors.hpp"

namespace optimeter::cec2013 {
namespace {

using std::numbers::pi;

double sixth_power(double v) {
  const double square = v * v;
  return square * square * square;
}

struct Knot {
  double x;
  double y;
};

constexpr std::array<Knot, 9> kPeaks = {{{0.0, 200.0},
                                         {2.5, 0.0},
                                         {5.0, 160.0},
                                         {7.5, 0.0},
                                         {12.5, 140.0},
                                         {17.5, 0.0},
                                         {22.5, 160.0},
                                         {27.5, 0.0},
                                         {30.0, 200.0}}};

// Piecewise linear between the knots, no value outside. Every piece starts from its lower end.
double five_peaks(const double* x, std::size_t /*d*/) {
  for (std::size_t i = 1; i < kPeaks.size(); ++i) {
    const Knot& left = kPeaks[i - 1];
    const Knot& right = kPeaks[i];
    if (x[0] < left.x) break;
    if (x[0] > right.x) continue;
    const double slope = (left.y + right.y) / (right.x - left.x);
    return slope * (left.y == 0.0 ? x[0] - left.x : right.x - x[0]);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double equal_maxima(const double* x, std::size_t /*d*/) {
  return sixth_power(mathematics::sin(5.0 * pi * x[0]));
}

double uneven_equal_maxima(const double* x, std::size_t /*d*/) {
  const double way = (x[0] - 0.08) / 0.854;
  const double angle = 5.0 * pi * (mathematics::pow(x[0], 0.75) - 0.05);
  return mathematics::exp(-2.0 * std::numbers::ln2 * (way * way)) *
         sixth_power(mathematics::sin(angle));
}

double himmelblau(const double* x, std::size_t /*d*/) {
  const double first = x[0] * x[0] + x[1] - 11.0;
  const double second = x[0] + x[1] * x[1] - 7.0;
  return 200.0 - first * first - second * second;
}

double six_hump_camelback(const double* x, std::size_t /*d*/) {
  const double a = x[0] * x[0];
  const double b = x[1] * x[1];
  return -((4.0 - 2.1 * a + a * a / 3.0) * a + x[0] * x[1] + (4.0 * b - 4.0) * b);
}

constexpr std::size_t kMostVariables = 3;
constexpr std::size_t kCosines = 5;  // of Shubert's function, for each variable

double shubert(const double* x, std::size_t d) {
  // All cosines at once: one by one they take twice as long.
  std::array<double, kMostVariables * kCosines> angles = {};
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < kCosines; ++j) {
      const double number = static_cast<double>(j) + 1.0;
      angles[i * kCosines + j] = (number + 1.0) * x[i] + number;
    }
  }
  mathematics::cos(angles.data(), d * kCosines, angles.data());
  double product = 1.0;
  for (std::size_t i = 0; i < d; ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < kCosines; ++j) {
      sum += (static_cast<double>(j) + 1.0) * angles[i * kCosines + j];
    }
    product *= sum;
  }
  return -product;
}

double vincent(const double* x, std::size_t d) {
  double sum = 0.0;
  for (std::size_t i = 0; i < d; ++i) {
    if (!(x[i] > 0.0)) return std::numeric_limits<double>::quiet_NaN();
    sum += mathematics::sin(10.0 * mathematics::log(x[i]));
  }
  return sum / static_cast<double>(d);
}

constexpr std::array<int, 2> kWaves = {3, 4};

double modified_rastrigin(const double* x, std::size_t d) {
  double sum = 0.0;
  for (std::size_t i = 0; i < d; ++i) {
    sum += 10.0 + 9.0 * mathematics::cos(2.0 * pi * kWaves[i] * x[i]);
  }
  return -sum;
}

// All points whose coordinates are of these, the last one varying fastest.
std::vector<Point> product(const std::vector<Point>& axes) {
  std::vector<Point> points = {{}};
  for (const Point& axis : axes) {
    std::vector<Point> longer;
    for (const Point& start : points) {
      for (const double one : axis) {
        longer.push_back(start);
        longer.back().push_back(one);
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::vector<Point> of_equal_maxima(std::size_t /*d*/) {
  return {{0.1}, {0.3}, {0.5}, {0.7}, {0.9}};
}

// Where one factor is least and the others are greatest, each of period 2 pi.
std::vector<Point> of_shubert(std::size_t d) {
  const Point most = {-7.0835064076515596, -7.0835064076515596 + 2.0 * pi,
                      -7.0835064076515596 + 4.0 * pi};
  const Point least = {-7.7083137354993474, -7.7083137354993474 + 2.0 * pi,
                       -7.7083137354993474 + 4.0 * pi};
  std::vector<Point> found;
  for (std::size_t odd = d; odd-- > 0;) {
    std::vector<Point> axes(d, most);
    axes[odd] = least;
    const std::vector<Point> some = product(axes);
    found.insert(found.end(), some.begin(), some.end());
  }
  // In the order of the axes, the points of `most` before those of `least`.
  const auto rank = [](double v) {
    return v < -7.5 || (v > -2.0 && v < -1.0) || (v > 4.0 && v < 5.0);
  };
  std::stable_sort(found.begin(), found.end(), [&](const Point& a, const Point& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a[i] != b[i]) return rank(a[i]) != rank(b[i]) ? rank(b[i]) : a[i] < b[i];
    }
    return false;
  });
  return found;
}

std::vector<Point> of_vincent(std::size_t d) {
  Point axis;
  for (int k = -2; k <= 3; ++k) {
    axis.push_back(mathematics::exp((0.5 * pi + 2.0 * pi * k) / 10.0));
  }
  return product(std::vector<Point>(d, axis));
}

std::vector<Point> of_modified_rastrigin(std::size_t d) {
  std::vector<Point> axes(d);
  for (std::size_t i = 0; i < d; ++i) {
    for (int j = 0; j < kWaves[i]; ++j) axes[i].push_back((2.0 * j + 1.0) / (2.0 * kWaves[i]));
  }
  return product(axes);
}

FunctionInfo info(int number, const char* name, const char* group, const char* ioh,
                  std::size_t dimension) {
  return {number, name, group, ioh, {}, dimension};
}

}  // namespace

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {info(1101, "five uneven peaks", "one-variable", "CEC2013FivePeaks", 1), 0.0, 30.0, 200.0,
       0.01, five_peaks, [](std::size_t) { return std::vector<Point>{{0.0}, {30.0}}; }},
      {info(1102, "equal maxima", "one-variable", "CEC2013EqualMaxima", 1), 0.0, 1.0, 1.0, 0.01,
       equal_maxima, of_equal_maxima},
      {info(1103, "uneven decreasing maxima", "one-variable", "CEC2013UnevenEqualMaxima", 1), 0.0,
       1.0, 0.999999828, 0.01, uneven_equal_maxima,
       [](std::size_t) { return std::vector<Point>{{0.079699779611795815}}; }},
      {info(1104, "Himmelblau", "several-variables", "CEC2013Himmelblau", 2), -6.0, 6.0, 200.0,
       0.01, himmelblau,
       [](std::size_t) {
         return std::vector<Point>{{3.0, 2.0},
                                   {-2.8051180869527449, 3.1313125182505730},
                                   {-3.7793102533777469, -3.2831859912861694},
                                   {3.5844283403304917, -1.8481265269644036}};
       }},
      {info(1105, "six-hump camelback", "several-variables", "CEC2013SixHumpCamelback", 2), -1.9,
       1.9, 1.03162842, 0.5, six_hump_camelback,
       [](std::size_t) {
         return std::vector<Point>{{0.089842013100318062, -0.71265640302073963},
                                   {-0.089842013100318062, 0.71265640302073963}};
       }},
      {info(1106, "Shubert 2D", "several-variables", "CEC2013Shubert2D", 2), -10.0, 10.0,
       186.7309088310238, 0.5, shubert, of_shubert},
      {info(1107, "Vincent 2D", "several-variables", "CEC2013Vincent2D", 2), 0.25, 10.0, 1.0, 0.19,
       vincent, of_vincent},
      {info(1108, "Shubert 3D", "several-variables", "CEC2013Shubert3D", 3), -10.0, 10.0,
       2709.0935055728264, 0.5, shubert, of_shubert},
      {info(1109, "Vincent 3D", "several-variables", "CEC2013Vincent3D", 3), 0.25, 10.0, 1.0, 0.19,
       vincent, of_vincent},
      {info(1110, "modified Rastrigin", "several-variables", "CEC2013ModifiedRastrigin", 2), 0.0,
       1.0, -2.0, 0.01, modified_rastrigin, of_modified_rastrigin},
  };
  return all;
}

const Row& row(int number) {
  const int first = rows().front().info.number;
  if (number < first || number > rows().back().info.number) {
    throw InvalidArgument("functions of cec2013 are numbered from " + std::to_string(first) +
                          " to " + std::to_string(rows().back().info.number) + "; got " +
                          std::to_string(number));
  }
  return rows()[static_cast<std::size_t>(number - first)];
}

}  // namespace optimeter::cec2013
