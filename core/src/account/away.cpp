// What a process does that evaluates for the run of another one.
#include <algorithm>
#include <utility>

#include "account/account.hpp"
#include "account/channel.hpp"
#include "optimeter/errors.hpp"
#include "platform/sockets.hpp"

namespace optimeter {

using account::Kind;
using account::Reader;
using account::What;
using account::Writer;

namespace {

constexpr std::size_t kNumbersAtOnce = std::size_t{1} << 16;

// Stretches of rows that are granted together.
template <typename Use>
void in_stretches(Problem::Away& away, What what, const double* x, std::size_t n, std::size_t d,
                  const Use& use) {
  std::size_t begin = 0;
  while (begin < n) {
    const std::size_t most = std::max<std::size_t>(1, kNumbersAtOnce / d);
    const Problem::Account::Grant grant =
        away.ask(what, x + begin * d, std::min(most, n - begin), d);
    const auto rows = static_cast<std::size_t>(grant.rows);
    try {
      use(begin, rows, grant);
    } catch (const AccountError&) {
      throw;
    } catch (const Stop&) {
      throw;
    } catch (...) {  // of the function itself: such evaluations do not count
      away.give_back(grant);
      throw;
    }
    begin += rows;
  }
}

}  // namespace

Problem::Away::Away(RunAddress where, std::string id)
    : where_(std::move(where)), id_(std::move(id)), channel_(Channel::to(where_.place)) {}

Writer Problem::Away::begin(Kind kind) const {
  Writer message(kind);
  message.put_text(where_.key);
  return message;
}

void Problem::Away::refuse(const std::string& what) const {
  std::string process = "process " + std::to_string(where_.process);
  if (!where_.host.empty()) process += " on " + where_.host;
  throw AccountError(id_ + " belongs to a run of " + process + ": " + what);
}

std::vector<char> Problem::Away::answer_to(Writer& message, Kind wanted) {
  std::vector<char> body;
  Kind kind{};
  if (!channel_->exchange(message.bytes(), kind, body)) {
    refuse(
        "it cannot be reached from here to count the evaluation. The process is over, or it is "
        "another machine; evaluate in processes of that machine while the run goes on, or make a "
        "problem of your own: om.problem gives one");
  }
  if (kind == wanted) return body;
  const std::string reason = Reader(body.data(), body.size()).get_text();
  if (kind == Kind::kStop) throw StopElsewhere(reason);
  if (kind == Kind::kFileFailed) throw FileError(reason);
  if (kind == Kind::kInvalid) throw InvalidArgument(reason);
  refuse(
      "it is over, so that nothing counts the evaluation; evaluate within the run, and let it wait "
      "for all processes, or make a problem of your own: om.problem gives one");
}

Problem::Account::Grant Problem::Away::ask(What what, const double* x, std::size_t rows,
                                           std::size_t dimension) {
  Writer message = begin(Kind::kAsk);
  message.put(what).put(std::uint64_t{rows}).put(x, rows * dimension);
  const std::vector<char> body = answer_to(message, Kind::kGranted);
  Reader reader(body.data(), body.size());
  Account::Grant grant;
  grant.token = reader.get<std::uint64_t>();
  grant.rows = reader.get<std::uint64_t>();
  if (!reader.good() || grant.rows == 0 || grant.rows > rows) refuse("its answer makes no sense");
  return grant;
}

void Problem::Away::report(const Account::Grant& grant, double* y, std::size_t values,
                           const double* g, std::size_t constraints,
                           const std::vector<std::string>& failures) {
  Writer message = begin(Kind::kReport);
  message.put(grant.token).put(std::uint64_t{values}).put(std::uint64_t{constraints});
  message.put(y, values).put(g, constraints).put(std::uint64_t{failures.size()});
  for (const std::string& one : failures) message.put_text(one);
  const std::vector<char> body = answer_to(message, Kind::kSettled);
  Reader reader(body.data(), body.size());
  const auto rows = reader.get<std::uint64_t>();
  const auto disturbed = reader.get<std::uint64_t>();
  if (disturbed == values) reader.get(y, values);
  const std::string stop = reader.get_text();
  if (!reader.good()) refuse("its answer makes no sense");
  if (rows < grant.rows && !stop.empty()) throw StopElsewhere(stop);
}

void Problem::Away::give_back(const Account::Grant& grant) noexcept {
  try {
    Writer message = begin(Kind::kGiveBack);
    message.put(grant.token);
    answer_to(message, Kind::kDone);
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the run is over, then
  }
}

Progress Problem::Away::progress() {
  Writer message = begin(Kind::kProgress);
  const std::vector<char> body = answer_to(message, Kind::kCounters);
  Reader reader(body.data(), body.size());
  Progress now;
  now.evaluations = reader.get<std::uint64_t>();
  now.evaluations_constraints = reader.get<std::uint64_t>();
  now.best_value = reader.get<double>();
  now.final_target_hit = reader.get<std::uint64_t>() != 0;
  return now;
}

void Problem::Away::recommend(const double* x, std::size_t d, const double* y, std::size_t m,
                              const double* g, std::size_t l) {
  Writer message = begin(Kind::kRecommend);
  message.put(x, d).put(y, m).put(g, l);
  answer_to(message, Kind::kDone);
}

void Problem::Away::tell(Kind kind) {
  Writer message = begin(kind);
  answer_to(message, Kind::kDone);
}

void Problem::Away::set_attribute(std::string_view name, double value) {
  Writer message = begin(Kind::kAttribute);
  message.put(value).put_text(name);
  answer_to(message, Kind::kDone);
}

void Problem::require_here(const char* what) const {
  if (away_) away_->refuse(std::string("only that process can ") + what);
}

void Problem::evaluate_away(std::unique_lock<ForkMutex>& lock, const double* x, std::size_t n,
                            double* y) {
  const std::shared_ptr<Away> away = away_;
  lock.unlock();
  const Landscape& here = landscape();
  const std::size_t d = info_.dimension;
  const std::size_t m = info_.objectives;
  const std::size_t l = info_.constraints;
  // Foreign code is for this process, not for that of the run.
  const bool with_constraints = l > 0 && !here.constraints->parallel();
  in_stretches(*away, What::kObjectives, x, n, d,
               [&](std::size_t begin, std::size_t rows, const Account::Grant& grant) {
                 double* const values = y + begin * m;
                 compute(*here.objectives, x + begin * d, rows, values);
                 const std::vector<std::string> failures = here.objectives->failures();
                 std::vector<double> g(with_constraints ? rows * l : 0);
                 if (with_constraints) compute(*here.constraints, x + begin * d, rows, g.data());
                 away->report(grant, values, rows * m, g.data(), g.size(), failures);
               });
  if (info_.maximize) show(y, n);
}

void Problem::evaluate_constraints_away(std::unique_lock<ForkMutex>& lock, const double* x,
                                        std::size_t n, double* g) {
  const std::shared_ptr<Away> away = away_;
  lock.unlock();
  const std::size_t d = info_.dimension;
  in_stretches(*away, What::kConstraints, x, n, d,
               [&](std::size_t begin, std::size_t rows, const Account::Grant& grant) {
                 compute(*landscape().constraints, x + begin * d, rows,
                         g + begin * info_.constraints);
                 away->report(grant, nullptr, 0, nullptr, 0);
               });
}

void Problem::evaluate_all_away(std::unique_lock<ForkMutex>& lock, const double* x, std::size_t n,
                                double* y, double* g) {
  const std::shared_ptr<Away> away = away_;
  lock.unlock();
  const Landscape& here = landscape();
  const std::size_t d = info_.dimension;
  const std::size_t m = info_.objectives;
  const std::size_t l = here.constraints ? info_.constraints : 0;
  in_stretches(*away, What::kAll, x, n, d,
               [&](std::size_t begin, std::size_t rows, const Account::Grant& grant) {
                 if (l > 0) compute(*here.constraints, x + begin * d, rows, g + begin * l);
                 compute(*here.objectives, x + begin * d, rows, y + begin * m);
                 away->report(grant, y + begin * m, rows * m, g + begin * l, rows * l,
                              here.objectives->failures());
               });
  if (info_.maximize) show(y, n);
}

}  // namespace optimeter
