#include "optimeter/measures/restarts.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

namespace optimeter::measures {
namespace {

constexpr double kTail = 1e-9;         // probability beyond which restarts are not followed
constexpr double kLatticeTail = 1e-6;  // the same on the lattice, as a trade for its resolution
constexpr double kSlack = 1e-9;        // of probabilities, against rounding

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
    std::sort(failed.begin(), failed.end());
    for (const auto& [length, weight] : failed) {
      if (lengths.empty() || length != lengths.back()) {
        lengths.push_back(length);
        weights.push_back(0.0);
      }
      weights.back() += weight;
      rate += weight;
    }
    depth = std::log(kTail) / std::log(rate);
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

/// What the enumeration left out, for successes at `events`: masses on multiples of `step`.
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

/// Solves H = F * (S + H), with F the failures and S the head shifted by the events. Every entry
/// depends on earlier ones only; entries closer together than the shortest shift do not depend on
/// each other, so that they are treated together.
Lattice solve_lattice(const Atoms& events, const Failures& failures, const Atoms& head,
                      std::size_t size) {
  double mean = 0.0;
  for (std::size_t j = 0; j < failures.lengths.size(); ++j) {
    mean += failures.lengths[j] * failures.weights[j] / failures.rate;
  }
  double variance = 0.0;
  for (std::size_t j = 0; j < failures.lengths.size(); ++j) {
    const double gap = failures.lengths[j] - mean;
    variance += gap * gap * failures.weights[j] / failures.rate;
  }
  const double last_event = *std::max_element(events.values.begin(), events.values.end());
  const double last_head = *std::max_element(head.values.begin(), head.values.end());
  const double depth = std::log(kLatticeTail) / std::log(failures.rate);
  const double extent = depth * mean + 6.0 * std::sqrt(variance * depth) + last_event +
                        failures.lengths.back() + last_head;
  Lattice lattice;
  lattice.step = extent / static_cast<double>(size);
  const double step = lattice.step;

  std::vector<double> source(size + 1, 0.0);
  for (std::size_t h = 0; h < head.values.size(); ++h) {
    for (std::size_t e = 0; e < events.values.size(); ++e) {
      const double place = (head.values[h] + events.values[e]) / step;
      const auto low = static_cast<std::size_t>(place);
      const double mass = head.masses[h] * events.masses[e];
      const double part = place - static_cast<double>(low);
      source[low] += mass * (1.0 - part);
      source[low + 1] += mass * part;
    }
  }
  std::vector<Shift> shifts;
  std::size_t block = size;
  double self = 0.0;
  for (std::size_t j = 0; j < failures.lengths.size(); ++j) {
    const double place = failures.lengths[j] / step;
    const auto whole = static_cast<std::size_t>(place);
    const double part = place - static_cast<double>(whole);
    shifts.push_back({whole, failures.weights[j] * (1.0 - part), failures.weights[j] * part});
    block = std::min(block, std::max<std::size_t>(1, whole));
    if (whole == 0) self += shifts.back().near;
  }
  std::vector<double>& masses = lattice.masses;
  masses.assign(size, 0.0);
  std::vector<double> total(size, 0.0);  // S + H
  for (std::size_t begin = 0; begin < size; begin += block) {
    const std::size_t end = std::min(size, begin + block);
    for (const Shift& shift : shifts) {
      const std::size_t first = std::max(begin, shift.whole);
      if (first >= end) continue;
      const double near = shift.whole > 0 ? shift.near : 0.0;  // itself: solved for below
      const double* from = total.data() + (first - shift.whole);
      double* to = masses.data() + first;
      to[0] += near * from[0];
      if (first > shift.whole) to[0] += shift.far * from[-1];
      const std::size_t count = end - first;
      for (std::size_t i = 1; i < count; ++i) to[i] += near * from[i] + shift.far * from[i - 1];
    }
    for (std::size_t i = begin; i < end; ++i) {
      if (self > 0.0) masses[i] = (masses[i] + self * source[i]) / (1.0 - self);
      total[i] = source[i] + masses[i];
    }
  }
  return lattice;
}

/// Masses in bins that split every power of two evenly in 512, from 1 to 2^57: at most 0.2 % wide.
/// The bin of a value is what the leading bits of its representation say; no logarithm is taken.
class Bins {
 public:
  void add(double value, double mass) { at(index(value)) += mass; }

  /// Adds all points of a lattice, scaled to a total mass.
  void add(const Lattice& lattice, double mass) {
    const double found = std::accumulate(lattice.masses.begin(), lattice.masses.end(), 0.0);
    if (!(found > 0.0)) return;
    const double scale = mass / found;
    add(0.5 * lattice.step, lattice.masses.front() * scale);
    for (std::size_t i = 1; i < lattice.masses.size(); ++i) {
      if (lattice.masses[i] > 0.0) {
        add(static_cast<double>(i) * lattice.step, lattice.masses[i] * scale);
      }
    }
  }

  /// Moves what was collected to the atoms, at the centres of the bins.
  void flush(Atoms& atoms) const {
    for (std::size_t bin = first_; bin < end_; ++bin) {
      if (masses_[bin] > 1e-14) atoms.add(centre(bin), masses_[bin]);
    }
  }

 private:
  static constexpr unsigned kDropped = 52 - 9;  // bits of the fraction within a bin
  static constexpr std::uint64_t kOne = std::bit_cast<std::uint64_t>(1.0) >> kDropped;
  static constexpr std::size_t kCount = std::size_t{57} * 512;

  static std::size_t index(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(std::max(value, 1.0)) >> kDropped;
    return std::min(kCount - 1, static_cast<std::size_t>(bits - kOne));
  }

  static double centre(std::size_t bin) {
    const std::uint64_t low = (kOne + bin) << kDropped;
    return std::bit_cast<double>(low | std::uint64_t{1} << (kDropped - 1));
  }

  double& at(std::size_t bin) {
    if (masses_.empty()) masses_.assign(kCount, 0.0);
    first_ = std::min(first_, bin);
    end_ = std::max(end_, bin + 1);
    return masses_[bin];
  }

  std::vector<double> masses_;  // empty until something is added
  std::size_t first_ = kCount;
  std::size_t end_ = 0;
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
  std::vector<std::pair<double, double>> sorted;
  for (std::size_t j = 0; j < runs.runs; ++j) {
    if (!members.hit[j]) continue;
    for (const std::size_t t : members.targets) {
      sorted.emplace_back(runs.times[j * runs.targets + t], runs.weights[j]);
    }
  }
  std::sort(sorted.begin(), sorted.end());
  Atoms events;
  for (const auto& [time, weight] : sorted) events.join(time, weight);
  return events;
}

/// Adds the runtimes after at least one failure: enumerated ones to the atoms, the others to the
/// bins.
void add_restarted(const ProblemRuns& runs, const TargetClass& members, const RestartLimits& limits,
                   Atoms& atoms, Bins& bins) {
  const Atoms events = successes_of(runs, members);
  const Failures failures(runs, members.hit);
  const FailureSums sums = enumerate(failures, limits.atoms / events.values.size());
  const bool complete = sums.head.values.empty();
  const double enumerated = std::accumulate(sums.all.masses.begin(), sums.all.masses.end(), 0.0);
  const double mass = std::accumulate(events.masses.begin(), events.masses.end(), 0.0);
  const bool exact = complete || !limits.coarse;
  if (exact) atoms.reserve(events.values.size() * sums.all.values.size());
  for (std::size_t e = 0; e < events.values.size(); ++e) {
    for (std::size_t s = 0; s < sums.all.values.size(); ++s) {
      const double value = events.values[e] + sums.all.values[s];
      const double share = events.masses[e] * sums.all.masses[s];
      if (exact) {
        atoms.add(value, share);
      } else {
        bins.add(value, share);
      }
    }
  }
  const double missing = mass * (failures.rate / (1.0 - failures.rate) - enumerated);
  if (complete) {
    atoms.masses.back() += missing;
  } else {
    bins.add(solve_lattice(events, failures, sums.head, limits.lattice), missing);
  }
}

/// The sums of failures, sorted, with cumulated masses; no failure at all comes first.
struct CumulatedSums {
  std::vector<double> values{0.0};
  std::vector<double> masses{1.0};
};

CumulatedSums cumulate(const Failures& failures, const RestartLimits& limits) {
  const FailureSums sums = enumerate(failures, limits.atoms);
  std::vector<std::pair<double, double>> sorted;
  sorted.reserve(sums.all.values.size() + (sums.head.values.empty() ? 0 : limits.lattice));
  for (std::size_t s = 0; s < sums.all.values.size(); ++s) {
    sorted.emplace_back(sums.all.values[s], sums.all.masses[s]);
  }
  std::sort(sorted.begin(), sorted.end());
  const auto enumerated = static_cast<std::ptrdiff_t>(sorted.size());
  if (!sums.head.values.empty()) {
    const Atoms start{{0.0}, {1.0}};
    const Lattice lattice = solve_lattice(start, failures, sums.head, limits.lattice);
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
  Bins bins;
  for (std::size_t successes = 1; successes < runs.runs; ++successes) {
    if (!classes[successes].targets.empty()) {
      add_restarted(runs, classes[successes], limits, atoms, bins);
    }
  }
  bins.flush(atoms);
  return atoms;
}

void restart_quantiles(const ProblemRuns& runs, const RestartLimits& limits,
                       const double* probabilities, std::size_t count, double* result) {
  std::fill_n(result, runs.targets * count, std::numeric_limits<double>::infinity());
  const std::vector<TargetClass> classes = classes_of(runs);
  for (std::size_t successes = 1; successes <= runs.runs; ++successes) {
    const TargetClass& members = classes[successes];
    if (members.targets.empty()) continue;
    const CumulatedSums sums =
        successes < runs.runs ? cumulate(Failures(runs, members.hit), limits) : CumulatedSums{};
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
