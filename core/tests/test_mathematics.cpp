// The functions that make instances: corner cases, the same bits by every instruction set, and the
// bits of glibc for the random numbers of published instances.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "bbob/instances/random.hpp"
#include "bbob/table.hpp"
#include "check.hpp"
#include "mathematics/accurate.hpp"
#include "mathematics/estimates.hpp"
#include "mathematics/mathematics.hpp"

using namespace optimeter;
using mathematics::Function;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

void check_corner_cases() {
  namespace own = mathematics;
  CHECK(same(own::log(1.0), 0.0) && same(own::log(0.0), -kInf) && same(own::log(-1.0), kNan));
  CHECK(same(own::log(kInf), kInf) && same(own::log(kNan), kNan));
  CHECK(own::log(kTiny) == -744.4400719213812);
  for (int i = -300; i <= 300; ++i) {
    const double power = std::stod("1e" + std::to_string(i));
    CHECK_FOR(own::log10(power) == i, "1e" + std::to_string(i));
    if (i >= 0 && i <= 22) CHECK_FOR(own::pow(10.0, i) == power, "1e" + std::to_string(i));
  }
  CHECK(same(own::exp(0.0), 1.0) && same(own::exp(710.0), kInf) && same(own::exp(-1000.0), 0.0));
  CHECK(same(own::exp(kNan), kNan) && own::exp(1.0) == std::numbers::e);
  CHECK(same(own::sin(0.0), 0.0) && same(own::sin(-0.0), -0.0) && same(own::cos(0.0), 1.0));
  CHECK(same(own::sin(kInf), kNan) && same(own::cos(2e13), kNan));
  CHECK(own::sin(1e12) == -0.6112387023768895 && own::sin(-3000000001.5) == 0.09046974771576227);
  CHECK(own::cos(9876543210987.625) == -0.7319089582543009 &&
        own::cos(8.5e12) == 0.7690934065861941);
  CHECK(own::sin(std::numbers::pi) == 1.2246467991473532e-16);
  CHECK(same(own::pow(0.0, 2.0), 0.0) && same(own::pow(0.0, 0.0), 1.0) &&
        same(own::pow(0.0, -1.0), kInf));
  CHECK(same(own::pow(kNan, 0.0), 1.0) && same(own::pow(1.0, kNan), 1.0) &&
        same(own::pow(-2.0, 2.0), kNan));
  CHECK(same(own::pow(kInf, -1.0), 0.0) && same(own::pow(2.0, 2000.0), kInf) &&
        same(own::pow(2.0, -2000.0), 0.0));
  CHECK(own::pow(2.0, 10.0) == 1024.0 && own::pow(9.0, 0.5) == 3.0 &&
        own::pow(2.0, -1074.0) == kTiny);
}

/// Numbers between 0 and 1 from integers alone.
std::vector<double> numbers(std::uint64_t seed, std::size_t n) {
  std::vector<double> result(n);
  for (double& value : result) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    value = static_cast<double>((seed >> 11) + 1) / 9007199254740992.0;
  }
  return result;
}

/// Where a fast result is trusted, it is the accurate one, and that is mostly so.
void check_estimates(Isa isa, Function function, double scale, double largest_share) {
  constexpr std::size_t kCount = 60'000;
  std::vector<double> x = numbers(1 + static_cast<unsigned>(function), kCount);
  std::vector<double> y = numbers(100, kCount);
  for (double& value : x) value = (value - (scale < 0 ? 0.5 : 0.0)) * std::fabs(scale);
  for (double& value : y) value = 6 * value - 3;
  std::size_t doubtful = 0;
  std::size_t wrong = 0;
  std::vector<double> out(mathematics::kMostArguments);
  for (std::size_t begin = 0; begin < kCount; begin += 60) {  // a partial group of lanes at the end
    const mathematics::Doubts doubts =
        mathematics::estimate_of(isa, function)(&x[begin], &y[begin], out.data(), 60);
    CHECK((doubts.unsure & ~doubts.close) == 0);
    for (std::size_t i = 0; i < 60; ++i) {
      doubtful += doubts.close >> i & 1;
      if ((doubts.unsure >> i & 1) != 0) continue;
      const double exact = mathematics::accurate(function, x[begin + i], y[begin + i]).high;
      if (!same(out[i], exact)) ++wrong;
    }
  }
  const std::string what = std::string(isa_name(isa)) + " function " +
                           std::to_string(static_cast<int>(function)) + ": " +
                           std::to_string(wrong) + " wrong, " + std::to_string(doubtful) +
                           " doubtful of " + std::to_string(kCount);
  CHECK_FOR(wrong == 0, what);
  CHECK_FOR(static_cast<double>(doubtful) < largest_share * kCount, what);
}

/// Whether this program runs on the C library with which the published instances were made.
bool has_reference_library() {
#if defined(__GLIBC__) && defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("fma") != 0;
#elif defined(__GLIBC__) && defined(__aarch64__)
  return true;
#else
  return false;
#endif
}

struct Comparison {
  std::size_t draws = 0;
  std::size_t differing = 0;
  std::size_t far = 0;  ///< by more than the last bit

  void add(double own, double library) {
    ++draws;
    if (own == library) return;
    ++differing;
    if (std::nextafter(own, library) != library) ++far;
  }
};

bool uses(const Row& row, Rotation rotation) {
  if (row.core == Core::peaks && rotation == Rotation::q) return true;
  for (const Step& step : row.steps) {
    if (step.action == Action::rotate && (step.first == rotation || step.second == rotation)) {
      return true;
    }
  }
  return false;
}

/// The logarithms and cosines of the rotations of bbob with 40 variables.
Comparison compare(std::int64_t first_instance, std::int64_t last_instance) {
  constexpr std::size_t kDraws = 1600;
  Comparison result;
  std::vector<double> own(kDraws);
  for (std::int64_t instance = first_instance; instance <= last_instance; ++instance) {
    for (int function = 1; function <= static_cast<int>(Bbob::kCount); ++function) {
      for (const Rotation rotation : {Rotation::q, Rotation::r}) {
        if (!uses(bbob_row(function), rotation)) continue;
        const std::int64_t seed =
            instance_seed(function, instance) + (rotation == Rotation::r ? 1'000'000 : 0);
        std::vector<double> u = legacy_uniform(seed, 2 * kDraws);
        mathematics::log(u.data(), kDraws, own.data());
        for (std::size_t i = 0; i < kDraws; ++i) result.add(own[i], std::log(u[i]));
        double* const angles = u.data() + kDraws;
        for (std::size_t i = 0; i < kDraws; ++i) angles[i] *= 2 * std::numbers::pi;
        mathematics::cos(angles, kDraws, own.data());
        for (std::size_t i = 0; i < kDraws; ++i) result.add(own[i], std::cos(angles[i]));
      }
    }
  }
  return result;
}

}  // namespace

int main() {
  check_corner_cases();
  for (const Isa isa : available_isas()) {
    check_estimates(isa, Function::log, 1.0, 0.06);
    check_estimates(isa, Function::log, 1e9, 0.06);
    check_estimates(isa, Function::log10, 1e3, 0.06);
    check_estimates(isa, Function::exp, -1200.0, 0.06);
    check_estimates(isa, Function::sin, -600.0, 0.06);
    check_estimates(isa, Function::cos, 2 * std::numbers::pi, 0.06);
    check_estimates(isa, Function::cos, 1e6, 0.06);
    check_estimates(isa, Function::pow, 100.0, 0.06);
  }
  if (!has_reference_library()) {
    std::printf("not compared with glibc, which is not there\n");
    return test::finish();
  }
  const Comparison published = compare(1, 15);
  const Comparison beyond = compare(5001, 5015);
  std::printf("published: %zu of %zu draws differ from glibc\n", published.differing,
              published.draws);
  std::printf("beyond: %zu of %zu\n", beyond.differing, beyond.draws);
  CHECK(published.draws > 1'000'000 && published.differing == 0);
  CHECK(beyond.far == 0 && beyond.differing < beyond.draws / 300);
  return test::finish();
}
