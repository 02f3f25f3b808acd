// What the functions of bbob and of bbob-largescale share.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "bbob/instances/random.hpp"
#include "bbob/landscapes/bbob.hpp"

namespace optimeter::bbob {
namespace {

constexpr double kSchwefelCentre = 2 * (0.5 * 4.2096874637);
constexpr double kSchwefelOffset = 418.9828872724339;

// f4: the optimum is positive at every second variable.
std::vector<double> skew_location(std::vector<double> location) {
  for (std::size_t i = 0; i < location.size(); i += 2) location[i] = std::fabs(location[i]);
  return location;
}

std::vector<double> signs(const std::vector<double>& numbers, double threshold) {
  std::vector<double> result(numbers.size());
  std::transform(numbers.begin(), numbers.end(), result.begin(),
                 [threshold](double v) { return v < threshold ? -1.0 : 1.0; });
  return result;
}

std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

std::vector<double> set_slope(KernelTables& tables, const std::vector<double>& location) {
  const std::size_t d = tables.data.d;
  const std::vector<double> steepness = powers(10, d);
  std::vector<double> corner(d);
  std::vector<double> slope(d);
  std::vector<double> offset(d);
  for (std::size_t i = 0; i < d; ++i) {
    corner[i] = location[i] > 0 ? 5.0 : -5.0;
    slope[i] = location[i] > 0 ? steepness[i] : -steepness[i];
    offset[i] = 5 * steepness[i];
  }
  tables.data.shift = tables.table(corner);
  tables.data.scale = tables.table(slope);
  tables.data.weight = tables.table(offset);
  return corner;
}

std::vector<double> set_schwefel(KernelTables& tables, std::int64_t seed) {
  const std::size_t d = tables.data.d;
  const std::vector<double> sign = signs(legacy_uniform(seed, d), 0.5);
  std::vector<double> neighbour(d, 0.25);
  neighbour[0] = 0.0;
  tables.data.sign = tables.table(sign);
  tables.data.weight = tables.table(neighbour);
  tables.data.scale = tables.table(conditioning(10, d));
  tables.data.a = kSchwefelCentre;
  tables.data.b = kSchwefelOffset;
  return scaled(sign, 420.96874633 / 200);
}

std::vector<double> set_lunacek(KernelTables& tables, std::int64_t seed) {
  const std::size_t d = tables.data.d;
  const double mu0 = 2.5;
  const double s = 1 - 0.5 / (std::sqrt(static_cast<double>(d) + 20) - 4.1);
  const double mu1 = -std::sqrt((mu0 * mu0 - 1) / s);
  const std::vector<double> sign = signs(legacy_gauss(seed, d), 0.0);
  tables.data.sign = tables.table(sign);
  tables.data.shift = tables.table(std::vector<double>(d, mu0));
  tables.data.second = tables.table(std::vector<double>(d, mu1));
  tables.data.a = s;
  return scaled(sign, 0.5 * mu0);
}

}  // namespace

std::vector<double> asymmetry(double beta, std::size_t d) {
  std::vector<double> result(d);
  for (std::size_t i = 0; i < d; ++i) {
    result[i] = (beta * static_cast<double>(i)) / static_cast<double>(d - 1);
  }
  return result;
}

double penalty_factor(int function, std::size_t d) {
  switch (function) {
    case 4:
      return 100;
    case 16:
      return 10 / static_cast<double>(d);
    case 17:
    case 18:
      return 10;
    case 7:
    case 21:
    case 22:
    case 23:
      return 1;
    case 24:
      return 1e4;
    default:
      return 0;
  }
}

double weierstrass_offset() {
  double sum = 0.0;
  for (int k = 0; k < 12; ++k) {
    sum += std::pow(0.5, k) * std::cos(2 * std::numbers::pi * std::pow(3.0, k) * 0.5);
  }
  return sum;
}

void set_counts(KernelTables& tables) {
  const std::size_t d = tables.data.d;
  tables.data.ones = tables.table(std::vector<double>(d, 1.0));
  std::vector<double> pairs(d, 1.0);
  pairs.back() = 0.0;
  tables.data.pairs = tables.table(pairs);
}

std::vector<double> set_separable(KernelTables& tables, int function, std::int64_t seed,
                                  double location_range) {
  const std::size_t d = tables.data.d;
  if (function == 20) return set_schwefel(tables, seed);
  if (function == 24) return set_lunacek(tables, seed);
  std::vector<double> location =
      optimal_location(function == 12 ? seed + kMillion : seed, d, location_range);
  if (function == 5) return set_slope(tables, location);
  if (function == 4) location = skew_location(location);
  if (function == 8) location = scaled(location, 0.75);
  tables.data.shift = tables.table(location);
  if (function == 2) tables.data.weight = tables.table(powers(1e6, d));
  if (function == 3) {
    tables.data.asymmetry = tables.table(asymmetry(0.2, d));
    tables.data.scale = tables.table(conditioning(10, d));
  }
  if (function == 4) {
    std::vector<double> scale = powers(std::sqrt(10.0), d);
    tables.data.scale = tables.table(scale);
    for (std::size_t i = 0; i < d; i += 2) scale[i] *= 10;
    tables.data.scale_positive = tables.table(scale);
  }
  return location;
}

std::vector<double> set_peaks(KernelTables& tables, int function, std::int64_t seed,
                              const std::vector<Matrix>& rotation, double shrink) {
  const std::size_t d = tables.data.d;
  const std::size_t n = function == 21 ? 101 : 21;
  const double spread = function == 21 ? 10.0 : 9.8;
  const double first_condition = function == 21 ? std::sqrt(1000.0) : 1000.0;
  const auto last = static_cast<double>(n - 2);
  const std::size_t peaks = padded_size(n);
  const std::vector<std::size_t> order = argsort(legacy_uniform(seed, n - 1));
  const std::vector<double> uniform = legacy_uniform(seed, n * d);

  std::vector<double> heights(peaks, 0.0);
  std::vector<double> centres(peaks * d, 0.0);
  std::vector<double> conditions(peaks * d, 0.0);
  std::vector<double> best(d);
  std::vector<double> centre(d);
  for (std::size_t i = 0; i < n; ++i) {
    const double condition =
        i == 0 ? first_condition : std::pow(1000.0, static_cast<double>(order[i - 1]) / last);
    heights[i] = i == 0 ? 10.0 : (static_cast<double>(i - 1) / last) * (9.1 - 1.1) + 1.1;
    const std::vector<std::size_t> axes =
        argsort(legacy_uniform(seed + 1000 * static_cast<std::int64_t>(i), d));
    for (std::size_t j = 0; j < d; ++j) {
      conditions[j * peaks + i] =
          std::pow(condition, static_cast<double>(axes[j]) / static_cast<double>(d - 1) - 0.5);
      centre[j] = spread * uniform[i * d + j] - spread / 2;
      if (i == 0) best[j] = shrink * centre[j];
    }
    std::size_t begin = 0;
    for (const Matrix& block : rotation) {
      for (std::size_t row = 0; row < block.n; ++row) {
        double sum = 0.0;
        for (std::size_t j = 0; j < block.n; ++j) sum += centre[begin + j] * block(row, j);
        centres[(begin + row) * peaks + i] = i == 0 ? shrink * sum : sum;
      }
      begin += block.n;
    }
  }
  std::vector<double> log_heights(peaks);
  std::transform(heights.begin(), heights.end(), log_heights.begin(),
                 [](double height) { return std::log(height); });
  tables.data.peaks = peaks;
  tables.data.log_heights = tables.table(log_heights);
  tables.data.heights = tables.table(heights);
  tables.data.centres = tables.table(centres);
  tables.data.conditions = tables.table(conditions);
  return best;
}

void set_core(KernelTables& tables, int function, std::size_t special) {
  const std::size_t d = tables.data.d;
  const auto size = static_cast<double>(d);
  std::vector<double> weight(d, 1.0);
  const auto axes = static_cast<std::ptrdiff_t>(special);
  switch (function) {
    case 7:
      tables.data.weight = tables.table(powers(100, d));
      break;
    case 10:
      tables.data.weight = tables.table(powers(1e6, d));
      break;
    case 11:
      std::fill(weight.begin(), weight.begin() + axes, 1e6);
      tables.data.weight = tables.table(weight);
      break;
    case 12:
      std::fill(weight.begin() + axes, weight.end(), 1e6);
      tables.data.weight = tables.table(weight);
      break;
    case 13:
      std::fill(weight.begin(), weight.begin() + axes, 0.0);
      tables.data.weight = tables.table(weight);
      break;
    case 14:
      for (std::size_t i = 0; i < d; ++i) {
        weight[i] = 2 + (4 * static_cast<double>(i)) / (size - 1);
      }
      weight.resize(tables.data.padded, 2.0);  // 0^2 = 0, while 0^0 would count
      tables.data.exponent = tables.table(weight);
      break;
    case 16:
      tables.data.a = weierstrass_offset();
      break;
    case 23:
      for (std::size_t i = 0; i < d; ++i) weight[i] = static_cast<double>(i + 1);
      tables.data.weight = tables.table(weight);
      tables.data.a = 10 / std::pow(size, 1.2);
      tables.data.b = 10 / size / size;
      break;
    default:
      break;
  }
}

}  // namespace optimeter::bbob
