// The functions of bbob; f11 and f18 are f10 and f17 with other tables, f22 is f21. Each reads like
// its definition: steps from x to z, then the core.
#pragma once

#include "bbob/kernels/functions.hpp"

namespace optimeter::inline OPTIMETER_ISA {

template <typename L>
struct Bbob {
  static Scalar<L> f1(const KernelData& k, Work& s) {
    if (!shift<L>(k, s)) return s.verdict;
    return plain(k, squares<L>(k, s));
  }
  static Scalar<L> f2(const KernelData& k, Work& s) {
    if (!(shift<L>(k, s) && oscillate<L>(k, s))) return s.verdict;
    return plain(k, weighted_squares<L>(k, s));
  }
  static Scalar<L> f3(const KernelData& k, Work& s) {
    if (!(shift<L>(k, s) && oscillate<L>(k, s) && asymmetric<L>(k, s) &&
          multiply<L>(k, k.scale, s))) {
      return s.verdict;
    }
    return plain(k, rastrigin<L>(k, s));
  }
  static Scalar<L> f4(const KernelData& k, Work& s) {
    if (!(shift<L>(k, s) && oscillate<L>(k, s) && skew<L>(k, s))) {
      return s.verdict;
    }
    const Scalar<L> core = 10.0 * ((double)k.d - cosines<L>(k, s)) + squares<L>(k, s);
    return with_penalty_last<L>(k, s, core);
  }
  static Scalar<L> f5(const KernelData& k, Work& s) { return plain(k, slope<L>(k, s)); }
  static Scalar<L> f6(const KernelData& k, Work& s) {
    if (!(shift<L>(k, s) && rotate<L>(k, k.matrix[0], s))) return s.verdict;
    return power(oscillate(sector_squares<L>(k, s)), 0.9) + k.optimal_value;
  }
  static Scalar<L> f7(const KernelData& k, Work& s) {  // in one piece: no test after the steps
    shift<L>(k, s);
    rotate<L>(k, k.matrix[0], s);
    const Scalar<L> first = magnitude(L::first(s.v)) * 1e-4;
    plateaus<L>(k, s);
    rotate<L>(k, k.matrix[1], s);
    const Scalar<L> rest = weighted_squares<L>(k, s);
    return with_penalty_first<L>(k, s, 0.1 * larger(first, rest));
  }
  static Scalar<L> f8(const KernelData& k, Work& s) {
    if (!shift<L>(k, s)) return s.verdict;
    OPTIMETER_VARIABLES L::put(s.v, i, Lanes(k.a) * L::get(s.v, i) + Lanes(1.0));
    if (!passes(k, s)) return s.verdict;
    return plain(k, rosenbrock<L>(k, s));
  }
  static Scalar<L> f9(const KernelData& k, Work& s) {
    copy<L>(k, s);
    if (!rotate<L>(k, k.matrix[0], s, 0.5)) return s.verdict;
    return plain(k, rosenbrock<L>(k, s));
  }
  static Scalar<L> f10(const KernelData& k, Work& s) {
    if (!(shift<L>(k, s) && rotate<L>(k, k.matrix[0], s) && oscillate<L>(k, s))) {
      return s.verdict;
    }
    return plain(k, weighted_squares<L>(k, s));
  }
  static Scalar<L> f12(const KernelData& k, Work& s) {
    if (!(shift<L>(k, s) && rotate<L>(k, k.matrix[0], s) && asymmetric<L>(k, s) &&
          rotate<L>(k, k.matrix[0], s))) {
      return s.verdict;
    }
    return plain(k, weighted_squares<L>(k, s));
  }
  static Scalar<L> f13(const KernelData& k, Work& s) {
    if (!(shift<L>(k, s) && rotate<L>(k, k.matrix[0], s))) return s.verdict;
    const Scalar<L> first = L::first(s.v);  // its weight is 0
    return (100.0 * square_root(weighted_squares<L>(k, s)) + first * first) + k.optimal_value;
  }
  static Scalar<L> f14(const KernelData& k, Work& s) {
    if (!(shift<L>(k, s) && rotate<L>(k, k.matrix[0], s))) return s.verdict;
    return plain(k, different_powers<L>(k, s));
  }
  static Scalar<L> f15(const KernelData& k, Work& s) {
    if (!(shift<L>(k, s) && rotate<L>(k, k.matrix[0], s) && oscillate<L>(k, s) &&
          asymmetric<L>(k, s) && rotate<L>(k, k.matrix[1], s))) {
      return s.verdict;
    }
    return plain(k, rastrigin<L>(k, s));
  }
  static Scalar<L> f16(const KernelData& k, Work& s) {
    if (!(shift<L>(k, s) && rotate<L>(k, k.matrix[0], s) && oscillate_closely<L>(k, s) &&
          rotate<L>(k, k.matrix[1], s))) {
      return s.verdict;
    }
    return with_penalty_last<L>(k, s, weierstrass<L>(k, s));
  }
  static Scalar<L> f17(const KernelData& k, Work& s) {
    if (!(shift<L>(k, s) && rotate<L>(k, k.matrix[0], s) && asymmetric<L>(k, s) &&
          rotate<L>(k, k.matrix[1], s))) {
      return s.verdict;
    }
    return with_penalty_last<L>(k, s, schaffer<L>(k, s));
  }
  static Scalar<L> f19(const KernelData& k, Work& s) {
    copy<L>(k, s);
    if (!rotate<L>(k, k.matrix[0], s)) return s.verdict;
    OPTIMETER_VARIABLES L::put(s.v, i, L::get(s.v, i) + Lanes(0.5));
    if (!passes(k, s)) return s.verdict;
    return plain(k, griewank_rosenbrock<L>(k, s));
  }
  static Scalar<L> f20(const KernelData& k, Work& s) { return plain(k, schwefel<L>(k, s)); }
  static Scalar<L> f21(const KernelData& k, Work& s) {  // in one piece
    copy<L>(k, s);
    rotate<L>(k, k.matrix[0], s);
    const Scalar<L> depth = oscillate(10.0 - highest_peak<L>(k, s));
    return with_penalty_first<L>(k, s, depth * depth);
  }
  static Scalar<L> f23(const KernelData& k, Work& s) {
    if (!(shift<L>(k, s) && rotate<L>(k, k.matrix[0], s))) return s.verdict;
    return with_penalty_last<L>(k, s, katsuura<L>(k, s));
  }
  static Scalar<L> f24(const KernelData& k, Work& s) {  // in one piece
    const Scalar<L> trend = parabolas<L>(k, s);
    rotate<L>(k, k.matrix[0], s);
    rotate<L>(k, k.matrix[1], s);
    const Scalar<L> core = trend + 10.0 * ((double)k.d - cosines<L>(k, s));
    return with_penalty_first<L>(k, s, core);
  }
};

}  // namespace optimeter::inline OPTIMETER_ISA
