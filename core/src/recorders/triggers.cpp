#include "recorders/triggers.hpp"

#include <cmath>
#include <utility>

#include "mathematics/mathematics.hpp"

namespace optimeter {
namespace {

constexpr double kLogTriggersPerDecade = 20.0;
constexpr double kLinearTolerance = 1e-12;
// Numbers of evaluations beyond this are never reached; it keeps products from wrapping around.
constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kNever / b ? kNever : a * b;
}

}  // namespace

bool TargetTrigger::fires(double precision) {
  const bool log = per_decade_ > 0 && fires_log(precision);
  const bool linear = fires_linear(precision);
  return log || linear;
}

// The exponent of the hardest logarithmic target that a precision hits, scaled by the targets per
// decade. Below zero the targets are mirrored, and numbered on below all that lie above zero.
double TargetTrigger::log_exponent(double precision) const {
  const double n = per_decade_;
  if (precision < 0.0) {
    const double mirrored =
        std::floor(mathematics::log10(std::fmax(log_precision_, -precision)) * n);
    return 2.0 * std::ceil(mathematics::log10(log_precision_ / 10.0) * n) - mirrored - 1.0;
  }
  double value = std::fmax(precision, log_precision_);
  if (precision == 0.0) value = log_precision_ / 10.0;
  return std::ceil(mathematics::log10(value) * n);
}

bool TargetTrigger::fires_log(double precision) {
  const double exponent = log_exponent(precision);
  if (!(exponent < log_exponent_)) return false;
  log_exponent_ = exponent;
  log_best_ = precision;
  return true;
}

double TargetTrigger::target_hit() const {
  const double n = per_decade_;
  double log_hit = std::numeric_limits<double>::infinity();
  if (log_best_ < 0.0) {
    const double mirrored =
        std::floor(mathematics::log10(std::fmax(log_precision_, -log_best_)) * n);
    log_hit = -mathematics::pow(10.0, mirrored / n);
  } else if (std::isfinite(log_best_)) {
    log_hit = log_best_ == 0.0 ? 0.0 : mathematics::pow(10.0, log_exponent_ / n);
  }
  return std::fmin(log_hit, linear_hit_);
}

bool TargetTrigger::fires_linear(double precision) {
  const double up = std::ceil(precision / linear_) * linear_;
  const double nearest = std::floor(precision / linear_ + 0.5) * linear_;
  double target = up;
  if (!(std::fabs(nearest - up) < linear_) && std::fabs(precision - nearest) < kLinearTolerance) {
    target = nearest;
  }
  if (!(target < linear_hit_)) return false;
  linear_hit_ = target;
  return true;
}

EvaluationTrigger::EvaluationTrigger(std::size_t dimension, std::vector<std::uint64_t> base)
    : base_(std::move(base)), factor_(dimension), next_base_(kNever) {
  if (!base_.empty()) next_base_ = product(factor_, base_[0]);
}

bool EvaluationTrigger::fires(std::uint64_t evaluations) {
  bool fired = false;
  if (evaluations >= next_log_) {
    advance_log();
    fired = true;
  }
  if (evaluations >= next_base_) {
    advance_base();
    fired = true;
  }
  return fired;
}

void EvaluationTrigger::advance_log() {
  const std::uint64_t before = next_log_;
  while (next_log_ <= before) {
    const double value = std::floor(mathematics::pow(10.0, ++log_index_ / kLogTriggersPerDecade));
    next_log_ = value < 1e19 ? static_cast<std::uint64_t>(value) : kNever;
    if (next_log_ == kNever) return;
  }
}

void EvaluationTrigger::advance_base() {
  if (++base_index_ == base_.size()) {
    base_index_ = 0;
    factor_ = product(factor_, 10);
  }
  next_base_ = product(factor_, base_[base_index_]);
}

}  // namespace optimeter
