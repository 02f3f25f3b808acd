// The angle of a point in the plane, by correctly rounded operations only: the same bits
// everywhere.
#pragma once

#include <cmath>

namespace optimeter::least_squares {

/// arctan t with an error of about one unit in the last place.
inline double arctangent(double t) {
  // arctan(k / 8)
  constexpr double kAngles[9] = {0.0,
                                 0.12435499454676144,
                                 0.24497866312686415,
                                 0.35877067027057225,
                                 0.4636476090008061,
                                 0.5585993153435624,
                                 0.6435011087932844,
                                 0.7188299996216245,
                                 0.7853981633974483};
  constexpr double kRight = 1.5707963267948966;
  const double size = std::fabs(t);
  const double s = size > 1.0 ? 1.0 / size : size;
  const int k = static_cast<int>(8.0 * s + 0.5);
  const double c = k / 8.0;
  const double r = (s - c) / (1.0 + c * s);  // arctan s = arctan c + arctan r, |r| <= 1/16
  const double z = r * r;
  double series = 1.0 / 15.0;  // beyond it terms are below 1e-21
  for (int odd = 13; odd >= 1; odd -= 2) series = 1.0 / odd - z * series;
  const double angle = kAngles[k] + r * series;
  return std::copysign(size > 1.0 ? kRight - angle : angle, t);
}

/// The angle of (x, y) in turns, between -1/4 and 3/4.
inline double turns(double x, double y) {
  constexpr double kTurn = 6.283185307179586;
  if (x == 0.0) return y == 0.0 ? 0.0 : std::copysign(0.25, y);
  const double angle = arctangent(y / x) / kTurn;
  return x < 0.0 ? angle + 0.5 : angle;
}

}  // namespace optimeter::least_squares
