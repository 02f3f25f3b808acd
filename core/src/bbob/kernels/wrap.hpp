// What is done to a point before and to a value after the function: the box and the integer
// variables. Plain arithmetic, the same for processors and GPUs.
#pragma once

#include <cstddef>

namespace optimeter {

/// floor(v + 1/2).
inline double rounded_half_up(double v) { return __builtin_floor(v + 0.5); }

/// The grid of one integer variable 0..arity-1 in the space of the continuous problem.
struct IntegerGrid {
  double lower;  ///< of the grid points, before the offset
  double upper;
  double last;    ///< the largest integer, arity - 1
  double offset;  ///< subtracted, so that one grid point is the optimum

  /// The grid of that arity which has `optimum` among its points.
  static IntegerGrid around(double optimum, int arity);
  /// The integer at the optimum.
  double nearest(double optimum) const;
  /// The continuous coordinate of an integer, given as any finite number.
  double position(double x) const {
    const double integer = rounded_half_up(x);
    const double inside = integer < 0.0 ? 0.0 : integer > last ? last : integer;
    return (lower + ((upper - lower) * inside) / last) - offset;
  }
  /// The same; non-finite coordinates stay what they are: functions know the rule for them.
  double coordinate(double x) const { return x - x == 0.0 ? position(x) : x; }
};

/// Whether a point is worth +inf since it lies outside of the closed box [-5, 5]^d; not if a
/// coordinate is NaN.
inline bool is_outside(const double* x, std::size_t d) {
  bool outside = false;
  bool nan = false;
  for (std::size_t i = 0; i < d; ++i) {
    outside |= __builtin_fabs(x[i]) > 5.0;
    nan |= x[i] != x[i];
  }
  return outside && !nan;
}

}  // namespace optimeter
