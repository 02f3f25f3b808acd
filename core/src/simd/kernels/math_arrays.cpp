// The vector math over plain arrays: the last, partial group of lanes is padded with zeros.
#include "simd/kernels/math_arrays.hpp"

#include "simd/quickmath.hpp"

namespace optimeter::inline OPTIMETER_ISA {

namespace {

template <Lanes (*function)(const Lanes&)>
void unary(const double* x, const double*, double* out, std::size_t n) {
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) store(out + i, function(load(x + i)));
  if (i == n) return;
  double padded[kLanes] = {};
  std::memcpy(padded, x + i, (n - i) * sizeof(double));
  store(padded, function(load(padded)));
  std::memcpy(out + i, padded, (n - i) * sizeof(double));
}

template <Lanes (*function)(const Lanes&, const Lanes&)>
void binary(const double* x, const double* y, double* out, std::size_t n) {
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) store(out + i, function(load(x + i), load(y + i)));
  if (i == n) return;
  double padded_x[kLanes] = {};
  double padded_y[kLanes] = {};
  std::memcpy(padded_x, x + i, (n - i) * sizeof(double));
  std::memcpy(padded_y, y + i, (n - i) * sizeof(double));
  store(padded_x, function(load(padded_x), load(padded_y)));
  std::memcpy(out + i, padded_x, (n - i) * sizeof(double));
}

// Constant initialization: nothing of a kernel source runs when the library is loaded.
constexpr MathTable kTable{{unary<exp>, unary<log>, unary<sin>, unary<cos>, binary<pow>,
                            unary<quick_sin>, unary<quick_cos>, unary<quick_cos_of_turns>,
                            unary<quick_log2>, unary<quick_exp2>, unary<oscillate>}};

}  // namespace

const MathTable& math_table() { return kTable; }

}  // namespace optimeter::inline OPTIMETER_ISA
