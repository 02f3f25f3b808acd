// The single-objective form of COCO's format, with constraints, noise and integer variables.
#include "optimeter/coco_recorder.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "finite.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/snapshot.hpp"
#include "recorders/biobj_recorder.hpp"
#include "recorders/coco_text.hpp"
#include "recorders/file_recorder.hpp"
#include "recorders/numbers.hpp"
#include "recorders/triggers.hpp"

namespace optimeter {
namespace {

constexpr std::size_t kDat = 0;
constexpr std::size_t kTdat = 1;
constexpr std::size_t kRdat = 2;
constexpr std::size_t kMdat = 3;
constexpr std::size_t kSections = 4;
constexpr const char* kExtensions[kSections] = {".dat", ".tdat", ".rdat", ".mdat"};

// Added to the violation where the optimal value is not known.
constexpr double kInfeasible = 1e10;
constexpr std::size_t kFirstDimensionWithoutX = 7;
// A constraint value up to the i-th limit is shown as digit i, and beyond the last one as 9.
constexpr double kDigitLimits[] = {0.0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0};

constexpr int kAllDigits = 16;  // after the point: reading gives the same number

TargetTrigger target_trigger(const CocoOptions& options, bool optimum_known) {
  return {optimum_known ? options.number_target_triggers : 0, options.log_target_precision,
          options.lin_target_precision};
}

// The point and the values that belong to a line.
struct Point {
  const double* x;
  double value;  ///< as measured, sanitized
};

class CocoRecorder final : public FileRecorder {
 public:
  CocoRecorder(const Problem& problem, const ProblemInfo& info, CocoOptions options,
               std::shared_ptr<RunSink> sink)
      : FileRecorder(problem, info, kSections, std::move(sink)),
        options_(std::move(options)),
        best_x_(info.dimension),
        violations_(info.constraints),
        targets_(target_trigger(options_, false)),
        evaluation_trigger_(info.dimension, options_.base_evaluation_triggers),
        recommendation_targets_(targets_),
        best_recommendation_x_(info.dimension) {
    Unit& all = facts();
    const std::string stem = coco_stem(all.function, all.dimension);
    for (const char* extension : kExtensions) all.sections.push_back({stem + extension});
    all.index.file = options_.prefix + "_f" + std::to_string(all.function) + ".info";
    all.index.set = index_header() + "\n";
    all.index.run = ", " + std::to_string(all.instance);
  }

  void recommend(const Evaluation& evaluation) override;

 private:
  void know_landscape() override;
  void open() override;
  void examine(const Evaluation& evaluation) override;
  void describe(Unit& facts) const override;
  void close(std::vector<std::string>& lines) const override;
  void carry_own(Snapshot& state) override;

  std::string index_header() const;
  // The value to be minimised: with constraints, the objective and the violation.
  double merit(double value, const Evaluation& evaluation);
  void append_x(std::string& text, const double* x) const;
  // The line with which a run ends tells nothing of the constraints.
  void append_line(std::string& text, const Point& point, double best, bool last = false) const;

  CocoOptions options_;
  double reference_ = 0.0;  // the optimal value where it is known
  bool optimum_known_ = false;
  double best_ = kForInfinity;
  std::vector<double> best_x_;
  std::vector<double> violations_;
  TargetTrigger targets_;
  EvaluationTrigger evaluation_trigger_;
  bool first_ = true;
  std::uint64_t dat_line_ = 0;   // number of the evaluation in the last line of .dat
  std::uint64_t tdat_line_ = 0;  // and of .tdat
  // recommendations
  TargetTrigger recommendation_targets_;
  double best_recommendation_ = kForInfinity;
  std::vector<double> best_recommendation_x_;
  std::optional<std::uint64_t> mdat_line_;
};

std::string CocoRecorder::index_header() const {
  const ProblemInfo& problem = info();
  return coco_index_keys(
             {.suite = problem.suite,
              .function = problem.function,
              .dimension = problem.dimension,
              .precision = kCocoPrecision,
              .algorithm = options_.algorithm,
              .logger = options_.logger.empty() ? coco_logger(problem.suite) : options_.logger}) +
         end_of_keys(options_);
}

void CocoRecorder::know_landscape() {
  optimum_known_ = !landscape().optimal_value.empty();
  if (optimum_known_) reference_ = landscape().optimal_value[0];
  targets_ = target_trigger(options_, optimum_known_);
  recommendation_targets_ = targets_;
}

void CocoRecorder::open() {
  std::string reference;
  append_scientific(reference, reference_, 12);
  const std::string header = coco_run_header(optimum_known_, reference);
  for (std::size_t i = 0; i < kSections; ++i) text(i) += header;
}

double CocoRecorder::merit(double value, const Evaluation& evaluation) {
  if (violations_.empty()) return value;
  if (evaluation.constraints != nullptr) {
    std::copy_n(evaluation.constraints, violations_.size(), violations_.begin());
  } else {
    landscape().constraints->evaluate(evaluation.x, 1, violations_.data());
  }
  double sum = 0.0;
  for (double& violation : violations_) {
    violation = sanitized(violation);
    if (violation > 0.0) sum += violation;
  }
  if (optimum_known_) return std::max(value, reference_) + sum;
  return sum == 0.0 ? value : kInfeasible + sum;
}

void CocoRecorder::examine(const Evaluation& evaluation) {
  const Point point{evaluation.x, sanitized(*evaluation.noise_free)};
  const double value = merit(point.value, evaluation);
  const std::uint64_t number = evaluation.evaluations;
  if (first_ || value < best_) {
    best_ = value;
    std::copy_n(evaluation.x, best_x_.size(), best_x_.begin());
    // The first evaluation does not pass through the trigger, so the next improvement always fires.
    // Without a known optimum there are no targets that could tell which improvements matter.
    if (first_ || !optimum_known_ || targets_.fires(best_ - reference_)) {
      append_line(text(kDat), point, best_);
      dat_line_ = number;
    }
    first_ = false;
  }
  if (evaluation_trigger_.fires(number + evaluation.evaluations_constraints)) {
    append_line(text(kTdat), point, best_);
    tdat_line_ = number;
  }
  if (take_restart()) append_line(text(kRdat), point, best_);
  // With constraints the merit is at least max(value, reference), or kInfeasible if it is not
  // known.
  const bool any_may_improve = !violations_.empty() && !optimum_known_ && best_ > kInfeasible;
  interest(any_may_improve ? std::numeric_limits<double>::infinity() : best_,
           evaluation_trigger_.next());
}

void CocoRecorder::recommend(const Evaluation& evaluation) {
  const double* const x = evaluation.x;
  if (!is_finite(x, info().dimension)) return;
  begin_lines();
  const Point point{x, sanitized(*evaluation.noise_free)};
  const double value = merit(point.value, evaluation);
  if (!(value < best_recommendation_)) return;
  best_recommendation_ = value;
  std::copy_n(x, best_recommendation_x_.size(), best_recommendation_x_.begin());
  if (optimum_known_ && !recommendation_targets_.fires(value - reference_)) return;
  append_line(text(kMdat), point, value);
  mdat_line_ = evaluations();
}

void CocoRecorder::append_x(std::string& text, const double* x) const {
  const std::size_t d = info().dimension;
  if (d < kFirstDimensionWithoutX) {
    for (std::size_t i = 0; i < d; ++i) {
      text.push_back(' ');
      if (options_.log_discrete_as_int && i < info().integer_variables) {
        append_integer(text, written_integer(x[i]));
      } else {
        append_signed_scientific(text, x[i], 4);
      }
    }
  }
  text.push_back('\n');
}

void CocoRecorder::append_line(std::string& text, const Point& point, double best,
                               bool last) const {
  append_count(text, evaluations());
  text.push_back(' ');
  append_count(text, evaluations_constraints());
  text.push_back(' ');
  // A distance to the optimum keeps its digits; a value must not lose those that tell it from
  // others nearby.
  append_signed_scientific(text, best - reference_, optimum_known_ ? 9 : kAllDigits);
  text.push_back(' ');
  append_signed_scientific(text, point.value, 9);
  text.push_back(' ');
  if (violations_.empty() || last) {
    append_signed_scientific(text, best, 9);
  } else {
    for (const double violation : violations_) {
      const double* const digit =
          std::lower_bound(std::begin(kDigitLimits), std::end(kDigitLimits), violation);
      text.push_back(static_cast<char>('0' + (digit - std::begin(kDigitLimits))));
    }
  }
  append_x(text, point.x);
}

void CocoRecorder::describe(Unit& facts) const {
  facts.best = best_ - reference_;
  facts.index.result = index_result(evaluations(), facts.best);
}

void CocoRecorder::carry_own(Snapshot& state) {
  state(best_, best_x_, targets_, evaluation_trigger_, first_, dat_line_, tdat_line_,
        recommendation_targets_, best_recommendation_, best_recommendation_x_, mdat_line_);
}

void CocoRecorder::close(std::vector<std::string>& lines) const {
  const Point best{best_x_.data(), best_};
  if (dat_line_ != evaluations()) append_line(lines[kDat], best, best_, true);
  if (tdat_line_ != evaluations()) append_line(lines[kTdat], best, best_, true);
  if (mdat_line_ && *mdat_line_ != evaluations()) {
    append_line(lines[kMdat], {best_recommendation_x_.data(), best_recommendation_},
                best_recommendation_, true);
  }
}

}  // namespace

std::shared_ptr<Recorder> coco_recorder(const Problem& problem, const ProblemInfo& info,
                                        const CocoOptions& options, std::shared_ptr<RunSink> sink) {
  options.check();
  if (info.objectives > 1) return biobj_recorder(problem, info, options, std::move(sink));
  return std::make_shared<CocoRecorder>(problem, info, options, std::move(sink));
}

}  // namespace optimeter
