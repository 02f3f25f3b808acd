#include <atomic>
#include <utility>

#include "optimeter/run_sink.hpp"
#include "recorders/spool.hpp"
#include "recorders/unit_file.hpp"

namespace optimeter {
namespace {

class UnitSink final : public RunSink {
 public:
  UnitSink(const std::filesystem::path& path, UnitWriting writing)
      : path_(std::filesystem::absolute(path)), writing_(writing) {}

  void begin(const UnitFacts& facts) override {
    lines_ = Spool(facts.sections.size(), path_.parent_path());
  }
  void write(const std::vector<std::string>& lines) override {
    for (std::size_t i = 0; i < lines.size(); ++i) lines_.append(i, lines[i]);
  }
  void settle(const RunEnd&) override {}
  void resume() override {}
  void finish(const RunEnd& end) override {
    if (discarded_) return;
    if (end.facts.evaluations == 0) lines_ = Spool(end.facts.sections.size(), {});
    write(end.lines);
    save_unit(path_, end.facts, lines_, writing_);
  }
  // Not from the evaluating thread when a run is abandoned, hence the atomic.
  void discard(const std::string&) noexcept override { discarded_ = true; }

 private:
  std::filesystem::path path_;
  UnitWriting writing_;
  Spool lines_;
  std::atomic<bool> discarded_{false};
};

}  // namespace

std::shared_ptr<RunSink> unit_sink(const std::filesystem::path& path, bool sync) {
  return std::make_shared<UnitSink>(path,
                                    sync ? UnitWriting::kSyncAndRename : UnitWriting::kRename);
}

std::shared_ptr<RunSink> staging_sink(const std::filesystem::path& path) {
  return std::make_shared<UnitSink>(path, UnitWriting::kInPlace);
}

}  // namespace optimeter
