// Elementary functions from which instances are made: the same bits on every system.
//
// Results are correctly rounded, so they depend on no C library and on no instruction set. The
// published instances, though, were made with glibc, whose results differ in the last bit for about
// one argument in a thousand; the arguments of published instances for which they do are listed
// (data/mathematics-differences.bin), and get glibc's bits. core/tests/test_mathematics.cpp
// compares.
#pragma once

#include <cstddef>

namespace optimeter::mathematics {

double log(double x);
double log10(double x);
double exp(double x);
/// sin and cos are for |x| <= 1e13; NaN beyond. Up to 1e6 they are fast.
double sin(double x);
double cos(double x);
/// For x >= 0; NaN for negative x.
double pow(double x, double y);

// The same over arrays, in groups of lanes. `out` may be one of the others.
void log(const double* x, std::size_t n, double* out);
void exp(const double* x, std::size_t n, double* out);
void sin(const double* x, std::size_t n, double* out);
void cos(const double* x, std::size_t n, double* out);
void pow(const double* x, const double* y, std::size_t n, double* out);

}  // namespace optimeter::mathematics
