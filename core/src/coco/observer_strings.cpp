// COCO's strings for observers.
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "coco/words.hpp"
#include "optimeter/coco_strings.hpp"

namespace optimeter {
namespace {

constexpr std::string_view kCommonKeys[] = {
    "outer_folder",
    "result_folder",
    "algorithm_name",
    "algorithm_info",
    "settings",
    "number_target_triggers",
    "log_target_precision",
    "target_precision",
    "lin_target_precision",
    "number_evaluation_triggers",
    "base_evaluation_triggers",
    "precision_x",
    "precision_f",
    "precision_g",
    "log_discrete_as_int",
};
constexpr std::string_view kSingleKeys[] = {"prefix"};
constexpr std::string_view kSeveralKeys[] = {"log_nondominated", "log_decision_variables",
                                             "compute_indicators", "produce_all_data"};

using Kind = CocoObserver::Kind;

// What an observer of that name does; nothing for names that are not known.
std::optional<Kind> kind_of(std::string_view name) {
  for (const std::string_view biobjective : {"bbob-biobj", "bbob-biobj-ext", "bbob-biobj-mixint"}) {
    if (name == biobjective) return Kind::kSeveralObjectives;
  }
  for (const std::string_view single :
       {"bbob", "bbob-boxed", "bbob-largescale", "bbob-mixint", "bbob-noisy"}) {
    if (name == single) return Kind::kOneObjective;
  }
  if (name.starts_with("bbob-constrained")) return Kind::kOneObjective;
  for (const std::string_view other : {"toy", "rw", "bbob-old"}) {
    if (name == other) return Kind::kInactive;
  }
  return std::nullopt;
}

// Puts the values of entries into options; what does not fit stays as it is.
class Reader {
 public:
  Reader(const std::vector<CocoEntry>& entries, Warnings& warnings)
      : entries_(entries), warnings_(warnings) {}

  void text(std::string_view key, std::string& value) const {
    if (const CocoEntry* const entry = given(key)) value = entry->value;
  }

  void integer(std::string_view key, int CocoOptions::* member, CocoOptions& options,
               int base) const {
    const CocoEntry* const entry = given(key);
    if (entry == nullptr) return;
    constexpr std::int64_t kMost = 1'000'000'000;
    const auto number = leading_integer(entry->value, base);
    if (!number) return;
    if (*number < -kMost || *number > kMost) {
      reject(*entry, "a number of a common size");
      return;
    }
    set(*entry, member, static_cast<int>(*number), options);
  }

  void real(std::string_view key, double CocoOptions::* member, CocoOptions& options) const {
    const CocoEntry* const entry = given(key);
    if (entry == nullptr) return;
    char* end = nullptr;
    const double number = std::strtod(entry->value.c_str(), &end);
    if (end != entry->value.c_str()) set(*entry, member, number, options);
  }

  // 0 or 1; `any` accepts each other number as 1.
  void flag(std::string_view key, bool& value, bool any) const {
    const CocoEntry* const entry = given(key);
    if (entry == nullptr) return;
    const auto number = leading_integer(entry->value, 0);
    if (!number) return;
    if (!any && *number != 0 && *number != 1) {
      reject(*entry, "0 or 1");
    } else {
      value = *number != 0;
    }
  }

  template <typename Word>
  void word(std::string_view key, Word& value) const {
    const CocoEntry* const entry = given(key);
    if (entry == nullptr) return;
    const auto all = words(value);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (entry->value == all[i]) value = static_cast<Word>(i);
    }
  }

  void ranges(std::string_view key, std::vector<std::uint64_t>& value) const {
    constexpr std::size_t kMost = 1000;
    const CocoEntry* const entry = given(key);
    if (entry == nullptr) return;
    const auto numbers = read_ranges(entry->value, {entry->key, 1, 0, kMost}, warnings_);
    if (numbers.empty() || numbers.size() > kMost) {
      reject(*entry, "a list such as 1,2,5");
    } else {
      value.assign(numbers.begin(), numbers.end());
    }
  }

  const CocoEntry* given(std::string_view key) const {
    const CocoEntry* const entry = entry_of(entries_, key);
    return entry == nullptr || entry->value.empty() ? nullptr : entry;
  }

 private:
  void reject(const CocoEntry& entry, const std::string& accepted) const {
    warnings_.push_back("'" + entry.key + "' must be " + accepted + "; got '" + entry.value +
                        "', the default is taken");
  }

  // Sets a number if the table of options accepts it.
  template <typename T>
  void set(const CocoEntry& entry, T CocoOptions::* member, T number, CocoOptions& options) const {
    CocoOptions::each(
        [&]<typename M>(const char*, M CocoOptions::* here, const Limits<M>& limits, const char*) {
          if constexpr (std::is_same_v<M, T>) {
            if (here != member) return;
            if (limits.fits == nullptr || limits.fits(number)) {
              options.*member = number;
            } else {
              reject(entry, limits.accepted);
            }
          }
        });
  }

  const std::vector<CocoEntry>& entries_;
  Warnings& warnings_;
};

void read_common(const Reader& read, CocoOptions& options) {
  using O = CocoOptions;
  read.text("algorithm_name", options.algorithm);
  read.text("algorithm_info", options.info);
  read.text("settings", options.settings);
  read.integer("number_target_triggers", &O::number_target_triggers, options, 10);
  read.real("target_precision", &O::log_target_precision, options);
  read.real("log_target_precision", &O::log_target_precision, options);
  read.real("lin_target_precision", &O::lin_target_precision, options);
  read.integer("number_evaluation_triggers", &O::number_evaluation_triggers, options, 10);
  read.ranges("base_evaluation_triggers", options.base_evaluation_triggers);
  read.integer("precision_x", &O::precision_x, options, 0);
  read.integer("precision_f", &O::precision_f, options, 0);
  read.integer("precision_g", &O::precision_g, options, 0);
  read.flag("log_discrete_as_int", options.log_discrete_as_int, false);
}

void read_several(const Reader& read, CocoOptions& options) {
  read.word("log_nondominated", options.log_nondominated);
  read.word("log_decision_variables", options.log_decision_variables);
  read.flag("compute_indicators", options.compute_indicators, true);
  read.flag("produce_all_data", options.produce_all_data, true);
}

}  // namespace

CocoObserver read_coco_observer(std::string_view name, std::string_view options,
                                Warnings& warnings) {
  CocoObserver made;
  if (name == "no_observer") return made;
  const std::optional<Kind> kind = kind_of(name);
  if (!kind) {
    warnings.push_back("unknown observer '" + std::string(name) +
                       "'; nothing is recorded. Known observers are those named as the suites, "
                       "and no_observer");
    return made;
  }
  made.kind = *kind;
  if (made.kind == Kind::kInactive) {
    warnings.push_back("observer '" + std::string(name) + "' is accepted, but records nothing");
    return made;
  }
  made.makes_folder = true;
  const bool several = made.kind == Kind::kSeveralObjectives;
  std::vector<std::string_view> known(std::begin(kCommonKeys), std::end(kCommonKeys));
  const Words more = several ? Words(kSeveralKeys) : Words(kSingleKeys);
  known.insert(known.end(), more.begin(), more.end());
  const std::vector<CocoEntry> entries = observer_entries(options, known);
  warn_of_unknown(options, entries, known, "observer options", warnings);
  const Reader read(entries, warnings);
  if (entry_of(entries, "target_precision") != nullptr) {
    warnings.emplace_back("'target_precision' is called 'log_target_precision' since 2.7");
  }
  read_common(read, made.options);
  made.options.logger = name;
  if (several) {
    read_several(read, made.options);
    const bool nothing = made.options.log_nondominated == Nondominated::kNone &&
                         !made.options.compute_indicators && !made.options.produce_all_data;
    if (nothing) made.kind = Kind::kInactive;
  } else if (const CocoEntry* const prefix = read.given("prefix")) {
    CocoOptions tried = made.options;
    tried.prefix = prefix->value;
    try {
      tried.check();
      made.options.prefix = prefix->value;
    } catch (const InvalidArgument& error) {
      warnings.push_back(std::string(error.what()) + "; the default is taken");
    }
  }
  std::string outer = "exdata";
  std::string result = "default";
  read.text("outer_folder", outer);
  read.text("result_folder", result);
  made.folder = outer + "/" + result;
  return made;
}

std::string coco_type(const ProblemInfo& problem) {
  const SuiteDefinition* const suite = known_suite(problem.suite);
  if (suite == nullptr) return "";
  if (problem.objectives > 1) return problem.category;
  const int f = problem.function;
  if (suite->info().noisy) {
    constexpr std::array<std::pair<int, const char*>, 7> kLast = {{{103, "1-separable"},
                                                                   {106, "2-moderate"},
                                                                   {109, "1-separable"},
                                                                   {115, "2-moderate"},
                                                                   {121, "3-ill-conditioned"},
                                                                   {127, "4-multi-modal"},
                                                                   {130, "5-weakly-structured"}}};
    for (const auto& [last, type] : kLast) {
      if (f <= last) return type;
    }
  }
  if (suite->info().constraints != nullptr) {
    const bool separable = f <= 18 || f >= 43;
    return std::string(separable ? "1-separable" : "3-ill-conditioned") +
           (f % 6 == 1 ? "_linear" : "_linear_linear");
  }
  return suite->info().group_of(suite->info().function(f)).coco_name;
}

}  // namespace optimeter
