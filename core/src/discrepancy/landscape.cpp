// The local star discrepancy of a point set, which is to be maximised.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "optimeter/errors.hpp"
#include "optimeter/generators.hpp"

namespace optimeter {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// How far the share of points in the box from the origin to x is from the volume of the box.
class StarDiscrepancy final : public Mapping {
 public:
  StarDiscrepancy(const std::vector<double>& points, std::size_t dimension, bool on_grid)
      : Mapping(dimension, 1), count_(points.size() / dimension), on_grid_(on_grid) {
    std::vector<std::size_t> order(count_);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return points[a * dimension] < points[b * dimension];
    });
    columns_.reserve(points.size());
    for (std::size_t j = 0; j < dimension; ++j) {
      for (const std::size_t i : order) columns_.push_back(points[i * dimension + j]);
    }
    if (!on_grid) return;
    for (std::size_t j = 0; j < dimension; ++j) {
      const auto column = columns_.begin() + static_cast<std::ptrdiff_t>(j * count_);
      const auto first = grid_.insert(grid_.end(), column, column + std::ptrdiff_t(count_));
      std::sort(first, grid_.end());
      grid_.push_back(1.0);
    }
  }

  void evaluate(const double* x, std::size_t n, double* y) const override {
    thread_local std::vector<double> corner;
    corner.resize(dimension());
    for (std::size_t row = 0; row < n; ++row, x += dimension()) {
      y[row] = move_to(x, corner.data()) ? -discrepancy(corner.data()) : outside(x);
    }
  }

 private:
  // The corner of the box that a point means; false outside of the domain.
  bool move_to(const double* x, double* corner) const {
    const double last = on_grid_ ? static_cast<double>(count_) : 1.0;
    for (std::size_t j = 0; j < dimension(); ++j) {
      if (!(x[j] >= 0.0 && x[j] <= last)) return false;
    }
    for (std::size_t j = 0; j < dimension(); ++j) {
      if (on_grid_ && std::floor(x[j]) != x[j]) {
        throw InvalidArgument(
            "the variables of a problem on the grid of a point set are integers; "
            "got " +
            std::to_string(x[j]) + " at position " + std::to_string(j));
      }
      corner[j] = on_grid_ ? grid_[j * (count_ + 1) + static_cast<std::size_t>(x[j])] : x[j];
    }
    return true;
  }

  double outside(const double* x) const {
    bool undefined = false;
    for (std::size_t j = 0; j < dimension(); ++j) {
      if (std::isinf(x[j])) return kInfinity;
      undefined = undefined || std::isnan(x[j]);
    }
    return undefined ? std::numeric_limits<double>::quiet_NaN() : kInfinity;
  }

  double discrepancy(const double* corner) const {
    thread_local std::vector<std::uint32_t> inside;
    inside.resize(count_);
    // The points are sorted by their first coordinate.
    const auto end = columns_.begin() + static_cast<std::ptrdiff_t>(count_);
    auto left = static_cast<std::size_t>(std::upper_bound(columns_.begin(), end, corner[0]) -
                                         columns_.begin());
    std::iota(inside.begin(), inside.begin() + static_cast<std::ptrdiff_t>(left), 0U);
    double volume = corner[0];
    for (std::size_t j = 1; j < dimension(); ++j) {
      volume *= corner[j];
      left = keep(inside.data(), left, j, [limit = corner[j]](double c) { return c <= limit; });
    }
    const std::size_t in_closed = left;
    for (std::size_t j = 0; j < dimension(); ++j) {
      left = keep(inside.data(), left, j, [limit = corner[j]](double c) { return c < limit; });
    }
    const auto all = static_cast<double>(count_);
    return std::max(volume - static_cast<double>(left) / all,
                    static_cast<double>(in_closed) / all - volume);
  }

  // Keeps those of the first `n` points whose coordinate j is as wanted; returns how many.
  template <class Wanted>
  std::size_t keep(std::uint32_t* points, std::size_t n, std::size_t j, Wanted wanted) const {
    const double* const column = columns_.data() + j * count_;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t point = points[i];
      points[kept] = point;  // without a branch, which nobody could foresee
      kept += wanted(column[point]) ? 1 : 0;
    }
    return kept;
  }

  std::size_t count_;
  bool on_grid_;
  std::vector<double> columns_;  // the points by their first coordinate, coordinate by coordinate
  std::vector<double> grid_;     // of each coordinate the values of the points, sorted, and 1
};

}  // namespace

Landscape star_discrepancy(const std::vector<double>& points, std::size_t dimension, bool on_grid) {
  if (dimension == 0 || points.empty() || points.size() % dimension != 0) {
    throw InvalidArgument("a point set has at least one point, of at least one coordinate; got " +
                          std::to_string(points.size()) + " numbers for points of " +
                          std::to_string(dimension) + " coordinates");
  }
  for (const double one : points) {
    if (!(one >= 0.0 && one <= 1.0)) {
      throw InvalidArgument("the coordinates of a point set are between 0 and 1; got " +
                            std::to_string(one));
    }
  }
  Landscape made;
  made.objectives = std::make_unique<StarDiscrepancy>(points, dimension, on_grid);
  made.shown.maximize = true;
  return made;
}

}  // namespace optimeter
