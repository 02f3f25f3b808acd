// Numbers are written as printf writes them, in whatever locale the process runs.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <limits>
#include <random>
#include <string>

#include "recorders/numbers.hpp"

using namespace optimeter;

namespace {

int failures = 0;

void expect(const std::string& actual, const char* expected, double value) {
  if (actual == expected) return;
  if (++failures < 20) std::printf("%a: got %s, expected %s\n", value, actual.c_str(), expected);
}

void check(double value) {
  char expected[512];
  std::string text;
  for (const int digits : {0, 1, 3, 4, 8, 9, 12, 15}) {
    std::snprintf(expected, sizeof expected, "%.*e", digits, value);
    text.clear();
    append_scientific(text, value, digits);
    expect(text, expected, value);
    std::snprintf(expected, sizeof expected, "%+.*e", digits, value);
    text.clear();
    append_signed_scientific(text, value, digits);
    expect(text, expected, value);
  }
  for (const int digits : {6, 10}) {
    std::snprintf(expected, sizeof expected, "%.*f", digits, value);
    text.clear();
    append_fixed(text, value, digits);
    expect(text, expected, value);
  }
  for (const int digits : {1, 4, 8}) {
    std::snprintf(expected, sizeof expected, "%.*g", digits, value);
    text.clear();
    append_significant(text, value, digits);
    if (std::strtod(text.c_str(), nullptr) != std::strtod(expected, nullptr)) {
      expect(text, expected, value);
    }
  }
  text.clear();
  append_shortest(text, value);
  if (std::strtod(text.c_str(), nullptr) != value) expect(text, "the value", value);
}

void check_shortest(double value, const char* expected) {
  std::string text;
  append_shortest(text, value);
  expect(text, expected, value);
}

void check_significant(double value, const char* expected) {
  std::string text;
  append_significant(text, value, 4);
  expect(text, expected, value);
}

}  // namespace

int main() {
  std::mt19937_64 random(1);
  for (int i = 0; i < 60000; ++i) {
    std::uint64_t bits = random();
    double value = 0.0;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) check(value);  // any bits
    std::uniform_real_distribution<double> exponent(-30.0, 30.0);
    const double size = std::pow(10.0, exponent(random));
    check(i % 2 == 0 ? size : -size);  // the sizes that occur
    check(std::round(size * 1e4) / 1e4);
    check(static_cast<double>(random() % 100000) / 64.0);  // many exact halves
  }
  for (int power = -308; power <= 308; ++power) {  // the edges between exponents
    const double value = std::strtod(("1e" + std::to_string(power)).c_str(), nullptr);
    check(value);
    check(std::nextafter(value, 0.0));
    check(std::nextafter(value, INFINITY));
    check(9.9999999995 * value);
    check(9.99999999949999 * value);
  }
  const auto limit = std::numeric_limits<double>::max();
  for (const double value :
       {0.0, -0.0, 0.5, 1.5, 2.5, 1e22, 1e23, limit, -limit, 5e-324, 2e21, 3e21}) {
    check(value);
  }
  check_shortest(0.5, "0.5");
  check_shortest(-2.0, "-2");
  check_shortest(0.0, "0");
  check_shortest(1e-5, "1e-05");
  check_shortest(1e-4, "0.0001");
  check_shortest(1e15, "1000000000000000");
  check_shortest(1e16, "1e+16");
  check_shortest(123456.789, "123456.789");
  check_shortest(limit, "1.7976931348623157e+308");
  check_shortest(32.06998127553, "32.06998127553");

  check_significant(12.5, "12.5");
  check_significant(-0.05, "-0.05");
  check_significant(5e-3, "5e-3");
  check_significant(0.0, "0");
  check_significant(-0.0, "0");
  check_significant(99999.0, "1e5");
  check_significant(1234567.0, "1235e3");
  check_significant(12300.0, "12300");
  check_significant(1.2344e-9, "1234e-12");

  std::string text;
  const std::clock_t begin = std::clock();
  for (int i = 0; i < 1000000; ++i) {
    text.clear();
    append_signed_scientific(text, 1.0 + 1e-7 * i, 9);
  }
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf("%%+.9e: %.1f ns a number\n", seconds * 1e3);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
