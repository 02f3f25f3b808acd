// The functions of bbob-largescale: block rotations between permutations in place of full
// rotations. Those without a rotation are the functions of bbob.
#include "kernels/bbob.hpp"

namespace optimeter::inline OPTIMETER_ISA {
namespace {

constexpr int vectors = 0;
using Plain = Bbob<vectors>;

/// Permutation, block rotation, permutation: the first or the second of the function.
template <int which>
OPTIMETER_INLINE bool turn(const KernelData& k, Work& s) {
  permute<vectors>(k, k.permutation[2 * which], s);
  if (!rotate<vectors>(k, k.matrix[which], s)) return false;
  permute<vectors>(k, k.permutation[2 * which + 1], s);
  return true;
}

/// Adds a constant to every variable.
OPTIMETER_INLINE bool add(const KernelData& k, double constant, Work& s) {
  OPTIMETER_VARIABLES store(s.v + i, load(s.v + i) + Lanes(constant));
  return passes(k, s);
}

double f6(const KernelData& k, Work& s) {
  if (!(shift<vectors>(k, s) && turn<0>(k, s) && multiply<vectors>(k, k.scale, s) &&
        turn<1>(k, s))) {
    return s.verdict;
  }
  return power(oscillate(k.normalize * sector_squares<vectors>(k, s)), 0.9) + k.optimal_value;
}
double f7(const KernelData& k, Work& s) {
  if (!(shift<vectors>(k, s) && turn<0>(k, s) && multiply<vectors>(k, k.scale, s))) {
    return s.verdict;
  }
  const double first = (__builtin_fabs(s.v[0]) * (double)k.d) * 1e-4;
  plateaus<vectors>(k, s);
  if (!turn<1>(k, s)) return s.verdict;
  const double rest = weighted_squares<vectors>(k, s);
  return with_penalty_first<vectors>(k, s, 0.1 * (first > rest ? first : rest));
}
double f9(const KernelData& k, Work& s) {
  if (!(shift<vectors>(k, s) && turn<0>(k, s) && add(k, 1.0, s))) return s.verdict;
  return plain(k, rosenbrock<vectors>(k, s));
}
double f10(const KernelData& k, Work& s) {
  if (!(shift<vectors>(k, s) && turn<0>(k, s) && oscillate<vectors>(k, s))) return s.verdict;
  return plain(k, weighted_squares<vectors>(k, s));
}
double f12(const KernelData& k, Work& s) {
  if (!(shift<vectors>(k, s) && turn<0>(k, s) && asymmetric<vectors>(k, s) && turn<0>(k, s))) {
    return s.verdict;
  }
  return plain(k, weighted_squares<vectors>(k, s));
}
double f13(const KernelData& k, Work& s) {
  if (!(shift<vectors>(k, s) && turn<0>(k, s) && multiply<vectors>(k, k.scale, s) &&
        turn<1>(k, s))) {
    return s.verdict;
  }
  double core = 100.0 * __builtin_sqrt(weighted_squares<vectors>(k, s));
  for (std::size_t i = 0; i < k.d && k.weight[i] == 0.0; ++i) core += s.v[i] * s.v[i];
  return plain(k, core);
}
double f14(const KernelData& k, Work& s) {
  if (!(shift<vectors>(k, s) && turn<0>(k, s))) return s.verdict;
  return plain(k, different_powers<vectors>(k, s));
}
double f15(const KernelData& k, Work& s) {
  if (!(shift<vectors>(k, s) && turn<0>(k, s) && oscillate<vectors>(k, s) &&
        asymmetric<vectors>(k, s) && turn<1>(k, s) && multiply<vectors>(k, k.scale, s) &&
        turn<0>(k, s))) {
    return s.verdict;
  }
  return plain(k, rastrigin<vectors>(k, s));
}
double f16(const KernelData& k, Work& s) {
  if (!(shift<vectors>(k, s) && turn<0>(k, s) && oscillate<vectors>(k, s) && turn<1>(k, s) &&
        multiply<vectors>(k, k.scale, s) && turn<0>(k, s))) {
    return s.verdict;
  }
  return with_penalty_first<vectors>(k, s, weierstrass<vectors>(k, s));
}
double f17(const KernelData& k, Work& s) {
  if (!(shift<vectors>(k, s) && turn<0>(k, s) && asymmetric<vectors>(k, s) && turn<1>(k, s) &&
        multiply<vectors>(k, k.scale, s))) {
    return s.verdict;
  }
  return with_penalty_first<vectors>(k, s, schaffer<vectors>(k, s));
}
double f19(const KernelData& k, Work& s) {
  copy<vectors>(k, s);
  if (!(turn<0>(k, s) && add(k, 0.5, s))) return s.verdict;
  return plain(k, griewank_rosenbrock<vectors>(k, s));
}
double f21(const KernelData& k, Work& s) {
  copy<vectors>(k, s);
  if (!rotate<vectors>(k, k.matrix[0], s)) return kNan;  // what the transformations make of +inf
  const double depth = oscillate(10.0 - highest_peak(k, s.v));
  return with_penalty_first<vectors>(k, s, depth * depth);
}
double f23(const KernelData& k, Work& s) {
  if (!(shift<vectors>(k, s) && turn<0>(k, s) && multiply<vectors>(k, k.scale, s) &&
        turn<1>(k, s))) {
    return s.verdict;
  }
  return with_penalty_first<vectors>(k, s, katsuura<vectors>(k, s));
}
double f24(const KernelData& k, Work& s) {
  const double trend = parabolas<vectors>(k, s);
  if (!(passes(k, s) && turn<0>(k, s) && multiply<vectors>(k, k.scale, s) && turn<1>(k, s))) {
    return s.verdict;
  }
  const double core = ((double)k.d - cosines<vectors>(k, s)) * 10.0 + trend;
  return with_penalty_first<vectors>(k, s, core);
}

// Constant initialization: nothing of a kernel source runs when the library is loaded.
constexpr KernelRow kRow = {{
    run_kernel<0, Plain::f1>, run_kernel<0, Plain::f2>,  run_kernel<0, Plain::f3>,
    run_kernel<0, Plain::f4>, run_kernel<0, Plain::f5>,  run_kernel<0, f6>,
    run_kernel<0, f7>,        run_kernel<0, Plain::f8>,  run_kernel<0, f9>,
    run_kernel<0, f10>,       run_kernel<0, f10>,        run_kernel<0, f12>,
    run_kernel<0, f13>,       run_kernel<0, f14>,        run_kernel<0, f15>,
    run_kernel<0, f16>,       run_kernel<0, f17>,        run_kernel<0, f17>,
    run_kernel<0, f19>,       run_kernel<0, Plain::f20>, run_kernel<0, f21>,
    run_kernel<0, f21>,       run_kernel<0, f23>,        run_kernel<0, f24>,
}};

}  // namespace

const KernelRow& largescale_kernels() { return kRow; }

}  // namespace optimeter::inline OPTIMETER_ISA
