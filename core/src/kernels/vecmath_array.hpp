// The table through which the vector math of one instruction set is called over arrays.
#pragma once

#include <cstddef>

namespace optimeter {

/// out[i] = f(x[i]) or f(x[i], y[i]) for i < n.
struct MathTable {
  using Unary = void (*)(const double* x, double* out, std::size_t n);
  using Binary = void (*)(const double* x, const double* y, double* out, std::size_t n);

  Unary exp;
  Unary log;
  Unary sin;
  Unary cos;
  Binary pow;
  Unary quick_sin;
  Unary quick_cos;
  Unary quick_cos_of_turns;
  Unary quick_log2;
  Unary quick_exp2;
  Unary oscillate;
};

}  // namespace optimeter
