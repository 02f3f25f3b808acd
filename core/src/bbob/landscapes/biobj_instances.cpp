// Which instances of two bbob functions go together.
#include <cmath>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "bbob/landscapes/bbob.hpp"
#include "bbob/landscapes/biobj.hpp"
#include "bbob/table.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/fork_mutex.hpp"

namespace optimeter {
namespace {

constexpr auto kFunctions = static_cast<int>(Bbob::kCount);
constexpr std::int64_t kLastTabulated = 15;
constexpr int kTries = 1000;
constexpr double kSmallestRange = 0.1;      // distance of ideal and nadir
constexpr double kSmallestDistance = 1e-4;  // distance of the optima

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

bool fits(const Landscape& first, const Landscape& second) {
  std::vector<double> nadir(2);
  first.objectives->evaluate(second.best_parameter.data(), 1, &nadir[0]);
  second.objectives->evaluate(first.best_parameter.data(), 1, &nadir[1]);
  const std::vector<double> ideal = {first.optimal_value[0], second.optimal_value[0]};
  return distance(nadir, ideal) >= kSmallestRange &&
         distance(first.best_parameter, second.best_parameter) >= kSmallestDistance;
}

std::vector<Landscape> all_functions(std::size_t d, std::int64_t instance) {
  std::vector<Landscape> result;
  for (int f = 1; f <= kFunctions; ++f) result.push_back(bbob_landscape(f, d, instance));
  return result;
}

bool combined_with_itself(std::size_t function) {
  for (int number = 1; number <= 55; ++number) {
    const auto [f, g] = biobj_functions(number);
    if (f == g && static_cast<std::size_t>(f) == function) return true;
  }
  return false;
}

// Whether the two instances suit all pairs of functions, also those that no suite uses.
bool all_fit(std::size_t d, const std::vector<Landscape>& first, std::int64_t k2) {
  const std::vector<Landscape> second = all_functions(d, k2);
  for (std::size_t f = 0; f < first.size(); ++f) {
    if (combined_with_itself(f + 1) && !fits(first[f], second[f])) return false;
    for (std::size_t g = f + 1; g < second.size(); ++g) {
      if (!fits(first[f], second[g])) return false;
    }
  }
  return true;
}

std::int64_t search(std::int64_t k1, const std::vector<std::size_t>& dimensions) {
  std::vector<std::vector<Landscape>> first;
  for (const std::size_t d : dimensions) first.push_back(all_functions(d, k1));
  for (std::int64_t k2 = k1 + 1; k2 <= k1 + kTries; ++k2) {
    bool fit = true;
    for (std::size_t i = 0; i < dimensions.size() && fit; ++i) {
      fit = all_fit(dimensions[i], first[i], k2);
    }
    if (fit) return k2;
  }
  throw InvalidArgument("no second instance of bbob goes together with instance " +
                        std::to_string(k1));
}

}  // namespace

std::pair<std::int64_t, std::int64_t> biobj_instances(std::int64_t instance, bool mixed_integer) {
  const std::int64_t k1 = 2 * instance + 1;
  if (instance == 1) return {2, 4};
  if (instance == 2) return {3, 5};
  if (instance == 9) return {19, 21};
  if (instance == 15) return {31, 34};
  if (instance <= kLastTabulated) return {k1, k1 + 1};
  // The result is a pure function of the arguments that takes a while; it is computed once.
  static ForkMutex mutex;
  static std::map<std::pair<std::int64_t, bool>, std::int64_t> known;
  const std::lock_guard lock(mutex);
  const auto key = std::pair(instance, mixed_integer);
  const auto found = known.find(key);
  if (found != known.end()) return {k1, found->second};
  // Without the largest dimensions of the mixed-integer suite: the rule is about bbob functions.
  const std::vector<std::size_t> dimensions = mixed_integer
                                                  ? std::vector<std::size_t>{5, 10, 20, 40}
                                                  : std::vector<std::size_t>{2, 3, 5, 10, 20, 40};
  const std::int64_t k2 = search(k1, dimensions);
  known.emplace(key, k2);
  return {k1, k2};
}

}  // namespace optimeter
