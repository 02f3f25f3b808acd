#include "recorders/numbers.hpp"

#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

namespace optimeter {
namespace {

// The longest of all: -1.8e308 in fixed notation, with up to 32 decimals.
constexpr std::size_t kLongest = 352;

template <typename... Format>
void append(std::string& text, Format... format) {
  char buffer[kLongest];
  const auto result = std::to_chars(buffer, buffer + kLongest, format...);
  text.append(buffer, result.ptr);
}

void append_zeros(std::string& text, int count) {
  text.append(static_cast<std::size_t>(count), '0');
}

}  // namespace

void append_count(std::string& text, std::uint64_t value) { append(text, value); }

void append_integer(std::string& text, std::int64_t value) { append(text, value); }

void append_scientific(std::string& text, double value, int digits) {
  append(text, value, std::chars_format::scientific, digits);
}

void append_signed_scientific(std::string& text, double value, int digits) {
  if (!std::signbit(value)) text.push_back('+');
  append_scientific(text, value, digits);
}

void append_fixed(std::string& text, double value, int digits) {
  append(text, value, std::chars_format::fixed, digits);
}

void append_shortest(std::string& text, double value) {
  if (!std::isfinite(value)) {
    append(text, value);
    return;
  }
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value,
                                 std::chars_format::scientific);
  const std::string_view all(buffer, static_cast<std::size_t>(end.ptr - buffer));
  const std::size_t e = all.find('e');
  int exponent = 0;
  // from_chars takes no plus sign
  std::from_chars(buffer + e + (buffer[e + 1] == '+' ? 2 : 1), end.ptr, exponent);
  if (exponent < -4 || exponent >= 16) {
    text.append(all);
    return;
  }
  std::string_view mantissa = all.substr(0, e);
  if (mantissa.front() == '-') {
    text.push_back('-');
    mantissa.remove_prefix(1);
  }
  std::string digits(mantissa.substr(0, 1));
  if (mantissa.size() > 2) digits.append(mantissa.substr(2));
  const int after = static_cast<int>(digits.size()) - 1;  // digits after the point of d.ddd
  if (exponent < 0) {
    text.append("0.");
    append_zeros(text, -exponent - 1);
    text.append(digits);
  } else if (exponent >= after) {
    text.append(digits);
    append_zeros(text, exponent - after);
  } else {
    const auto point = static_cast<std::size_t>(exponent) + 1;
    text.append(digits, 0, point).append(".").append(digits, point);
  }
}

}  // namespace optimeter
