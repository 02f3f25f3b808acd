#include "optimeter/measures/renewal.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "mathematics/mathematics.hpp"

namespace optimeter::measures {
namespace {

/// Adds factor * weights * values, entry by entry.
void add_product(double factor, const double* weights, const double* values, std::size_t size,
                 double* sum) {
  for (std::size_t r = 0; r < size; ++r) sum[r] += factor * weights[r] * values[r];
}

/// Adds the products with two rows of values that follow each other, one after the other.
void add_products(double first, double second, const double* weights, const double* values,
                  std::size_t size, double* sum) {
  const double* const next = values + size;
  for (std::size_t r = 0; r < size; ++r) {
    sum[r] = (sum[r] + first * weights[r] * values[r]) + second * weights[r] * next[r];
  }
}

}  // namespace

void renew(const double* budgets, std::size_t points, const double* lengths, const double* weights,
           std::size_t failures, std::size_t samples, double* values) {
  if (points < 2 || failures == 0) return;
  const double first = mathematics::log10(budgets[0]);
  const double step = mathematics::log10(budgets[1]) - first;
  std::vector<double> self(samples);  // what refers to the point itself
  for (std::size_t i = 1; i < points; ++i) {
    double* const here = values + i * samples;
    bool refers = false;
    for (std::size_t j = 0; j < failures; ++j) {
      const double rest = budgets[i] - lengths[j];
      if (rest < 0.0) continue;
      const double* const weight = weights + j * samples;
      if (rest <= budgets[0]) {
        add_product(1.0, weight, values, samples, here);
        continue;
      }
      const double place =
          std::min((mathematics::log10(rest) - first) / step, static_cast<double>(i));
      const auto low = std::min(static_cast<std::size_t>(place), i - 1);
      const double part = place - static_cast<double>(low);
      if (low + 1 < i) {
        add_products(1.0 - part, part, weight, values + low * samples, samples, here);
        continue;
      }
      add_product(1.0 - part, weight, values + low * samples, samples, here);
      if (part > 0.0) {
        if (!refers) std::fill(self.begin(), self.end(), 0.0);
        refers = true;
        for (std::size_t r = 0; r < samples; ++r) self[r] += part * weight[r];
      }
    }
    if (refers) {
      for (std::size_t r = 0; r < samples; ++r) {
        // Weights that add up to 1 (a resample without success) leave nothing to be reached.
        here[r] = self[r] < 1.0 ? here[r] / (1.0 - self[r]) : 0.0;
      }
    }
  }
}

}  // namespace optimeter::measures
