// Several recorders in place of one.
#pragma once

#include <algorithm>
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

  /// Takes a member out; null if it is none.
  Member take(const Recorder& recorder) {
    const auto found = std::find_if(members_.begin(), members_.end(),
                                    [&](const Member& one) { return one.get() == &recorder; });
    if (found == members_.end()) return nullptr;
    Member taken = *found;
    members_.erase(found);
    taken->note_constraints(all_constraints());
    return taken;
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
  void set_attribute(std::string_view name, double value) override {
    for (const Member& one : members_) one->set_attribute(name, value);
  }
  void finish() override {
    for (const Member& one : members_) {
      one->note_constraints(all_constraints());
      one->finish();
    }
  }

 private:
  std::vector<Member> members_;
};

}  // namespace optimeter
