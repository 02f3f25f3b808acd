#include "optimeter/memory_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "optimeter/errors.hpp"
#include "recorders/trigger_list.hpp"

namespace optimeter {
namespace {

class Recording final : public MemoryRecorder {
 public:
  Recording(const Problem& problem, const ProblemInfo& info, const MemoryOptions& options)
      : landscape_(problem.shared_landscape()),
        options_(options),
        triggers_(options_.triggers),
        attributes_(options_.attributes.size(), std::numeric_limits<double>::quiet_NaN()) {
    run_.suite = info.suite;
    run_.problem = info.id;
    run_.function = info.function;
    run_.dimension = info.dimension;
    run_.instance = info.instance;
    run_.objectives = info.objectives;
    run_.maximize = info.maximize;
    run_.attributes.resize(options_.attributes.size());
  }

  MemoryRun run() const override {
    const std::lock_guard lock(mutex_);
    return run_;
  }
  std::uint64_t made() const override {
    const std::lock_guard lock(mutex_);
    return run_.evaluations;
  }

  void record(const Evaluation& evaluation) override {
    const std::lock_guard lock(mutex_);
    note(evaluation);
  }

  void record_batch(const EvaluationBatch& batch) override {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < batch.size; ++i) {
      note({batch.first_evaluation + i, batch.evaluations_constraints,
            batch.x + i * batch.dimension, batch.y + i * batch.objectives,
            batch.noise_free + i * batch.objectives});
    }
  }

  void set_attribute(std::string_view name, double value) override {
    const auto found = std::find(options_.attributes.begin(), options_.attributes.end(), name);
    if (found == options_.attributes.end()) {
      throw InvalidArgument("the attribute " + std::string(name) + " was not announced");
    }
    attributes_[static_cast<std::size_t>(found - options_.attributes.begin())] = value;
  }

  void restart() override {
    const std::lock_guard lock(mutex_);
    if (run_.evaluations > 0) run_.restarts.push_back(run_.evaluations);
  }

  void finish() override {
    const std::lock_guard lock(mutex_);
    run_.finished = true;
  }

 private:
  void note(const Evaluation& evaluation) {
    if (run_.evaluations == 0) {
      run_.optimal_value = landscape_->get().optimal_value;
      if (run_.maximize) show(run_.optimal_value.data(), run_.optimal_value.size());
    }
    run_.evaluations = evaluation.evaluations;
    run_.evaluations_constraints = evaluation.evaluations_constraints;
    const double value = evaluation.noise_free[0];
    const bool fires = triggers_.fires(evaluation.evaluations, value, best_);
    best_ = std::fmin(best_, value);
    if (fires) keep(evaluation);
  }

  void keep(const Evaluation& evaluation) {
    run_.counts.push_back(evaluation.evaluations);
    run_.constraints_counts.push_back(evaluation.evaluations_constraints);
    run_.values.insert(run_.values.end(), evaluation.noise_free,
                       evaluation.noise_free + run_.objectives);
    if (run_.maximize) show(&run_.values.back(), 1);
    if (options_.positions) {
      run_.points.insert(run_.points.end(), evaluation.x, evaluation.x + run_.dimension);
    }
    for (std::size_t i = 0; i < attributes_.size(); ++i) {
      run_.attributes[i].push_back(attributes_[i]);
    }
  }

  void show(double* values, std::size_t n) const {
    const Shown& shown = landscape_->get().shown;
    std::transform(values, values + n, values, [&](double value) { return shown.seen(value); });
  }

  std::shared_ptr<const LazyLandscape> landscape_;
  MemoryOptions options_;
  TriggerList triggers_;
  std::vector<double> attributes_;
  double best_ = std::numeric_limits<double>::infinity();

  mutable ForkMutex mutex_;  // guards the run, which others ask for
  MemoryRun run_;
};

}  // namespace

std::shared_ptr<MemoryRecorder> memory_recorder(const Problem& problem, const ProblemInfo& info,
                                                const MemoryOptions& options) {
  options.check();
  return std::make_shared<Recording>(problem, info, options);
}

}  // namespace optimeter
