#include "optimeter/suite.hpp"

#include <algorithm>
#include <numeric>

#include "optimeter/errors.hpp"

namespace optimeter {
namespace {

// Levenshtein distance, for suggestions only.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t above = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, above + 1, diagonal + (a[i] == b[j] ? 0U : 1U)});
      diagonal = above;
    }
  }
  return row.back();
}

std::string range_text(const std::vector<FunctionInfo>& functions) {
  return std::to_string(functions.front().number) + " to " +
         std::to_string(functions.back().number);
}

}  // namespace

const FunctionInfo& SuiteDefinition::function(int number) const {
  const auto found = std::find_if(functions_.begin(), functions_.end(),
                                  [number](const auto& f) { return f.number == number; });
  if (found == functions_.end()) {
    throw InvalidArgument("suite " + name_ + " has the functions " + range_text(functions_) +
                          "; got function " + std::to_string(number));
  }
  return *found;
}

void SuiteDefinition::check_dimension(std::size_t dimension) const {
  constexpr std::size_t kLargest = 100'000;
  if (dimension < 2 || dimension > kLargest) {
    throw InvalidArgument("dimension must be between 2 and " + std::to_string(kLargest) +
                          "; got dimension " + std::to_string(dimension));
  }
}

std::unique_ptr<Problem> SuiteDefinition::problem(int function, std::size_t dimension,
                                                  std::int64_t instance,
                                                  const ProblemOptions& options) const {
  const FunctionInfo& which = this->function(function);
  check_dimension(dimension);
  // Seeds are made from 10000 times the instance and must stay exact.
  constexpr std::int64_t kLargest = 2'147'483'647;
  if (instance < 1 || instance > kLargest) {
    throw InvalidArgument("instance must be between 1 and " + std::to_string(kLargest) +
                          "; got instance " + std::to_string(instance));
  }
  return make(which, dimension, instance, options);
}

const SuiteDefinition& find_suite(std::string_view name) {
  const SuiteDefinition* nearest = nullptr;
  std::string known;
  for (const SuiteDefinition* suite : suites()) {
    if (suite->name() == name) return *suite;
    if (nearest == nullptr || distance(name, suite->name()) < distance(name, nearest->name())) {
      nearest = suite;
    }
    known += (known.empty() ? "" : ", ") + suite->name();
  }
  throw InvalidArgument("unknown suite '" + std::string(name) + "'; did you mean '" +
                        nearest->name() + "'? Known suites: " + known);
}

}  // namespace optimeter
