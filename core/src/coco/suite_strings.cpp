// COCO's strings for suites.
#include <algorithm>
#include <numeric>

#include "coco/words.hpp"
#include "optimeter/coco_strings.hpp"

namespace optimeter {
namespace {

constexpr std::size_t kMostInstances = 999;
constexpr std::size_t kManyPositions = 1'000'000;

constexpr std::string_view kInstanceKeys[] = {"year", "instances"};
constexpr std::string_view kOptionKeys[] = {"dimensions", "dimension_indices", "function_indices",
                                            "instance_indices"};

// The years that COCO accepts beyond those that a suite lists, and what it takes for them.
struct OddYears {
  std::string_view suite;
  std::int64_t first;  // from here
  std::int64_t last;   // to here, both included
  std::int64_t means;  // the year of the suite whose instances are taken; 0: instances 1 to 15
};

constexpr std::int64_t kAny = 1'000'000'000;
constexpr OddYears kOddYears[] = {
    {"bbob", 0, 0, 2016},
    {"bbob-biobj", 0, 0, 2016},
    {"bbob-biobj", -kAny, kAny, 2017},
    {"bbob-biobj-ext", 0, 0, 2016},
    {"bbob-biobj-ext", -kAny, kAny, 2017},
    {"bbob-boxed", 0, 0, 0},
    {"bbob-constrained", 0, 0, 2009},
    {"bbob-largescale", 0, 0, 2009},
    {"bbob-mixint", -kAny, kAny, 2009},
    {"bbob-biobj-mixint", -kAny, kAny, 2009},
    {"bbob-noisy", -kAny, 2009, 2009},
};

std::vector<std::int64_t> instances_of_year(const SuiteInfo& suite, std::int64_t year) {
  const auto listed_year = [year](const YearInfo& row) {
    return row.first <= year && year <= row.last;
  };
  if (std::any_of(suite.years.begin(), suite.years.end(), listed_year)) {
    return suite.instances(year);
  }
  for (const OddYears& odd : kOddYears) {
    if (odd.suite != suite.name || year < odd.first || year > odd.last) continue;
    if (odd.means != 0) return suite.instances(odd.means);
    std::vector<std::int64_t> first_ones(15);
    std::iota(first_ones.begin(), first_ones.end(), std::int64_t{1});
    return first_ones;
  }
  return suite.instances(year);  // throws, and says which there are
}

// Of two keys that exclude each other the first one holds, unless one of them opens the string.
void settle(const CocoEntry*& one, const CocoEntry*& other, Warnings& warnings) {
  if (one == nullptr || other == nullptr || one->offset == 0 || other->offset == 0) return;
  const CocoEntry*& loser = one->offset < other->offset ? other : one;
  const CocoEntry* const winner = &loser == &one ? other : one;
  warnings.push_back("'" + loser->key + "' is ignored since '" + winner->key + "' comes before it");
  loser = nullptr;
}

std::vector<std::int64_t> read_instances(const SuiteInfo& suite, std::string_view text,
                                         Warnings& warnings) {
  const std::vector<CocoEntry> entries = suite_entries(text);
  warn_of_unknown(text, entries, kInstanceKeys, "suite instances", warnings);
  const CocoEntry* year = entry_of(entries, "year");
  const CocoEntry* list = entry_of(entries, "instances");
  settle(year, list, warnings);
  if (list != nullptr) {
    std::vector<std::int64_t> numbers =
        read_ranges(list->value, {"instances", 1, 0, kMostInstances}, warnings);
    if (numbers.size() > kMostInstances) {
      throw InvalidArgument("suite " + suite.name + " takes up to 999 instances; got '" +
                            list->value + "'");
    }
    for (const std::int64_t number : numbers) suite.check_instance(number);
    if (!numbers.empty()) return numbers;
    warnings.emplace_back("no instances were read; the default ones are taken");
  } else if (year != nullptr) {
    if (const auto number = leading_integer(year->value, 0)) {
      return instances_of_year(suite, *number);
    }
    if (text.substr(year->offset).find_first_not_of(" \t\r\n:", 4) == std::string_view::npos) {
      throw InvalidArgument("'year:' wants a year; got nothing");
    }
    warnings.emplace_back("'year' wants a number; the default instances are taken");
  }
  return suite.instances();
}

template <typename Number>
CocoList complete(const std::vector<Number>& numbers) {
  return {{numbers.begin(), numbers.end()}, std::vector<bool>(numbers.size(), true)};
}

void keep_positions(CocoList& list, const CocoEntry* entry, Warnings& warnings) {
  if (entry == nullptr) return;
  const auto many = static_cast<std::int64_t>(list.size());
  const auto positions = read_ranges(entry->value, {entry->key, 1, many, kManyPositions}, warnings);
  if (positions.empty()) {
    warnings.push_back("'" + entry->key + "' is ignored: all are kept");
    return;
  }
  std::vector<bool> kept(list.size(), false);
  for (const std::int64_t position : positions) kept[static_cast<std::size_t>(position - 1)] = true;
  for (std::size_t i = 0; i < kept.size(); ++i) list.kept[i] = list.kept[i] && kept[i];
}

void keep_dimensions(CocoList& list, const CocoEntry& entry, const SuiteInfo& suite,
                     Warnings& warnings) {
  if (entry.value.find_first_not_of("0123456789,") != std::string::npos) {
    throw EmptySelection("'dimensions' takes numbers and commas, no ranges; got '" + entry.value +
                         "'");
  }
  const auto values =
      read_ranges(entry.value,
                  {entry.key, list.numbers.front(), list.numbers.back(), kManyPositions}, warnings);
  if (values.empty()) {
    warnings.push_back("'dimensions' is ignored: suite " + suite.name +
                       " is taken with all of its dimensions");
    return;
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    list.kept[i] =
        list.kept[i] && std::find(values.begin(), values.end(), list.numbers[i]) != values.end();
  }
}

void filter(CocoSelection& selection, std::string_view text, Warnings& warnings) {
  const std::vector<CocoEntry> entries = suite_entries(text);
  warn_of_unknown(text, entries, kOptionKeys, "suite options", warnings);
  const CocoEntry* values = entry_of(entries, "dimensions");
  const CocoEntry* positions = entry_of(entries, "dimension_indices");
  settle(values, positions, warnings);
  const SuiteInfo& suite = selection.definition->info();
  if (values != nullptr) keep_dimensions(selection.dimensions, *values, suite, warnings);
  keep_positions(selection.dimensions, positions, warnings);
  keep_positions(selection.functions, entry_of(entries, "function_indices"), warnings);
  keep_positions(selection.instances, entry_of(entries, "instance_indices"), warnings);
  const auto& kept = selection.dimensions.kept;
  if (std::find(kept.begin(), kept.end(), true) == kept.end()) {
    throw EmptySelection("no dimension of suite " + suite.name + " is left by '" +
                         std::string(text) + "'");
  }
}

}  // namespace

CocoSelection::Place CocoSelection::decode(std::size_t index) const {
  const std::size_t row = index / instances.size();
  return {row % functions.size(), row / functions.size(), index % instances.size()};
}

std::size_t CocoSelection::encode(const Place& place) const {
  return place.instance + instances.size() * (place.function + functions.size() * place.dimension);
}

bool CocoSelection::exists(const Place& place) const {
  return definition->info().has(static_cast<int>(functions.numbers[place.function]),
                                static_cast<std::size_t>(dimensions.numbers[place.dimension]));
}

bool CocoSelection::keeps(std::size_t index) const {
  if (index >= size()) return false;
  const Place place = decode(index);
  return functions.kept[place.function] && dimensions.kept[place.dimension] &&
         instances.kept[place.instance] && exists(place);
}

std::vector<std::size_t> CocoSelection::kept() const {
  std::vector<std::size_t> indices;
  for (std::size_t index = 0; index < size(); ++index) {
    if (keeps(index)) indices.push_back(index);
  }
  return indices;
}

std::size_t CocoSelection::find(std::int64_t function, std::int64_t dimension,
                                std::int64_t instance) const {
  const auto position = [](const CocoList& list, std::int64_t number) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list.numbers[i] == number && list.kept[i]) return i;
    }
    return list.size();
  };
  const Place place{position(functions, function), position(dimensions, dimension),
                    position(instances, instance)};
  if (place.function == functions.size() || place.dimension == dimensions.size() ||
      place.instance == instances.size() || !exists(place)) {
    return size();
  }
  return encode(place);
}

std::unique_ptr<Problem> CocoSelection::problem(std::size_t index, ProblemOptions options) const {
  const Place place = decode(index);
  options.index = static_cast<std::int64_t>(index);
  return definition->problem(functions.numbers[place.function], dimensions.numbers[place.dimension],
                             instances.numbers[place.instance], options);
}

CocoSelection read_coco_suite(std::string_view name, std::string_view instances,
                              std::string_view options, Warnings& warnings) {
  const SuiteDefinition& definition = find_suite(name);
  const SuiteInfo& info = definition.info();
  std::vector<int> functions;
  for (const FunctionInfo& function : info.functions) functions.push_back(function.number);
  CocoSelection selection{&definition, complete(functions), complete(info.dimensions),
                          complete(read_instances(info, instances, warnings))};
  filter(selection, options, warnings);
  return selection;
}

}  // namespace optimeter
