// COCO's strings for observers.
#include <cstdlib>
#include <type_traits>

#include "coco/words.hpp"
#include "optimeter/coco_strings.hpp"

namespace optimeter {
namespace {

using Options = CocoOptions;

// COCO's key for one of our options.
std::string_view key_of(std::string_view option) {
  if (option == "algorithm") return "algorithm_name";
  return option == "info" ? "algorithm_info" : option;
}

// Which of the observers takes an option; the others both do.
bool takes(bool several, std::string_view option) {
  for (const std::string_view one :
       {"log_nondominated", "log_decision_variables", "compute_indicators", "produce_all_data"}) {
    if (option == one) return several;
  }
  return option != "prefix" || !several;
}

// All keys of an observer.
std::vector<std::string_view> keys(bool several) {
  std::vector<std::string_view> known = {"outer_folder", "result_folder", "target_precision"};
  Options::each([&]<typename M>(const char* option, M Options::*, const Limits<M>&, const char*) {
    if (takes(several, option)) known.push_back(key_of(option));
  });
  return known;
}

using Kind = CocoObserver::Kind;

// COCO's observer from before 2.0, which has files for each instance; ours writes those of bbob.
constexpr std::string_view kOld = "bbob-old";

// What an observer of that name does; nothing for names that are not known.
std::optional<Kind> kind_of(std::string_view name) {
  const SuiteDefinition* const suite = known_suite(name);
  if (suite != nullptr && !suite->info().coco_observer.empty()) {
    return suite->info().objectives > 1 ? Kind::kSeveralObjectives : Kind::kOneObjective;
  }
  if (name.starts_with("bbob-constrained")) return Kind::kOneObjective;  // with any ending
  if (name == kOld) return Kind::kOneObjective;
  for (const std::string_view other : {"toy", "rw"}) {
    if (name == other) return Kind::kInactive;
  }
  return std::nullopt;
}

// Puts the values of entries into options; what does not fit stays as it is.
class Reader {
 public:
  Reader(const std::vector<CocoEntry>& entries, Warnings& warnings)
      : entries_(entries), warnings_(warnings) {}

  // Values of options, which are taken where the table of options accepts them. Digits are numbers
  // in C notation, counts decimal ones.
  void value(std::string_view key, int& value, const Limits<int>& limits) const {
    const CocoEntry* const entry = given(key);
    if (entry == nullptr) return;
    constexpr std::int64_t kMost = 1'000'000'000;
    const auto number = leading_integer(entry->value, key.starts_with("precision") ? 0 : 10);
    if (!number) return;
    if (*number < -kMost || *number > kMost) {
      reject(*entry, "a number of a common size");
      return;
    }
    set(*entry, value, static_cast<int>(*number), limits);
  }

  void value(std::string_view key, double& value, const Limits<double>& limits) const {
    const CocoEntry* const entry = given(key);
    if (entry == nullptr) return;
    char* end = nullptr;
    const double number = std::strtod(entry->value.c_str(), &end);
    if (end != entry->value.c_str()) set(*entry, value, number, limits);
  }

  // 0 or 1; those of several objectives accept each other number as 1.
  void value(std::string_view key, bool& value, const Limits<bool>&) const {
    const CocoEntry* const entry = given(key);
    if (entry == nullptr) return;
    const auto number = leading_integer(entry->value, 0);
    if (!number) return;
    if (takes(false, key) && *number != 0 && *number != 1) {
      reject(*entry, "0 or 1");
    } else {
      value = *number != 0;
    }
  }

  void value(std::string_view key, std::string& value, const Limits<std::string>& limits) const {
    const CocoEntry* const entry = given(key);
    if (entry != nullptr) set(*entry, value, entry->value, limits);
  }

  template <typename Word>
  void value(std::string_view key, Word& value, const Limits<Word>&) const {
    const CocoEntry* const entry = given(key);
    if (entry == nullptr) return;
    const auto all = words(value);
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (entry->value == all[i]) value = static_cast<Word>(i);
    }
  }

  void value(std::string_view key, std::vector<std::uint64_t>& value,
             const Limits<std::vector<std::uint64_t>>&) const {
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

  template <typename T>
  void set(const CocoEntry& entry, T& value, const T& wanted, const Limits<T>& limits) const {
    if (limits.fits == nullptr || limits.fits(wanted)) {
      value = wanted;
    } else {
      reject(entry, limits.accepted);
    }
  }

  const std::vector<CocoEntry>& entries_;
  Warnings& warnings_;
};

void read_options(const Reader& read, bool several, Options& options) {
  Options::each([&]<typename M>(const char* option, M Options::* member, const Limits<M>& limits,
                                const char*) {
    if (!takes(several, option)) return;
    if constexpr (std::is_same_v<M, double>) {  // a name of old, unless there is the new one
      if (member == &Options::log_target_precision) {
        read.value("target_precision", options.*member, limits);
      }
    }
    read.value(key_of(option), options.*member, limits);
  });
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
  const std::vector<std::string_view> known = keys(several);
  const std::vector<CocoEntry> entries = observer_entries(options, known);
  warn_of_unknown(options, entries, known, "observer options", warnings);
  const Reader read(entries, warnings);
  if (entry_of(entries, "target_precision") != nullptr) {
    warnings.emplace_back("'target_precision' is called 'log_target_precision' since 2.7");
  }
  read_options(read, several, made.options);
  made.options.logger = name == kOld ? "bbob_old" : name;
  const bool nothing = several && made.options.log_nondominated == Nondominated::kNone &&
                       !made.options.compute_indicators && !made.options.produce_all_data;
  if (nothing) made.kind = Kind::kInactive;
  std::string outer = "exdata";
  std::string result = "default";
  read.value("outer_folder", outer, {});
  read.value("result_folder", result, {});
  made.folder = outer + "/" + result;
  return made;
}

std::string coco_type(const ProblemInfo& problem) {
  const SuiteDefinition* const suite = known_suite(problem.suite);
  if (suite == nullptr) return "";
  if (problem.objectives > 1) return problem.category;
  const FunctionInfo& function = suite->info().function(problem.function);
  return function.coco_type.empty() ? suite->info().group_of(function).coco_name
                                    : function.coco_type;
}

}  // namespace optimeter
