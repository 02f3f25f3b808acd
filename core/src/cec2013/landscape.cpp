#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "cec2013/functions.hpp"
#include "finite.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/generators.hpp"

namespace optimeter {
namespace {

constexpr double kLargestLoss = 0.01;  // of maxima other than the favoured one

class Niches final : public Mapping {
 public:
  Niches(const cec2013::Row& row, bool raw, std::vector<double> favoured)
      : Mapping(row.info.dimension, 1), row_(&row), raw_(raw), favoured_(std::move(favoured)) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    for (std::size_t i = 0; i < n; ++i, x += dimension()) {
      y[i] = is_finite(x, dimension()) ? value(x) : not_finite(x, dimension());
    }
  }

 private:
  double value(const double* x) const {
    const double raw = row_->published - (row_->value(x, dimension()) - loss(x));
    return raw_ ? -raw : raw - row_->published;
  }

  double loss(const double* x) const {
    if (favoured_.empty()) return 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < dimension(); ++i) {
      sum += (x[i] - favoured_[i]) * (x[i] - favoured_[i]);
    }
    return std::min(sum, kLargestLoss);
  }

  const cec2013::Row* row_;
  bool raw_;
  std::vector<double> favoured_;
};

}  // namespace

NichingFacts niching_facts(int function) {
  const cec2013::Row& row = cec2013::row(function);
  return {row.published, row.radius, row.maxima(row.info.dimension)};
}

Landscape niching_function(int function, bool raw, std::vector<double> favoured) {
  const cec2013::Row& row = cec2013::row(function);
  if (!favoured.empty() && favoured.size() != row.info.dimension) {
    throw InvalidArgument(row.info.name + " has " + std::to_string(row.info.dimension) +
                          " variables; got a maximum of " + std::to_string(favoured.size()));
  }
  std::vector<std::vector<double>> maxima = row.maxima(row.info.dimension);
  if (!favoured.empty()) maxima = {favoured};
  Landscape made;
  made.objectives = std::make_unique<Niches>(row, raw, std::move(favoured));
  made.shown.maximize = true;
  if (raw) return made;
  // They are equal but for the last digits: the best of them is what nothing surpasses.
  made.optimal_value = {std::numeric_limits<double>::infinity()};
  for (std::vector<double>& point : maxima) {
    double value = 0.0;
    made.objectives->evaluate(point.data(), 1, &value);
    if (value >= made.optimal_value[0]) continue;
    made.optimal_value[0] = value;
    made.best_parameter = std::move(point);
  }
  return made;
}

}  // namespace optimeter
