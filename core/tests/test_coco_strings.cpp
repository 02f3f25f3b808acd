// COCO's strings for suites and observers: the outcomes that were observed, and where ours differ.
#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <string>
#include <vector>

#include "check.hpp"
#include "optimeter/coco_strings.hpp"

namespace {

using optimeter::CocoObserver;
using optimeter::CocoSelection;
using optimeter::EmptySelection;
using optimeter::InvalidArgument;
using optimeter::Warnings;
using Numbers = std::vector<std::int64_t>;

Numbers kept(const optimeter::CocoList& list) {
  Numbers numbers;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list.kept[i]) numbers.push_back(list.numbers[i]);
  }
  return numbers;
}

Numbers range(std::int64_t first, std::int64_t last) {
  Numbers numbers(static_cast<std::size_t>(last - first + 1));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

Numbers default_instances() {
  Numbers numbers = range(1, 5);
  for (const std::int64_t number : range(71, 80)) numbers.push_back(number);
  return numbers;
}

struct Outcome {
  Numbers functions;
  Numbers dimensions;
  Numbers instances;
  std::size_t warnings;
};

Outcome read(const char* instances, const char* options, const char* suite = "bbob") {
  Warnings warnings;
  const CocoSelection made = optimeter::read_coco_suite(suite, instances, options, warnings);
  return {kept(made.functions), kept(made.dimensions), kept(made.instances), warnings.size()};
}

// Section 7.4 of the observations, and rules O1 to O7.
void instances() {
  const auto gives = [](const char* text, const Numbers& wanted, bool warns) {
    const Outcome outcome = read(text, "");
    CHECK_FOR(outcome.instances == wanted, text);
    CHECK_FOR((outcome.warnings > 0) == warns, text);
  };
  gives("", default_instances(), false);
  gives("instances: 3,1,1", {3, 1, 1}, false);
  gives("instances: -3", {1, 2, 3}, false);
  gives("instances: 0-2", {1, 2}, true);
  gives("instances: 1,2,5-3,4", {1, 2}, true);
  gives("instances: 1 2", {12}, false);
  gives("instances: 123456", {123456}, false);
  gives("instances: 1-999", range(1, 999), false);
  gives("year: 2009 instances: 7", {7}, false);
  gives("instances: 7 year: 2009", {7}, false);
  gives("year: 0x7da", range(1, 15), false);
  gives("year: 03732", range(1, 15), false);  // octal: 2010
  const Numbers thrice = {1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5};
  gives(" year: 2009 instances: 7", thrice, true);
  gives(" instances: 7 year: 2009", {7}, true);
  for (const char* text :
       {"instances: 7-", "instances: -", "instances: 0", "instances: 5-3", "instances: 1-2-3",
        "instances: 1;2", "instances: 1.5", "instances:", "year: abc", "year", "year 2009",
        "YEAR: 2009", "foo: 3", "garbage", "instance_indices: 1"}) {
    gives(text, default_instances(), true);
  }
  for (const char* text :
       {"year: 2008", "year: -5", "year: 1999", "year:", "year: ", "instances: 1-1000"}) {
    CHECK_THROWS(read(text, ""), InvalidArgument);
  }
  CHECK(read("year: 0", "").instances.back() == 60);
  CHECK(read("year: 0", "", "bbob-boxed").instances == range(1, 15));
  CHECK_THROWS(read("year: 2024", "", "bbob-boxed"), InvalidArgument);
  CHECK(read("year: 1", "", "bbob-mixint").instances == range(1, 15));
  CHECK(read("year: 0", "", "bbob-largescale").instances == range(1, 15));
  CHECK_THROWS(read("year: 1", "", "bbob-largescale"), InvalidArgument);
  CHECK(read("year: 2016", "", "bbob-biobj").instances == range(1, 10));
  CHECK(read("year: 0", "", "bbob-biobj-ext").instances == range(1, 10));
  CHECK(read("year: 1", "", "bbob-biobj").instances == range(1, 15));
  CHECK(read("year: 1", "", "bbob-noisy").instances == range(1, 15));
  CHECK_THROWS(read("year: 2010", "", "bbob-noisy"), InvalidArgument);
  CHECK_THROWS(read("", "", "bbob-nosy"), InvalidArgument);
}

void options() {
  const Numbers all = {2, 3, 5, 10, 20, 40};
  const auto dimensions = [](const char* text, const Numbers& wanted, bool warns) {
    const Outcome outcome = read("", text);
    CHECK_FOR(outcome.dimensions == wanted, text);
    CHECK_FOR((outcome.warnings > 0) == warns, text);
  };
  dimensions("", all, false);
  dimensions("dimensions: 2,7", {2}, false);
  dimensions("dimensions: 50", all, true);
  dimensions("dimensions: 1", all, true);
  dimensions("dimensions: 5,50,10", {5}, true);
  dimensions("dimension_indices: 2-3", {3, 5}, false);
  dimensions("function_indices: 1 dimensions: 2 dimension_indices: 3", {2}, true);
  dimensions("year: 2009", all, true);
  dimensions("instances: 1", all, true);
  for (const char* text : {"dimensions: 2-5", "dimensions: 7", "dimensions: 2 5", "dimensions: 2;3",
                           "dimensions: 2 dimension_indices: 3"}) {
    CHECK_THROWS(read("", text), EmptySelection);
  }
  const auto functions = [](const char* text, const Numbers& wanted, bool warns) {
    const Outcome outcome = read("", text);
    CHECK_FOR(outcome.functions == wanted, text);
    CHECK_FOR((outcome.warnings > 0) == warns, text);
  };
  functions("function_indices: 20-30", range(20, 24), true);
  functions("function_indices: 1 2", {12}, false);
  functions("function_indices: 3,1,", {1, 3}, false);
  functions("function_indices: -2,23-", {1, 2, 23, 24}, false);
  for (const char* text : {"function_indices: 25", "function_indices: 0", "function_indices: 1-2-3",
                           "function_indices: 1;3"}) {
    functions(text, range(1, 24), true);
  }
  const Outcome spoiled = read("", "function_indices: 2; instance_indices: 1");
  CHECK(spoiled.functions == range(1, 24) && spoiled.instances == Numbers{1});
  // O5: outside of the limits the whole filter vanishes.
  CHECK(read("", "function_indices: 101", "bbob-noisy").functions == range(101, 130));
  CHECK(read("", "dimensions: 2,3,5,10,20,40", "bbob-largescale").dimensions.size() == 6);
  // O3: a key is a token, not a part of a word; a word without a colon is ignored.
  CHECK(read("", "foo_dimensions: 2").dimensions == all);
  CHECK(read("", "dimensions: 2 nonsense function_indices: 1").warnings == 0);
}

// C8, C9.
void numbering() {
  Warnings warnings;
  const CocoSelection made = optimeter::read_coco_suite(
      "bbob", "instances: 4,2,4", "dimensions: 3,5 function_indices: 2-3 instance_indices: 2-3",
      warnings);
  CHECK(made.size() == 6 * 24 * 3);
  CHECK(made.kept().size() == 2 * 2 * 2);
  CHECK(made.kept().front() == 1 + 3 * (1 + 24 * 1));
  for (const std::size_t index : made.kept()) {
    CHECK(made.encode(made.decode(index)) == index && made.keeps(index));
  }
  CHECK(!made.keeps(0) && !made.keeps(made.size()));
  CHECK(made.find(3, 5, 4) == made.encode({2, 2, 2}));  // the first 4 is filtered out
  CHECK(made.find(1, 5, 4) == made.size() && made.find(3, 2, 4) == made.size());
  const auto problem = made.problem(made.kept().front());
  CHECK(problem->info().id == "bbob_f002_i02_d03");
}

CocoObserver observer(const char* name, const char* text, std::size_t expected) {
  Warnings warnings;
  const CocoObserver made = optimeter::read_coco_observer(name, text, warnings);
  CHECK_FOR(warnings.size() == expected, std::string(text) + ": " +
                                             std::to_string(warnings.size()) + " " +
                                             (warnings.empty() ? "" : warnings[0]));
  return made;
}

void observers() {
  using Kind = CocoObserver::Kind;
  const CocoObserver plain = observer("bbob", "", 0);
  CHECK(plain.kind == Kind::kOneObjective && plain.folder == "exdata/default");
  CHECK(plain.options.algorithm == "ALG" && plain.options.logger == "bbob");
  CHECK(observer("no_observer", "junk", 0).kind == Kind::kNone);
  CHECK(observer("", "", 1).kind == Kind::kNone);
  CHECK(observer("bbob-biobj-exxt", "", 1).kind == Kind::kNone);
  CHECK(observer("rw", "", 1).kind == Kind::kInactive);
  const CocoObserver old = observer("bbob-old", "", 0);
  CHECK(old.kind == Kind::kOneObjective && old.options.logger == "bbob_old");
  CHECK(observer("bbob-constrained-foo", "", 0).kind == Kind::kOneObjective);
  CHECK(observer("bbob-biobj-mixint", "", 0).kind == Kind::kSeveralObjectives);
  const char* silent = "log_nondominated: none compute_indicators: 0";
  const CocoObserver inactive = observer("bbob-biobj", silent, 0);
  CHECK(inactive.kind == Kind::kInactive && inactive.makes_folder);  // O8
  const std::string all = std::string(silent) + " produce_all_data: 1";
  CHECK(observer("bbob-biobj", all.c_str(), 0).kind == Kind::kSeveralObjectives);

  const CocoObserver many = observer(
      "bbob",
      "outer_folder: out result_folder: a/b algorithm_name: \"two words\" algorithm_info: x;y "
      "number_target_triggers: 5 log_target_precision: 1e-3 lin_target_precision: 7.5 "
      "base_evaluation_triggers: 1-3,7 precision_x: 0x10 precision_f: 010 precision_g: 4 "
      "log_discrete_as_int: 1 prefix: mine settings: s",
      0);
  CHECK(many.folder == "out/a/b" && many.options.algorithm == "two words");
  CHECK(many.options.info == "x;y" && many.options.settings == "s");
  CHECK(many.options.number_target_triggers == 5 && many.options.log_target_precision == 1e-3);
  CHECK(many.options.lin_target_precision == 7.5 && many.options.precision_x == 16);
  CHECK(many.options.precision_f == 8 && many.options.precision_g == 4);
  CHECK((many.options.base_evaluation_triggers == std::vector<std::uint64_t>{1, 2, 3, 7}));
  CHECK(many.options.log_discrete_as_int && many.options.prefix == "mine");

  // The traps of COCO's search for substrings.
  CHECK(observer("bbob", "algorithm_info: \"the result_folder: z\" result_folder: a", 0).folder ==
        "exdata/a");
  CHECK(observer("bbob", "algorithm_name: ", 0).options.algorithm == "ALG");
  const CocoObserver skipped = observer("bbob", "algorithm_name: algorithm_info: x", 0);
  CHECK(skipped.options.algorithm == "ALG" && skipped.options.info == "x");
  const std::string longest(500, 'x');
  CHECK(observer("bbob", ("algorithm_info: " + longest).c_str(), 0).options.info == longest);
  CHECK(observer("bbob", "algorithm_name: %s%n", 0).options.algorithm == "%s%n");
  const CocoObserver tabs = observer("bbob", "result_folder:\tx\nalgorithm_name: q", 0);
  CHECK(tabs.folder == "exdata/x" && tabs.options.algorithm == "q");
  CHECK(observer("bbob", "base_evaluation_triggers: abc", 2)
            .options.base_evaluation_triggers.size() == 3);
  CHECK(observer("bbob", "number_target_triggers: -3", 1).options.number_target_triggers == 20);
  CHECK(observer("bbob", "number_target_triggers: few", 0).options.number_target_triggers == 20);
  CHECK(observer("bbob", "log_target_precision: -1", 1).options.log_target_precision == 1e-8);
  CHECK(observer("bbob", "precision_x: 33", 1).options.precision_x == 8);
  CHECK(observer("bbob", "log_discrete_as_int: 2", 1).options.log_discrete_as_int == false);
  CHECK(observer("bbob", "result_folder: x;", 0).folder == "exdata/x;");
  CHECK(observer("bbob", "result_folder: \"\"", 0).folder == "exdata/default");
  CHECK(observer("bbob", "result_folder: a result_folder: b", 0).folder == "exdata/a");
  CHECK(observer("bbob", "Result_Folder: a", 1).folder == "exdata/default");
  CHECK(observer("bbob", "nonsense", 1).folder == "exdata/default");
  CHECK(observer("bbob", "log_nondominated: all", 1).kind == Kind::kOneObjective);
  CHECK(observer("bbob", "target_precision: 1e-2", 1).options.log_target_precision == 1e-2);  // O9
  CHECK(observer("bbob", "prefix: a/b", 1).options.prefix == "bbobexp");
  // M14: a backslash before a key.
  const CocoObserver escaped =
      observer("bbob-biobj", "result_folder: r \\algorithm_name: SMS \\log_level: COCO_INFO", 1);
  CHECK(escaped.options.algorithm == "SMS" && escaped.folder == "exdata/r");
}

// C25.
void types() {
  const auto type = [](const char* suite, int function, std::size_t dimension = 5) {
    return optimeter::coco_type(optimeter::find_suite(suite)
                                    .problem(function, static_cast<std::int64_t>(dimension), 1)
                                    ->info());
  };
  CHECK(type("bbob", 5) == "1-separable" && type("bbob", 24) == "5-weakly-structured");
  CHECK(type("bbob-noisy", 107) == "1-separable" && type("bbob-noisy", 110) == "2-moderate");
  CHECK(type("bbob-noisy", 130) == "5-weakly-structured");
  CHECK(type("bbob-constrained", 1) == "1-separable_linear");
  CHECK(type("bbob-constrained", 20) == "3-ill-conditioned_linear_linear");
  CHECK(type("bbob-constrained", 43) == "1-separable_linear");
  CHECK(type("bbob-biobj", 2) == "1-separable_1-separable");
  CHECK(type("bbob-mixint", 6) == "2-moderate" && type("bbob-boxed", 10) == "3-ill-conditioned");
}

}  // namespace

int main() {
  instances();
  options();
  numbering();
  observers();
  types();
  return test::finish();
}
