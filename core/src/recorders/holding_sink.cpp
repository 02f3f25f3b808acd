#include <atomic>
#include <cstdint>
#include <utility>

#include "optimeter/run_sink.hpp"
#include "optimeter/snapshot.hpp"
#include "platform/platform.hpp"
#include "recorders/spool.hpp"
#include "recorders/unit_file.hpp"

namespace optimeter {
namespace {

class Holder final : public HoldingSink {
 public:
  Holder(std::filesystem::path folder, std::shared_ptr<const CostRecorder> costs)
      : folder_(std::move(folder)), costs_(std::move(costs)) {}

  void begin(const Unit& facts) override {
    if (!foreign()) lines_ = Spool(facts.sections.size(), folder_);
  }
  void write(const std::vector<std::string>& lines) override {
    if (foreign()) return;
    for (std::size_t i = 0; i < lines.size(); ++i) lines_.append(i, lines[i]);
  }
  void settle(const Unit&, const std::vector<std::string>& lines, const LastLines&) override {
    write(lines);
  }
  void resume() override {}
  void finish(const Unit& facts, const LastLines& end) override {
    if (discarded_ || foreign()) return;
    if (facts.evaluations == 0) lines_ = Spool(facts.sections.size(), {});
    write(end);
    finished_ = std::make_shared<HeldUnit>(HeldUnit{facts, std::move(lines_), costs_});
  }
  // Not from the evaluating thread when a run is abandoned, hence the atomic.
  void discard(const char*) noexcept override { discarded_ = true; }

  void carry(Snapshot& state) override {
    for (std::size_t i = 0; i < lines_.sections(); ++i) {
      std::string lines;
      lines_.read(i, [&](std::string_view bytes) { lines.append(bytes); });
      state(lines);
      if (state.restores()) lines_.append(i, lines);
    }
  }

  std::shared_ptr<const HeldUnit> finished() const override { return finished_; }

 private:
  // A forked process has a copy of this, but shares the scratch files.
  bool foreign() const { return platform::process_id() != process_; }

  std::filesystem::path folder_;
  std::shared_ptr<const CostRecorder> costs_;
  std::uint64_t process_ = platform::process_id();
  Spool lines_;
  std::shared_ptr<const HeldUnit> finished_;
  std::atomic<bool> discarded_{false};
};

}  // namespace

std::shared_ptr<HoldingSink> holding_sink(const std::filesystem::path& folder,
                                          std::shared_ptr<const CostRecorder> costs) {
  return std::make_shared<Holder>(std::filesystem::absolute(folder), std::move(costs));
}

}  // namespace optimeter
