// The account of a run: what the process of the run does for those that evaluate elsewhere.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "account/messages.hpp"
#include "optimeter/account.hpp"
#include "optimeter/problem.hpp"

namespace optimeter {

/// Evaluations are granted before they are made, which takes their place in the budget; what was
/// granted and never reported has failed. The points are known from the beginning: those of failed
/// evaluations are recorded like others, without a value.
class Problem::Account {
 public:
  struct Grant {
    std::uint64_t token = 0;
    std::uint64_t rows = 0;
  };
  struct Settled {
    std::uint64_t rows = 0;  ///< that count
    bool disturbed = false;  ///< whether noise was added to the values
    std::string stop;        ///< why the others do not
  };

  // All of these take the problem's lock.

  /// Opens the account unless it is open.
  static RunAddress open(Problem& problem);
  /// Throws Stop if nothing is left.
  static Grant grant(Problem& problem, account::What what, std::vector<double> x);
  static Settled settle(Problem& problem, std::uint64_t token, double* y, std::size_t values,
                        const double* g, std::size_t constraints,
                        const std::vector<std::string>& failures);
  static void give_back(Problem& problem, std::uint64_t token);
  /// Whoever got the grant is gone.
  static void fail(Problem& problem, std::uint64_t token);
  /// Recommendations, and what else a recorder is told.
  static void recommend(Problem& problem, const double* x, double* y, const double* g);

  // Expect the lock to be held.
  /// What is granted has failed; from now on the run is over for other processes.
  static void close(Problem& problem);

  /// Before a fork: has the account opened, and everything ready for `go_away`.
  static void prepare_fork(Problem& problem) noexcept;
  /// In the child: the problem accounts to the process of the run.
  static void go_away(Problem& problem) noexcept;

  explicit Account(std::string key) : key_(std::move(key)) {}

 private:
  struct Pending {
    account::What what;
    std::uint64_t rows;
    std::uint64_t cost;  // of a row
    std::vector<double> x;
  };

  static std::uint64_t cost_of(const Problem& problem, account::What what);
  static Pending take(Problem& problem, std::uint64_t token);
  static void count_lost(Problem& problem, const Pending& pending);
  static void note_values(Problem& problem, const double* x, const double* y, std::size_t n,
                          const std::vector<std::string>& failures);

  std::string key_;
  std::map<std::uint64_t, Pending> pending_;
  std::shared_ptr<Away> ready_;  // for the next fork
};

class Channel;

/// Where a problem accounts for its evaluations if that is not in this process.
class Problem::Away {
 public:
  Away(RunAddress where, std::string id);

  const RunAddress& where() const { return where_; }

  /// Asks for as many of the rows as possible.
  Account::Grant ask(account::What what, const double* x, std::size_t rows, std::size_t dimension);
  /// Hands over values, into which noise may come. Throws StopElsewhere if some do not count.
  /// `failures` are the messages of rows without a value, as far as they are known.
  void report(const Account::Grant& grant, double* y, std::size_t values, const double* g,
              std::size_t constraints, const std::vector<std::string>& failures = {});
  void give_back(const Account::Grant& grant) noexcept;
  Progress progress();
  void recommend(const double* x, std::size_t d, const double* y, std::size_t m, const double* g,
                 std::size_t l);
  void tell(account::Kind kind);
  void set_attribute(std::string_view name, double value);

  [[noreturn]] void refuse(const std::string& what) const;

 private:
  friend class Account;

  account::Writer begin(account::Kind kind) const;
  std::vector<char> answer_to(account::Writer& message, account::Kind wanted);

  RunAddress where_;
  std::string id_;
  std::shared_ptr<Channel> channel_;
  // Of a forked process: what only the process of the run may use.
  std::shared_ptr<Recorder> recorder_;
  std::shared_ptr<void> companion_;
};

}  // namespace optimeter
