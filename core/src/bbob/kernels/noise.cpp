// The three noise models of bbob-noisy, eight points at a time.
#include "bbob/kernels/noise.hpp"

#include "simd/vecmath.hpp"

namespace optimeter::inline OPTIMETER_ISA {
namespace {

constexpr double kTwoPi = 6.283185307179586476925286766559;
constexpr double kOffset = 1.01e-8;  // added to every value

#define OPTIMETER_POINTS for (std::size_t i = 0; i < n; i += kLanes)

void normal(const double* u, const double* v, std::size_t n, double* out) {
  OPTIMETER_POINTS {
    const Lanes radius = sqrt(Lanes(-2.0) * log(load(u + i)));
    store(out + i, radius * cos(Lanes(kTwoPi) * load(v + i)));
  }
}

void circle(const double* v, std::size_t n, double* a, double* b) {
  OPTIMETER_POINTS {
    const Lanes angle = Lanes(kTwoPi) * load(v + i);
    store(a + i, cos(angle));
    store(b + i, sin(angle));
  }
}

void gaussian(const NoiseConstants& c, const double* values, const double* penalty,
              const double* normals, std::size_t n, double* y) {
  OPTIMETER_POINTS {
    const Lanes excess = load(values + i) - Lanes(c.optimal_value);
    const Lanes factor = exp(Lanes(c.beta) * load(normals + i));
    store(y + i, ((excess * factor + Lanes(kOffset)) + Lanes(c.optimal_value)) + load(penalty + i));
  }
}

void uniform(const NoiseConstants& c, const double* values, const double* penalty,
             const double* first, const double* second, std::size_t n, double* y) {
  OPTIMETER_POINTS {
    const Lanes difference = load(values + i) - Lanes(c.optimal_value);
    // Rounding may have made it negative, and a power of a negative number is none.
    const Lanes excess = select(difference < Lanes(0.0), Lanes(0.0), difference);
    const Lanes outlier =
        pow(Lanes(1e9) / (excess + Lanes(1e-99)), Lanes(c.alpha) * load(second + i));
    const Lanes factor = pow(load(first + i), Lanes(c.beta)) * max(outlier, Lanes(1.0));
    store(y + i, ((excess * factor + Lanes(kOffset)) + Lanes(c.optimal_value)) + load(penalty + i));
  }
}

void cauchy(const NoiseConstants& c, const double* values, const double* penalty, const double* u,
            const double* a, const double* b, std::size_t n, double* y) {
  OPTIMETER_POINTS {
    const Lanes quotient = load(a + i) / abs(load(b + i) + Lanes(1e-199));
    const Lanes outlier = select(load(u + i) < Lanes(c.probability), quotient, Lanes(0.0));
    const Lanes shift = max(Lanes(c.alpha) * (Lanes(1000.0) + outlier), Lanes(0.0));
    store(y + i, ((load(values + i) + shift) + Lanes(kOffset)) + load(penalty + i));
  }
}

constexpr NoiseKernels kKernels{normal, circle, gaussian, uniform, cauchy};

}  // namespace

const NoiseKernels& noise_kernels() { return kKernels; }

}  // namespace optimeter::inline OPTIMETER_ISA
