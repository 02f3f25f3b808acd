#include "recorders/numbers.hpp"

#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstdint>
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

#if LDBL_MANT_DIG >= 64 && defined(__x86_64__)

// Most numbers are written by one multiplication in extended precision: its 64 bits leave the
// digits in no doubt unless the rest is very close to one half; such numbers take the slow and
// exact way.
constexpr long double kTens[] = {
    1e-40L, 1e-39L, 1e-38L, 1e-37L, 1e-36L, 1e-35L, 1e-34L, 1e-33L, 1e-32L, 1e-31L, 1e-30L, 1e-29L,
    1e-28L, 1e-27L, 1e-26L, 1e-25L, 1e-24L, 1e-23L, 1e-22L, 1e-21L, 1e-20L, 1e-19L, 1e-18L, 1e-17L,
    1e-16L, 1e-15L, 1e-14L, 1e-13L, 1e-12L, 1e-11L, 1e-10L, 1e-9L,  1e-8L,  1e-7L,  1e-6L,  1e-5L,
    1e-4L,  1e-3L,  1e-2L,  1e-1L,  1e0L,   1e1L,   1e2L,   1e3L,   1e4L,   1e5L,   1e6L,   1e7L,
    1e8L,   1e9L,   1e10L,  1e11L,  1e12L,  1e13L,  1e14L,  1e15L,  1e16L,  1e17L,  1e18L,  1e19L,
    1e20L,  1e21L,  1e22L,  1e23L,  1e24L,  1e25L,  1e26L,  1e27L,  1e28L,  1e29L,  1e30L,  1e31L,
    1e32L,  1e33L,  1e34L,  1e35L,  1e36L,  1e37L,  1e38L,  1e39L,  1e40L};
constexpr int kLargestTen = 40;
constexpr int kMostDigits = 9;
constexpr long double kTooClose = 0x1p-16L;

long double ten(int exponent) { return kTens[exponent + kLargestTen]; }

// The integer next to `scaled`, if that is certain.
bool round_safely(long double scaled, std::uint64_t& nearest) {
  nearest = static_cast<std::uint64_t>(scaled);
  const long double rest = scaled - static_cast<long double>(nearest);
  if (std::fabs(rest - 0.5L) < kTooClose) return false;
  if (rest > 0.5L) ++nearest;
  return true;
}

// Writes the last `count` digits of a number so that they end at `end`; returns what is left of it.
std::uint64_t write_digits(char* end, std::uint64_t number, int count) {
  for (; count > 0; --count, number /= 10) *--end = static_cast<char>('0' + number % 10);
  return number;
}

bool append_fast_scientific(std::string& text, double value, int digits) {
  const double size = std::fabs(value);
  if (!(size >= 1e-25 && size <= 1e25) || digits > kMostDigits) return false;
  int exponent = static_cast<int>(std::floor(std::ilogb(size) * 0.30102999566398120));
  const long double limit = ten(digits + 1);
  long double scaled = size * ten(digits - exponent);
  if (scaled >= limit) scaled = size * ten(digits - ++exponent);
  std::uint64_t number = 0;
  if (!round_safely(scaled, number)) return false;
  if (number >= static_cast<std::uint64_t>(limit)) {
    number /= 10;
    ++exponent;
  }
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
  const long double scaled = std::fabs(value) * ten(digits);
  std::uint64_t number = 0;
  if (!(scaled < 1e14L) || digits < 1 || !round_safely(scaled, number)) return false;
  char buffer[kLongest];
  char* const end = buffer + 32;
  number = write_digits(end, number, digits);
  char* begin = end - digits;
  *--begin = '.';
  do {
    *--begin = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number > 0);
  if (std::signbit(value)) *--begin = '-';
  text.append(begin, end);
  return true;
}

#else

bool append_fast_scientific(std::string&, double, int) { return false; }
bool append_fast_fixed(std::string&, double, int) { return false; }

#endif

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

}  // namespace optimeter
