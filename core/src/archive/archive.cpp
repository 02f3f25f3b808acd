#include "optimeter/archive.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "archive/box_tree.hpp"
#include "archive/front_tree.hpp"
#include "archive/hypervolume.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/snapshot.hpp"

namespace optimeter {
namespace {

constexpr double kPrecision = 5e-13;  // normalized objectives are multiples of it
constexpr double kTolerance = 1e-13;  // closer than this is equal
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool near(double a, double b) { return std::fabs(a - b) < kTolerance; }

// From objectives to the normalized space in which the region of interest is the unit cube.
class Region {
 public:
  Region() = default;
  Region(std::vector<double> ideal, std::vector<double> nadir, double reference, bool extremes)
      : ideal_(std::move(ideal)),
        nadir_(std::move(nadir)),
        reference_(reference),
        extremes_(extremes) {
    for (std::size_t i = 0; i < nadir_.size(); ++i) {
      if (!(nadir_[i] > ideal_[i] && std::isfinite(nadir_[i] - ideal_[i]))) {
        throw InvalidArgument("the nadir must be above the ideal in every objective; got " +
                              std::to_string(nadir_[i]) + " and " + std::to_string(ideal_[i]) +
                              " in objective " + std::to_string(i + 1));
      }
    }
  }

  bool exists() const { return !ideal_.empty(); }
  const std::vector<double>& ideal() const { return ideal_; }
  const std::vector<double>& nadir() const { return nadir_; }
  double reference() const { return reference_; }
  bool extremes() const { return extremes_; }

  double normalize(double y, std::size_t i) const {
    const double z =
        std::floor(((y - ideal_[i]) / (nadir_[i] - ideal_[i])) / kPrecision + 0.5) * kPrecision;
    return z < 0.0 ? 0.0 : z;
  }

  static bool inside(double z) { return z < 1.0 || near(z, 1.0); }  // never negative

 private:
  std::vector<double> ideal_;
  std::vector<double> nadir_;
  double reference_ = 1.0;
  bool extremes_ = false;
};

// A sum of many positive and negative terms that stays exact to the last digits (Neumaier).
class Sum {
 public:
  void add(double term) {
    const double next = sum_ + term;
    rest_ += std::fabs(sum_) >= std::fabs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  double value() const { return sum_ + rest_; }
  void carry(Snapshot& state) { state(sum_, rest_); }

 private:
  double sum_ = 0.0;
  double rest_ = 0.0;
};

}  // namespace

class Archive::Store {
 public:
  Store(std::size_t objectives, Region region)
      : objectives_(objectives), region_(std::move(region)) {}
  Store(const Store&) = default;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  virtual std::unique_ptr<Store> clone() const = 0;
  virtual bool insert(const double* y, std::uint64_t evaluation) = 0;
  virtual std::size_t size() const = 0;
  virtual double hypervolume() const = 0;
  virtual void copy_points(std::vector<double>& y, std::vector<std::uint64_t>& e) const = 0;
  virtual std::size_t memory() const = 0;
  // What depends on points that are gone.
  virtual void carry(Snapshot& state) { state(distance_); }

  std::size_t objectives() const { return objectives_; }
  const Region& region() const { return region_; }
  double indicator() const {
    if (!region_.exists()) return kNan;
    if (size() == 0) return kInfinity;
    const double volume = hypervolume();
    return region_.reference() - volume + (std::fabs(volume) < kTolerance ? distance_ : 0.0);
  }

 protected:
  void approach(double distance) { distance_ = std::min(distance_, distance); }

 private:
  std::size_t objectives_;
  Region region_;
  double distance_ = kInfinity;  // the smallest of a point to the region
};

// Two objectives: a sorted front and its hypervolume, updated by what each point contributes.
class Archive::Front final : public Store {
 public:
  explicit Front(Region region) : Store(2, std::move(region)) {}

  std::unique_ptr<Store> clone() const override { return std::make_unique<Front>(*this); }

  bool insert(const double* y, std::uint64_t evaluation) override {
    FrontPoint point{y[0], y[1], y[0], y[1], evaluation};
    double tolerance = 0.0;
    if (region().exists()) {
      normalize(point);
      tolerance = kTolerance;
    }
    // The first member that is worse in the second objective, or as good.
    FrontTree::Place place = tree_.lower_bound(point.z2 - tolerance);
    if (!place.at_end() && !(place.z2() > point.z2 + tolerance)) {
      if (!(place.z1() > point.z1 + tolerance)) return false;
    } else if (!place.at_begin()) {
      // Of all that are better in the second objective, the last one is best in the first.
      if (!(place.previous().z1() > point.z1 + tolerance)) return false;
    }
    while (!place.at_end() && !(place.z1() < point.z1 - tolerance)) {
      if (region().exists()) volume_.add(-contribution(place));
      tree_.erase(place);
      place = tree_.lower_bound(point.z2 - tolerance);
    }
    place = tree_.insert(place, point);
    if (region().exists()) {
      volume_.add(contribution(place));
      const double beyond1 = std::max(0.0, point.z1 - 1.0);
      const double beyond2 = std::max(0.0, point.z2 - 1.0);
      const bool inside = Region::inside(point.z1) && Region::inside(point.z2);
      approach(inside ? 0.0 : std::sqrt(beyond1 * beyond1 + beyond2 * beyond2));
    }
    return true;
  }

  std::size_t size() const override { return tree_.size(); }
  double hypervolume() const override { return region().exists() ? volume_.value() : kNan; }

  void copy_points(std::vector<double>& y, std::vector<std::uint64_t>& evaluations) const override {
    std::vector<FrontPoint> points;
    points.reserve(tree_.size());
    for (FrontTree::Place place = tree_.begin(); !place.at_end(); place = place.next()) {
      points.push_back(place.point());
    }
    std::sort(points.begin(), points.end(),
              [](const FrontPoint& a, const FrontPoint& b) { return a.evaluation < b.evaluation; });
    y.clear();
    evaluations.clear();
    for (const FrontPoint& point : points) {
      y.insert(y.end(), {point.y1, point.y2});
      evaluations.push_back(point.evaluation);
    }
  }

  std::size_t memory() const override { return sizeof(*this) + tree_.memory(); }
  void carry(Snapshot& state) override {
    Store::carry(state);
    state(volume_);
  }

 private:
  void normalize(FrontPoint& point) const {
    point.z1 = region().normalize(point.y1, 0);
    point.z2 = region().normalize(point.y2, 1);
    if (!region().extremes()) return;
    // A point that is optimal in one objective is the extreme point.
    if (near(point.z1, 0.0) && point.z2 < 1.0) point.z2 = 1.0;
    if (near(point.z2, 0.0) && point.z1 < 1.0) point.z1 = 1.0;
  }

  // What the hypervolume would lose without the member at a place.
  static double contribution(const FrontTree::Place& place) {
    if (!Region::inside(place.z1()) || !Region::inside(place.z2())) return 0.0;
    double right = 1.0;
    if (!place.at_begin()) {
      const double z1 = place.previous().z1();
      if (Region::inside(z1)) right = z1;
    }
    double top = 1.0;
    const FrontTree::Place next = place.next();
    if (!next.at_end() && Region::inside(next.z2())) top = next.z2();
    return (right - place.z1()) * (top - place.z2());
  }

  FrontTree tree_;
  Sum volume_;
};

// More objectives: a list in the order of arrival, and a tree of boxes in which it is searched.
// Points that were dominated stay in the list as gaps until they are as many as the others.
class Archive::List final : public Store {
 public:
  List(std::size_t objectives, Region region)
      : Store(objectives, std::move(region)), tree_(objectives) {}

  std::unique_ptr<Store> clone() const override { return std::make_unique<List>(*this); }

  bool insert(const double* y, std::uint64_t evaluation) override {
    const std::size_t m = objectives();
    std::vector<double> z(y, y + m);
    double square = 0.0;
    if (region().exists()) {
      for (std::size_t i = 0; i < m; ++i) {
        z[i] = region().normalize(y[i], i);
        if (!Region::inside(z[i])) square += (z[i] - 1.0) * (z[i] - 1.0);
      }
    }
    const double tolerance = region().exists() ? kTolerance : 0.0;
    if (tree_.dominates(z_, z.data(), tolerance)) return false;
    for (const std::uint32_t number : tree_.dominated()) alive_[number] = false;
    gaps_ += tree_.dominated().size();
    tree_.remove_dominated();
    if (gaps_ > size()) close_gaps();
    z_.insert(z_.end(), z.begin(), z.end());
    y_.insert(y_.end(), y, y + m);
    evaluations_.push_back(evaluation);
    alive_.push_back(true);
    tree_.add(z_, static_cast<std::uint32_t>(evaluations_.size() - 1));
    approach(std::sqrt(square));
    volume_.reset();
    return true;
  }

  std::size_t size() const override { return evaluations_.size() - gaps_; }

  double hypervolume() const override {
    if (!region().exists()) return kNan;
    if (!volume_) {
      volume_ = optimeter::hypervolume(present(z_, objectives()), objectives(),
                                       std::vector<double>(objectives(), 1.0));
    }
    return *volume_;
  }

  void copy_points(std::vector<double>& y, std::vector<std::uint64_t>& evaluations) const override {
    y = present(y_, objectives());
    evaluations = present(evaluations_, 1);
  }

  std::size_t memory() const override {
    return sizeof(*this) + (z_.capacity() + y_.capacity()) * sizeof(double) +
           evaluations_.capacity() * sizeof(std::uint64_t) + alive_.capacity() / 8 + tree_.memory();
  }

 private:
  // The rows, of some width, of the points that are still there.
  template <typename Value>
  std::vector<Value> present(const std::vector<Value>& rows, std::size_t width) const {
    if (gaps_ == 0) return rows;
    std::vector<Value> kept;
    kept.reserve(size() * width);
    for (std::size_t i = 0; i < alive_.size(); ++i) {
      if (!alive_[i]) continue;
      const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(i * width);
      kept.insert(kept.end(), begin, begin + static_cast<std::ptrdiff_t>(width));
    }
    return kept;
  }

  void close_gaps() {
    z_ = present(z_, objectives());
    y_ = present(y_, objectives());
    evaluations_ = present(evaluations_, 1);
    alive_.assign(evaluations_.size(), true);
    gaps_ = 0;
    tree_.clear();
    for (std::size_t i = 0; i < evaluations_.size(); ++i) {
      tree_.add(z_, static_cast<std::uint32_t>(i));
    }
  }

  std::vector<double> z_;
  std::vector<double> y_;
  std::vector<std::uint64_t> evaluations_;
  std::vector<bool> alive_;
  std::size_t gaps_ = 0;
  BoxTree tree_;
  mutable std::optional<double> volume_;  // computed when asked for
};

Archive::Archive(std::size_t objectives) {
  if (objectives == 2) {
    store_ = std::make_unique<Front>(Region{});
  } else {
    store_ = std::make_unique<List>(objectives, Region{});
  }
}

Archive::Archive(std::vector<double> ideal, std::vector<double> nadir, double reference,
                 bool extremes) {
  if (ideal.size() < 2 || ideal.size() != nadir.size()) {
    throw InvalidArgument("ideal and nadir must be of equal length, at least 2; got " +
                          std::to_string(ideal.size()) + " and " + std::to_string(nadir.size()) +
                          " numbers");
  }
  const std::size_t m = ideal.size();
  Region region(std::move(ideal), std::move(nadir), reference, extremes);
  if (m == 2) {
    store_ = std::make_unique<Front>(std::move(region));
  } else {
    store_ = std::make_unique<List>(m, std::move(region));
  }
}

Archive::Archive(const Archive& other)
    : store_(other.store_->clone()), last_evaluation_(other.last_evaluation_) {}
Archive::~Archive() = default;

bool Archive::insert(const double* y, std::uint64_t evaluation) {
  last_evaluation_ = evaluation;
  if (!std::all_of(y, y + objectives(), [](double v) { return std::isfinite(v); })) return false;
  return store_->insert(y, evaluation);
}

std::size_t Archive::objectives() const { return store_->objectives(); }
std::size_t Archive::size() const { return store_->size(); }
const std::vector<double>& Archive::ideal() const { return store_->region().ideal(); }
std::vector<double> Archive::nadir() const { return store_->region().nadir(); }
double Archive::hypervolume() const { return store_->hypervolume(); }
double Archive::indicator() const { return store_->indicator(); }
double Archive::reference() const { return store_->region().reference(); }
bool Archive::extremes() const { return store_->region().extremes(); }
std::size_t Archive::memory() const { return store_->memory(); }

void Archive::carry(Snapshot& state) {
  std::vector<double> y;
  std::vector<std::uint64_t> evaluations;
  if (!state.restores()) copy_points(y, evaluations);
  state(y, evaluations);
  if (state.restores()) {
    if (y.size() != evaluations.size() * objectives()) throw FileError("an archive is damaged");
    for (std::size_t i = 0; i < evaluations.size(); ++i)
      insert(&y[i * objectives()], evaluations[i]);
  }
  state(last_evaluation_);
  store_->carry(state);
}

void Archive::copy_points(std::vector<double>& y, std::vector<std::uint64_t>& evaluations) const {
  store_->copy_points(y, evaluations);
}

}  // namespace optimeter
