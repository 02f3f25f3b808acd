#include "recorders/json_index.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "recorders/file.hpp"

namespace optimeter {
namespace {

constexpr std::string_view kOpening = "\t\"scenarios\": [\n";
constexpr std::string_view kBetweenScenarios = ",\n";
constexpr std::string_view kBeforeRun = "\n\t\t\t";
constexpr std::string_view kEndOfScenario = "\n\t\t]}";
constexpr std::string_view kEndOfDocument = "\n\t]\n}\n";
constexpr std::uint64_t kLeastRoom = 512;  // bytes

std::string tail() { return std::string(kEndOfScenario).append(kEndOfDocument); }

// Ends a document anew from an offset on, behind which there was nothing but an old end.
void end_anew(const std::filesystem::path& path, std::uint64_t offset, const std::string& text,
              const std::string& old_end) {
  File file = File::append_to(path);
  try {
    file.rewrite_tail(offset, text);
  } catch (const std::exception&) {
    file.write(old_end);  // which there was room for
    throw;
  }
}

}  // namespace

JsonIndex::Change JsonIndex::add(const std::string& preamble, const std::string& scenario,
                                 const std::string& run) {
  auto found = std::find_if(scenarios_.begin(), scenarios_.end(),
                            [&](const Scenario& one) { return one.head == scenario; });
  std::string text(kBeforeRun);
  text.append(run);
  if (found == scenarios_.end()) {
    if (scenarios_.empty()) {
      preamble_ = preamble;
      write_whole(path_, false, [&](File& file) {
        file.write(preamble_ + std::string(kOpening) + scenario + text + tail());
      });
      scenarios_.push_back({scenario, preamble_.size() + kOpening.size() + scenario.size()});
    } else {
      const Scenario& before = scenarios_.back();
      const std::uint64_t end = before.start + before.size + before.room + kEndOfScenario.size();
      const std::string head = std::string(kBetweenScenarios).append(scenario);
      end_anew(path_, end, head + text + tail(), std::string(kEndOfDocument));
      scenarios_.push_back({scenario, end + head.size()});
    }
    scenarios_.back().size = text.size();
    found = std::prev(scenarios_.end());
  } else {
    text.insert(0, 1, ',');
    put(*found, text);
  }
  const auto index = static_cast<std::size_t>(found - scenarios_.begin());
  return {index, std::exchange(found->turn, ++turns_), text.size()};
}

// Puts a run behind those of its scenario.
void JsonIndex::put(Scenario& scenario, const std::string& text) {
  const std::uint64_t end = scenario.start + scenario.size;
  if (is_last(scenario)) {
    end_anew(path_, end, text + tail(), tail());
    scenario.room = 0;
  } else if (text.size() <= scenario.room) {
    File::append_to(path_).overwrite(end, text);
    scenario.room -= text.size();
  } else {
    write(false, &scenario, text);
    return;
  }
  scenario.size += text.size();
}

void JsonIndex::remove_last(const Change& change) {
  Scenario& scenario = scenarios_[change.scenario];
  if (scenario.size == change.bytes) {  // it was opened for this run, so it is the last one
    scenarios_.pop_back();
    if (scenarios_.empty()) {
      remove_file(path_);
      return;
    }
    const Scenario& before = scenarios_.back();
    const std::uint64_t end = before.start + before.size + before.room + kEndOfScenario.size();
    File::append_to(path_).rewrite_tail(end, kEndOfDocument);
    return;
  }
  scenario.size -= change.bytes;
  scenario.turn = change.turn_before;
  const std::uint64_t end = scenario.start + scenario.size;
  if (is_last(scenario)) {
    scenario.room = 0;
    File::append_to(path_).rewrite_tail(end, tail());
  } else {
    scenario.room += change.bytes;
    File::append_to(path_).overwrite(end, std::string(change.bytes, ' '));
  }
}

void JsonIndex::close() {
  const bool roomy = std::any_of(scenarios_.begin(), scenarios_.end(),
                                 [](const Scenario& one) { return one.room > 0; });
  const bool ordered =
      std::is_sorted(scenarios_.begin(), scenarios_.end(),
                     [](const Scenario& a, const Scenario& b) { return a.turn < b.turn; });
  if (roomy || !ordered) write(true, nullptr, {});
}

// Writes the document anew, with more at the end of one scenario: with blanks in proportion, or in
// its final form.
void JsonIndex::write(bool final, const Scenario* grown, std::string_view more) {
  std::vector<Scenario> fresh = scenarios_;
  std::uint64_t total = 0;
  for (Scenario& one : fresh) {
    const bool grows = grown != nullptr && &one - fresh.data() == grown - scenarios_.data();
    total += one.size += grows ? more.size() : 0;
  }
  const std::size_t count = fresh.size();
  std::vector<std::size_t> order(count);
  for (std::size_t i = 0; i < count; ++i) order[i] = i;
  if (final) {
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return fresh[a].turn < fresh[b].turn; });
  }
  const File old = File::read_from(path_);
  write_whole(path_, false, [&](File& file) {
    file.collect();
    file.write(preamble_ + std::string(kOpening));
    for (const std::size_t i : order) {
      const Scenario& before = scenarios_[i];
      Scenario& one = fresh[i];
      if (i != order.front()) file.write(kBetweenScenarios);
      file.write(one.head);
      one.start = file.size();
      old.read(before.start, before.size, [&](std::string_view bytes) { file.write(bytes); });
      if (one.size > before.size) file.write(more);
      one.room = final || i == order.back() ? 0 : kLeastRoom + (one.size + total / count) / 2;
      file.write(std::string(one.room, ' '));
      file.write(kEndOfScenario);
    }
    file.write(kEndOfDocument);
  });
  scenarios_.clear();
  for (const std::size_t i : order) scenarios_.push_back(std::move(fresh[i]));
}

}  // namespace optimeter
