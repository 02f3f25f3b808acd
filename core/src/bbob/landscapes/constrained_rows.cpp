#include "bbob/landscapes/constrained_rows.hpp"

#include <algorithm>
#include <cmath>

#include "mathematics/mathematics.hpp"
#include "optimeter/coco_random.hpp"

namespace optimeter {
namespace {

constexpr std::int64_t kSeedStep = 50'000;
constexpr double kOmitted = 1e-11;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double norm(const std::vector<double>& a) { return std::sqrt(dot(a, a)); }

double value(const ConstraintRow& row, const std::vector<double>& z) {
  double sum = 0.0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double term = row.gradient[i] * (z[i] - row.offset(i));
    if (!(term > 0.0 && term <= kOmitted)) sum += term;
  }
  return sum;
}

class Builder {
 public:
  Builder(std::int64_t seed, const std::vector<double>& direction, double factor)
      : seed_(seed), direction_(direction), factor_(factor) {}

  // Constraint number i: derived from the direction if `given`, else random; feasible along the
  // direction in any case.
  ConstraintRow row(std::size_t i, double shift, bool given) const {
    LaggedFibonacci random(seed_ + kSeedStep * static_cast<std::int64_t>(i));
    const double own_factor = mathematics::pow(100.0, random.uniform());
    const std::size_t d = direction_.size();
    ConstraintRow result{std::vector<double>(d), shift, 0.0};
    if (given) {
      const double length = norm(direction_);
      for (std::size_t j = 0; j < d; ++j) {
        result.gradient[j] = -direction_[j] * factor_ * own_factor / length;
      }
    } else {
      const double root = std::sqrt(static_cast<double>(d));
      random.normal(result.gradient.data(), d);
      for (double& component : result.gradient) {
        component = factor_ * component * own_factor / root;
      }
    }
    result.length = norm(result.gradient);
    if (value(result, direction_) > 0.0) {
      for (double& component : result.gradient) component = -component;
    }
    return result;
  }

 private:
  std::int64_t seed_;
  const std::vector<double>& direction_;
  double factor_;
};

// Turns the constraint away from the gradient of the objective, by a positive combination of the
// other active ones: the origin stays optimal and nothing is parallel to the gradient any more.
void disguise(ConstraintRow& given, const std::vector<double>& others, double random) {
  std::vector<double>& a = given.gradient;
  const auto d = static_cast<double>(a.size());
  const double product = dot(others, a);
  double t = d;
  if (product > 0.0) t = std::min(d, dot(a, a) / product);
  t *= (1 + random) / (2 + 1 / d);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= t * others[i];
  const double scale = given.length / norm(a);
  for (double& component : a) component *= scale;
}

}  // namespace

std::vector<ConstraintRow> constraint_rows(const ConstraintCounts& counts, std::int64_t seed,
                                           std::int64_t instance,
                                           const std::vector<double>& direction) {
  LaggedFibonacci layout(seed);
  LaggedFibonacci weights(seed);
  const Builder builder(seed, direction, 100 * mathematics::pow(10.0, layout.uniform()));
  const auto total = static_cast<double>(counts.total());
  std::vector<ConstraintRow> rows;
  std::vector<double> others(direction.size(), 0.0);
  std::size_t active = 1;  // number of the latest active constraint
  std::size_t inactive_left = counts.inactive;
  std::size_t given_at = 0;
  while (rows.size() < counts.total()) {
    bool is_active = rows.empty();
    if (!rows.empty() && active < counts.active) {
      is_active = layout.uniform() + 1e-23 > static_cast<double>(inactive_left) / total;
      if (is_active) ++active;
    }
    if (!is_active) {  // it shares the number, hence the seed, with the latest active one
      --inactive_left;
      const double shift = 0.01 + 2 * layout.uniform();
      rows.push_back(builder.row(active, shift, false));
      continue;
    }
    const bool given = (static_cast<std::int64_t>(active) - 1 + instance) %
                           static_cast<std::int64_t>(counts.active) ==
                       0;
    rows.push_back(builder.row(active, 0.0, given));
    if (given) {
      given_at = rows.size() - 1;
      continue;
    }
    const double weight = weights.uniform();
    for (std::size_t i = 0; i < others.size(); ++i) others[i] += weight * rows.back().gradient[i];
  }
  if (counts.active > 1) disguise(rows[given_at], others, weights.uniform());
  return rows;
}

}  // namespace optimeter
