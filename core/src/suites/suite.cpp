#include "optimeter/suite.hpp"

#include <algorithm>
#include <iterator>

#include "digits.hpp"
#include "optimeter/errors.hpp"

namespace optimeter {
namespace {

std::string year_range(const std::vector<YearInfo>& years) {
  const std::string first = std::to_string(years.front().first);
  const int last = years.back().last;
  if (last == YearInfo::kOpen) return "the years from " + first + " on";
  return last == years.front().first ? "the year " + first
                                     : "the years " + first + " to " + std::to_string(last);
}

}  // namespace

const FunctionInfo& SuiteInfo::function(std::int64_t number) const {
  const auto found = std::find_if(functions.begin(), functions.end(),
                                  [number](const auto& f) { return f.number == number; });
  if (found != functions.end()) return *found;
  throw InvalidArgument(
      "suite " + name + " has the functions " + std::to_string(functions.front().number) + " to " +
      std::to_string(functions.back().number) + "; got function " + std::to_string(number));
}

void SuiteInfo::check_dimension(std::int64_t dimension) const {
  const auto largest = static_cast<std::int64_t>(largest_dimension);
  const auto multiple = static_cast<std::int64_t>(dimension_multiple);
  const auto smallest = static_cast<std::int64_t>(smallest_dimension);
  if (dimension >= smallest && dimension <= largest && dimension % multiple == 0) return;
  throw InvalidArgument("suite " + name + " has dimensions between " +
                        std::to_string(std::max(smallest, multiple)) + " and " +
                        std::to_string(largest) +
                        (multiple > 1 ? ", each a multiple of " + std::to_string(multiple) : "") +
                        "; got dimension " + std::to_string(dimension));
}

void SuiteInfo::check_instance(std::int64_t instance) const {
  if (instance >= 1 && instance <= largest_instance) return;
  throw InvalidArgument("suite " + name + " has instances between 1 and " +
                        std::to_string(largest_instance) + "; got instance " +
                        std::to_string(instance));
}

const std::vector<std::int64_t>& SuiteInfo::instances(std::optional<std::int64_t> year) const {
  const std::int64_t which = year.value_or(default_year);
  const auto found = std::find_if(years.begin(), years.end(), [which](const YearInfo& entry) {
    return entry.first <= which && which <= entry.last;
  });
  if (found != years.end()) return found->instances;
  throw InvalidArgument("suite " + name + " has instances for " + year_range(years) +
                        "; got year " + std::to_string(which));
}

std::size_t SuiteInfo::number_of_constraints(std::int64_t function, std::int64_t dimension) const {
  const int number = this->function(function).number;
  check_dimension(dimension);
  return constraints == nullptr ? 0 : constraints(number, static_cast<std::size_t>(dimension));
}

bool SuiteInfo::has(int function, std::size_t dimension) const {
  const std::size_t only = this->function(function).dimension;
  return only == 0 || only == dimension;
}

bool SuiteInfo::one_dimension_each() const {
  return std::all_of(functions.begin(), functions.end(),
                     [](const FunctionInfo& one) { return one.dimension != 0; });
}

std::string SuiteInfo::id(int function, std::size_t dimension, std::int64_t instance) const {
  return ids.prefix + "_f" + digits(static_cast<std::uint64_t>(function), ids.function_digits) +
         "_i" + digits(static_cast<std::uint64_t>(instance), 2) + "_d" +
         digits(dimension, ids.dimension_digits);
}

const GroupInfo& SuiteInfo::group_of(const FunctionInfo& function) const {
  return *std::find_if(groups.begin(), groups.end(),
                       [&](const GroupInfo& group) { return group.name == function.group; });
}

std::unique_ptr<Problem> SuiteDefinition::problem(std::int64_t function, std::int64_t dimension,
                                                  std::int64_t instance,
                                                  const ProblemOptions& options) const {
  const FunctionInfo& which = info_.function(function);
  info_.check_dimension(dimension);
  info_.check_instance(instance);
  if (!info_.has(which.number, static_cast<std::size_t>(dimension))) {
    throw InvalidArgument("function " + std::to_string(which.number) + " of suite " + info_.name +
                          ", " + which.name + ", has the dimension " +
                          std::to_string(which.dimension) + "; got dimension " +
                          std::to_string(dimension));
  }
  ProblemInfo made;
  made.dimension = static_cast<std::size_t>(dimension);
  made.suite = info_.name;
  made.function = which.number;
  made.id = info_.id(made.function, made.dimension, instance);
  made.group = which.group;
  made.instance = instance;
  made.objectives = info_.objectives;
  made.maximize = info_.maximize;
  if (info_.constraints != nullptr)
    made.constraints = info_.constraints(made.function, made.dimension);
  if (info_.objectives > 1) {
    made.category = info_.group_of(which).coco_name;
    made.index = options.index.value_or(index(made.function, made.dimension, instance));
  }
  made.lower_bounds.assign(made.dimension, -5.0);
  made.upper_bounds.assign(made.dimension, 5.0);
  made.initial_solution.assign(made.dimension, 0.0);
  return make_(std::move(made), options);
}

std::int64_t SuiteDefinition::index(int function, std::size_t dimension,
                                    std::int64_t instance) const {
  const auto& dimensions = info_.dimensions;
  const auto& functions = info_.functions;
  const auto& usual = info_.instances();
  const auto d = std::find(dimensions.begin(), dimensions.end(), dimension);
  const auto f = std::find_if(functions.begin(), functions.end(),
                              [function](const auto& row) { return row.number == function; });
  const auto k = std::find(usual.begin(), usual.end(), instance);
  if (d == dimensions.end() || k == usual.end()) return 0;
  const auto row = (d - dimensions.begin()) * std::ssize(functions) + (f - functions.begin());
  return row * std::ssize(usual) + (k - usual.begin());
}

const SuiteDefinition* known_suite(std::string_view name) {
  const auto& all = suites();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [name](const auto* suite) { return suite->info().name == name; });
  return found == all.end() ? nullptr : *found;
}

const SuiteDefinition& find_suite(std::string_view name) {
  if (const SuiteDefinition* const known = known_suite(name)) return *known;
  std::vector<std::string_view> names;
  for (const SuiteDefinition* suite : suites()) names.push_back(suite->info().name);
  throw unknown_name("suite", name, names);
}

}  // namespace optimeter
