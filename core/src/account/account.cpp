// What the process of a run does for those that evaluate elsewhere.
#include "account/account.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "account/office.hpp"
#include "finite.hpp"
#include "optimeter/errors.hpp"
#include "platform/sockets.hpp"
#include "problem_call.hpp"

namespace optimeter {

using account::What;

namespace {

[[noreturn]] void throw_over(const std::string& id) {
  throw AccountError("the run on " + id + " is over");
}

}  // namespace

RunAddress Problem::Account::open(Problem& problem) {
  const std::lock_guard lock(problem.mutex_);
  if (problem.away_) return problem.away_->where();
  RunAddress where;
  where.process = platform::process_id();
  where.host = platform::host_name();
  where.observed = problem.recorder_ != nullptr;
  if (!problem.over_) where.place = Office::get().place();
  if (!problem.account_) {
    problem.account_ = std::make_unique<Account>(platform::secret());
    if (!problem.over_) Office::get().add(problem.account_->key_, problem.reference_);
  }
  where.key = problem.account_->key_;
  return where;
}

// Of a row.
std::uint64_t Problem::Account::cost_of(const Problem& problem, What what) {
  return what == What::kAll && problem.info_.constraints > 0 ? 2 : 1;
}

Problem::Account::Grant Problem::Account::grant(Problem& problem, What what,
                                                std::vector<double> x) {
  const std::lock_guard lock(problem.mutex_);
  if (!problem.account_ || problem.over_) throw_over(problem.info_.id);
  const std::uint64_t cost = cost_of(problem, what);
  const std::uint64_t refused = problem.refused_;
  try {
    problem.require_allowance(cost);
  } catch (const Stop&) {
    // That many processes hear of it does not mean that one of them goes on regardless.
    problem.refused_ = std::max<std::uint64_t>(refused, 1);
    throw;
  }
  const std::size_t d = problem.info_.dimension;
  const std::uint64_t rows = std::min<std::uint64_t>(x.size() / d, problem.allowance() / cost);
  x.resize(static_cast<std::size_t>(rows) * d);
  static std::uint64_t last = 0;  // only one thread grants
  const Grant made{++last, rows};
  problem.account_->pending_.emplace(made.token, Pending{what, rows, cost, std::move(x)});
  problem.under_way_ += rows * cost;
  return made;
}

Problem::Account::Pending Problem::Account::take(Problem& problem, std::uint64_t token) {
  if (!problem.account_) throw_over(problem.info_.id);
  auto& all = problem.account_->pending_;
  const auto found = all.find(token);
  if (found == all.end()) throw_over(problem.info_.id);
  Pending pending = std::move(found->second);
  all.erase(found);
  problem.under_way_ -= pending.rows * pending.cost;
  return pending;
}

Problem::Account::Settled Problem::Account::settle(Problem& problem, std::uint64_t token, double* y,
                                                   std::size_t values, const double* g,
                                                   std::size_t constraints,
                                                   const std::vector<std::string>& failures) {
  const std::lock_guard lock(problem.mutex_);
  const Pending pending = take(problem, token);
  const auto n = static_cast<std::size_t>(pending.rows);
  const std::size_t d = problem.info_.dimension;
  const std::size_t m = problem.info_.objectives;
  const std::size_t l = problem.info_.constraints;
  const bool has_values = pending.what != What::kConstraints;
  const bool needs_constraints = pending.what == What::kAll && l > 0;
  // Foreign constraints are for the process that evaluates: here nobody could call them.
  const bool foreign = has_values && l > 0 && !problem.landscape().constraints->parallel();
  if (values != (has_values ? n * m : 0) || (constraints != 0 && constraints != n * l) ||
      ((needs_constraints || foreign) && constraints == 0)) {
    count_lost(problem, pending);
    throw InvalidArgument("the values do not belong to what was granted");
  }
  const double* const known = constraints > 0 ? g : nullptr;
  const std::uint64_t before =
      problem.progress_.evaluations + problem.progress_.evaluations_constraints;
  Settled settled{n, problem.noise_ != nullptr && has_values, {}};
  const double* const x = pending.x.data();
  const bool foreign_values = has_values && problem.landscape().objectives->may_fail();
  const std::vector<double> told(y, foreign_values ? y + n * m : y);  // noise comes into them
  if (pending.what == What::kObjectives && n > 1) {
    const std::uint64_t refused = problem.refused_;
    try {
      problem.count_known_rows(x, n, y, known);
    } catch (const Stop& stop) {
      problem.refused_ = std::max<std::uint64_t>(refused, 1);
      settled.stop = stop.what();
      settled.rows = problem.progress_.evaluations - before;
    }
  } else {
    const Call call(problem);
    for (std::size_t i = 0; i < n; ++i) {
      if (!is_finite(x + i * d, d)) continue;
      if (pending.what == What::kConstraints || needs_constraints) {
        ++problem.progress_.evaluations_constraints;
        if (problem.recorder_ && !has_values) {
          problem.recorder_->note_constraints(problem.progress_.evaluations_constraints);
        }
      }
      if (!has_values) continue;
      if (problem.plain_) {
        problem.count(x + i * d, y + i * m);
      } else {
        problem.count_special(x + i * d, y + i * m, known == nullptr ? nullptr : known + i * l);
      }
    }
  }
  problem.elsewhere_.evaluations +=
      problem.progress_.evaluations + problem.progress_.evaluations_constraints - before;
  if (foreign_values) note_values(problem, x, told.data(), settled.rows, failures);
  if (problem.recorder_) problem.recorder_->note_other_process();
  return settled;
}

void Problem::Account::give_back(Problem& problem, std::uint64_t token) {
  const std::lock_guard lock(problem.mutex_);
  take(problem, token);
}

void Problem::Account::fail(Problem& problem, std::uint64_t token) {
  const std::lock_guard lock(problem.mutex_);
  if (!problem.account_ || !problem.account_->pending_.contains(token)) return;
  try {
    count_lost(problem, take(problem, token));
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): told when the run is finished
  }
}

// Of the values of an own function: those that are missing, and the best.
void Problem::Account::note_values(Problem& problem, const double* x, const double* y,
                                   std::size_t n, const std::vector<std::string>& failures) {
  const std::size_t d = problem.info_.dimension;
  const std::size_t m = problem.info_.objectives;
  const bool wanted = m == 1 && problem.landscape().optimal_value.empty();
  Elsewhere& all = problem.elsewhere_;
  std::size_t failed = 0;
  for (std::size_t i = 0; i < n; ++i, x += d, y += m) {
    if (std::isnan(*y)) {
      if (!is_finite(x, d)) continue;
      all.note_failed(x, d, failed < failures.size() ? failures[failed] : "");
      ++failed;
    } else if (wanted && !(*y >= all.best)) {
      all.best = *y;
      all.best_x.assign(x, x + d);
    }
  }
}

// They count and have no value.
void Problem::Account::count_lost(Problem& problem, const Pending& pending) {
  const std::size_t d = problem.info_.dimension;
  Progress& now = problem.progress_;
  if (problem.recorder_) problem.recorder_->note_other_process();
  for (std::size_t i = 0; i < pending.rows; ++i) {
    const double* const x = pending.x.data() + i * d;
    if (!is_finite(x, d)) continue;
    problem.elsewhere_.evaluations += pending.cost;
    problem.elsewhere_.lost += pending.cost;
    problem.elsewhere_.failed += pending.cost - 1;
    problem.elsewhere_.note_failed(x, d, "no process told a value");
    if (pending.what == What::kConstraints || pending.cost > 1) {
      ++now.evaluations_constraints;
      if (problem.recorder_) problem.recorder_->note_constraints(now.evaluations_constraints);
      if (pending.what == What::kConstraints) continue;
    }
    ++now.evaluations;
    if (problem.recorder_) {
      problem.recorder_->note_failed(now.evaluations, now.evaluations_constraints);
    }
  }
}

void Problem::Account::recommend(Problem& problem, const double* x, double* y, const double* g) {
  const std::lock_guard lock(problem.mutex_);
  if (problem.noise_ && problem.noise_->state().coco && is_finite(x, problem.info_.dimension)) {
    double unused = 0.0;
    problem.noise_->disturb(x, y, 1, &unused);
  }
  if (!problem.recorder_) return;
  problem.recorder_->recommend(
      {problem.progress_.evaluations, problem.progress_.evaluations_constraints, x, y, y,
       problem.info_.constraints > 0 ? g : nullptr, problem.archive_.get(), false});
}

void Problem::Account::close(Problem& problem) {
  if (!problem.account_ || problem.away_) return;
  Office::get().remove(problem.account_->key_);
  while (!problem.account_->pending_.empty()) {
    const Pending pending = take(problem, problem.account_->pending_.begin()->first);
    try {
      count_lost(problem, pending);
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): told when it is finished
    }
  }
  problem.account_.reset();
}

void Problem::Account::prepare_fork(Problem& problem) noexcept {
  try {
    const RunAddress where = open(problem);
    const std::lock_guard lock(problem.mutex_);
    if (problem.account_ && !problem.away_) {
      problem.account_->ready_ = std::make_shared<Away>(where, problem.info_.id);
    }
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): see go_away
  }
}

void Problem::Account::go_away(Problem& problem) noexcept {
  if (problem.away_) return;
  try {
    if (!problem.account_ || !problem.account_->ready_) {
      problem.away_ = std::make_shared<Away>(RunAddress{}, problem.info_.id);
    } else {
      problem.away_ = problem.account_->ready_;
    }
  } catch (const std::exception&) {  // no memory in a new process: nothing would go on here
    problem.limit_ = 0;
    problem.over_ = true;
    return;
  }
  problem.away_->recorder_.swap(problem.recorder_);
  problem.away_->companion_.swap(problem.companion_);
}

RunAddress Problem::address() { return Account::open(*this); }

void Problem::account_to(const RunAddress& run) {
  auto away = std::make_shared<Away>(run, info_.id);
  const std::lock_guard lock(mutex_);
  away_ = std::move(away);
}

bool Problem::elsewhere() const {
  const std::lock_guard lock(mutex_);
  return away_ != nullptr;
}

Elsewhere Problem::done_elsewhere() const {
  const std::lock_guard lock(mutex_);
  return elsewhere_;
}

void Elsewhere::note_failed(const double* x, std::size_t d, const std::string& message) {
  ++failed;
  if (first.size() < kMostFailures) first.push_back({{x, x + d}, message});
}

}  // namespace optimeter
