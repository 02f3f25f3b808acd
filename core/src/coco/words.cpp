#include "coco/words.hpp"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>

namespace optimeter {
namespace {

bool blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool digit(char c) { return c >= '0' && c <= '9'; }

std::size_t after_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && blank(text[at])) ++at;
  return at;
}

// The end of a word that may be a key.
std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && !blank(text[at]) && text[at] != ':') ++at;
  return at;
}

bool is_known(Words known, std::string_view key) {
  return std::find(known.begin(), known.end(), key) != known.end();
}

// A key may stand behind a backslash, which then belongs to it.
std::string_view without_backslash(std::string_view key) {
  return key.starts_with('\\') ? key.substr(1) : key;
}

// The value of a suite's key from `at` on; moves `at` behind it.
std::string suite_value(std::string_view text, std::size_t& at) {
  std::string value;
  while (at < text.size()) {
    const char c = text[at];
    const bool hexadecimal = (c == 'x' || c == 'X') && (value == "0" || value == "-0");
    if (hexadecimal) {
      value += c;
      for (++at; at < text.size() && std::isxdigit(static_cast<unsigned char>(text[at])); ++at) {
        value += text[at];
      }
      continue;
    }
    if (letter(c) || (c == '\\' && at + 1 < text.size() && letter(text[at + 1]))) break;
    if (!blank(c)) value += c;
    ++at;
  }
  return value;
}

// Items of a list, empty ones left out.
std::vector<std::string_view> items_of(std::string_view text) {
  std::vector<std::string_view> items;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    if (comma > 0) items.push_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return items;
}

std::int64_t number_of(std::string_view digits) {
  constexpr std::int64_t kMost = 1'000'000'000'000'000;
  std::int64_t number = 0;
  for (const char c : digits) number = std::min(kMost, number * 10 + (c - '0'));
  return number;
}

}  // namespace

std::vector<CocoEntry> suite_entries(std::string_view text) {
  std::vector<CocoEntry> entries;
  std::size_t at = 0;
  while (at < text.size()) {
    if (!letter(text[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    const std::size_t end = word_end(text, at);
    at = after_blanks(text, end);
    if (at == text.size() || text[at] != ':') continue;  // a word without a colon
    ++at;
    const std::string key(text.substr(begin, end - begin));
    entries.push_back({key, suite_value(text, at), begin});
  }
  return entries;
}

std::vector<CocoEntry> observer_entries(std::string_view text, Words known) {
  const auto quote_end = [text](std::size_t at) {
    return std::min(text.find('"', at), text.size());
  };
  std::vector<CocoEntry> entries;
  std::size_t at = 0;
  while ((at = after_blanks(text, at)) < text.size()) {
    if (text[at] == '"') {  // a text that no key asked for
      at = std::min(quote_end(at + 1) + 1, text.size());
      continue;
    }
    const std::size_t begin = at;
    const std::size_t end = word_end(text, at);
    at = after_blanks(text, end);
    if (at == text.size() || text[at] != ':') continue;
    at = after_blanks(text, at + 1);
    CocoEntry entry{std::string(without_backslash(text.substr(begin, end - begin))), {}, begin};
    if (at < text.size() && text[at] == '"') {
      const std::size_t close = quote_end(at + 1);
      entry.value = text.substr(at + 1, close - at - 1);
      at = std::min(close + 1, text.size());
    } else {
      const std::size_t next = word_end(text, at);
      const std::size_t colon = after_blanks(text, next);
      const bool is_key = colon < text.size() && text[colon] == ':' &&
                          is_known(known, without_backslash(text.substr(at, next - at)));
      if (!is_key) {
        const std::size_t first = at;
        while (at < text.size() && !blank(text[at])) ++at;
        entry.value = text.substr(first, at - first);
      }
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

const CocoEntry* entry_of(const std::vector<CocoEntry>& entries, std::string_view key) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [key](const CocoEntry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

void warn_of_unknown(std::string_view text, const std::vector<CocoEntry>& entries, Words known,
                     const std::string& whose, Warnings& warnings) {
  std::vector<std::string_view> unknown;
  for (const CocoEntry& entry : entries) {
    if (!is_known(known, entry.key)) unknown.emplace_back(entry.key);
  }
  const std::size_t begin = after_blanks(text, 0);
  if (entries.empty() && begin < text.size()) unknown.push_back(text.substr(begin));
  if (unknown.empty()) return;
  warnings.push_back(whose + " were ignored since their keys are not known: " + listed(unknown) +
                     "; known keys: " + listed(known));
}

std::optional<std::int64_t> leading_integer(const std::string& text, int base) {
  char* end = nullptr;
  errno = 0;
  const long long number = std::strtoll(text.c_str(), &end, base);
  if (end == text.c_str() || errno != 0) return std::nullopt;
  return number;
}

std::vector<std::int64_t> read_ranges(const std::string& text, const RangeTerms& terms,
                                      Warnings& warnings) {
  const auto warn = [&](const std::string& what) {
    warnings.push_back("'" + terms.key + ": " + text + "': " + what);
  };
  std::vector<std::int64_t> numbers;
  if (!std::all_of(text.begin(), text.end(),
                   [](char c) { return digit(c) || c == '-' || c == ','; })) {
    warn("a list has digits, ',' and '-'; it is ignored");
    return numbers;
  }
  for (const std::string_view item : items_of(text)) {
    const std::size_t dash = item.find('-');
    const std::string shown(item);
    if (dash != item.rfind('-')) {
      warn("the list ends before '" + shown + "', which is no range");
      break;
    }
    const bool range = dash != std::string_view::npos;
    const std::string_view from = item.substr(0, dash);
    const std::string_view to = range ? item.substr(dash + 1) : item;
    if (range && to.empty() && terms.highest == 0) {
      warn("the list ends before '" + shown + "', which has no end");
      break;
    }
    std::int64_t first = from.empty() ? terms.lowest : number_of(from);
    std::int64_t last = to.empty() ? terms.highest : number_of(to);
    if (first < terms.lowest) {
      warn(std::to_string(first) + " is raised to " + std::to_string(terms.lowest));
      first = terms.lowest;
    }
    if (terms.highest > 0 && last > terms.highest) {
      warn(std::to_string(last) + " is lowered to " + std::to_string(terms.highest));
      last = terms.highest;
    }
    if (first > last) {
      warn("the list ends before '" + shown + "', which is outside of " +
           std::to_string(terms.lowest) + " to " +
           (terms.highest > 0 ? std::to_string(terms.highest) : "any number") + " or empty");
      break;
    }
    for (std::int64_t number = first; number <= last && numbers.size() <= terms.most; ++number) {
      numbers.push_back(number);
    }
  }
  return numbers;
}

std::string listed(Words words) {
  std::string text;
  for (const std::string_view word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

}  // namespace optimeter
