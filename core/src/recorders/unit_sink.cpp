#include <atomic>
#include <utility>

#include "optimeter/run_sink.hpp"
#include "recorders/spool.hpp"
#include "recorders/unit_file.hpp"

namespace optimeter {
namespace {

// Collects the lines of a run; `end` says what becomes of them.
template <typename Base>
class Collector : public Base {
 public:
  explicit Collector(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void begin(const UnitFacts& facts) override { lines_ = Spool(facts.sections.size(), folder_); }
  void write(const std::vector<std::string>& lines) override {
    for (std::size_t i = 0; i < lines.size(); ++i) lines_.append(i, lines[i]);
  }
  void settle(const RunEnd&) override {}
  void resume() override {}
  void finish(const RunEnd& end) override {
    if (discarded_) return;
    if (end.facts.evaluations == 0) lines_ = Spool(end.facts.sections.size(), {});
    write(end.lines);
    store(end.facts, std::move(lines_));
  }
  // Not from the evaluating thread when a run is abandoned, hence the atomic.
  void discard(const std::string&) noexcept override { discarded_ = true; }

 private:
  virtual void store(const UnitFacts& facts, Spool lines) = 0;

  std::filesystem::path folder_;
  Spool lines_;
  std::atomic<bool> discarded_{false};
};

class UnitSink final : public Collector<RunSink> {
 public:
  UnitSink(const std::filesystem::path& path, bool sync)
      : Collector(path.parent_path()), path_(path), sync_(sync) {}

 private:
  void store(const UnitFacts& facts, Spool lines) override {
    save_unit(path_, facts, lines, sync_);
  }

  std::filesystem::path path_;
  bool sync_;
};

class Holder final : public Collector<HoldingSink> {
 public:
  using Collector::Collector;
  std::shared_ptr<const FinishedUnit> finished() const override { return finished_; }

 private:
  void store(const UnitFacts& facts, Spool lines) override {
    finished_ = std::make_shared<FinishedUnit>(FinishedUnit{facts, std::move(lines)});
  }

  std::shared_ptr<const FinishedUnit> finished_;
};

}  // namespace

std::shared_ptr<RunSink> unit_sink(const std::filesystem::path& path, bool sync) {
  return std::make_shared<UnitSink>(std::filesystem::absolute(path), sync);
}

std::shared_ptr<HoldingSink> holding_sink(const std::filesystem::path& folder) {
  return std::make_shared<Holder>(std::filesystem::absolute(folder));
}

}  // namespace optimeter
