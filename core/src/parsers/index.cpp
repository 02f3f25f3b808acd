#include "optimeter/parsers/index.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace optimeter::parsers {
namespace {

struct Item {
  std::string_view key;  // empty for an element that is no pair
  std::string_view value;
  bool double_quoted = false;
  bool unclosed = false;
};

// Position of the quote that closes a text: one that a comma or the end of the line follows.
std::size_t closing_quote(std::string_view line, std::size_t begin, char quote) {
  for (std::size_t at = line.find(quote, begin); at != std::string_view::npos;
       at = line.find(quote, at + 1)) {
    const std::size_t next = line.find_first_not_of(" \t\r", at + 1);
    if (next == std::string_view::npos || line[next] == ',') return at;
  }
  return std::string_view::npos;
}

// Splits a line at the commas that are outside of quotes.
std::vector<Item> split_items(std::string_view line) {
  std::vector<Item> items;
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t stop = line.find_first_of(",=", at);
    Item item;
    if (stop != std::string_view::npos && line[stop] == '=') {
      item.key = trim(line.substr(at, stop - at));
      const std::size_t begin = line.find_first_not_of(" \t", stop + 1);
      if (begin != std::string_view::npos && (line[begin] == '\'' || line[begin] == '"')) {
        const std::size_t end = closing_quote(line, begin + 1, line[begin]);
        item.double_quoted = line[begin] == '"';
        item.unclosed = end == std::string_view::npos;
        item.value = line.substr(begin + 1, item.unclosed ? end : end - begin - 1);
        const std::size_t comma = item.unclosed ? end : line.find(',', end);
        at = comma == std::string_view::npos ? line.size() : comma + 1;
        items.push_back(item);
        continue;
      }
    }
    const std::size_t begin = item.key.data() == nullptr ? at : stop + 1;
    const std::size_t comma = line.find(',', begin);
    item.value = trim(line.substr(begin, comma == std::string_view::npos ? comma : comma - begin));
    at = comma == std::string_view::npos ? line.size() : comma + 1;
    if (item.key.data() != nullptr || !item.value.empty()) items.push_back(item);
  }
  return items;
}

// Reads `instance`, `instance:evaluations|value` or `instance:evaluations|value;attributes`.
std::optional<IndexRun> parse_run(std::string_view text) {
  IndexRun run;
  const std::size_t colon = text.find(':');
  const std::string_view instance = trim(text.substr(0, colon));
  const char* const end = instance.data() + instance.size();
  const auto [stop, error] =
      std::from_chars(instance.data(), instance.data() + instance.size(), run.instance);
  if (error != std::errc() || stop != end || instance.empty()) return std::nullopt;
  if (colon == std::string_view::npos) return run;
  std::string_view rest = text.substr(colon + 1);
  const std::size_t bar = rest.find('|');
  bool inexact = false;
  const auto evaluations = parse_count(trim(rest.substr(0, bar)), inexact);
  if (!evaluations || bar == std::string_view::npos) return run;  // the entry is cut off
  rest.remove_prefix(bar + 1);
  const std::size_t semicolon = rest.find(';');
  const auto value = parse_double(trim(rest.substr(0, semicolon)));
  if (!value) return run;
  run.finished = true;
  run.evaluations = *evaluations;
  run.value = *value;
  if (semicolon != std::string_view::npos) run.attributes = trim(rest.substr(semicolon + 1));
  return run;
}

bool is_pair(const Item& item) { return item.key.data() != nullptr; }

class Reader {
 public:
  explicit Reader(std::string_view text) : lines_(text) {}

  Index read() {
    while (lines_.next()) read_line(trim(lines_.line()));
    if (header_ && !header_used_) index_.notes.add("R11", header_line_);
    return std::move(index_);
  }

 private:
  void read_line(std::string_view line) {
    if (line.empty()) return;
    if (line.front() == '%' || line.front() == '#') {
      line.remove_prefix(1);
      line = trim(line);
      if (!comment_.empty() && !line.empty()) comment_ += '\n';
      comment_ += line;
      return;
    }
    const std::vector<Item> items = split_items(line);
    if (items.empty()) return;
    const auto is_path = [](const Item& item) {
      return !is_pair(item) && item.value.find('.') != std::string_view::npos;
    };
    if (std::any_of(items.begin(), items.end(), is_path)) {
      read_data(items);
    } else if (is_pair(items.front())) {
      read_header(items);
    } else {
      index_.notes.add("A1", lines_.number());
    }
  }

  void read_header(const std::vector<Item>& items) {
    if (header_ && !header_used_) index_.notes.add("R11", header_line_);
    header_ = true;
    header_used_ = false;
    header_line_ = lines_.number();
    keys_.clear();
    comment_.clear();
    double_quotes_ = false;
    for (const Item& item : items) add_key(item, keys_);
  }

  void read_data(const std::vector<Item>& items) {
    IndexEntry entry;
    entry.line = lines_.number();
    entry.keys = keys_;
    for (const Item& item : items) {
      if (is_pair(item)) {
        add_key(item, entry.keys);
      } else if (std::optional<IndexRun> run = parse_run(item.value)) {
        if (entry.files.empty()) {
          index_.notes.add("A1", entry.line);
        } else {
          entry.files.back().runs.push_back(std::move(*run));
        }
      } else {
        IndexFile file;
        file.path = item.value;
        std::replace(file.path.begin(), file.path.end(), '\\', '/');
        entry.files.push_back(std::move(file));
      }
    }
    entry.comment = comment_;
    entry.double_quotes = double_quotes_;
    if (!header_) index_.notes.add("R10", entry.line);
    header_used_ = true;
    index_.entries.push_back(std::move(entry));
  }

  void add_key(const Item& item, std::vector<std::pair<std::string, std::string>>& keys) {
    double_quotes_ = double_quotes_ || item.double_quoted;
    if (item.unclosed) index_.notes.add("A1", lines_.number());
    keys.emplace_back(item.key, item.value);
  }

  Lines lines_;
  Index index_;
  bool header_ = false;
  bool header_used_ = false;
  bool double_quotes_ = false;
  std::int64_t header_line_ = 0;
  std::vector<std::pair<std::string, std::string>> keys_;
  std::string comment_;
};

}  // namespace

Index parse_index(std::string_view text) { return Reader(text).read(); }

}  // namespace optimeter::parsers
