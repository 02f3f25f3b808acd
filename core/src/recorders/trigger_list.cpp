#include "recorders/trigger_list.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace optimeter {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

// The first number above `evaluations` at which a trigger fires because of the number.
std::uint64_t next_number(const Always&, std::uint64_t evaluations) { return evaluations + 1; }
std::uint64_t next_number(const OnImprovement&, std::uint64_t) { return kNever; }
std::uint64_t next_number(const OnDeltaImprovement&, std::uint64_t) { return kNever; }

// The difference to the start is taken in 64 bits without a sign, as ioh does: before the start the
// multiples are shifted.
std::uint64_t next_number(const Each& each, std::uint64_t evaluations) {
  const std::uint64_t next = evaluations + 1;
  const std::uint64_t since = (next - each.start) % each.interval;
  const std::uint64_t candidate = since == 0 ? next : next + (each.interval - since);
  return next < each.start ? std::min(candidate, each.start) : candidate;
}

std::uint64_t next_number(const At& at, std::uint64_t evaluations) {
  const auto next = std::upper_bound(at.evaluations.begin(), at.evaluations.end(), evaluations);
  return next == at.evaluations.end() ? kNever : *next;
}

std::uint64_t next_number(const During& during, std::uint64_t evaluations) {
  std::uint64_t next = kNever;
  for (const auto& [first, last] : during.intervals) {
    if (evaluations < last) next = std::min(next, std::max(first, evaluations + 1));
  }
  return next;
}

std::uint64_t next_number(const Trigger& trigger, std::uint64_t evaluations) {
  return std::visit([&](const auto& one) { return next_number(one, evaluations); }, trigger);
}

}  // namespace

void check_triggers(const std::vector<Trigger>& triggers) {
  if (triggers.empty()) {
    throw InvalidArgument("triggers must hold at least one trigger; got none");
  }
  for (const Trigger& trigger : triggers) {
    std::visit([](const auto& one) { check_options(one); }, trigger);
  }
}

TriggerList::TriggerList(std::vector<Trigger> triggers)
    : triggers_(std::move(triggers)),
      fired_(triggers_.size(), std::numeric_limits<double>::quiet_NaN()) {
  for (Trigger& trigger : triggers_) {
    if (At* const at = std::get_if<At>(&trigger)) {
      std::sort(at->evaluations.begin(), at->evaluations.end());
    }
  }
}

bool TriggerList::fires(std::uint64_t evaluations, double value, double best) {
  for (std::size_t i = 0; i < triggers_.size(); ++i) {
    if (const auto* delta = std::get_if<OnDeltaImprovement>(&triggers_[i])) {
      double& last = fired_[i];
      if (std::isnan(last) || (value < last && std::fabs(value - last) > delta->delta)) {
        last = value;
        return true;
      }
    } else if (std::holds_alternative<OnImprovement>(triggers_[i])) {
      if (value < best) return true;
    } else if (next_number(triggers_[i], evaluations - 1) == evaluations) {
      return true;
    }
  }
  return false;
}

double TriggerList::value_limit(double best) const {
  double limit = best;
  for (std::size_t i = 0; i < triggers_.size(); ++i) {
    if (!std::holds_alternative<OnDeltaImprovement>(triggers_[i])) continue;
    limit = std::isnan(fired_[i]) ? kInfinity : std::max(limit, fired_[i]);
  }
  return limit;
}

std::uint64_t TriggerList::number_limit(std::uint64_t evaluations) const {
  std::uint64_t next = kNever;
  for (std::size_t i = 0; i < triggers_.size(); ++i) {
    const bool undecided =
        std::holds_alternative<OnDeltaImprovement>(triggers_[i]) && std::isnan(fired_[i]);
    next = std::min(next, undecided ? evaluations + 1 : next_number(triggers_[i], evaluations));
  }
  return next;
}

}  // namespace optimeter
