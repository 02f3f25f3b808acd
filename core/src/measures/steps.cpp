#include "optimeter/measures/steps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace optimeter::measures {
namespace {

constexpr unsigned kDigitBits = 11;
constexpr std::size_t kDigits = 6;  // 66 bits, enough for 64
constexpr std::size_t kRadix = std::size_t{1} << kDigitBits;
constexpr std::size_t kFew = 512;  // below that, comparisons are faster than counting
constexpr std::uint64_t kSign = std::uint64_t{1} << 63U;

/// A value as a number whose order as an integer is that of the value, and its mass.
struct Entry {
  std::uint64_t key;
  double mass;
};

std::uint64_t key_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);  // -0 becomes 0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double value_of(std::uint64_t key) {
  return std::bit_cast<double>((key & kSign) != 0 ? key & ~kSign : ~key);
}

std::size_t digit(std::uint64_t key, std::size_t place) {
  return static_cast<std::size_t>(key >> (place * kDigitBits)) & (kRadix - 1);
}

/// Sorts by key, stably; digits that all keys share cost nothing.
void sort_entries(std::vector<Entry>& entries) {
  if (entries.size() < kFew) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.key < b.key; });
    return;
  }
  std::vector<std::array<std::size_t, kRadix>> counts(kDigits);
  for (const Entry& entry : entries) {
    for (std::size_t place = 0; place < kDigits; ++place) ++counts[place][digit(entry.key, place)];
  }
  std::vector<Entry> other(entries.size());
  for (std::size_t place = 0; place < kDigits; ++place) {
    std::array<std::size_t, kRadix>& begin = counts[place];
    if (begin[digit(entries.front().key, place)] == entries.size()) continue;
    std::size_t sum = 0;
    for (std::size_t& count : begin) sum += std::exchange(count, sum);
    for (const Entry& entry : entries) other[begin[digit(entry.key, place)]++] = entry;
    entries.swap(other);
  }
}

}  // namespace

StepFunction cumulate(const double* values, const double* masses, std::size_t count) {
  std::vector<Entry> entries;
  entries.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (std::isfinite(values[i])) entries.push_back({key_of(values[i]), masses[i]});
  }
  sort_entries(entries);
  StepFunction steps;
  steps.x.reserve(entries.size());
  steps.y.reserve(entries.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    sum += entries[i].mass;
    if (i + 1 < entries.size() && entries[i + 1].key == entries[i].key) continue;
    steps.x.push_back(value_of(entries[i].key));
    steps.y.push_back(sum);
  }
  return steps;
}

}  // namespace optimeter::measures
