// What can happen to a value on its way to the optimizer, on any problem.
#pragma once

#include <cstdint>
#include <memory>

#include "optimeter/noise.hpp"

namespace optimeter {

enum class ValueNoise {
  noisy,      ///< normal noise, `level` times the larger of 1 and the size of the value
  truncated,  ///< rounded to `level` significant decimal digits
  failing,    ///< not a number, with probability `level`
};

/// A source of such values for problems with one objective; what is recorded stays as it is.
/// Problems of different identity draw different numbers from one seed. Throws InvalidArgument for
/// a level that makes no sense.
std::unique_ptr<Noise> make_value_noise(ValueNoise kind, double level, std::uint64_t identity);

}  // namespace optimeter
