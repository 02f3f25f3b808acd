// Several recorders in place of one.
#pragma once

#include <algorithm>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "optimeter/recorder.hpp"

namespace optimeter {

/// Hands everything on to its members, each of which skips what it has no use for.
class SeveralRecorders final : public Recorder {
 public:
  using Member = std::shared_ptr<Recorder>;

  explicit SeveralRecorders(std::vector<Member> members) : members_(std::move(members)) {}

  void add(Member member) { members_.push_back(std::move(member)); }

  /// Takes a member out; false if it is none.
  bool remove(const Recorder& recorder) {
    const auto found = std::find_if(members_.begin(), members_.end(),
                                    [&](const Member& one) { return one.get() == &recorder; });
    if (found == members_.end()) return false;
    (*found)->note_constraints(all_constraints());
    members_.erase(found);
    return true;
  }
  bool empty() const { return members_.empty(); }

  void record(const Evaluation& evaluation) override {
    for (const Member& one : members_) {
      if (evaluation.archived || !one->skips(*evaluation.noise_free, evaluation.evaluations,
                                             evaluation.evaluations_constraints)) {
        one->record(evaluation);
      }
    }
  }
  void called(std::uint64_t before, std::uint64_t last) override {
    for (const Member& one : members_) one->called(before, last);
  }
  bool reconstructs() const override {
    return std::all_of(members_.begin(), members_.end(),
                       [](const Member& one) { return one->reconstructs(); });
  }
  void pass(std::uint64_t evaluations) override {
    for (const Member& one : members_) one->pass(evaluations);
  }
  void recommend(const Evaluation& evaluation) override {
    for (const Member& one : members_) one->recommend(evaluation);
  }
  void restart() override {
    for (const Member& one : members_) one->restart();
  }
  void reveal() override {
    for (const Member& one : members_) one->reveal();
  }
  void note_failed(std::uint64_t evaluations, std::uint64_t evaluations_constraints) override {
    Recorder::note_failed(evaluations, evaluations_constraints);
    for (const Member& one : members_) one->note_failed(evaluations, evaluations_constraints);
  }
  void note_other_process() override {
    for (const Member& one : members_) one->note_other_process();
  }
  void set_attribute(std::string_view name, double value) override {
    for (const Member& one : members_) one->set_attribute(name, value);
  }
  /// All are finished, whatever happens; the first failure is thrown.
  void finish() override {
    std::exception_ptr failure;
    for (const Member& one : members_) {
      one->note_constraints(all_constraints());
      try {
        one->finish();
      } catch (...) {
        if (!failure) failure = std::current_exception();
      }
    }
    if (failure) std::rethrow_exception(failure);
  }
  void unheard(const char* reason) noexcept override {
    for (const Member& one : members_) one->unheard(reason);
  }

 private:
  std::vector<Member> members_;
};

}  // namespace optimeter
