// Keys and values of COCO's strings, taken apart.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/coco_strings.hpp"

namespace optimeter {

using Words = std::span<const std::string_view>;

/// A key with what was given for it.
struct CocoEntry {
  std::string key;
  std::string value;   ///< empty: nothing was given
  std::size_t offset;  ///< of the key in the string
};

/// Strings of suites: a value runs up to the next letter, without blanks.
std::vector<CocoEntry> suite_entries(std::string_view text);

/// Strings of observers: a value is a word or a text in double quotes. A word that is one of the
/// known keys with a colon is a key, not a value.
std::vector<CocoEntry> observer_entries(std::string_view text, Words known);

/// The first entry of that key; null if there is none.
const CocoEntry* entry_of(const std::vector<CocoEntry>& entries, std::string_view key);

/// Warns of keys that are not known, in one sentence.
void warn_of_unknown(std::string_view text, const std::vector<CocoEntry>& entries, Words known,
                     const std::string& whose, Warnings& warnings);

/// The number that a text begins with, in C notation (`base` 0) or decimal; no number: none.
std::optional<std::int64_t> leading_integer(const std::string& text, int base);

/// What a list of ranges such as "1-5,8" is about, and its limits; `highest` 0: no limit.
struct RangeTerms {
  std::string key;
  std::int64_t lowest;
  std::int64_t highest;
  std::size_t most;  ///< reading ends when there are more than so many numbers
};

/// The numbers of a list of ranges, in order; empty if it cannot be used. A range that cannot be
/// read ends the list.
std::vector<std::int64_t> read_ranges(const std::string& text, const RangeTerms& terms,
                                      Warnings& warnings);

/// "a, b, c"
std::string listed(Words words);

}  // namespace optimeter
