// The functions of bbob-largescale: block rotations between permutations in place of full
// rotations. Those without a rotation are the functions of bbob.
#include "bbob/kernels/bbob.hpp"

namespace optimeter::inline OPTIMETER_ISA {
namespace {

using L = Long;
using Plain = Bbob<L>;

/// Permutation, block rotation, permutation: the first or the second of the function.
template <std::size_t which>
OPTIMETER_INLINE bool turn(const KernelData& k, Work& s) {
  permute(k, k.permutation[2 * which], s);
  if (!rotate<L>(k, k.matrix[which], s)) return false;
  permute(k, k.permutation[2 * which + 1], s);
  return true;
}

/// Adds a constant to every variable.
OPTIMETER_INLINE bool add(const KernelData& k, double constant, Work& s) {
  OPTIMETER_VARIABLES L::put(s.v, i, L::get(s.v, i) + Lanes(constant));
  return passes(k, s);
}

double f6(const KernelData& k, Work& s) {
  if (!(shift<L>(k, s) && turn<0>(k, s) && multiply<L>(k, k.scale, s) && turn<1>(k, s))) {
    return s.verdict;
  }
  return power(oscillate(k.normalize * sector_squares<L>(k, s)), 0.9) + k.optimal_value;
}
double f7(const KernelData& k, Work& s) {
  if (!(shift<L>(k, s) && turn<0>(k, s) && multiply<L>(k, k.scale, s))) {
    return s.verdict;
  }
  const double first = (__builtin_fabs(s.v[0]) * (double)k.d) * 1e-4;
  plateaus<L>(k, s);
  if (!turn<1>(k, s)) return s.verdict;
  const double rest = weighted_squares<L>(k, s);
  return with_penalty_first<L>(k, s, 0.1 * (first > rest ? first : rest));
}
double f9(const KernelData& k, Work& s) {
  if (!(shift<L>(k, s) && turn<0>(k, s) && add(k, 1.0, s))) return s.verdict;
  return plain(k, rosenbrock<L>(k, s));
}
double f10(const KernelData& k, Work& s) {
  if (!(shift<L>(k, s) && turn<0>(k, s) && oscillate<L>(k, s))) return s.verdict;
  return plain(k, weighted_squares<L>(k, s));
}
double f12(const KernelData& k, Work& s) {
  if (!(shift<L>(k, s) && turn<0>(k, s) && asymmetric<L>(k, s) && turn<0>(k, s))) {
    return s.verdict;
  }
  return plain(k, weighted_squares<L>(k, s));
}
double f13(const KernelData& k, Work& s) {
  if (!(shift<L>(k, s) && turn<0>(k, s) && multiply<L>(k, k.scale, s) && turn<1>(k, s))) {
    return s.verdict;
  }
  double core = 100.0 * __builtin_sqrt(weighted_squares<L>(k, s));
  for (std::size_t i = 0; i < k.d && k.weight[i] == 0.0; ++i) core += s.v[i] * s.v[i];
  return plain(k, core);
}
double f14(const KernelData& k, Work& s) {
  if (!(shift<L>(k, s) && turn<0>(k, s))) return s.verdict;
  return plain(k, different_powers<L>(k, s));
}
double f15(const KernelData& k, Work& s) {
  if (!(shift<L>(k, s) && turn<0>(k, s) && oscillate<L>(k, s) && asymmetric<L>(k, s) &&
        turn<1>(k, s) && multiply<L>(k, k.scale, s) && turn<0>(k, s))) {
    return s.verdict;
  }
  return plain(k, rastrigin<L>(k, s));
}
double f16(const KernelData& k, Work& s) {
  if (!(shift<L>(k, s) && turn<0>(k, s) && oscillate_closely<L>(k, s) && turn<1>(k, s) &&
        multiply<L>(k, k.scale, s) && turn<0>(k, s))) {
    return s.verdict;
  }
  return with_penalty_first<L>(k, s, weierstrass<L>(k, s));
}
double f17(const KernelData& k, Work& s) {
  if (!(shift<L>(k, s) && turn<0>(k, s) && asymmetric<L>(k, s) && turn<1>(k, s) &&
        multiply<L>(k, k.scale, s))) {
    return s.verdict;
  }
  return with_penalty_first<L>(k, s, schaffer<L>(k, s));
}
double f19(const KernelData& k, Work& s) {
  copy<L>(k, s);
  if (!(turn<0>(k, s) && add(k, 0.5, s))) return s.verdict;
  return plain(k, griewank_rosenbrock<L>(k, s));
}
double f21(const KernelData& k, Work& s) {
  copy<L>(k, s);
  if (!rotate<L>(k, k.matrix[0], s)) return kNan;  // what the transformations make of +inf
  const double depth = oscillate(10.0 - highest_peak<L>(k, s));
  return with_penalty_first<L>(k, s, depth * depth);
}
double f23(const KernelData& k, Work& s) {
  if (!(shift<L>(k, s) && turn<0>(k, s) && multiply<L>(k, k.scale, s) && turn<1>(k, s))) {
    return s.verdict;
  }
  return with_penalty_first<L>(k, s, katsuura<L>(k, s));
}
double f24(const KernelData& k, Work& s) {
  const double trend = parabolas<L>(k, s);
  if (!(passes(k, s) && turn<0>(k, s) && multiply<L>(k, k.scale, s) && turn<1>(k, s))) {
    return s.verdict;
  }
  const double core = ((double)k.d - cosines<L>(k, s)) * 10.0 + trend;
  return with_penalty_first<L>(k, s, core);
}

// Constant initialization: nothing of a kernel source runs when the library is loaded.
constexpr KernelRow kRow = {{
    run_points<L, Plain::f1>, run_points<L, Plain::f2>,  run_points<L, Plain::f3>,
    run_points<L, Plain::f4>, run_points<L, Plain::f5>,  run_points<L, f6>,
    run_points<L, f7>,        run_points<L, Plain::f8>,  run_points<L, f9>,
    run_points<L, f10>,       run_points<L, f10>,        run_points<L, f12>,
    run_points<L, f13>,       run_points<L, f14>,        run_points<L, f15>,
    run_points<L, f16>,       run_points<L, f17>,        run_points<L, f17>,
    run_points<L, f19>,       run_points<L, Plain::f20>, run_points<L, f21>,
    run_points<L, f21>,       run_points<L, f23>,        run_points<L, f24>,
}};

}  // namespace

const KernelRow& largescale_kernels() { return kRow; }

}  // namespace optimeter::inline OPTIMETER_ISA
