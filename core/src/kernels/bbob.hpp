// The 24 functions of bbob. Each reads like its definition: steps from x to z, then the core.
#pragma once

#include "kernels/functions.hpp"

namespace optimeter::inline OPTIMETER_ISA {

template <int vectors>
struct Bbob {
  static double f1(const KernelData& k, Work& s) {
    if (!shift<vectors>(k, s)) return s.verdict;
    return plain(k, squares<vectors>(k, s));
  }
  static double f2(const KernelData& k, Work& s) {
    if (!(shift<vectors>(k, s) && oscillate<vectors>(k, s))) return s.verdict;
    return plain(k, weighted_squares<vectors>(k, s));
  }
  static double f3(const KernelData& k, Work& s) {
    if (!(shift<vectors>(k, s) && oscillate<vectors>(k, s) && asymmetric<vectors>(k, s) &&
          multiply<vectors>(k, k.scale, s))) {
      return s.verdict;
    }
    return plain(k, rastrigin<vectors>(k, s));
  }
  static double f4(const KernelData& k, Work& s) {
    if (!(shift<vectors>(k, s) && oscillate<vectors>(k, s) && skew<vectors>(k, s))) {
      return s.verdict;
    }
    const double core =
        10.0 * ((double)k.d - cosines<vectors>(k, s)) + squares<vectors>(k, s);
    return with_penalty_last<vectors>(k, s, core);
  }
  static double f5(const KernelData& k, Work& s) {
    return plain(k, slope<vectors>(k, s));
  }
  static double f6(const KernelData& k, Work& s) {
    if (!(shift<vectors>(k, s) && rotate<vectors>(k, k.matrix[0], s))) return s.verdict;
    return power(oscillate(sector_squares<vectors>(k, s)), 0.9) + k.optimal_value;
  }
  static double f7(const KernelData& k, Work& s) {  // in one piece: no test between the steps
    s.guarded = false;
    shift<vectors>(k, s);
    rotate<vectors>(k, k.matrix[0], s);
    const double first = __builtin_fabs(s.v[0]) * 1e-4;
    plateaus<vectors>(k, s);
    rotate<vectors>(k, k.matrix[1], s);
    const double rest = weighted_squares<vectors>(k, s);
    return with_penalty_first<vectors>(k, s, 0.1 * (first > rest ? first : rest));
  }
  static double f8(const KernelData& k, Work& s) {
    if (!shift<vectors>(k, s)) return s.verdict;
    OPTIMETER_VARIABLES store(s.v + i, Lanes(k.a) * load(s.v + i) + Lanes(1.0));
    if (!passes(k, s)) return s.verdict;
    return plain(k, rosenbrock<vectors>(k, s));
  }
  static double f9(const KernelData& k, Work& s) {
    copy<vectors>(k, s);
    if (!rotate<vectors>(k, k.matrix[0], s, 0.5)) return s.verdict;
    return plain(k, rosenbrock<vectors>(k, s));
  }
  static double f10(const KernelData& k, Work& s) {
    if (!(shift<vectors>(k, s) && rotate<vectors>(k, k.matrix[0], s) &&
          oscillate<vectors>(k, s))) {
      return s.verdict;
    }
    return plain(k, weighted_squares<vectors>(k, s));
  }
  static double f12(const KernelData& k, Work& s) {
    if (!(shift<vectors>(k, s) && rotate<vectors>(k, k.matrix[0], s) &&
          asymmetric<vectors>(k, s) && rotate<vectors>(k, k.matrix[0], s))) {
      return s.verdict;
    }
    return plain(k, weighted_squares<vectors>(k, s));
  }
  static double f13(const KernelData& k, Work& s) {
    if (!(shift<vectors>(k, s) && rotate<vectors>(k, k.matrix[0], s))) return s.verdict;
    const double first = s.v[0];  // its weight is 0
    return (100.0 * __builtin_sqrt(weighted_squares<vectors>(k, s)) + first * first) +
           k.optimal_value;
  }
  static double f14(const KernelData& k, Work& s) {
    if (!(shift<vectors>(k, s) && rotate<vectors>(k, k.matrix[0], s))) return s.verdict;
    return plain(k, different_powers<vectors>(k, s));
  }
  static double f15(const KernelData& k, Work& s) {
    if (!(shift<vectors>(k, s) && rotate<vectors>(k, k.matrix[0], s) &&
          oscillate<vectors>(k, s) && asymmetric<vectors>(k, s) &&
          rotate<vectors>(k, k.matrix[1], s))) {
      return s.verdict;
    }
    return plain(k, rastrigin<vectors>(k, s));
  }
  static double f16(const KernelData& k, Work& s) {
    if (!(shift<vectors>(k, s) && rotate<vectors>(k, k.matrix[0], s) &&
          oscillate<vectors>(k, s) && rotate<vectors>(k, k.matrix[1], s))) {
      return s.verdict;
    }
    return with_penalty_last<vectors>(k, s, weierstrass<vectors>(k, s));
  }
  static double f17(const KernelData& k, Work& s) {
    if (!(shift<vectors>(k, s) && rotate<vectors>(k, k.matrix[0], s) &&
          asymmetric<vectors>(k, s) && rotate<vectors>(k, k.matrix[1], s))) {
      return s.verdict;
    }
    return with_penalty_last<vectors>(k, s, schaffer<vectors>(k, s));
  }
  static double f19(const KernelData& k, Work& s) {
    copy<vectors>(k, s);
    if (!rotate<vectors>(k, k.matrix[0], s)) return s.verdict;
    OPTIMETER_VARIABLES store(s.v + i, load(s.v + i) + Lanes(0.5));
    if (!passes(k, s)) return s.verdict;
    return plain(k, griewank_rosenbrock<vectors>(k, s));
  }
  static double f20(const KernelData& k, Work& s) {
    return plain(k, schwefel<vectors>(k, s));
  }
  static double f21(const KernelData& k, Work& s) {  // in one piece
    s.guarded = false;
    copy<vectors>(k, s);
    rotate<vectors>(k, k.matrix[0], s);
    const double depth = oscillate(10.0 - highest_peak(k, s.v));
    return with_penalty_first<vectors>(k, s, depth * depth);
  }
  static double f23(const KernelData& k, Work& s) {
    if (!(shift<vectors>(k, s) && rotate<vectors>(k, k.matrix[0], s))) return s.verdict;
    return with_penalty_last<vectors>(k, s, katsuura<vectors>(k, s));
  }
  static double f24(const KernelData& k, Work& s) {  // in one piece
    s.guarded = false;
    const double trend = parabolas<vectors>(k, s);
    rotate<vectors>(k, k.matrix[0], s);
    rotate<vectors>(k, k.matrix[1], s);
    const double core = trend + 10.0 * ((double)k.d - cosines<vectors>(k, s));
    return with_penalty_first<vectors>(k, s, core);
  }
};

}  // namespace optimeter::inline OPTIMETER_ISA
