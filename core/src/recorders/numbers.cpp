#include "recorders/numbers.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "recorders/powers_of_ten.hpp"

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

// Most numbers are written with one multiplication of their 53 bits by a power of ten of 64 bits,
// which leaves the digits in no doubt unless the rest is very close to one half; such numbers take
// the slow and exact way.
constexpr int kMostDigits = 10;
constexpr std::uint64_t kTens[] = {1,         10,         100,         1000,
                                   10000,     100000,     1000000,     10000000,
                                   100000000, 1000000000, 10000000000, 100000000000};
constexpr std::uint64_t kHalf = std::uint64_t{1} << 63U;
// The product of 117 bits is wrong by up to 2^52; cut at bit kLeastShift this is 2^-16 of a unit.
constexpr int kLeastShift = 68;
constexpr std::uint64_t kTooClose = std::uint64_t{1} << 50U;  // 2^-14 of a unit

__extension__ using Wide = unsigned __int128;

// The integer next to size * 10^power, if that is certain and below about 2^48.
bool scale(double size, int power, std::uint64_t& nearest) {
  const auto bits = std::bit_cast<std::uint64_t>(size);
  const std::uint64_t mantissa = (bits & ((std::uint64_t{1} << 52U) - 1)) | std::uint64_t{1} << 52U;
  const PowerOfTen& ten = kPowersOfTen[power + kLargestTen];
  const Wide product = Wide{mantissa} * ten.mantissa;
  const int shift = 1075 - static_cast<int>(bits >> 52U) - ten.exponent;
  if (shift < kLeastShift || shift > 127) return false;
  nearest = static_cast<std::uint64_t>(product >> shift);
  const auto rest = static_cast<std::uint64_t>(product << (128 - shift) >> 64U);
  if (rest - (kHalf - kTooClose) < 2 * kTooClose) return false;
  if (rest > kHalf) ++nearest;
  return true;
}

// Writes the last `count` digits of a number so that they end at `end`; returns what is left of it.
std::uint64_t write_digits(char* end, std::uint64_t number, int count) {
  for (; count > 1; count -= 2, number /= 100) {
    const std::uint64_t pair = number % 100;
    *--end = static_cast<char>('0' + pair % 10);
    *--end = static_cast<char>('0' + pair / 10);
  }
  if (count == 0) return number;
  *--end = static_cast<char>('0' + number % 10);
  return number / 10;
}

bool append_fast_scientific(std::string& text, double value, int digits) {
  const double size = std::fabs(value);
  if (!(size >= 1e-25 && size <= 1e25) || digits < 1 || digits > kMostDigits) return false;
  const int binary = static_cast<int>(std::bit_cast<std::uint64_t>(size) >> 52U) - 1023;
  int exponent = binary * 78913 >> 18;  // log10(2): this one or the next
  std::uint64_t number = 0;
  if (!scale(size, digits - exponent, number)) return false;
  const std::uint64_t limit = kTens[digits + 1];
  if (number >= limit) {
    ++exponent;
    if (!scale(size, digits - exponent, number)) return false;
  }
  if (number < kTens[digits] || number >= limit) return false;
  char buffer[kMostDigits + 8];
  char* next = buffer;
  if (value < 0.0) *next++ = '-';
  next[0] = static_cast<char>('0' + write_digits(next + 2 + digits, number, digits));
  next[1] = '.';
  next += 2 + digits;
  *next++ = 'e';
  *next++ = exponent < 0 ? '-' : '+';
  write_digits(next + 2, static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent), 2);
  text.append(buffer, next + 2);
  return true;
}

bool append_fast_fixed(std::string& text, double value, int digits) {
  const double size = std::fabs(value);
  std::uint64_t number = 0;
  if (!(size >= 1e-9 && size < 1e9) || digits < 1 || digits > kMostDigits) return false;
  if (!scale(size, digits, number)) return false;
  char buffer[32];
  char* const end = buffer + sizeof buffer;
  number = write_digits(end, number, digits);
  char* begin = end - digits;
  *--begin = '.';
  do {
    *--begin = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number > 0);
  if (value < 0.0) *--begin = '-';
  text.append(begin, end);
  return true;
}

void append_zeros(std::string& text, int count) {
  text.append(static_cast<std::size_t>(count), '0');
}

}  // namespace

void append_count(std::string& text, std::uint64_t value) { append(text, value); }

void append_integer(std::string& text, std::int64_t value) { append(text, value); }

void append_scientific(std::string& text, double value, int digits) {
  if (append_fast_scientific(text, value, digits)) return;
  append(text, value, std::chars_format::scientific, digits);
}

void append_signed_scientific(std::string& text, double value, int digits) {
  if (!std::signbit(value)) text.push_back('+');
  append_scientific(text, value, digits);
}

void append_fixed(std::string& text, double value, int digits) {
  if (append_fast_fixed(text, value, digits)) return;
  append(text, value, std::chars_format::fixed, digits);
}

void append_shortest(std::string& text, double value) {
  if (!std::isfinite(value)) {
    append(text, value);
    return;
  }
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
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

void append_significant(std::string& text, double value, int digits) {
  if (!std::isfinite(value)) {
    append(text, value);
    return;
  }
  std::string all;
  append_scientific(all, std::fabs(value), digits - 1);
  const std::size_t e = all.find('e');
  int exponent = 0;  // of the first digit
  std::from_chars(all.data() + e + (all[e + 1] == '+' ? 2 : 1), all.data() + all.size(), exponent);
  all.resize(e);
  if (digits > 1) all.erase(1, 1);  // the point
  all.erase(all.find_last_not_of('0') + 1);
  if (all.empty()) {
    text.push_back('0');
    return;
  }
  if (value < 0.0) text.push_back('-');
  const int count = static_cast<int>(all.size());
  const int last = exponent - count + 1;  // exponent of the last digit
  if (last >= 0 && last <= 2) {
    text.append(all);
    append_zeros(text, last);
  } else if (last < 0 && exponent >= 0) {
    const auto point = static_cast<std::size_t>(exponent) + 1;
    text.append(all, 0, point).append(".").append(all, point);
  } else if (exponent < 0 && exponent >= -2) {
    text.append("0.");
    append_zeros(text, -exponent - 1);
    text.append(all);
  } else {
    text.append(all).append("e");
    append_integer(text, last);
  }
}

}  // namespace optimeter
