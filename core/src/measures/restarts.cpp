#include "optimeter/measures/restarts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "mathematics/mathematics.hpp"
#include "simd/dispatch.hpp"
#include "simd/math_arrays.hpp"

namespace optimeter::measures {
namespace {

constexpr double kTail = 1e-9;         // probability beyond which restarts are not followed
constexpr double kLatticeTail = 1e-6;  // the same on the lattice, as a trade for its resolution
constexpr double kSlack = 1e-9;        // of probabilities, against rounding
constexpr double kLogTen = 0.4342944819032518276511289;  // log10(e)
constexpr double kMargin = 1.1;  // of sums of failures, which a lattice spreads

/// Sorts weighted points and joins equal ones.
Atoms joined(std::vector<std::pair<double, double>>& points) {
  std::sort(points.begin(), points.end());
  Atoms atoms;
  for (const auto& [value, mass] : points) atoms.join(value, mass);
  return atoms;
}

/// Failed runs, equal lengths joined.
struct Failures {
  std::vector<double> lengths;
  std::vector<double> weights;
  double rate = 0.0;
  double depth = 0.0;  ///< number of failures whose probability is kTail

  Failures(const ProblemRuns& runs, const std::vector<bool>& hit) {
    std::vector<std::pair<double, double>> failed;
    for (std::size_t j = 0; j < runs.runs; ++j) {
      if (!hit[j]) failed.emplace_back(runs.lengths[j], runs.weights[j]);
    }
    Atoms all = joined(failed);
    lengths = std::move(all.values);
    weights = std::move(all.masses);
    for (const auto& [length, weight] : failed) rate += weight;
    depth = mathematics::log(kTail) / mathematics::log(rate);
  }
};

/// Number of multisets of at most `depth` of `kinds` lengths.
double multisets(std::size_t kinds, double depth) {
  double result = 1.0;
  for (std::size_t i = 1; i <= kinds; ++i) {
    result *= (std::ceil(depth) + static_cast<double>(i)) / static_cast<double>(i);
  }
  return result;
}

/// Sums of at least one failure; `head` are those of the last enumerated number of failures, empty
/// when the enumeration is complete.
struct FailureSums {
  Atoms all;
  Atoms head;
};

/// Enumerates multisets of failures, level by level, each one once.
///
/// A multiset of c failures is kept as the sorted list of its lengths, of which only the last index
/// and its multiplicity matter for the next level: appending length j to those that end at an index
/// <= j makes every multiset of c + 1 exactly once, and its probability with the number of orders
/// grows by (c + 1) / (multiplicity of j) * w_j. Levels are sorted by their last index, so that
/// "ends at an index <= j" is a prefix.
///
/// At most `points` are enumerated, and fewer where that would not complete the enumeration: the
/// lattice follows anyway.
FailureSums enumerate(const Failures& failures, std::size_t points) {
  const std::size_t size = failures.lengths.size();
  if (multisets(size, failures.depth) > static_cast<double>(points)) points /= 5;
  const auto depth = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(failures.depth)));
  Atoms level{failures.lengths, failures.weights};
  std::vector<double> multiplicity(size, 1.0);
  std::vector<std::size_t> ends(size);  // ends[j]: multisets that end at an index <= j
  std::iota(ends.begin(), ends.end(), std::size_t{1});
  FailureSums sums;
  sums.all = level;
  for (std::size_t number = 2; number <= depth; ++number) {
    const std::size_t next_size = std::accumulate(ends.begin(), ends.end(), std::size_t{0});
    if (sums.all.values.size() + next_size > points) {
      sums.head = std::move(level);
      return sums;
    }
    Atoms next;
    next.values.reserve(next_size);
    next.masses.reserve(next_size);
    std::vector<double> next_multiplicity;
    next_multiplicity.reserve(next_size);
    std::size_t begin = 0;
    for (std::size_t j = 0; j < size; ++j) {
      const double factor = failures.weights[j] * static_cast<double>(number);
      for (std::size_t i = 0; i < ends[j]; ++i) {
        const double count = i < begin ? 1.0 : multiplicity[i] + 1.0;
        next.add(level.values[i] + failures.lengths[j], level.masses[i] * factor / count);
        next_multiplicity.push_back(count);
      }
      begin = ends[j];
    }
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    level = std::move(next);
    multiplicity = std::move(next_multiplicity);
    sums.all.values.insert(sums.all.values.end(), level.values.begin(), level.values.end());
    sums.all.masses.insert(sums.all.masses.end(), level.masses.begin(), level.masses.end());
  }
  return sums;
}

/// What the enumeration left out: masses on multiples of `step`.
struct Lattice {
  double step = 0.0;
  std::vector<double> masses;
};

/// A shift by a failure's length, shared between two lattice points so that its mean stays.
struct Shift {
  std::size_t whole;
  double near;  ///< weight at `whole`
  double far;   ///< weight at `whole + 1`
};

/// The failures on a lattice.
struct Shifts {
  std::vector<Shift> all;
  std::size_t block;  ///< entries so close together do not refer to each other
  double self = 0.0;  ///< weight with which an entry refers to itself

  Shifts(const Failures& failures, double step, std::size_t size) : block(size) {
    for (std::size_t j = 0; j < failures.lengths.size(); ++j) {
      const double place = failures.lengths[j] / step;
      if (place >= static_cast<double>(size)) break;  // lengths are sorted
      const auto whole = static_cast<std::size_t>(place);
      const double part = place - static_cast<double>(whole);
      all.push_back({whole, failures.weights[j] * (1.0 - part), failures.weights[j] * part});
      block = std::min(block, std::max<std::size_t>(1, whole));
      if (whole == 0) self += all.back().near;
    }
  }

  /// Adds to entries begin to end what they take from others, and not what from themselves.
  void add(const double* source, std::size_t begin, std::size_t end, double* result) const {
    for (const Shift& shift : all) {
      const std::size_t first = std::max(begin, shift.whole);
      if (first >= end) continue;
      const double near = shift.whole > 0 ? shift.near : 0.0;
      const double* from = source + (first - shift.whole);
      double* to = result + first;
      to[0] += near * from[0];
      if (first > shift.whole) to[0] += shift.far * from[-1];
      const std::size_t count = end - first;
      for (std::size_t i = 1; i < count; ++i) to[i] += near * from[i] + shift.far * from[i - 1];
    }
  }
};

/// Solves H = F * (S + H), with F the failures and S the head. Every entry depends on earlier ones
/// only; entries closer together than the shortest shift do not depend on
/// each other, so that they are treated together. Entries beyond `furthest` stay 0.
Lattice solve_lattice(const Failures& failures, const Atoms& head, std::size_t size,
                      double furthest) {
  double mean = 0.0;
  for (std::size_t j = 0; j < failures.lengths.size(); ++j) {
    mean += failures.lengths[j] * failures.weights[j] / failures.rate;
  }
  double variance = 0.0;
  for (std::size_t j = 0; j < failures.lengths.size(); ++j) {
    const double gap = failures.lengths[j] - mean;
    variance += gap * gap * failures.weights[j] / failures.rate;
  }
  const double last_head = *std::max_element(head.values.begin(), head.values.end());
  const double depth = mathematics::log(kLatticeTail) / mathematics::log(failures.rate);
  const double extent =
      depth * mean + 6.0 * std::sqrt(variance * depth) + failures.lengths.back() + last_head;
  Lattice lattice;
  lattice.step = extent / static_cast<double>(size);
  const double step = lattice.step;

  std::vector<double> source(size + 1, 0.0);
  for (std::size_t h = 0; h < head.values.size(); ++h) {
    const double place = head.values[h] / step;
    const auto low = static_cast<std::size_t>(place);
    const double part = place - static_cast<double>(low);
    source[low] += head.masses[h] * (1.0 - part);
    source[low + 1] += head.masses[h] * part;
  }
  const Shifts shifts(failures, step, size);
  std::vector<double>& masses = lattice.masses;
  masses.assign(size, 0.0);
  std::vector<double> total(size, 0.0);  // S + H
  const double needed = furthest / step + 1.0;
  const std::size_t count =
      needed < static_cast<double>(size) ? static_cast<std::size_t>(needed) + 1 : size;
  for (std::size_t begin = 0; begin < count; begin += shifts.block) {
    const std::size_t end = std::min(size, begin + shifts.block);
    shifts.add(total.data(), begin, end, masses.data());
    for (std::size_t i = begin; i < end; ++i) {
      if (shifts.self > 0.0) {
        masses[i] = (masses[i] + shifts.self * source[i]) / (1.0 - shifts.self);
      }
      total[i] = source[i] + masses[i];
    }
  }
  return lattice;
}

/// Masses on whole budgets: each one below `size`, then `size / 2` to every doubling, so that the
/// gap between neighbours is at most 2 / size of their value. The mass at a budget is what lies
/// above the budget before it: cumulated masses are those of the budget itself.
class Budgets {
 public:
  explicit Budgets(std::size_t size) : size_(size) {}

  /// Adds the runtimes after at least one failure, by recursion over the budget.
  ///
  /// The distribution solves G(y) = E(y) + sum over j of w_j G(y - B_j), E the successes. It is
  /// solved on all whole budgets below `size`, where it is exact; then every second one of them is
  /// kept and those up to twice as far are solved, and so on. Between the budgets of a level G is
  /// linear.
  void add(const Atoms& events, const Failures& failures) {
    const double mass = std::accumulate(events.masses.begin(), events.masses.end(), 0.0);
    const double all = mass * failures.rate / (1.0 - failures.rate);
    std::vector<double> total(size_, 0.0);
    std::vector<double> direct(size_, 0.0);
    std::size_t event = 0;
    double reached = 0.0;
    double before = 0.0;  // mass after failures, up to the last budget
    double step = 1.0;
    for (std::size_t level = 0; level < kLevels; ++level, step *= 2.0) {
      const std::size_t begin = level == 0 ? 0 : size_ / 2;
      for (std::size_t i = begin; i < size_; ++i) {
        const double budget = static_cast<double>(i) * step;
        for (; event < events.values.size() && events.values[event] <= budget; ++event) {
          reached += events.masses[event];
        }
        direct[i] = reached;
      }
      solve(failures, step, begin, direct, total);
      const std::size_t offset = level * (size_ / 2);
      masses_.resize(std::max(masses_.size(), offset + size_), 0.0);
      for (std::size_t i = begin; i < size_; ++i) {
        const double after = std::max(before, total[i] - direct[i]);
        masses_[offset + i] += after - before;
        before = after;
      }
      if (all - before <= kTail * all || level + 1 == kLevels) {
        masses_[offset + size_ - 1] += std::max(0.0, all - before);
        return;
      }
      for (std::size_t i = 0; 2 * i < size_; ++i) total[i] = total[2 * i];
    }
  }

  /// Moves what was collected to the atoms.
  void flush(Atoms& atoms) const {
    double mass = 0.0;
    for (std::size_t place = 0; place < masses_.size(); ++place) {
      mass += masses_[place];
      if (mass > 1e-14 || (place + 1 == masses_.size() && mass > 0.0)) {
        atoms.add(budget(place), mass);
        mass = 0.0;
      }
    }
  }

 private:
  static constexpr std::size_t kLevels = 48;

  double budget(std::size_t place) const {
    const std::size_t half = size_ / 2;
    const std::size_t level = place < size_ ? 0 : place / half - 1;
    return std::ldexp(static_cast<double>(place - level * half), static_cast<int>(level));
  }

  /// Fills total from `begin` on. Entries closer together than the shortest failure do not depend
  /// on each other, so that they are treated together.
  static void solve(const Failures& failures, double step, std::size_t begin,
                    const std::vector<double>& direct, std::vector<double>& total) {
    const std::size_t size = total.size();
    const Shifts shifts(failures, step, size);
    for (std::size_t from = begin; from < size; from += shifts.block) {
      const std::size_t end = std::min(size, from + shifts.block);
      std::copy(direct.begin() + static_cast<std::ptrdiff_t>(from),
                direct.begin() + static_cast<std::ptrdiff_t>(end),
                total.begin() + static_cast<std::ptrdiff_t>(from));
      shifts.add(total.data(), from, end, total.data());
      for (std::size_t i = from; shifts.self > 0.0 && i < end; ++i) total[i] /= 1.0 - shifts.self;
    }
  }

  std::size_t size_;
  std::vector<double> masses_;  // empty until something is added
};

/// Targets that equally many runs reached. As reaching a target implies reaching the easier ones,
/// they share their failures.
struct TargetClass {
  std::vector<std::size_t> targets;
  std::vector<bool> hit;
};

bool reached(const ProblemRuns& runs, std::size_t run, std::size_t target) {
  return std::isfinite(runs.times[run * runs.targets + target]);
}

/// The classes by number of successes, from 0 to all runs.
std::vector<TargetClass> classes_of(const ProblemRuns& runs) {
  std::vector<TargetClass> classes(runs.runs + 1);
  for (std::size_t t = 0; t < runs.targets; ++t) {
    std::size_t successes = 0;
    for (std::size_t j = 0; j < runs.runs; ++j) successes += reached(runs, j, t) ? 1 : 0;
    TargetClass& members = classes[successes];
    if (members.targets.empty()) {
      members.hit.resize(runs.runs);
      for (std::size_t j = 0; j < runs.runs; ++j) members.hit[j] = reached(runs, j, t);
    }
    members.targets.push_back(t);
  }
  return classes;
}

/// Runtimes of the successes to all targets of a class, equal ones joined, so that the order of the
/// runs does not matter.
Atoms successes_of(const ProblemRuns& runs, const TargetClass& members) {
  std::vector<std::pair<double, double>> events;
  for (std::size_t j = 0; j < runs.runs; ++j) {
    if (!members.hit[j]) continue;
    for (const std::size_t t : members.targets) {
      events.emplace_back(runs.times[j * runs.targets + t], runs.weights[j]);
    }
  }
  return joined(events);
}

/// What the targets of a class share: their failures, and the sums of them once they are needed.
struct SharedFailures {
  Failures failures;
  Atoms sums;

  SharedFailures(const ProblemRuns& runs, const TargetClass& members)
      : failures(runs, members.hit) {}

  /// Adds the runtimes of successes after at least one failure: to the atoms if they can be
  /// enumerated.
  void add_restarted(const Atoms& events, const RestartLimits& limits, Atoms& atoms,
                     Budgets& budgets) {
    const std::size_t whole = limits.atoms / events.values.size();
    const auto allowed = static_cast<double>(whole);
    if (multisets(failures.lengths.size(), failures.depth) > allowed) {
      budgets.add(events, failures);
      return;
    }
    if (sums.values.empty()) sums = enumerate(failures, limits.atoms).all;
    atoms.reserve(events.values.size() * sums.values.size());
    for (std::size_t e = 0; e < events.values.size(); ++e) {
      for (std::size_t s = 0; s < sums.values.size(); ++s) {
        atoms.add(events.values[e] + sums.values[s], events.masses[e] * sums.masses[s]);
      }
    }
    const double enumerated = std::accumulate(sums.masses.begin(), sums.masses.end(), 0.0);
    const double mass = std::accumulate(events.masses.begin(), events.masses.end(), 0.0);
    atoms.masses.back() += mass * (failures.rate / (1.0 - failures.rate) - enumerated);
  }
};

/// The mean over the window of the share of the mass that is reached.
double area_below(const Atoms& atoms, const LogWindow& window, std::vector<double>& logs) {
  logs.resize(atoms.values.size());
  apply(active_isa(), MathFunction::log, atoms.values.data(), nullptr, logs.data(), logs.size());
  const double width = window.high - window.low;
  const double unit = mathematics::log10(window.unit);
  double area = 0.0;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const double place = std::clamp(logs[i] * kLogTen - unit, window.low, window.high);
    area += atoms.masses[i] * ((window.high - place) / width);
  }
  return area;
}

/// The sums of failures up to a furthest one, sorted, with cumulated masses; no failure at all
/// comes first.
struct CumulatedSums {
  std::vector<double> values{0.0};
  std::vector<double> masses{1.0};
};

CumulatedSums cumulate(const Failures& failures, const RestartLimits& limits, double furthest) {
  const FailureSums sums = enumerate(failures, limits.atoms);
  std::vector<std::pair<double, double>> sorted;
  sorted.reserve(sums.all.values.size() + (sums.head.values.empty() ? 0 : limits.lattice));
  for (std::size_t s = 0; s < sums.all.values.size(); ++s) {
    if (sums.all.values[s] <= furthest) {
      sorted.emplace_back(sums.all.values[s], sums.all.masses[s]);
    }
  }
  std::sort(sorted.begin(), sorted.end());
  const auto enumerated = static_cast<std::ptrdiff_t>(sorted.size());
  if (!sums.head.values.empty()) {
    const Lattice lattice = solve_lattice(failures, sums.head, limits.lattice, furthest);
    for (std::size_t i = 0; i < lattice.masses.size(); ++i) {
      if (lattice.masses[i] > 1e-15) {
        sorted.emplace_back(static_cast<double>(i) * lattice.step, lattice.masses[i]);
      }
    }
    std::inplace_merge(sorted.begin(), sorted.begin() + enumerated, sorted.end());
  }
  CumulatedSums result;
  for (const auto& [value, mass] : sorted) {
    result.values.push_back(value);
    result.masses.push_back(result.masses.back() + mass);
  }
  return result;
}

/// Sums of failures beyond which no quantile up to `probability` lies: with so many failures, all
/// of them the longest one, half of what is left is reached.
double furthest_sum(const Failures& failures, double longest, double probability) {
  const double count = std::ceil(mathematics::log(std::max(0.0, 1.0 - probability) / 2.0) /
                                 mathematics::log(failures.rate));
  return kMargin * (count * failures.lengths.back() + longest);
}

/// P(runtime with restarts <= y) for one target.
double probability(const ProblemRuns& runs, const TargetClass& members, std::size_t target,
                   const CumulatedSums& sums, double y) {
  double result = 0.0;
  for (std::size_t j = 0; j < runs.runs; ++j) {
    if (!members.hit[j]) continue;
    const double rest = y - runs.times[j * runs.targets + target] + 1e-6;
    const auto place = std::upper_bound(sums.values.begin(), sums.values.end(), rest);
    if (place != sums.values.begin()) {
      result +=
          runs.weights[j] * sums.masses[static_cast<std::size_t>(place - sums.values.begin() - 1)];
    }
  }
  return result;
}

}  // namespace

Atoms restart_atoms(const ProblemRuns& runs, const RestartLimits& limits) {
  Atoms atoms;
  for (std::size_t j = 0; j < runs.runs; ++j) {
    for (std::size_t t = 0; t < runs.targets; ++t) {
      if (reached(runs, j, t)) atoms.join(runs.times[j * runs.targets + t], runs.weights[j]);
    }
  }
  const std::vector<TargetClass> classes = classes_of(runs);
  Budgets budgets(limits.lattice);
  for (std::size_t successes = 1; successes < runs.runs; ++successes) {
    const TargetClass& members = classes[successes];
    if (members.targets.empty()) continue;
    SharedFailures(runs, members)
        .add_restarted(successes_of(runs, members), limits, atoms, budgets);
  }
  budgets.flush(atoms);
  return atoms;
}

void restart_areas(const ProblemRuns& runs, const RestartLimits& limits, const LogWindow& window,
                   double* areas) {
  std::fill_n(areas, runs.targets, 0.0);
  const std::vector<TargetClass> classes = classes_of(runs);
  std::vector<double> logs;
  for (std::size_t successes = 1; successes <= runs.runs; ++successes) {
    const TargetClass& members = classes[successes];
    if (members.targets.empty()) continue;
    SharedFailures shared(runs, members);
    for (const std::size_t target : members.targets) {
      const Atoms events = successes_of(runs, {{target}, members.hit});
      Atoms atoms = events;
      if (successes < runs.runs) {
        Budgets budgets(limits.lattice);
        shared.add_restarted(events, limits, atoms, budgets);
        budgets.flush(atoms);
      }
      areas[target] = area_below(atoms, window, logs);
    }
  }
}

void restart_quantiles(const ProblemRuns& runs, const RestartLimits& limits,
                       const double* probabilities, std::size_t count, double* result) {
  std::fill_n(result, runs.targets * count, std::numeric_limits<double>::infinity());
  if (count == 0) return;
  const double highest_probability = *std::max_element(probabilities, probabilities + count);
  const std::vector<TargetClass> classes = classes_of(runs);
  for (std::size_t successes = 1; successes <= runs.runs; ++successes) {
    const TargetClass& members = classes[successes];
    if (members.targets.empty()) continue;
    CumulatedSums sums;
    if (successes < runs.runs) {
      const Failures failures(runs, members.hit);
      const double last = successes_of(runs, members).values.back();
      sums = cumulate(failures, limits, furthest_sum(failures, last, highest_probability));
    }
    for (const std::size_t t : members.targets) {
      double longest = 0.0;
      for (std::size_t j = 0; j < runs.runs; ++j) {
        if (members.hit[j]) longest = std::max(longest, runs.times[j * runs.targets + t]);
      }
      for (std::size_t q = 0; q < count; ++q) {
        // Evaluations are whole numbers, so bisection on them ends on the support.
        double low = 0.0;
        double high = std::ceil(longest + sums.values.back());
        while (high - low > 1.0) {
          const double middle = std::floor((low + high) / 2.0);
          const bool enough =
              probability(runs, members, t, sums, middle) >= probabilities[q] - kSlack;
          (enough ? high : low) = middle;
        }
        result[t * count + q] = high;
      }
    }
  }
}

}  // namespace optimeter::measures
