#include "optimeter/measures/renewal.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "mathematics/mathematics.hpp"
#include "measures/kernels/resampling.hpp"
#include "simd/dispatch.hpp"

OPTIMETER_TABLES(ResamplingTable, resampling_table)

namespace optimeter::measures {
namespace {

constexpr std::size_t kTogether = 256;  // resamples whose rows fit the processor's second cache

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

/// What a point takes, for every resample, from what is solved within the rest of its budget after
/// a failure: the value there lies between the points `low` and `low + 1`.
struct Term {
  std::size_t failure;  ///< which of the distinct lengths
  std::size_t low;
  double part;  ///< how far the value lies towards the next point
};

/// How the targets of a class are solved within each budget, the same for all resamples.
class Course {
 public:
  Course(const WeightedRuns& runs, const TargetClass& members, const double* budgets,
         std::size_t points, bool restarts)
      : runs_(runs), points_(points), begin_(points), solved_(points * runs.runs, 0) {
    for (std::size_t j = 0; j < runs.runs; ++j) {
      if (!members.hit[j]) continue;
      for (const std::size_t t : members.targets) {
        const double time = runs.times[j * runs.targets + t];
        const auto place =
            static_cast<std::size_t>(std::lower_bound(budgets, budgets + points, time) - budgets);
        if (place == points) continue;
        ++solved_[place * runs.runs + j];
        begin_ = std::min(begin_, place);
      }
    }
    if (restarts) follow(members, budgets);
  }

  /// The first budget within which anything is solved; all of them if there is none.
  std::size_t begin() const { return begin_; }

  /// Computes the values of `size` resamples from `first` on, points * size of them; those before
  /// `begin` stay as they are.
  void solve(const ResamplingTable& rows, std::size_t first, std::size_t size,
             std::vector<double>& values) const {
    const auto weights = [&](std::size_t run) {
      return runs_.weights + run * runs_.samples + first;
    };
    const auto row = [&](std::size_t point) { return values.data() + point * size; };
    std::vector<double> failed(failures_.size() * size, 0.0);  // equal lengths are joined
    for (std::size_t k = 0; k < failures_.size(); ++k) {
      for (const std::size_t j : failures_[k]) {
        rows.add_scaled(1.0, weights(j), size, failed.data() + k * size);
      }
    }
    std::vector<double> direct(size, 0.0);  // solved without restarts
    std::vector<double> self(size);         // what refers to the point itself
    std::vector<std::size_t> counts(runs_.runs, 0);
    for (std::size_t i = begin_; i < points_; ++i) {
      bool changed = false;
      for (std::size_t j = 0; j < runs_.runs; ++j) {
        counts[j] += solved_[i * runs_.runs + j];
        changed = changed || solved_[i * runs_.runs + j] > 0;
      }
      if (changed) {
        std::fill(direct.begin(), direct.end(), 0.0);
        for (std::size_t j = 0; j < runs_.runs; ++j) {
          if (counts[j] == 0) continue;
          rows.add_scaled(static_cast<double>(counts[j]), weights(j), size, direct.data());
        }
      }
      std::memcpy(row(i), direct.data(), size * sizeof(double));
      if (terms_.empty()) continue;
      bool refers = false;
      for (std::size_t t = bounds_[i]; t < bounds_[i + 1]; ++t) {
        const Term& term = terms_[t];
        const double* const share = failed.data() + term.failure * size;
        if (term.low + 1 < i) {
          rows.add_products(1.0 - term.part, term.part, share, row(term.low), size, row(i));
          continue;
        }
        rows.add_product(1.0 - term.part, share, row(term.low), size, row(i));
        if (term.part <= 0.0) continue;
        if (!refers) std::fill(self.begin(), self.end(), 0.0);
        rows.add_scaled(term.part, share, size, self.data());
        refers = true;
      }
      if (!refers) continue;
      for (std::size_t r = 0; r < size; ++r) {
        // Weights that add up to 1 (a resample without success) leave nothing to be reached.
        row(i)[r] = self[r] < 1.0 ? row(i)[r] / (1.0 - self[r]) : 0.0;
      }
    }
  }

 private:
  /// Finds what each point takes after each failure.
  void follow(const TargetClass& members, const double* budgets) {
    std::map<double, std::vector<std::size_t>> failures;
    for (std::size_t j = 0; j < runs_.runs; ++j) {
      if (!members.hit[j]) failures[runs_.lengths[j]].push_back(j);
    }
    const double first_log = mathematics::log10(budgets[0]);
    const double step = points_ > 1 ? mathematics::log10(budgets[1]) - first_log : 1.0;
    bounds_.assign(points_ + 1, 0);
    for (std::size_t i = std::max<std::size_t>(begin_, 1); i < points_; ++i) {
      bounds_[i] = terms_.size();
      std::size_t failure = 0;
      for (const auto& [length, members_of_length] : failures) {
        const double rest = budgets[i] - length;
        if (rest < 0.0) break;  // the others are longer
        add_term(i, rest <= budgets[0] ? 0.0 : (mathematics::log10(rest) - first_log) / step,
                 failure++);
      }
      bounds_[i + 1] = terms_.size();
    }
    for (auto& [length, members_of_length] : failures) {
      failures_.push_back(std::move(members_of_length));
    }
  }

  /// Notes what a point takes after a failure, at a place among the points; nothing from before
  /// anything is solved.
  void add_term(std::size_t point, double place, std::size_t failure) {
    const double inside = std::min(place, static_cast<double>(point));
    const auto low = std::min(static_cast<std::size_t>(inside), point - 1);
    const double part = inside - static_cast<double>(low);
    if (low + 1 >= begin_) terms_.push_back({failure, low, part});
  }

  WeightedRuns runs_;
  std::size_t points_;
  std::size_t begin_;
  std::vector<std::size_t> solved_;                 ///< by budget and run: newly solved
  std::vector<std::vector<std::size_t>> failures_;  ///< the failed runs of each length
  std::vector<Term> terms_;
  std::vector<std::size_t> bounds_;  ///< terms of point i: from bounds_[i] to bounds_[i + 1]
};

}  // namespace

void count_solved(const WeightedRuns& runs, const double* budgets, std::size_t points,
                  bool restarts, double* solved) {
  std::fill_n(solved, points * runs.samples, 0.0);
  if (points == 0 || runs.samples == 0) return;
  const ResamplingTable& rows = resampling_table(active_isa());
  std::vector<double> values;
  for (const auto& [successes, members] : classes_of(runs)) {
    if (successes == 0) continue;
    const Course course(runs, members, budgets, points, restarts && successes < runs.runs);
    for (std::size_t first = 0; first < runs.samples; first += kTogether) {
      const std::size_t size = std::min(kTogether, runs.samples - first);
      values.assign(points * size, 0.0);
      course.solve(rows, first, size, values);
      for (std::size_t i = course.begin(); i < points; ++i) {
        rows.add_scaled(1.0, values.data() + i * size, size, solved + i * runs.samples + first);
      }
    }
  }
}

}  // namespace optimeter::measures
