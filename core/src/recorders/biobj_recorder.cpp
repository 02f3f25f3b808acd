#include "recorders/biobj_recorder.hpp"

#include <algorithm>
#include <cctype>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "finite.hpp"
#include "optimeter/archive.hpp"
#include "optimeter/snapshot.hpp"
#include "optimeter/suite.hpp"
#include "recorders/coco_text.hpp"
#include "recorders/file_recorder.hpp"
#include "recorders/naming.hpp"
#include "recorders/numbers.hpp"
#include "recorders/triggers.hpp"

namespace optimeter {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr std::size_t kLargestLowDimension = 5;

// "bbob-biobj_f01_i03_d02" without the instance.
std::string without_instance(const std::string& id) {
  const std::size_t begin = id.rfind("_i");
  if (begin == std::string::npos) return id;
  std::size_t end = begin + 2;
  while (end < id.size() && std::isdigit(static_cast<unsigned char>(id[end])) != 0) ++end;
  return end == begin + 2 ? id : id.substr(0, begin) + id.substr(end);
}

// COCO's %2lu
std::string two_wide(std::uint64_t number) {
  const std::string text = std::to_string(number);
  return text.size() < 2 ? " " + text : text;
}

std::string folder_of(const ProblemInfo& problem) {
  if (!problem.category.empty()) return problem.category;
  return problem.group.empty() ? "problems" : file_name(problem.group);
}

// Whether ideal and nadir are known. Asks the landscape only if it is ready, which it is unless it
// belongs to a suite.
bool has_region(const Problem& problem) {
  if (!problem.shared_landscape()->ready()) return true;
  const Landscape& landscape = problem.landscape();
  return !landscape.optimal_value.empty() && !landscape.nadir.empty();
}

// Which sections a run has, by their position among the files of the run.
struct Layout {
  static constexpr std::size_t kAbsent = std::numeric_limits<std::size_t>::max();
  std::size_t dat = kAbsent;
  std::size_t tdat = kAbsent;
  std::size_t rdat = kAbsent;
  std::size_t mdat = kAbsent;
  std::size_t adat = kAbsent;
  std::size_t count = 0;

  Layout(bool indicators, bool archive) {
    if (indicators) {
      dat = count++;
      tdat = count++;
      rdat = count++;
    }
    mdat = count++;
    if (archive) adat = count++;
  }
};

class BiobjRecorder final : public FileRecorder {
 public:
  BiobjRecorder(const Problem& problem, const ProblemInfo& what, const CocoOptions& options,
                const Layout& layout, std::shared_ptr<RunSink> sink)
      : FileRecorder(problem, what, layout.count, std::move(sink)),
        options_(options),
        layout_(layout),
        indicators_(layout.dat != Layout::kAbsent),
        incremental_(what.objectives == 2),
        evaluation_trigger_(what.dimension, options_.base_evaluation_triggers) {
    const std::string folder = folder_of(what);
    const std::string base = folder + "/" + file_name(without_instance(what.id));
    Unit& all = facts();
    if (indicators_) {
      for (const char* extension : {".dat", ".tdat", ".rdat"}) {
        all.sections.push_back({base + "_hyp" + extension});
      }
    }
    all.sections.push_back({base + ".mdat"});
    if (layout_.adat != Layout::kAbsent) {
      const bool complete = options_.log_nondominated == Nondominated::kAll;
      all.sections.push_back(
          {"archive/" + file_name(what.id) + (complete ? "_nondom_all.adat" : "_nondom_final.adat"),
           true});
    }
    all.index.file = indicators_ ? folder + "_hyp.info" : "";
    all.index.base = folder;
    all.index.preamble = index_preamble(folder);
    all.index.set = "function = " + two_wide(static_cast<std::uint64_t>(what.function)) +
                    ", dim = " + two_wide(what.dimension) + ", ";
  }

  void recommend(const Evaluation& evaluation) override;
  bool reconstructs() const override { return options_.log_nondominated == Nondominated::kRead; }
  void pass(std::uint64_t last) override;

 private:
  void know_landscape() override;
  void open() override;
  void examine(const Evaluation& evaluation) override;
  void describe(Unit& facts) const override;
  void close(std::vector<std::string>& lines) const override;
  void carry_own(Snapshot& state) override;

  std::string index_preamble(const std::string& folder) const;
  bool logs_variables() const;
  bool keeps_points() const { return !incremental_ || keeps_final(); }
  bool keeps_final() const {
    return layout_.adat != Layout::kAbsent && options_.log_nondominated == Nondominated::kFinal;
  }
  void keep(const Evaluation& evaluation);
  Archive survivors() const;
  double final_indicator() const;
  // A line of the indicator and, in .dat, of the target that was hit.
  void append_indicator_line(std::string& text, double value,
                             std::optional<double> target_hit = std::nullopt) const;
  void append_point(std::string& text, std::uint64_t number, const double* y,
                    const double* x) const;

  CocoOptions options_;
  Layout layout_;
  bool indicators_;
  bool incremental_;  // the indicator is known after each evaluation, not only at the end
  double indicator_ = kForInfinity;
  std::optional<TargetTrigger> targets_;
  EvaluationTrigger evaluation_trigger_;
  std::uint64_t dat_line_ = 0;   // number of the evaluation in the last line of .dat
  std::uint64_t tdat_line_ = 0;  // and of .tdat
  // Points that entered the archive, for the end of the run; some of them have left it since.
  std::vector<std::uint64_t> kept_numbers_;
  std::vector<double> kept_y_;
  std::vector<double> kept_x_;
  mutable std::optional<double> final_indicator_;  // of the kept points, once computed
};

std::string BiobjRecorder::index_preamble(const std::string& folder) const {
  return coco_indicator_keys(
             {.suite = info().suite, .algorithm = options_.algorithm, .folder = folder}) +
         end_of_keys(options_) + (reconstructs() ? " (reconstructed)" : "");
}

bool BiobjRecorder::logs_variables() const {
  switch (options_.log_decision_variables) {
    case LoggedVariables::kAll:
      return true;
    case LoggedVariables::kNone:
      return false;
    case LoggedVariables::kLowDimensions:
      break;
  }
  return info().dimension <= kLargestLowDimension;
}

void BiobjRecorder::know_landscape() {
  targets_.emplace(landscape().reference_known ? options_.number_target_triggers : 0,
                   options_.log_target_precision, options_.lin_target_precision);
}

void BiobjRecorder::open() {
  // The name of an archive of a known suite tells function and dimension; others are told here.
  const std::string own = known_suite(info().suite) != nullptr
                              ? ""
                              : ", function = " + std::to_string(info().function) +
                                    ", dimension = " + std::to_string(info().dimension);
  const std::string title =
      "% instance = " + std::to_string(info().instance) + own + ", name = " + one_line(info().name);
  const std::string objectives = std::to_string(info().objectives) + " objectives";
  const std::string variables = " | " + std::to_string(info().dimension) + " variables\n";
  const std::string columns = title + "\n% function evaluation | " + objectives;
  text(layout_.mdat) += columns + (logs_variables() ? variables : "\n");
  if (layout_.adat != Layout::kAbsent) {
    text(layout_.adat) += columns + (logs_variables() ? variables : " \n");
  }
  if (!indicators_) return;
  std::string reference;
  append_scientific(reference, landscape().indicator_reference, options_.precision_f);
  for (const std::size_t section : {layout_.dat, layout_.tdat, layout_.rdat}) {
    text(section) += coco_indicator_run_header({.index = info().index,
                                                .name = info().name,
                                                .instance = info().instance,
                                                .reference = reference,
                                                .targets = section == layout_.dat});
  }
}

void BiobjRecorder::examine(const Evaluation& evaluation) {
  const std::uint64_t number = evaluation.evaluations;
  if (evaluation.archived) {
    if (options_.log_nondominated == Nondominated::kAll && layout_.adat != Layout::kAbsent) {
      append_point(text(layout_.adat), number, evaluation.y, evaluation.x);
    }
    if (keeps_points()) keep(evaluation);
  }
  const bool restarted = take_restart();
  if (indicators_ && incremental_) {
    if (evaluation.archived) {
      indicator_ = sanitized(evaluation.archive->indicator());
      if (targets_->fires(indicator_)) {
        append_indicator_line(text(layout_.dat), indicator_, targets_->target_hit());
        dat_line_ = number;
      }
    }
    if (evaluation_trigger_.fires(number)) {
      append_indicator_line(text(layout_.tdat), indicator_);
      tdat_line_ = number;
    }
    if (restarted) append_indicator_line(text(layout_.rdat), indicator_);
  }
  interest(kNever, indicators_ && incremental_ ? evaluation_trigger_.next()
                                               : std::numeric_limits<std::uint64_t>::max());
}

// COCO writes the value 0, which is a good one, for numbers before the first point; nothing is
// known then, so nothing is written here.
void BiobjRecorder::pass(std::uint64_t last) {
  if (opened()) wake();
  while (evaluation_trigger_.next() <= last) {
    const std::uint64_t number = evaluation_trigger_.next();
    skips(last_number(), number, 0);
    evaluation_trigger_.fires(number);
    if (opened() && indicators_ && incremental_) {
      append_indicator_line(text(layout_.tdat), indicator_);
      tdat_line_ = number;
    }
  }
  skips(last_number(), last, 0);
  if (opened() && indicators_ && incremental_) interest(kNever, evaluation_trigger_.next());
}

void BiobjRecorder::recommend(const Evaluation& evaluation) {
  if (!is_finite(evaluation.x, info().dimension)) return;
  begin_lines();
  append_point(text(layout_.mdat), evaluation.evaluations, evaluation.y, evaluation.x);
}

// Remembers a point; forgets those that have been dominated when they are the majority.
void BiobjRecorder::keep(const Evaluation& evaluation) {
  constexpr std::size_t kFew = 1000;
  const std::size_t m = info().objectives;
  const std::size_t d = keeps_final() && logs_variables() ? info().dimension : 0;
  final_indicator_.reset();
  kept_numbers_.push_back(evaluation.evaluations);
  kept_y_.insert(kept_y_.end(), evaluation.y, evaluation.y + m);
  kept_x_.insert(kept_x_.end(), evaluation.x, evaluation.x + d);
  if (kept_numbers_.size() < kFew + 2 * evaluation.archive->size()) return;
  std::vector<double> all_y;
  std::vector<std::uint64_t> current;
  evaluation.archive->copy_points(all_y, current);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < kept_numbers_.size(); ++i) {
    if (!std::binary_search(current.begin(), current.end(), kept_numbers_[i])) continue;
    kept_numbers_[kept] = kept_numbers_[i];
    std::copy_n(kept_y_.data() + i * m, m, kept_y_.data() + kept * m);
    std::copy_n(kept_x_.data() + i * d, d, kept_x_.data() + kept * d);
    ++kept;
  }
  kept_numbers_.resize(kept);
  kept_y_.resize(kept * m);
  kept_x_.resize(kept * d);
}

// What is left of the kept points. Made from them: the archive of the problem may be gone.
Archive BiobjRecorder::survivors() const {
  const Landscape& here = landscape();
  const std::size_t m = info().objectives;
  const bool region = !here.nadir.empty() && !here.optimal_value.empty();
  Archive result = region ? Archive(here.optimal_value, here.nadir, here.indicator_reference,
                                    here.nadir_of_extremes)
                          : Archive(m);
  for (std::size_t i = 0; i < kept_numbers_.size(); ++i) {
    result.insert(&kept_y_[i * m], kept_numbers_[i]);
  }
  return result;
}

// Computed at the end with more than two objectives, since it takes a while.
double BiobjRecorder::final_indicator() const {
  if (incremental_ || !indicators_) return indicator_;
  if (!final_indicator_) final_indicator_ = sanitized(survivors().indicator());
  return *final_indicator_;
}

void BiobjRecorder::append_indicator_line(std::string& text, double value,
                                          std::optional<double> target_hit) const {
  append_count(text, evaluations());
  text.push_back('\t');
  append_scientific(text, value, options_.precision_f);
  if (target_hit) {
    text.push_back('\t');
    append_scientific(text, *target_hit, options_.precision_f);
  }
  text.push_back('\n');
}

void BiobjRecorder::append_point(std::string& text, std::uint64_t number, const double* y,
                                 const double* x) const {
  append_count(text, number);
  text.push_back('\t');
  for (std::size_t i = 0; i < info().objectives; ++i) {
    append_scientific(text, y[i], options_.precision_f);
    text.push_back('\t');
  }
  for (std::size_t i = 0; logs_variables() && i < info().dimension; ++i) {
    if (options_.log_discrete_as_int && i < info().integer_variables) {
      append_integer(text, written_integer(x[i]));
    } else {
      append_scientific(text, x[i], options_.precision_x);
    }
    text.push_back('\t');
  }
  text.push_back('\n');
}

void BiobjRecorder::describe(Unit& facts) const {
  facts.best = final_indicator();
  facts.index.result =
      ", " + std::to_string(info().instance) + index_result(evaluations(), facts.best);
}

void BiobjRecorder::carry_own(Snapshot& state) {
  if (targets_) state(*targets_);
  state(indicator_, evaluation_trigger_, dat_line_, tdat_line_, kept_numbers_, kept_y_, kept_x_);
}

void BiobjRecorder::close(std::vector<std::string>& lines) const {
  if (indicators_) {
    const double value = final_indicator();
    TargetTrigger trigger = *targets_;
    if (!incremental_) trigger.fires(value);
    if (dat_line_ != evaluations()) {
      append_indicator_line(lines[layout_.dat], value, trigger.target_hit());
    }
    if (tdat_line_ != evaluations()) append_indicator_line(lines[layout_.tdat], value);
  }
  if (layout_.adat == Layout::kAbsent) return;
  if (keeps_final()) {
    std::vector<double> y;
    std::vector<std::uint64_t> numbers;
    survivors().copy_points(y, numbers);
    const std::size_t d = logs_variables() ? info().dimension : 0;
    for (std::size_t i = 0, j = 0; j < numbers.size(); ++i) {
      if (kept_numbers_[i] != numbers[j]) continue;
      append_point(lines[layout_.adat], numbers[j], &y[j * info().objectives],
                   kept_x_.data() + i * d);
      ++j;
    }
  }
  lines[layout_.adat] += "% evaluations = ";
  append_count(lines[layout_.adat], evaluations());
  lines[layout_.adat].push_back('\n');
}

// For options with which nothing is to be written.
class Silent final : public Recorder {
 public:
  explicit Silent(std::shared_ptr<RunSink> sink) : sink_(std::move(sink)) {}
  void record(const Evaluation&) override {}
  void carry(Snapshot& state) override { carry_numbers(state); }
  void finish() override { sink_->finish({}, {}); }

 private:
  std::shared_ptr<RunSink> sink_;
};

}  // namespace

std::shared_ptr<Recorder> biobj_recorder(const Problem& problem, const ProblemInfo& info,
                                         CocoOptions options, std::shared_ptr<RunSink> sink) {
  if (options.produce_all_data) {
    const CocoOptions defaults;
    options.log_nondominated = defaults.log_nondominated;
    options.log_decision_variables = defaults.log_decision_variables;
    options.compute_indicators = defaults.compute_indicators;
  }
  const bool points = options.log_nondominated == Nondominated::kAll ||
                      options.log_nondominated == Nondominated::kFinal;
  const Layout layout(options.compute_indicators && has_region(problem), points);
  if (!options.compute_indicators && !points) {
    return std::make_shared<Silent>(std::move(sink));
  }
  return std::make_shared<BiobjRecorder>(problem, info, options, layout, std::move(sink));
}

}  // namespace optimeter
