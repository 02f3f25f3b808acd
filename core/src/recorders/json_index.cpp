#include "recorders/json_index.hpp"

#include <algorithm>
#include <exception>
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
    scenarios_.push_back({scenario, {run}});
  } else {
    before = static_cast<std::size_t>(found - scenarios_.begin());
    found->runs.push_back(run);
    std::rotate(found, std::next(found), scenarios_.end());
  }
  try {
    if (last && preamble == preamble_) {
      append(run);
    } else {
      preamble_ = preamble;
      write();
    }
  } catch (...) {
    forget_last(before);
    throw;
  }
  return before;
}

// Puts a run before the end of the document.
void JsonIndex::append(const std::string& run) const {
  const std::string tail = std::string(kEndOfScenario).append(kEndOfDocument);
  const std::string more = ",\n\t\t\t" + run + tail;
  File file = File::append_to(path_);
  try {
    file.rewrite_tail(file.size() - tail.size(), more);
  } catch (const std::exception&) {
    file.write(tail);  // the old end, which there was room for
    throw;
  }
}

void JsonIndex::forget_last(std::optional<std::size_t> scenario_before) noexcept {
  scenarios_.back().runs.pop_back();
  if (!scenario_before) {
    scenarios_.pop_back();
  } else {
    const auto place = scenarios_.begin() + static_cast<std::ptrdiff_t>(*scenario_before);
    std::rotate(place, std::prev(scenarios_.end()), scenarios_.end());
  }
}

void JsonIndex::remove_last(std::optional<std::size_t> scenario_before) {
  forget_last(scenario_before);
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
  write_whole(path_, false, [&](File& file) { file.write(text); });
}

}  // namespace optimeter
