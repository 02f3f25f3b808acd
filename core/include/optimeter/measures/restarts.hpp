// The distribution of runtimes with simulated restarts, computed instead of sampled.
//
// A restarted run draws recorded runs until one succeeds: its runtime is the sum of the lengths of
// the failures drawn plus the runtime of the success. The number of failures is geometric, so the
// sums of failures with lengths B_j and probabilities w_j have the generating measure
// sum over c of (sum over j of w_j delta(B_j))^{*c}. Its support is enumerated level by level
// (c = 1, 2, ...) where it is small; otherwise the distribution is solved by recursion over the
// budget, and sums of failures beyond the first levels on a lattice.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace optimeter::measures {

/// Weighted points of a distribution, in no particular order.
struct Atoms {
  std::vector<double> values;
  std::vector<double> masses;

  void add(double value, double mass) {
    values.push_back(value);
    masses.push_back(mass);
  }

  /// Makes room for that many more points.
  void reserve(std::size_t more) {
    const std::size_t needed = values.size() + more;
    if (needed <= values.capacity()) return;
    values.reserve(std::max(needed, 2 * values.capacity()));
    masses.reserve(values.capacity());
  }

  /// Adds a point, to the last one if that has the same value.
  void join(double value, double mass) {
    if (!values.empty() && values.back() == value) {
      masses.back() += mass;
    } else {
      add(value, mass);
    }
  }
};

/// The runs of one problem. times[j * targets + t] is the runtime of run j to target t, infinity
/// where it was not reached; a run that reached a target reached all easier ones.
struct ProblemRuns {
  const double* times;
  const double* lengths;
  const double* weights;  ///< probability of drawing each run, adding up to 1
  std::size_t runs;
  std::size_t targets;
};

/// How far to enumerate, and how fine the lattice is beyond.
struct RestartLimits {
  std::size_t atoms;
  std::size_t lattice;
};

/// Runtimes with restarts, summed over the targets: the mass of a target that any run reached is 1.
/// Runtimes without restart are exact, those with restarts where sums of failures times successes
/// are at most limits.atoms for the targets that share their failures. Otherwise the cumulated
/// masses are exact at whole budgets below limits.lattice (even); beyond, runtimes are rounded up
/// by at most 2 / limits.lattice of their value.
Atoms restart_atoms(const ProblemRuns& runs, const RestartLimits& limits);

/// Budgets between unit * 10^low and unit * 10^high, by their logarithms.
struct LogWindow {
  double low;
  double high;
  double unit;
};

/// For each target the mean over a window of the probability that it is reached within the budget,
/// with the runtimes of `restart_atoms` for that target alone.
void restart_areas(const ProblemRuns& runs, const RestartLimits& limits, const LogWindow& window,
                   double* areas);

/// The smallest whole runtimes y with P(runtime with restarts <= y) >= p, for each target and
/// probability; result has targets * count entries. Infinity where no run reached the target.
void restart_quantiles(const ProblemRuns& runs, const RestartLimits& limits,
                       const double* probabilities, std::size_t count, double* result);

}  // namespace optimeter::measures
