// The algorithm of While, Bradstreet and Barone (WFG, IEEE Transactions on Evolutionary Computation
// 16(1), 2012): the volume is the sum over the points of what each dominates exclusively of those
// that come later. With the points sorted by the last coordinate, worst first, that difference is a
// slice of constant height, so each step leads to one dimension less, down to three, where a sweep
// takes O(n log n).
#include "archive/hypervolume.hpp"

#include <algorithm>
#include <iterator>
#include <map>

namespace optimeter {
namespace {

// Rows of `width` numbers, of which the first m count.
struct Rows {
  const double* data;
  std::size_t width;
  const double* operator[](std::size_t i) const { return data + i * width; }
};

bool weakly_dominates(const double* a, const double* b, std::size_t m) {
  for (std::size_t i = 0; i < m; ++i) {
    if (a[i] > b[i]) return false;
  }
  return true;
}

double planar(std::vector<const double*>& points, const double* reference) {
  std::sort(points.begin(), points.end(), [](const double* a, const double* b) {
    return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1];
  });
  double volume = 0.0;
  double height = reference[1];
  for (const double* p : points) {
    if (p[1] >= height) continue;
    volume += (reference[0] - p[0]) * (height - p[1]);
    height = p[1];
  }
  return volume;
}

// The staircase of the non-dominated points of a plane and the area that it dominates.
class Staircase {
 public:
  explicit Staircase(const double* reference) : reference_(reference) {}

  // O(log n), amortized over the points that leave the staircase.
  void insert(double x, double y) {
    auto next = steps_.lower_bound(x);
    double top = reference_[1];
    if (next != steps_.begin()) top = std::prev(next)->second;
    if (top <= y || (next != steps_.end() && next->first == x && next->second <= y)) return;
    double left = x;
    while (next != steps_.end() && next->second >= y) {
      area_ += (next->first - left) * (top - y);
      left = next->first;
      top = next->second;
      next = steps_.erase(next);
    }
    const double right = next == steps_.end() ? reference_[0] : next->first;
    area_ += (right - left) * (top - y);
    steps_.emplace_hint(next, x, y);
  }

  double area() const { return area_; }

 private:
  const double* reference_;
  std::map<double, double> steps_;  // y decreases while x increases
  double area_ = 0.0;
};

// A plane sweeps along the third axis (Fonseca, Paquete and Lopez-Ibanez, CEC 2006).
double spatial(std::vector<const double*>& points, const double* reference) {
  std::sort(points.begin(), points.end(),
            [](const double* a, const double* b) { return a[2] < b[2]; });
  Staircase section(reference);
  double volume = 0.0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    section.insert(points[i][0], points[i][1]);
    const double end = i + 1 < points.size() ? points[i + 1][2] : reference[2];
    volume += section.area() * (end - points[i][2]);
  }
  return volume;
}

double volume(std::vector<const double*> points, std::size_t m, const double* reference) {
  if (points.empty()) return 0.0;
  if (m == 1) {
    double best = reference[0];
    for (const double* p : points) best = std::min(best, p[0]);
    return reference[0] - best;
  }
  if (m == 2) return planar(points, reference);
  if (m == 3) return spatial(points, reference);
  const std::size_t last = m - 1;
  std::sort(points.begin(), points.end(),
            [last](const double* a, const double* b) { return a[last] > b[last]; });
  double total = 0.0;
  std::vector<double> limited;
  std::vector<const double*> kept;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double* const p = points[i];
    // The later points, made no better than p in any coordinate; only the best of them matter.
    limited.resize((points.size() - i - 1) * last);
    kept.clear();
    bool covered = false;
    for (std::size_t j = i + 1; j < points.size() && !covered; ++j) {
      double* const q = limited.data() + (j - i - 1) * last;
      for (std::size_t k = 0; k < last; ++k) q[k] = std::max(p[k], points[j][k]);
      covered = weakly_dominates(q, p, last);
      if (std::any_of(kept.begin(), kept.end(),
                      [&](const double* other) { return weakly_dominates(other, q, last); })) {
        continue;
      }
      std::erase_if(kept, [&](const double* other) { return weakly_dominates(q, other, last); });
      kept.push_back(q);
    }
    if (covered) continue;  // dominated: nothing of its own
    double own = 1.0;
    for (std::size_t k = 0; k < last; ++k) own *= reference[k] - p[k];
    total += (reference[last] - p[last]) * (own - volume(kept, last, reference));
  }
  return total;
}

}  // namespace

double hypervolume(const std::vector<double>& points, std::size_t m,
                   const std::vector<double>& reference) {
  const Rows rows{points.data(), m};
  std::vector<const double*> inside;
  for (std::size_t i = 0; i < points.size() / m; ++i) {
    const double* const p = rows[i];
    if (std::equal(p, p + m, reference.begin(), [](double a, double b) { return a < b; })) {
      inside.push_back(p);
    }
  }
  return volume(std::move(inside), m, reference.data());
}

}  // namespace optimeter
