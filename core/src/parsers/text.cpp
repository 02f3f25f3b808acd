#include "optimeter/parsers/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#if !defined(__cpp_lib_to_chars)  // for read_number
#include <cerrno>
#include <clocale>
#include <cstdlib>
#if __has_include(<xlocale.h>)
#include <xlocale.h>
#endif
#endif

namespace optimeter::parsers {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool is_blank(char c) { return c == ' ' || c == '\t'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool starts_with_ignoring_case(std::string_view text, std::string_view word) {
  return text.size() >= word.size() && std::equal(word.begin(), word.end(), text.begin(),
                                                  [](char a, char b) { return a == lower(b); });
}

bool has_lone_return(std::string_view text) {
  std::size_t at = text.find('\r');
  while (at != std::string_view::npos) {
    if (at + 1 >= text.size() || text[at + 1] != '\n') return true;
    at = text.find('\r', at + 1);
  }
  return false;
}

// `digits` is the token without its sign.
std::optional<double> parse_special(std::string_view digits) {
  if (starts_with_ignoring_case(digits, "nan")) return kNan;
  if (starts_with_ignoring_case(digits, "inf")) return kInfinity;
  if (starts_with_ignoring_case(digits, "1.#inf")) return kInfinity;
  if (starts_with_ignoring_case(digits, "1.#qnan") ||
      starts_with_ignoring_case(digits, "1.#snan") || starts_with_ignoring_case(digits, "1.#ind"))
    return kNan;
  return std::nullopt;
}

/// Reads a number from its first digit on; like std::from_chars, which some standard libraries lack
/// for numbers with a point.
std::from_chars_result read_number(std::string_view digits, double& value) {
#if defined(__cpp_lib_to_chars)
  return std::from_chars(digits.data(), digits.data() + digits.size(), value);
#else
  static const locale_t plain = ::newlocale(LC_ALL_MASK, "C", nullptr);
  const std::size_t length = std::min(digits.find_first_not_of("0123456789.eE+-"), digits.size());
  const std::string text(digits.substr(0, length));  // with a zero behind it
  char* end = nullptr;
  errno = 0;
  value = ::strtod_l(text.c_str(), &end, plain);
  const bool beyond = errno == ERANGE && (value == 0.0 || !std::isfinite(value));
  return {digits.data() + (end - text.c_str()),
          beyond ? std::errc::result_out_of_range : std::errc()};
#endif
}

// from_chars says "out of range" without saying on which side.
double out_of_range_value(std::string_view digits) {
  const std::size_t exponent = digits.find_first_of("eE");
  const bool negative_exponent = exponent != std::string_view::npos &&
                                 exponent + 1 < digits.size() && digits[exponent + 1] == '-';
  return negative_exponent ? 0.0 : kInfinity;
}

}  // namespace

void Notes::add(const char* rule, std::int64_t line, std::int64_t count) {
  for (Note& note : notes_) {
    if (std::strcmp(note.rule, rule) == 0) {
      note.line = std::min(note.line, line);
      note.count += count;
      return;
    }
  }
  notes_.push_back({rule, line, count});
}

Lines::Lines(std::string_view text) : rest_(text), lone_returns_(has_lone_return(text)) {}

bool Lines::next() {
  if (rest_.empty()) return false;
  ++number_;
  const std::size_t end = lone_returns_ ? rest_.find_first_of("\r\n") : rest_.find('\n');
  open_end_ = end == std::string_view::npos;
  line_ = rest_.substr(0, end);
  std::size_t consumed = open_end_ ? rest_.size() : end + 1;
  if (lone_returns_ && !open_end_ && rest_[end] == '\r' && consumed < rest_.size() &&
      rest_[consumed] == '\n')
    ++consumed;
  rest_.remove_prefix(consumed);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  return true;
}

std::string_view take_token(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && is_blank(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !is_blank(line[end])) ++end;
  const std::string_view token = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return token;
}

std::int64_t count_tokens(std::string_view line) {
  std::int64_t count = 0;
  while (!take_token(line).empty()) ++count;
  return count;
}

std::string_view trim(std::string_view text) {
  const auto outside = [](char c) { return is_blank(c) || c == '\r' || c == '\n'; };
  while (!text.empty() && outside(text.front())) text.remove_prefix(1);
  while (!text.empty() && outside(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<double> parse_double(std::string_view token) {
  if (token.empty()) return std::nullopt;
  const bool negative = token.front() == '-';
  std::string_view digits = token;
  if (negative || token.front() == '+') digits.remove_prefix(1);
  if (digits.empty()) return std::nullopt;
  double value = 0.0;
  const bool digit_first =
      (digits.front() >= '0' && digits.front() <= '9') || digits.front() == '.';
  if (digit_first) {
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = read_number(digits, value);
    if (stop == end && error == std::errc()) return negative ? -value : value;
    if (stop == end && error == std::errc::result_out_of_range) {
      value = out_of_range_value(digits);
      return negative ? -value : value;
    }
  }
  const std::optional<double> special = parse_special(digits);
  if (!special) return std::nullopt;
  return negative ? -*special : *special;
}

std::optional<std::int64_t> parse_count(std::string_view token, bool& inexact) {
  inexact = false;
  if (!token.empty() && token.front() == '+') token.remove_prefix(1);
  std::int64_t count = 0;
  const char* const end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), token.data() + token.size(), count);
  if (stop == end && error == std::errc() && !token.empty()) return count;
  const std::optional<double> value = parse_double(token);
  // The largest double below 2^63 is 1024 less.
  if (!value || !(std::fabs(*value) < 9.2233720368547748e18)) return std::nullopt;
  inexact = true;
  return static_cast<std::int64_t>(std::llround(*value));
}

}  // namespace optimeter::parsers
