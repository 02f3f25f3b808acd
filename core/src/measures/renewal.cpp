#include "optimeter/measures/renewal.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <vector>

#include "mathematics/mathematics.hpp"
#include "measures/kernels/resampling.hpp"
#include "simd/dispatch.hpp"

OPTIMETER_TABLES(ResamplingTable, resampling_table)

namespace optimeter::measures {
namespace {

/// Targets that equally many runs reached: they share their failures.
struct TargetClass {
  std::vector<std::size_t> targets;
  std::vector<bool> hit;
};

std::map<std::size_t, TargetClass> classes_of(const WeightedRuns& runs) {
  std::map<std::size_t, TargetClass> classes;
  std::vector<bool> hit(runs.runs);
  for (std::size_t t = 0; t < runs.targets; ++t) {
    for (std::size_t j = 0; j < runs.runs; ++j) {
      hit[j] = std::isfinite(runs.times[j * runs.targets + t]);
    }
    const auto successes = static_cast<std::size_t>(std::count(hit.begin(), hit.end(), true));
    TargetClass& members = classes[successes];
    if (members.targets.empty()) members.hit = hit;
    members.targets.push_back(t);
  }
  return classes;
}

/// A grid of budgets with the rows of resamples that belong to it.
class Profile {
 public:
  Profile(const double* budgets, std::size_t points, std::size_t samples)
      : budgets_(budgets),
        points_(points),
        samples_(samples),
        first_log_(mathematics::log10(budgets[0])),
        step_(points > 1 ? mathematics::log10(budgets[1]) - first_log_ : 1.0),
        rows_(resampling_table(active_isa())),
        values_(points * samples) {}

  const std::vector<double>& values() const { return values_; }

  /// The first budget within which anything is solved; all of them if there is none.
  std::size_t begin() const { return begin_; }

  /// Sets the values to the targets of a class that are solved without restarts.
  void set(const WeightedRuns& runs, const TargetClass& members) {
    std::vector<std::size_t> solved(points_ * runs.runs, 0);  // by budget and run: newly solved
    begin_ = points_;
    for (std::size_t j = 0; j < runs.runs; ++j) {
      if (!members.hit[j]) continue;
      for (const std::size_t t : members.targets) {
        const double time = runs.times[j * runs.targets + t];
        const auto place = static_cast<std::size_t>(
            std::lower_bound(budgets_, budgets_ + points_, time) - budgets_);
        if (place == points_) continue;
        ++solved[place * runs.runs + j];
        begin_ = std::min(begin_, place);
      }
    }
    std::fill(values_.begin(), values_.end(), 0.0);
    std::vector<std::size_t> counts(runs.runs, 0);
    for (std::size_t i = begin_; i < points_; ++i) {
      bool changed = false;
      for (std::size_t j = 0; j < runs.runs; ++j) {
        counts[j] += solved[i * runs.runs + j];
        changed = changed || solved[i * runs.runs + j] > 0;
      }
      if (!changed) {
        std::memcpy(row(i), row(i - 1), samples_ * sizeof(double));
        continue;
      }
      for (std::size_t j = 0; j < runs.runs; ++j) {
        if (counts[j] == 0) continue;
        rows_.add_scaled(static_cast<double>(counts[j]), runs.weights + j * samples_, samples_,
                         row(i));
      }
    }
  }

  /// Adds the restarts after each failure.
  void renew(const WeightedRuns& runs, const TargetClass& members) {
    std::map<double, std::vector<double>> failures;  // weights by length: equal ones are joined
    for (std::size_t j = 0; j < runs.runs; ++j) {
      if (members.hit[j]) continue;
      std::vector<double>& weights = failures[runs.lengths[j]];
      weights.resize(samples_, 0.0);
      rows_.add_scaled(1.0, runs.weights + j * samples_, samples_, weights.data());
    }
    std::vector<double> self(samples_);  // what refers to the point itself
    for (std::size_t i = std::max<std::size_t>(begin_, 1); i < points_; ++i) {
      bool refers = false;
      for (const auto& [length, weights] : failures) {
        const double rest = budgets_[i] - length;
        if (rest < 0.0) break;  // the others are longer
        refers = add_after(i, rest, weights.data(), refers, self) || refers;
      }
      if (!refers) continue;
      for (std::size_t r = 0; r < samples_; ++r) {
        // Weights that add up to 1 (a resample without success) leave nothing to be reached.
        row(i)[r] = self[r] < 1.0 ? row(i)[r] / (1.0 - self[r]) : 0.0;
      }
    }
  }

 private:
  double* row(std::size_t point) { return values_.data() + point * samples_; }

  /// Adds to a point what is solved within the rest of its budget after a failure. Says whether
  /// that refers to the point itself; by which weight is added to `self`, which is cleared first
  /// unless it is `begun`.
  bool add_after(std::size_t point, double rest, const double* weights, bool begun,
                 std::vector<double>& self) {
    if (rest <= budgets_[0]) {
      if (begin_ == 0) rows_.add_product(1.0, weights, row(0), samples_, row(point));
      return false;
    }
    const double place =
        std::min((mathematics::log10(rest) - first_log_) / step_, static_cast<double>(point));
    const auto low = std::min(static_cast<std::size_t>(place), point - 1);
    const double part = place - static_cast<double>(low);
    if (low + 1 < begin_) return false;  // nothing is solved there
    if (low + 1 < point) {
      rows_.add_products(1.0 - part, part, weights, row(low), samples_, row(point));
      return false;
    }
    rows_.add_product(1.0 - part, weights, row(low), samples_, row(point));
    if (part <= 0.0) return false;
    if (!begun) std::fill(self.begin(), self.end(), 0.0);
    rows_.add_scaled(part, weights, samples_, self.data());
    return true;
  }

  const double* budgets_;
  std::size_t points_;
  std::size_t samples_;
  double first_log_;
  double step_;
  const ResamplingTable& rows_;
  std::vector<double> values_;
  std::size_t begin_ = 0;
};

}  // namespace

void count_solved(const WeightedRuns& runs, const double* budgets, std::size_t points,
                  bool restarts, double* solved) {
  std::fill_n(solved, points * runs.samples, 0.0);
  if (points == 0 || runs.samples == 0) return;
  const ResamplingTable& rows = resampling_table(active_isa());
  Profile profile(budgets, points, runs.samples);
  for (const auto& [successes, members] : classes_of(runs)) {
    if (successes == 0) continue;
    profile.set(runs, members);
    if (restarts && successes < runs.runs) profile.renew(runs, members);
    const std::size_t begin = profile.begin() * runs.samples;
    rows.add_scaled(1.0, profile.values().data() + begin, points * runs.samples - begin,
                    solved + begin);
  }
}

}  // namespace optimeter::measures
