// The vector math on every instruction set of this machine: corner cases, accuracy against the long
// double functions of the C library, equal bits there and on all systems, independence of lanes, no
// access out of bounds.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "simd/math_arrays.hpp"

namespace {

using optimeter::apply;
using optimeter::Isa;
using optimeter::MathFunction;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

constexpr MathFunction kFunctions[] = {MathFunction::exp, MathFunction::log, MathFunction::sin,
                                       MathFunction::cos, MathFunction::pow};
constexpr const char* kNames[] = {"exp", "log", "sin", "cos", "pow"};
/// Hashes of all results of test_accuracy_and_bits, on every system.
constexpr std::uint64_t kHashes[] = {2141801187721053964U, 6441694609379297592U,
                                     1043013832802504061U, 14862202863193774633U,
                                     16937251376254921596U};
/// mingw-w64's long double functions are off by many units, so that they are no reference.
#ifdef __MINGW32__
constexpr bool kHasReference = false;
#else
constexpr bool kHasReference = true;
#endif

int failures = 0;

void check(bool good, const std::string& what) {
  if (good) return;
  if (++failures <= 20) std::fprintf(stderr, "failed: %s\n", what.c_str());
}

std::string describe(Isa isa, MathFunction function, double x, double y) {
  char text[160];
  std::snprintf(text, sizeof text, "%s %s(%a, %a)", std::string(isa_name(isa)).c_str(),
                kNames[static_cast<int>(function)], x, y);
  return text;
}

/// Equal bits, or both NaN.
bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
}

double scalar(Isa isa, MathFunction function, double x, double y = 0) {
  double out;
  apply(isa, function, &x, &y, &out, 1);
  return out;
}

long double reference(MathFunction function, double x, double y) {
  const long double wide = x;
  switch (function) {
    case MathFunction::exp:
      return std::exp(wide);
    case MathFunction::log:
      return std::log(wide);
    case MathFunction::sin:
      return std::sin(wide);
    case MathFunction::cos:
      return std::cos(wide);
    default:  // pow; the quick functions have tests of their own
      break;
  }
  return std::pow(wide, static_cast<long double>(y));
}

/// Error of `got` in units of the last place of a double of the size of `expected`.
double ulps(double got, long double expected) {
  const double rounded = static_cast<double>(expected);
  if (!std::isfinite(rounded) || !std::isfinite(got)) return same(got, rounded) ? 0 : kInf;
  int exponent = 0;
  std::frexp(expected, &exponent);
  const long double unit = std::ldexp(1.0L, std::max(exponent - 53, -1074));
  return static_cast<double>(std::fabs((static_cast<long double>(got) - expected) / unit));
}

void test_corner_cases(Isa isa) {
  const struct {
    MathFunction function;
    double x, expected;
  } unary[] = {
      {MathFunction::exp, 0.0, 1.0},     {MathFunction::exp, -0.0, 1.0},
      {MathFunction::exp, kInf, kInf},   {MathFunction::exp, -kInf, 0.0},
      {MathFunction::exp, kNan, kNan},   {MathFunction::exp, 709.79, kInf},
      {MathFunction::exp, -745.14, 0.0}, {MathFunction::exp, -745.13, kTiny},
      {MathFunction::exp, kMax, kInf},   {MathFunction::exp, -kMax, 0.0},
      {MathFunction::exp, kTiny, 1.0},   {MathFunction::log, 0.0, -kInf},
      {MathFunction::log, -0.0, -kInf},  {MathFunction::log, 1.0, 0.0},
      {MathFunction::log, -1.0, kNan},   {MathFunction::log, kInf, kInf},
      {MathFunction::log, -kInf, kNan},  {MathFunction::log, kNan, kNan},
      {MathFunction::log, -kTiny, kNan}, {MathFunction::sin, 0.0, 0.0},
      {MathFunction::sin, -0.0, -0.0},   {MathFunction::sin, kInf, kNan},
      {MathFunction::sin, -kInf, kNan},  {MathFunction::sin, kNan, kNan},
      {MathFunction::sin, kTiny, kTiny}, {MathFunction::sin, -kTiny, -kTiny},
      {MathFunction::cos, 0.0, 1.0},     {MathFunction::cos, -0.0, 1.0},
      {MathFunction::cos, kInf, kNan},   {MathFunction::cos, -kInf, kNan},
      {MathFunction::cos, kNan, kNan},   {MathFunction::cos, kTiny, 1.0},
  };
  for (const auto& c : unary) {
    check(same(scalar(isa, c.function, c.x), c.expected), describe(isa, c.function, c.x, 0));
  }
  if (!kHasReference) return;
  // For powers of special numbers, the C library is the table.
  const double special[] = {
      0.0,           0.5,    1.0,    1.5,    2.0,        3.0,        4.0,          kInf,
      kNan,          kTiny,  kMax,   0x1p53, 0x1p53 + 2, 0x1p53 - 1, 0x1p52 + 0.5, 1.0 - 0x1p-53,
      1.0 + 0x1p-52, 1024.0, 1074.0, 1075.0, 0x1p-1022,  0x1.8p-1040};
  for (const double x : special) {
    for (const double y : special) {
      for (int signs = 0; signs < 4; ++signs) {
        const double base = (signs & 1) != 0 ? -x : x;
        const double power = (signs & 2) != 0 ? -y : y;
        const double got = scalar(isa, MathFunction::pow, base, power);
        const double expected = std::pow(base, power);
        const bool close =
            ulps(got, expected) <= 1.0 && std::signbit(got) == std::signbit(expected);
        check(same(got, expected) || close, describe(isa, MathFunction::pow, base, power));
      }
    }
  }
}

/// FNV-1a over the bits of numbers; all NaNs are the same.
std::uint64_t hash_of(const std::vector<double>& values) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const double value : values) {
    std::uint64_t word = 0x7ff8000000000000ULL;
    if (!std::isnan(value)) std::memcpy(&word, &value, sizeof word);
    hash = (hash ^ word) * 0x100000001b3ULL;
  }
  return hash;
}

/// Arguments over the whole range and, mostly, where they usually are.
std::vector<double> arguments(MathFunction function, std::size_t n) {
  std::mt19937_64 random(static_cast<std::uint64_t>(function) + 1);
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (i % 3 == 0) {
      const std::uint64_t any = random();
      std::memcpy(&values[i], &any, sizeof any);
    } else {
      values[i] = static_cast<double>(random() >> 11) * 0x1p-53 * 60 - 30;  // the same everywhere
    }
    if (function == MathFunction::log || (function == MathFunction::pow && i % 4 != 0)) {
      values[i] = std::fabs(values[i]);
    }
  }
  return values;
}

void test_accuracy_and_bits() {
  // Without a wider type the reference itself is off by up to one unit.
  const double bound = LDBL_MANT_DIG > DBL_MANT_DIG ? 0.95 : 2.0;
  constexpr std::size_t n = 60000;
  const std::vector<double> y = arguments(MathFunction::sin, n);
  for (const MathFunction function : kFunctions) {
    const std::vector<double> x = arguments(function, n);
    std::vector<double> baseline(n);
    apply(Isa::baseline, function, x.data(), y.data(), baseline.data(), n);
    const std::uint64_t hash = hash_of(baseline);
    check(
        hash == kHashes[static_cast<int>(function)],
        "hash of " + std::string(kNames[static_cast<int>(function)]) + " " + std::to_string(hash));
    double worst = 0;
    for (std::size_t i = 0; i < n && kHasReference; ++i) {
      const double error = ulps(baseline[i], reference(function, x[i], y[i]));
      if (error > worst) worst = error;
      check(error <= bound, describe(Isa::baseline, function, x[i], y[i]));
    }
    std::printf("%s: at most %.3f ulp\n", kNames[static_cast<int>(function)], worst);
    for (const Isa isa : optimeter::available_isas()) {
      std::vector<double> other(n);
      apply(isa, function, x.data(), y.data(), other.data(), n);
      for (std::size_t i = 0; i < n; ++i) {
        check(same(other[i], baseline[i]), "bits of " + describe(isa, function, x[i], y[i]));
      }
    }
  }
}

/// Arrays of every small length, in allocations of that length: each value as computed alone.
void test_lengths_and_lanes(Isa isa) {
  for (const MathFunction function : kFunctions) {
    for (std::size_t n = 0; n <= 25; ++n) {
      const std::vector<double> x = arguments(function, n);
      const std::vector<double> y = arguments(MathFunction::sin, n);
      std::vector<double> out(n);
      apply(isa, function, x.data(), y.data(), out.data(), n);
      for (std::size_t i = 0; i < n; ++i) {
        check(same(out[i], scalar(isa, function, x[i], y[i])),
              "lane of " + describe(isa, function, x[i], y[i]));
      }
    }
  }
}

void test_names() {
  for (const Isa isa : optimeter::available_isas()) {
    check(optimeter::isa_from_name(isa_name(isa)) == isa, "name of an instruction set");
  }
  try {
    optimeter::isa_from_name("neon");
    check(false, "an unknown instruction set must be refused");
  } catch (const optimeter::IsaError& error) {
    const std::string message = error.what();
    check(message.find("'neon'") != std::string::npos, "message names what was given");
    check(message.find("baseline") != std::string::npos, "message names what is accepted");
  }
}

}  // namespace

int main() {
  for (const Isa isa : optimeter::available_isas()) {
    test_corner_cases(isa);
    test_lengths_and_lanes(isa);
  }
  test_accuracy_and_bits();
  test_names();
  if (failures != 0) std::fprintf(stderr, "%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
