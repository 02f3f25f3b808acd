// Nanoseconds per eight values of the vector math, per instruction set, and of the C library.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "simd/math_arrays.hpp"

namespace {

using optimeter::MathFunction;

constexpr std::size_t kValues = 1024;
constexpr int kCalls = 40;
constexpr int kRepetitions = 15;

/// Best of several repetitions, in nanoseconds per eight values.
template <class Call>
double measure(Call call) {
  using Clock = std::chrono::steady_clock;
  double best = 1e300;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    const auto start = Clock::now();
    for (int i = 0; i < kCalls; ++i) call();
    const std::chrono::duration<double, std::nano> elapsed = Clock::now() - start;
    best = std::fmin(best, elapsed.count() / kCalls * 8 / kValues);
  }
  return best;
}

struct Case {
  const char* name;
  MathFunction function;
  double low, high;
  double (*library)(double, double);
};

constexpr Case kCases[] = {
    {"exp", MathFunction::exp, -10, 10, [](double x, double) { return std::exp(x); }},
    {"log", MathFunction::log, 1e-3, 10, [](double x, double) { return std::log(x); }},
    {"sin", MathFunction::sin, -100, 100, [](double x, double) { return std::sin(x); }},
    {"cos", MathFunction::cos, -100, 100, [](double x, double) { return std::cos(x); }},
    {"pow", MathFunction::pow, 0.01, 10, [](double x, double y) { return std::pow(x, y); }},
};

/// n numbers spread evenly over the interval, in an irregular order.
std::vector<double> spread(double low, double high, double step) {
  std::vector<double> values(kValues);
  for (std::size_t i = 0; i < kValues; ++i) {
    const double position = static_cast<double>(i) * step;
    values[i] = low + (high - low) * (position - std::floor(position));
  }
  return values;
}

}  // namespace

int main() {
  const std::vector<double> y = spread(-3, 3, 0.7548776662466927);
  std::vector<double> out(kValues);
  for (const Case& c : kCases) {
    const std::vector<double> x = spread(c.low, c.high, 0.6180339887498949);
    std::printf("%s:", c.name);
    for (const optimeter::Isa isa : optimeter::available_isas()) {
      const double time = measure(
          [&] { optimeter::apply(isa, c.function, x.data(), y.data(), out.data(), kValues); });
      std::printf("  %s %.1f", std::string(isa_name(isa)).c_str(), time);
    }
    const double time = measure([&] {
      for (std::size_t i = 0; i < kValues; ++i) out[i] = c.library(x[i], y[i]);
    });
    std::printf("  C library %.1f ns\n", time);
  }
  return 0;
}
