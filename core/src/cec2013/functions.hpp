// The first ten functions of the CEC 2013 competition on niching, which have several global maxima.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "optimeter/suite.hpp"

namespace optimeter::cec2013 {

using Point = std::vector<double>;

/// A function: larger is better.
struct Row {
  FunctionInfo info;
  double lower;
  double upper;
  double published;  ///< the maximum as the competition prints it; raw values are differences to it
  double radius;     ///< maxima are found by points that are not further away than this
  double (*value)(const double* x, std::size_t d);
  std::vector<Point> (*maxima)(std::size_t d);  ///< all global ones
};

/// All of them, in the order of their numbers.
const std::vector<Row>& rows();

/// The one with this number. Throws InvalidArgument if there is none.
const Row& row(int number);

}  // namespace optimeter::cec2013
