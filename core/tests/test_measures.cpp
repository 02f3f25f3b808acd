// Restart distributions against their recursion, sorted steps and sums against plain versions.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <vector>

#include "check.hpp"
#include "optimeter/measures/rank_sums.hpp"
#include "optimeter/measures/restarts.hpp"
#include "optimeter/measures/steps.hpp"
#include "optimeter/measures/target_sums.hpp"

namespace {

using optimeter::measures::Atoms;
using optimeter::measures::ProblemRuns;
using optimeter::measures::RestartLimits;

constexpr double kInf = std::numeric_limits<double>::infinity();

double below(const Atoms& atoms, double y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < atoms.values.size(); ++i) {
    if (atoms.values[i] <= y) sum += atoms.masses[i];
  }
  return sum;
}

/// P(runtime <= y) straight from the definition.
double recursion(const std::vector<double>& times, const std::vector<double>& lengths, double y) {
  if (y < 0.0) return 0.0;
  double sum = 0.0;
  for (std::size_t j = 0; j < times.size(); ++j) {
    sum += std::isfinite(times[j]) ? (times[j] <= y ? 1.0 : 0.0)
                                   : recursion(times, lengths, y - lengths[j]);
  }
  return sum / static_cast<double>(times.size());
}

void test_restart_atoms() {
  const std::vector<double> times{40, 25, kInf, kInf, kInf};
  const std::vector<double> lengths{40, 25, 100, 120, 90};
  const std::vector<double> weights(5, 0.2);
  const ProblemRuns runs{times.data(), lengths.data(), weights.data(), 5, 1};
  // Enumerated, or solved by recursion: exact at whole budgets either way.
  for (const std::size_t points : {std::size_t{100'000}, std::size_t{1}}) {
    const Atoms atoms = restart_atoms(runs, {points, 1 << 12});
    CHECK(std::abs(below(atoms, kInf) - 1.0) < 1e-9);
    for (const double y : {24.0, 25.0, 114.0, 115.0, 160.0, 333.0, 500.0}) {
      CHECK(std::abs(below(atoms, y) - recursion(times, lengths, y)) < 1e-12);
    }
  }
  // Beyond 256 runtimes are rounded up, by less than 1 in 128, and lengths on the way are smeared.
  const Atoms rough = restart_atoms(runs, {1, 1 << 8});
  for (const double y : {150.0, 333.0, 500.0}) {
    CHECK(below(rough, y) <= recursion(times, lengths, y * (1.0 + 1.0 / 16.0)) + 1e-9);
    CHECK(below(rough, y) >= recursion(times, lengths, y * (1.0 - 1.0 / 16.0)) - 1e-9);
  }
}

void test_restart_quantiles() {
  const std::vector<double> times{40, kInf, 25, kInf, kInf, kInf};  // two runs, then one, ...
  const std::vector<double> lengths{40, 100, 70};
  const std::vector<double> weights(3, 1.0 / 3.0);
  const ProblemRuns runs{times.data(), lengths.data(), weights.data(), 3, 2};
  const std::vector<double> p{0.1, 0.5, 0.9};
  std::vector<double> found(6);
  restart_quantiles(runs, {100'000, 1 << 12}, p.data(), p.size(), found.data());
  CHECK(found[0] == 25.0);
  CHECK(found[1] == 40.0);
  CHECK(found[2] == 165.0);  // 25 + 2 * 70
  for (std::size_t q = 3; q < 6; ++q) CHECK(std::isinf(found[q]));
}

/// Steps against an ordered map, for few and for many values of every sign and size.
void test_cumulate() {
  std::mt19937_64 random(1);
  for (const std::size_t count : {0UL, 1UL, 7UL, 511UL, 513UL, 20'000UL}) {
    std::vector<double> values(count);
    std::vector<double> masses(count);
    std::map<double, double> sums;
    for (std::size_t i = 0; i < count; ++i) {
      const double size = std::pow(10.0, static_cast<double>(random() % 40) - 20.0);
      const double sign = random() % 2 == 0 ? 1.0 : -1.0;
      values[i] = random() % 3 == 0 ? std::floor(sign * static_cast<double>(random() % 50))
                                    : sign * size * static_cast<double>(random() % 9);
      if (random() % 20 == 0) values[i] = kInf;
      masses[i] = static_cast<double>(random() % 16);  // sums of whole numbers are exact
      if (std::isfinite(values[i])) sums[values[i]] += masses[i];
    }
    const auto steps = optimeter::measures::cumulate(values.data(), masses.data(), count);
    CHECK(steps.x.size() == sums.size());
    double total = 0.0;
    std::size_t place = 0;
    for (const auto& [value, mass] : sums) {
      total += mass;
      CHECK(place < steps.x.size() && steps.x[place] == value && steps.y[place] == total);
      ++place;
    }
  }
}

void test_sum_targets() {
  // Two problems with two and three runs, two targets.
  const std::vector<double> times{3, kInf, 5, 9, kInf, kInf, 2, 4, 6, kInf};
  const std::vector<double> lengths{10, 20, 30, 40, 50};
  const std::vector<double> weights{1, 1, 2, 1, 1};
  const std::vector<std::int64_t> starts{0, 2};
  std::vector<std::vector<double>> sums(4, std::vector<double>(4, -1.0));
  optimeter::measures::sum_targets(
      {times.data(), lengths.data(), weights.data(), 5, 2, starts.data(), 2},
      {sums[0].data(), sums[1].data(), sums[2].data(), sums[3].data()});
  CHECK((sums[0] == std::vector<double>{2, 1, 2, 1}));
  CHECK((sums[1] == std::vector<double>{2, 1, 2, 1}));
  CHECK((sums[2] == std::vector<double>{8, 9, 8, 4}));
  CHECK((sums[3] == std::vector<double>{8, 19, 68, 114}));
}

/// Every choice of two of four values, of which the second and third are equal: 1, 2.5, 2.5, 4.
void test_rank_sums() {
  const std::vector<std::int64_t> ties{1, 2, 1};
  const std::vector<int> doubled{2, 5, 5, 8};
  std::vector<double> slow(16, 0.0);
  for (std::size_t i = 0; i < doubled.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) slow[static_cast<std::size_t>(doubled[i] + doubled[j])]++;
  }
  CHECK(optimeter::measures::count_rank_sums(2, ties.data(), ties.size(), 16) == slow);
  CHECK(optimeter::measures::count_rank_sums(0, ties.data(), ties.size(), 2)[0] == 1.0);
}

void test_edges() {
  const std::vector<double> none{kInf, kInf};
  const std::vector<double> lengths{5, 6};
  const std::vector<double> weights{0.5, 0.5};
  const RestartLimits limits{100, 64};
  CHECK(restart_atoms({none.data(), lengths.data(), weights.data(), 2, 1}, limits).values.empty());
  CHECK(restart_atoms({none.data(), lengths.data(), weights.data(), 0, 0}, limits).values.empty());
  const std::vector<double> all{5, 6};
  CHECK(restart_atoms({all.data(), lengths.data(), weights.data(), 2, 1}, limits).values.size() ==
        2);
}

}  // namespace

int main() {
  test_restart_atoms();
  test_restart_quantiles();
  test_cumulate();
  test_sum_targets();
  test_rank_sums();
  test_edges();
  return test::finish();
}
