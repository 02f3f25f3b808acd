#include "recorders/json_index.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "recorders/file.hpp"

namespace optimeter {
namespace {

constexpr std::string_view kOpening = "\t\"scenarios\": [\n";
constexpr std::string_view kEndOfScenario = "\n\t\t]}";
constexpr std::string_view kEndOfDocument = "\n\t]\n}\n";

}  // namespace

std::optional<std::size_t> JsonIndex::add(const std::string& preamble, const std::string& scenario,
                                          const std::string& run) {
  const auto found = std::find_if(scenarios_.begin(), scenarios_.end(),
                                  [&](const Scenario& one) { return one.head == scenario; });
  std::optional<std::size_t> before;
  const bool last = found != scenarios_.end() && std::next(found) == scenarios_.end();
  if (found == scenarios_.end()) {
    scenarios_.push_back({scenario, {}});
  } else {
    before = static_cast<std::size_t>(found - scenarios_.begin());
    std::rotate(found, std::next(found), scenarios_.end());
  }
  scenarios_.back().runs.push_back(run);
  if (last && preamble == preamble_) {
    const std::string tail = std::string(kEndOfScenario).append(kEndOfDocument);
    File file = File::append_to(path_);
    file.rewrite_tail(file.size() - tail.size(), ",\n\t\t\t" + run + tail);
  } else {
    preamble_ = preamble;
    write();
  }
  return before;
}

void JsonIndex::remove_last(std::optional<std::size_t> scenario_before) {
  scenarios_.back().runs.pop_back();
  if (!scenario_before) {
    scenarios_.pop_back();
  } else {
    const auto place = scenarios_.begin() + static_cast<std::ptrdiff_t>(*scenario_before);
    std::rotate(place, std::prev(scenarios_.end()), scenarios_.end());
  }
  if (scenarios_.empty()) {
    remove_file(path_);
  } else {
    write();
  }
}

void JsonIndex::write() const {
  std::string text = preamble_;
  text.append(kOpening);
  for (const Scenario& scenario : scenarios_) {
    if (&scenario != scenarios_.data()) text.append(",\n");
    text.append(scenario.head);
    for (const std::string& run : scenario.runs) {
      text.append(&run == scenario.runs.data() ? "\n\t\t\t" : ",\n\t\t\t").append(run);
    }
    text.append(kEndOfScenario);
  }
  text.append(kEndOfDocument);
  std::filesystem::path beside = path_;
  beside += ".part";
  File file = File::create(beside);
  file.write(text);
  file.close();
  rename_file(beside, path_, false);
}

}  // namespace optimeter
