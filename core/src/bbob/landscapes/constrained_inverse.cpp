#include "bbob/landscapes/constrained_inverse.hpp"

#include <cmath>
#include <utility>

#include "mathematics/mathematics.hpp"

namespace optimeter {
namespace {

constexpr double kAbsolute = 1e-14;
constexpr double kRelative = 1e-10;
constexpr int kIterations = 200;

double oscillate(double v) {
  if (v == 0.0) return 0.0;
  const double l = mathematics::log(std::fabs(v)) / 0.1;
  const double wave = v > 0 ? mathematics::sin(l) + mathematics::sin(0.79 * l)
                            : mathematics::sin(0.55 * l) + mathematics::sin(0.31 * l);
  return std::copysign(mathematics::pow(mathematics::exp(l + 0.49 * wave), 0.1), v);
}

// Brent's method (Algorithms for Minimization without Derivatives, 1973, chapter 4): inverse
// quadratic interpolation or the secant where they make progress, else bisection.
template <typename Function>
double root(const Function& f, double a, double b) {
  double previous = a;
  double current = b;
  double f_previous = f(previous);
  double f_current = f(current);
  if (f_previous == 0.0) return previous;
  if (f_current == 0.0) return current;
  double other = 0.0;  // the end of the bracket that does not hold the current estimate
  double f_other = 0.0;
  double step = 0.0;
  double last_step = 0.0;
  for (int i = 0; i < kIterations; ++i) {
    if (f_previous != 0.0 && f_current != 0.0 &&
        std::signbit(f_previous) != std::signbit(f_current)) {
      other = previous;
      f_other = f_previous;
      step = last_step = current - previous;
    }
    if (std::fabs(f_other) < std::fabs(f_current)) {
      previous = std::exchange(current, other);
      other = previous;
      f_previous = std::exchange(f_current, f_other);
      f_other = f_previous;
    }
    const double tolerance = (kAbsolute + kRelative * std::fabs(current)) / 2;
    const double half = (other - current) / 2;
    if (f_current == 0.0 || std::fabs(half) < tolerance) return current;
    if (std::fabs(last_step) > tolerance && std::fabs(f_current) < std::fabs(f_previous)) {
      double trial = 0.0;
      if (previous == other) {
        trial = -f_current * (current - previous) / (f_current - f_previous);
      } else {
        const double slope_previous = (f_previous - f_current) / (previous - current);
        const double slope_other = (f_other - f_current) / (other - current);
        trial = -f_current * (f_other * slope_other - f_previous * slope_previous) /
                (slope_other * slope_previous * (f_other - f_previous));
      }
      if (2 * std::fabs(trial) < std::fmin(std::fabs(last_step), 3 * std::fabs(half) - tolerance)) {
        last_step = step;
        step = trial;
      } else {
        step = last_step = half;
      }
    } else {
      step = last_step = half;
    }
    previous = current;
    f_previous = f_current;
    current += std::fabs(step) > tolerance ? step : std::copysign(tolerance, half);
    f_current = f(current);
  }
  return current;
}

// The inverse of an increasing function that fixes zero and keeps signs; the bracket is found from
// `y` by halving or doubling.
template <typename Function>
double inverse(const Function& function, double y) {
  if (y == 0.0) return 0.0;
  const auto excess = [&](double x) { return function(x) - y; };
  double near = y;  // towards zero
  double far = y;
  while (std::fabs(function(near)) > std::fabs(y)) near /= 2;
  while (std::fabs(function(far)) < std::fabs(y)) far *= 2;
  return root(excess, near, far);
}

}  // namespace

double inverse_oscillation(double y) { return inverse(oscillate, y); }

double inverse_asymmetry(double y, double exponent_factor) {
  if (y <= 0.0) return y;
  return inverse([=](double x) { return mathematics::pow(x, 1 + exponent_factor * std::sqrt(x)); },
                 y);
}

}  // namespace optimeter
