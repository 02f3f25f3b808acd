// The vector math over plain arrays, by instruction set: for the tests and the benchmark of the
// vector math. No function of a suite is computed this way.
#pragma once

#include <array>
#include <cstddef>

namespace optimeter {

/// The vector math of the kernels.
enum class MathFunction {
  exp,
  log,
  sin,
  cos,
  pow,
  quick_sin,
  quick_cos,
  quick_cos_of_turns,
  quick_log2,
  quick_exp2,
  oscillate
};

/// Names in the order of `MathFunction`.
inline constexpr std::array<const char*, 11> kMathFunctionNames = {
    "exp",        "log",        "sin",       "cos",
    "pow",        "quick_sin",  "quick_cos", "quick_cos_of_turns",
    "quick_log2", "quick_exp2", "oscillate"};

/// One instruction set's functions in the order of `MathFunction`.
struct MathTable {
  /// out[i] = f(x[i]), or pow(x[i], y[i]), for i < n. `y` is read by pow only; `out` may be either.
  using Function = void (*)(const double* x, const double* y, double* out, std::size_t n);

  std::array<Function, kMathFunctionNames.size()> functions;
};

}  // namespace optimeter
