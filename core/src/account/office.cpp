#include "account/office.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "account/account.hpp"
#include "account/messages.hpp"
#include "optimeter/errors.hpp"
#include "platform/sockets.hpp"

namespace optimeter {

using account::Head;
using account::Kind;
using account::Reader;
using account::What;
using account::Writer;

// What came of another process and is not answered, and what it was granted.
struct Office::Connection {
  platform::Descriptor socket = platform::kNone;
  std::vector<char> in;
  std::size_t filled = 0;  // of `in`, which grows as it must
  std::vector<char> out;
  std::size_t sent = 0;  // of `out`
  std::set<std::pair<std::string, std::uint64_t>> grants;
};

Office& Office::get() {
  // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): problems may live as long as the process
  static auto* const office = new Office;
  return *office;
}

// The mutexes are made first: in a forked process they are in order before anything of this is.
Office::Office() {
  platform::around_fork([] { get().before_fork(); }, [] {}, [] { get().in_child(); });
}

void Office::follow(Problem& problem) {
  const std::lock_guard lock(runs_mutex_);
  if (problem.accounted()) {
    runs_.insert(&problem);
  } else {
    runs_.erase(&problem);
  }
}

void Office::forget(Problem& problem) {
  const std::lock_guard lock(runs_mutex_);
  runs_.erase(&problem);
}

void Office::before_fork() {
  const std::lock_guard lock(runs_mutex_);
  for (Problem* const problem : runs_) Problem::Account::prepare_fork(*problem);
}

// The child has none of the threads. What it has of the sockets is closed, or nobody would notice
// that the process of the run is gone.
void Office::in_child() {
  for (Problem* const problem : runs_) Problem::Account::go_away(*problem);
  runs_.clear();
  for (const auto& [socket, connection] : connections_) platform::close_file(socket);
  connections_.clear();
  if (listening_ != platform::kNone) platform::close_file(listening_);
  listening_ = platform::kNone;
  place_.clear();
}

std::string Office::place() {
  const std::lock_guard lock(place_mutex_);
  if (listening_ != platform::kNone) return place_;
  std::string name;
  platform::Descriptor made = platform::kNone;
  if (platform::listen_somewhere(name, made) != 0) return {};
  listening_ = made;
  try {
    std::thread([this] { serve(); }).detach();
  } catch (const std::system_error&) {
    platform::close_file(std::exchange(listening_, platform::kNone));
    return {};
  }
  place_ = std::move(name);
  return place_;
}

void Office::add(const std::string& key, const ProblemReference& problem) {
  const std::lock_guard lock(keys_mutex_);
  keys_[key] = problem;
}

void Office::remove(const std::string& key) {
  const std::lock_guard lock(keys_mutex_);
  keys_.erase(key);
}

bool Office::with(const std::string& key, const std::function<void(Problem&)>& use) {
  ProblemReference problem;
  {
    const std::lock_guard lock(keys_mutex_);
    const auto found = keys_.find(key);
    if (found == keys_.end()) return false;
    problem = found->second;
  }
  return problem.with(use);
}

void Office::serve() {
  platform::block_signals();
  std::vector<platform::Watched> all;
  while (true) {
    {
      const std::lock_guard lock(busy_);
      all.assign(1, {listening_, false});
      for (const auto& [socket, connection] : connections_) {
        all.push_back({socket, connection.sent < connection.out.size()});
      }
    }
    const int error = platform::wait_for_any(all);
    const std::lock_guard lock(busy_);
    if (error != 0 && error != EAGAIN) {  // the sockets were closed behind our back
      std::this_thread::sleep_for(std::chrono::seconds(1));
      continue;
    }
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (!all[i].ready && !all[i].room) continue;
      const auto found = connections_.find(all[i].socket);
      bool goes_on = false;
      try {
        goes_on = serve_one(found->second);
      } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): no memory; let it go
      }
      if (goes_on) continue;
      for (const auto& [key, token] : found->second.grants) {
        with(key, [token = token](Problem& problem) { Problem::Account::fail(problem, token); });
      }
      platform::close_file(found->first);
      connections_.erase(found);
    }
    if (all[0].ready) take_next();
  }
}

void Office::take_next() {
  platform::Descriptor socket = platform::kNone;
  if (platform::accept_next(listening_, socket) == 0) connections_[socket].socket = socket;
}

// Takes what has come and answers all of it that is complete. False if the other side is gone.
bool Office::serve_one(Connection& connection) {
  constexpr std::size_t kPiece = std::size_t{1} << 18;
  std::vector<char>& in = connection.in;
  bool gone = false;
  std::size_t& filled = connection.filled;
  if (in.size() < filled + kPiece) in.resize(filled + kPiece + filled);
  std::size_t received = 0;
  const int error =
      platform::receive_some(connection.socket, in.data() + filled, in.size() - filled, received);
  if (error == 0) {
    filled += received;
    gone = received == 0;
  } else {
    gone = error != EAGAIN;
  }
  std::size_t done = 0;
  while (filled - done >= sizeof(Head)) {
    Head head;
    std::memcpy(&head, in.data() + done, sizeof head);
    if (head.magic != Head::kMagic || head.size > Head::kLargest) return false;
    if (filled - done - sizeof head < head.size) break;
    answer(connection, in.data() + done + sizeof head, static_cast<std::size_t>(head.size),
           static_cast<std::uint32_t>(head.kind));
    done += sizeof head + static_cast<std::size_t>(head.size);
  }
  if (done > 0) std::memmove(in.data(), in.data() + done, filled - done);
  filled -= done;
  while (!gone && connection.sent < connection.out.size()) {
    std::size_t sent = 0;
    const int failed =
        platform::send_some(connection.socket, connection.out.data() + connection.sent,
                            connection.out.size() - connection.sent, sent);
    if (failed == EAGAIN) break;
    if (failed != 0) gone = true;
    connection.sent += sent;
  }
  if (connection.sent == connection.out.size()) {
    connection.out.clear();
    connection.sent = 0;
  }
  return !gone;
}

namespace {

Writer refusal(Kind kind, const char* reason) {
  Writer message(kind);
  message.put_text(reason);
  return message;
}

}  // namespace

void Office::answer(Connection& connection, const char* body, std::size_t size,
                    std::uint32_t number) {
  Reader reader(body, size);
  const auto kind = static_cast<Kind>(number);
  const std::string key = reader.get_text();
  Writer reply(Kind::kDone);
  const auto serve_problem = [&](Problem& problem) {
    const std::size_t d = problem.info().dimension;
    const std::size_t m = problem.info().objectives;
    const std::size_t l = problem.info().constraints;
    if (kind == Kind::kAsk) {
      const auto what = reader.get<What>();
      const auto rows = reader.get<std::uint64_t>();
      std::vector<double> x = reader.get_all<double>(rows * d);
      if (!reader.good() || rows == 0 || what > What::kAll) throw InvalidArgument("no points");
      const Problem::Account::Grant grant = Problem::Account::grant(problem, what, std::move(x));
      connection.grants.emplace(key, grant.token);
      reply = Writer(Kind::kGranted);
      reply.put(grant.token).put(grant.rows);
    } else if (kind == Kind::kReport) {
      const auto token = reader.get<std::uint64_t>();
      const auto values = reader.get<std::uint64_t>();
      const auto constraints = reader.get<std::uint64_t>();
      std::vector<double> y = reader.get_all<double>(values);
      const std::vector<double> g = reader.get_all<double>(constraints);
      const auto told = std::min<std::uint64_t>(reader.get<std::uint64_t>(), kMostFailures);
      std::vector<std::string> failures(static_cast<std::size_t>(told));
      for (std::string& one : failures) one = reader.get_text();
      if (!reader.good()) throw InvalidArgument("no values");
      connection.grants.erase({key, token});
      const Problem::Account::Settled settled = Problem::Account::settle(
          problem, token, y.data(), y.size(), g.data(), g.size(), failures);
      reply = Writer(Kind::kSettled);
      reply.put(settled.rows).put(std::uint64_t{settled.disturbed ? y.size() : 0});
      if (settled.disturbed) reply.put(y.data(), y.size());
      reply.put_text(settled.stop);
    } else if (kind == Kind::kGiveBack) {
      const auto token = reader.get<std::uint64_t>();
      connection.grants.erase({key, token});
      Problem::Account::give_back(problem, token);
    } else if (kind == Kind::kProgress) {
      const Progress now = problem.progress();
      reply = Writer(Kind::kCounters);
      reply.put(now.evaluations).put(now.evaluations_constraints).put(now.best_value);
      reply.put(std::uint64_t{now.final_target_hit});
    } else if (kind == Kind::kRecommend) {
      const std::vector<double> x = reader.get_all<double>(d);
      std::vector<double> y = reader.get_all<double>(m);
      const std::vector<double> g = reader.get_all<double>(l);
      if (!reader.good()) throw InvalidArgument("no point");
      Problem::Account::recommend(problem, x.data(), y.data(), g.data());
    } else if (kind == Kind::kRestart) {
      problem.signal_restart();
    } else if (kind == Kind::kReveal) {
      problem.note_reveal();
    } else if (kind == Kind::kAttribute) {
      const auto value = reader.get<double>();
      problem.set_attribute(reader.get_text(), value);
    } else {
      throw InvalidArgument("no such message");
    }
  };
  try {
    if (!with(key, serve_problem)) reply = refusal(Kind::kOver, "");
  } catch (const Stop& error) {
    reply = refusal(Kind::kStop, error.what());
  } catch (const AccountError& error) {
    reply = refusal(Kind::kOver, error.what());
  } catch (const FileError& error) {
    reply = refusal(Kind::kFileFailed, error.what());
  } catch (const std::exception& error) {
    reply = refusal(Kind::kInvalid, error.what());
  }
  const std::vector<char>& bytes = reply.bytes();
  connection.out.insert(connection.out.end(), bytes.begin(), bytes.end());
}

bool with_problem_of(const std::string& key, const std::function<void(Problem&)>& use) {
  return Office::get().with(key, use);
}

}  // namespace optimeter
