// The archive against a list that is searched, under sanitizers.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "check.hpp"
#include "optimeter/archive.hpp"
#include "optimeter/errors.hpp"

namespace {

using optimeter::Archive;

class Random {
 public:
  double uniform() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state_ >> 11U) * 0x1p-53;
  }

 private:
  std::uint64_t state_ = 1;
};

struct Point {
  double a;
  double b;
};

class List {
 public:
  bool insert(Point p) {
    for (const Point& q : points_) {
      if (q.a <= p.a && q.b <= p.b) return false;
    }
    std::erase_if(points_, [&](const Point& q) { return p.a <= q.a && p.b <= q.b; });
    points_.push_back(p);
    return true;
  }
  std::size_t size() const { return points_.size(); }
  double hypervolume() const {
    std::vector<Point> sorted = points_;
    std::sort(sorted.begin(), sorted.end(), [](auto& p, auto& q) { return p.b < q.b; });
    double right = 1.0;
    double volume = 0.0;
    for (const Point& p : sorted) {
      if (p.a > 1.0 || p.b > 1.0) continue;
      volume += (right - p.a) * (1.0 - p.b);
      right = p.a;
    }
    return volume;
  }

 private:
  std::vector<Point> points_;
};

// Waves of points, each closer to the ideal, so that leaves fill, split, shrink and merge.
void against_list(double shape, int n) {
  Archive archive({0.0, 0.0}, {1.0, 1.0});
  List list;
  Random random;
  for (int i = 0; i < n; ++i) {
    const double t = random.uniform();
    const double level = 1.5 - 1.2 * (i % 700 == 0 ? 1.0 : random.uniform()) * i / n;
    // multiples of the precision of the archive, away from its borders
    const auto round = [](double v) { return std::floor(v * 1e9) / 1e9 + 1e-6; };
    const Point p{round(level * t), round(level * std::pow(1.0 - std::pow(t, shape), 1 / shape))};
    const double y[2] = {p.a, p.b};
    CHECK(archive.insert(y, static_cast<std::uint64_t>(i + 1)) == list.insert(p));
    CHECK(archive.size() == list.size());
    if (i % 50 == 0) CHECK(std::fabs(archive.hypervolume() - list.hypervolume()) < 1e-9);
  }
  const Archive copy(archive);
  CHECK(copy.size() == archive.size());
  CHECK(copy.hypervolume() == archive.hypervolume());
}

void in_order(bool ascending) {
  Archive archive(2);
  const int n = 20'000;
  for (int i = 0; i < n; ++i) {
    const double t = ascending ? i : n - i;
    const double y[2] = {t, -t};
    CHECK(archive.insert(y));
  }
  CHECK(archive.size() == static_cast<std::size_t>(n));
  CHECK(archive.memory() < 64U * n);
  std::vector<double> y;
  std::vector<std::uint64_t> numbers;
  archive.copy_points(y, numbers);
  CHECK(numbers.front() == 1 && numbers.back() == static_cast<std::uint64_t>(n));
  const double best[2] = {-1.0, -1.0 - n};
  CHECK(archive.insert(best));  // dominates all of them
  CHECK(archive.size() == 1);
  for (int i = 0; i < 300; ++i) {
    const double again[2] = {-2.0 - i, static_cast<double>(i)};
    CHECK(archive.insert(again));
  }
}

// The volume below a staircase of cubes, known in closed form, with points that are tied.
void three_objectives() {
  Archive archive({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0});
  const int n = 50;
  for (int i = 1; i < n; ++i) {
    const double t = static_cast<double>(i) / n;
    for (const double z : {0.25, 0.5}) {
      const double y[3] = {t, 1.0 - t, z == 0.5 ? 0.5 : 0.25 + 0.5 * (i % 2)};
      archive.insert(y);
    }
  }
  const double corner[3] = {0.5, 0.5, 0.125};
  archive.insert(corner);
  // Slices along the third axis: between 0.125 and 0.25 the corner alone, then the even points and
  // the corner, from 0.5 on all of them.
  const auto steps = [n](int stride) {
    double area = 0.0;
    double left = 1.0;
    for (int i = n - 1; i >= 1; --i) {
      if (i % stride != 0 && i != n / 2) continue;
      const double t = static_cast<double>(i) / n;
      area += (left - t) * t;
      left = t;
    }
    return area;
  };
  const double expected = 0.125 * 0.25 + 0.25 * steps(2) + 0.5 * steps(1);
  CHECK(std::fabs(archive.hypervolume() - expected) < 1e-12);
}

void wrong_regions() {
  CHECK_THROWS(Archive({0.0, 0.0}, {1.0, 0.0}), optimeter::InvalidArgument);
  CHECK_THROWS(Archive({0.0}, {1.0}), optimeter::InvalidArgument);
}

}  // namespace

int main() {
  for (const double shape : {0.5, 1.0, 2.0}) against_list(shape, 6000);
  in_order(true);
  in_order(false);
  three_objectives();
  wrong_regions();
  return test::finish();
}
