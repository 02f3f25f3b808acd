#include "optimeter/ioh_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string_view>

#include "optimeter/errors.hpp"
#include "optimeter/snapshot.hpp"
#include "optimeter/suite.hpp"
#include "recorders/file_recorder.hpp"
#include "recorders/json_text.hpp"
#include "recorders/naming.hpp"
#include "recorders/numbers.hpp"
#include "recorders/trigger_list.hpp"

namespace optimeter {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

constexpr int kDecimals = 10;
constexpr int kMostDecimals = 16;
constexpr double kRounding = 0.6e-10;  // a little more than what ten decimals may be off

// The targets at which runtimes are read by custom, 10^(k/5), in increasing order.
const std::vector<double>& usual_targets() {
  static const std::vector<double> targets = [] {
    constexpr double kPowers[] = {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0};
    constexpr double kSteps[] = {1.0, 1.5848931924611136, 2.51188643150958, 3.9810717055349727,
                                 6.309573444801933};
    std::vector<double> all;
    for (const double power : kPowers) {
      for (const double step : kSteps) all.push_back(power * step);
    }
    all.push_back(100.0);
    return all;
  }();
  return targets;
}

// What a reader takes the text of a positive number for: its digits over a power of ten.
double as_read(std::string_view text) {
  double digits = 0.0;
  double scale = 1.0;
  bool after_point = false;
  for (const char c : text) {
    if (c == '.') {
      after_point = true;
    } else {
      digits = 10.0 * digits + (c - '0');
      if (after_point) scale *= 10.0;
    }
  }
  return digits / scale;
}

// Ten decimals, or more where ten would carry the value across a target: a runtime that is read
// from the file is that of the run.
void append_value(std::string& text, double value, bool has_targets) {
  const std::size_t begin = text.size();
  append_fixed(text, value, kDecimals);
  if (!has_targets || !(value > 0.0)) return;
  const std::vector<double>& targets = usual_targets();
  const auto target = std::lower_bound(targets.begin(), targets.end(), value - kRounding);
  if (target == targets.end() || *target > value + kRounding) return;
  for (int decimals = kDecimals + 1; decimals <= kMostDecimals; ++decimals) {
    const double read = as_read(std::string_view(text).substr(begin));
    if (read == value || (read <= *target) == (value <= *target)) return;
    text.resize(begin);
    append_fixed(text, value, decimals);
  }
}

std::string word(Property property) { return words(property)[static_cast<std::size_t>(property)]; }

std::string json_list(const std::vector<std::string>& names) {
  std::string out = "[";
  for (const std::string& name : names) {
    if (out.size() > 1) out += ", ";
    out += json_text(name);
  }
  return out + "]";
}

std::vector<std::string> sorted(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  return names;
}

// The name of the function; problems that belong to no suite of the engine have their own.
std::string function_name(const ProblemInfo& info) {
  if (const SuiteDefinition* const suite = known_suite(info.suite)) {
    for (const FunctionInfo& function : suite->info().functions) {
      if (function.number == info.function) {
        return function.ioh_name.empty() ? function.name : function.ioh_name;
      }
    }
  }
  return info.name;
}

class IohRecorder final : public FileRecorder {
 public:
  IohRecorder(const Problem& problem, const ProblemInfo& what, IohOptions options,
              std::shared_ptr<RunSink> sink)
      : FileRecorder(problem, what, 1, std::move(sink)),
        options_(std::move(options)),
        triggers_(options_.triggers),
        only_delta_(options_.triggers.size() == 1 &&
                    std::holds_alternative<OnDeltaImprovement>(options_.triggers[0])),
        attributes_(options_.attributes.size()),
        run_attributes_(options_.run_attributes.size()),
        best_x_(what.dimension) {
    if (options_.positions) keep_last_point();
    options_.run_attributes = sorted(std::move(options_.run_attributes));
    Unit& all = facts();
    const std::string function = std::to_string(all.function);
    const std::string name = "f" + function + "_" + file_name(function_name(info()));
    all.sections.push_back({"data_" + name + "/IOHprofiler_f" + function + "_DIM" +
                            std::to_string(all.dimension) + ".dat"});
    all.index.style = IndexStyle::kJson;
    all.index.file = "IOHprofiler_" + name + ".json";
    all.index.preamble = preamble();
    all.index.set = "\t\t{\"dimension\": " + std::to_string(all.dimension) + ",\n\t\t\"path\": \"";
  }

  void set_attribute(std::string_view name, double value) override;

 private:
  void know_landscape() override;
  void open() override;
  void examine(const Evaluation& evaluation) override;
  void describe(Unit& facts) const override;
  void close(std::vector<std::string>& lines) const override;
  void carry_own(Snapshot& state) override;

  std::string preamble() const;
  void append_line(std::string& text, std::uint64_t number, double value, const double* x) const;
  double property(Property property, double value) const;
  double defined(double value) const { return info().maximize ? -value : value; }

  IohOptions options_;
  TriggerList triggers_;
  bool only_delta_;  // then the best is the best logged one, as in ioh
  const Shown* shown_ = nullptr;
  double reference_ = 0.0;
  std::uint64_t line_ = 0;  // number of the evaluation in the last line
  double seen_best_ = kInfinity;
  std::vector<std::optional<double>> attributes_;
  std::vector<std::optional<double>> run_attributes_;
  // of the index
  std::uint64_t best_evaluation_ = 0;
  double best_ = kInfinity;
  std::vector<double> best_x_;
};

std::string IohRecorder::preamble() const {
  std::string text = "{\n";
  text += "\t\"version\": " + json_text(kIohVersion) + ", \n";
  text += "\t\"suite\": " + json_text(info().suite) + ", \n";
  text += "\t\"function_id\": " + std::to_string(info().function) + ", \n";
  text += "\t\"function_name\": " + json_text(function_name(info())) + ", \n";
  text += std::string("\t\"maximization\": ") + (info().maximize ? "true" : "false") + ", \n";
  text += "\t\"algorithm\": {\"name\": " + json_text(options_.algorithm) +
          ", \"info\": " + json_text(options_.info) + "},\n";
  if (!options_.experiment_attributes.empty()) {
    text += "\t\"experiment_attributes\": [";
    const char* separator = "";
    for (const auto& [name, value] : options_.experiment_attributes) {
      text.append(separator).append("{").append(json_text(name)).append(": ");
      text.append(json_text(value)).append("}");
      separator = ", ";
    }
    text += "],\n";
  }
  if (!options_.run_attributes.empty()) {
    text += "\t\"run_attributes\": " + json_list(options_.run_attributes) + ",\n";
  }
  std::vector<std::string> columns = {"evaluations"};
  for (const Property one : options_.properties) columns.emplace_back(word(one));
  columns.insert(columns.end(), options_.attributes.begin(), options_.attributes.end());
  return text + "\t\"attributes\": " + json_list(columns) + ",\n";
}

void IohRecorder::set_attribute(std::string_view name, double value) {
  const auto set = [&](const std::vector<std::string>& names,
                       std::vector<std::optional<double>>& values) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return false;
    values[static_cast<std::size_t>(found - names.begin())] = value;
    return true;
  };
  if (set(options_.attributes, attributes_)) return;
  if (set(options_.run_attributes, run_attributes_)) {
    wake();
    return;
  }
  std::vector<std::string> known = options_.attributes;
  known.insert(known.end(), options_.run_attributes.begin(), options_.run_attributes.end());
  throw InvalidArgument("the attribute " + std::string(name) +
                        " was not announced; the observer knows " + json_list(known));
}

void IohRecorder::know_landscape() {
  shown_ = &landscape().shown;
  // The raw value of a function is its distance to the optimum in bbob, itself in others.
  if (!info().maximize && !landscape().optimal_value.empty())
    reference_ = landscape().optimal_value[0];
}

void IohRecorder::examine(const Evaluation& evaluation) {
  const std::uint64_t number = evaluation.evaluations;
  const double value = *evaluation.noise_free - reference_;
  const bool improves = value < seen_best_;
  const bool first = number == 1 && options_.first_evaluation && !only_delta_;
  const bool fires = triggers_.fires(number, value, seen_best_) || first;
  if (improves) seen_best_ = value;
  const bool counts = improves && (fires || !only_delta_);
  if (counts) best_ = value;
  if (counts || best_evaluation_ == 0) {
    best_evaluation_ = number;
    std::copy_n(evaluation.x, best_x_.size(), best_x_.begin());
  }
  if (fires) {
    append_line(text(0), number, value, evaluation.x);
    line_ = number;
  }
  // Rounded up, so that no value at or above it gives a smaller difference to the reference.
  const double limit = triggers_.value_limit(seen_best_) + reference_;
  interest(std::nextafter(std::nextafter(limit, kInfinity), kInfinity),
           triggers_.number_limit(number));
}

double IohRecorder::property(Property property, double value) const {
  switch (property) {
    case Property::kRawY:
      return shown_->defined(value);
    case Property::kRawYBest:
      return shown_->defined(seen_best_);
    case Property::kTransformedY:
    case Property::kCurrentY:
      return shown_->seen(value + reference_);
    case Property::kTransformedYBest:
    case Property::kCurrentYBest:
      return shown_->seen(seen_best_ + reference_);
  }
  return value;
}

void IohRecorder::open() {
  std::string& header = text(0);
  header += "evaluations";
  for (const Property one : options_.properties) header.append(" ").append(word(one));
  for (const std::string& name : options_.attributes) header.append(" ").append(name);
  for (std::size_t i = 0; options_.positions && i < info().dimension; ++i) {
    header.append(" x").append(std::to_string(i));
  }
  header += '\n';
}

void IohRecorder::append_line(std::string& text, std::uint64_t number, double value,
                              const double* x) const {
  append_count(text, number);
  for (const Property one : options_.properties) {
    const double shown = property(one, value);
    text += ' ';
    if (std::isinf(shown)) {
      text += "None";
    } else if (std::isnan(shown)) {
      text += "nan";  // without the sign that a NaN may have
    } else {
      const bool raw = one == Property::kRawY || one == Property::kRawYBest;
      append_value(text, shown, raw && !info().maximize);
    }
  }
  for (const std::optional<double>& attribute : attributes_) {
    text += ' ';
    if (attribute) {
      append_fixed(text, *attribute, 10);
    } else {
      text += "None";
    }
  }
  if (options_.positions) {
    for (std::size_t i = 0; i < info().dimension; ++i) {
      text += ' ';
      append_fixed(text, x[i], 6);
    }
  }
  text += '\n';
}

void IohRecorder::describe(Unit& facts) const {
  facts.best = best_;
  std::string& run = facts.index.result;
  run = R"({"instance": )";
  append_integer(run, facts.instance);
  run += R"(, "evals": )";
  append_count(run, evaluations());
  run += R"(, "best": {"evals": )";
  append_count(run, best_evaluation_);
  run += R"(, "y": )";
  append_shortest(run, defined(std::isinf(best_) ? std::numeric_limits<double>::max() : best_));
  run += R"(, "x": [)";
  for (std::size_t i = 0; i < best_x_.size(); ++i) {
    if (i > 0) run += ", ";
    append_shortest(run, best_x_[i]);
  }
  run += "]}";
  for (std::size_t i = 0; i < run_attributes_.size(); ++i) {
    run.append(", ").append(json_text(options_.run_attributes[i])).append(": ");
    const double value = run_attributes_[i].value_or(std::numeric_limits<double>::quiet_NaN());
    if (std::isfinite(value)) {
      append_shortest(run, value);
    } else {
      run += "null";
    }
  }
  run += '}';
}

void IohRecorder::carry_own(Snapshot& state) {
  state(triggers_, line_, seen_best_, attributes_, run_attributes_, best_evaluation_, best_,
        best_x_);
}

void IohRecorder::close(std::vector<std::string>& lines) const {
  if (line_ == evaluations()) return;
  append_line(lines[0], evaluations(), last_number() - reference_, last_point());
}

void require(bool fine, const std::string& message) {
  if (!fine) throw InvalidArgument(message);
}

}  // namespace

void IohOptions::check() const {
  check_triggers(triggers);
  std::set<std::string> names = {"evaluations"};
  for (const Property one : properties) names.insert(word(one));
  for (const std::vector<std::string>* list : {&attributes, &run_attributes}) {
    for (const std::string& name : *list) {
      require(!name.empty() && name.find_first_of(" \t\r\n") == std::string::npos,
              "the name of an attribute must be one word; got '" + name + "'");
      require(names.insert(name).second, "the attribute " + name + " is given twice");
    }
  }
}

std::shared_ptr<Recorder> ioh_recorder(const Problem& problem, const ProblemInfo& info,
                                       const IohOptions& options, std::shared_ptr<RunSink> sink) {
  options.check();
  if (info.objectives != 1) {
    throw InvalidArgument("IOHprofiler's format is written for problems with one objective; " +
                          info.id + " has " + std::to_string(info.objectives));
  }
  return std::make_shared<IohRecorder>(problem, info, options, std::move(sink));
}

}  // namespace optimeter
