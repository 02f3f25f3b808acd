// Sums of two doubles that are not evaluated: arithmetic with 106 bits, without fused
// multiply-add. Dekker, "A floating-point technique for extending the available precision", 1971.
#pragma once

#include "mathematics/tables.hpp"

namespace optimeter::mathematics {

/// a + b exactly, for |a| >= |b| or a = 0.
inline Two quick_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a + b exactly.
inline Two exact_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// a in two halves of at most 26 bits.
inline Two halves(double a) {
  const double big = 134217729.0 * a;  // 2^27 + 1
  const double upper = big - (big - a);
  return {upper, a - upper};
}

/// a * b exactly.
inline Two exact_product(double a, double b) {
  const double product = a * b;
  const Two x = halves(a);
  const Two y = halves(b);
  const double error =
      ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low;
  return {product, error};
}

inline Two operator-(const Two& a) { return {-a.high, -a.low}; }

inline Two operator+(const Two& a, const Two& b) {
  const Two high = exact_sum(a.high, b.high);
  const Two low = exact_sum(a.low, b.low);
  const Two sum = quick_sum(high.high, high.low + low.high);
  return quick_sum(sum.high, sum.low + low.low);
}

inline Two operator+(const Two& a, double b) {
  const Two high = exact_sum(a.high, b);
  return quick_sum(high.high, high.low + a.low);
}

inline Two operator*(const Two& a, const Two& b) {
  const Two product = exact_product(a.high, b.high);
  return quick_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

inline Two operator*(const Two& a, double b) {
  const Two product = exact_product(a.high, b);
  return quick_sum(product.high, product.low + a.low * b);
}

/// head[0] + head[1] x + ... + tail[0] x^heads + ...: the tail, which matters less, in doubles.
template <int heads, int tails>
Two series(const Two (&head)[heads], const double (&tail)[tails], const Two& x) {
  double rest = tail[tails - 1];
  for (int i = tails - 1; i-- > 0;) rest = rest * x.high + tail[i];
  Two sum = x * rest + head[heads - 1];
  for (int i = heads - 1; i-- > 0;) sum = sum * x + head[i];
  return sum;
}

}  // namespace optimeter::mathematics
