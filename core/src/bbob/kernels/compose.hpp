// From the row of a function to its value at a point: the steps one after the other, then the
// core.
#pragma once

#include "bbob/kernels/cores.hpp"
#include "bbob/table.hpp"

namespace optimeter::inline OPTIMETER_ISA {

/// Row `i` of a family as a template argument.
template <typename Family, std::size_t i>
struct Function {
  static constexpr Row row = Family::row(i);
};

/// Whether step i takes the point for a rotation, which on a processor reads the point itself.
constexpr bool is_taken_by_rotation(const Row& row, std::size_t i) {
  return kLanes > 1 && !row.blocks && row.steps[i].action == Action::take &&
         row.steps[i + 1].action == Action::rotate;
}

/// Step i of a function. `kept` is a number that a step leaves for the core.
template <typename L, typename F, std::size_t i>
OPTIMETER_INLINE bool make_step(const KernelData& k, Work& s, Scalar<L>& kept) {
  constexpr Step step = F::row.steps[i];
  const StepTables& t = k.step[i];
  if constexpr (step.action == Action::take) {
    return is_taken_by_rotation(F::row, i) || take<L>(k, s);
  }
  if constexpr (step.action == Action::shift) return shift<L>(k, t.location, s);
  if constexpr (step.action == Action::centre) return centre<L>(k, t.location, s);
  if constexpr (step.action == Action::scale) return scale<L>(k, t.factors, s);
  if constexpr (step.action == Action::skew) return skew<L>(k, t.skew, s);
  if constexpr (step.action == Action::rotate) {
    if constexpr (F::row.blocks) return rotate_in_blocks<L>(k, t.rotate, s);
    constexpr bool kOfPoint = i > 0 && is_taken_by_rotation(F::row, i - 1);
    return rotate<L>(k, t.rotate, kOfPoint ? s.x : s.v, s, step.start);
  }
  if constexpr (step.action == Action::enlarge) return enlarge<L>(k, t.enlargement, s);
  if constexpr (step.action == Action::add) return add<L>(k, step.start, s);
  if constexpr (step.action == Action::oscillate) return oscillate<L>(k, s);
  if constexpr (step.action == Action::oscillate_closely) return oscillate_closely<L>(k, s);
  if constexpr (step.action == Action::asymmetry) return asymmetric<L>(k, t.asymmetry, s);
  if constexpr (step.action == Action::plateaus) {
    kept = magnitude(L::variable(s.v, 0));
    if constexpr (F::row.blocks) kept = kept * (double)k.d;
    kept = kept * 1e-4;
    return plateaus<L>(k, s);
  }
  if constexpr (step.action == Action::parabolas) return parabolas<L>(k, t.parabolas, s, kept);
}

/// The steps from number i on. False when the rule for huge coordinates ends them.
template <typename L, typename F, std::size_t i = 0>
OPTIMETER_INLINE bool make_steps(const KernelData& k, Work& s, Scalar<L>& kept) {
  if constexpr (F::row.steps[i].action != Action::none) {
    const bool passed = make_step<L, F, i>(k, s, kept);
    if constexpr (F::row.overflow != Overflow::ignored) {
      if (__builtin_expect(!passed, 0)) return false;
    }
    return make_steps<L, F, i + 1>(k, s, kept);
  }
  return true;
}

template <typename L, typename F>
OPTIMETER_INLINE Scalar<L> core_value(const KernelData& k, Work& s, const Scalar<L>& kept) {
  constexpr Core core = kernel_of(F::row.core);
  const CoreTables& t = k.core;
  if constexpr (core == Core::sphere) return squares<L>(k, s);
  if constexpr (core == Core::ellipsoid) return weighted_squares<L>(k, t.weights, s);
  if constexpr (core == Core::rastrigin) return rastrigin<L>(k, s);
  if constexpr (core == Core::bueche_rastrigin) return bueche_rastrigin<L>(k, s);
  if constexpr (core == Core::slope) return slope<L>(k, t.slope, s);
  if constexpr (core == Core::sector) return sector<L>(k, t.location, s);
  if constexpr (core == Core::step_ellipsoid) {
    return 0.1 * larger(kept, weighted_squares<L>(k, t.weights, s));
  }
  if constexpr (core == Core::rosenbrock) return rosenbrock<L>(k, s);
  if constexpr (core == Core::ridge) return ridge<L, !F::row.blocks>(k, t.ridge, s);
  if constexpr (core == Core::different_powers) return different_powers<L>(k, t.exponents, s);
  if constexpr (core == Core::weierstrass) return weierstrass<L>(k, t.weierstrass_offset, s);
  if constexpr (core == Core::schaffer) return schaffer<L>(k, s);
  if constexpr (core == Core::griewank_rosenbrock) return griewank_rosenbrock<L>(k, s);
  if constexpr (core == Core::schwefel) return schwefel<L>(k, t.schwefel, s);
  if constexpr (core == Core::peaks) {
    const Scalar<L> depth = oscillate(10.0 - highest_peak<L>(k, s));
    return depth * depth;
  }
  if constexpr (core == Core::katsuura) return katsuura<L>(k, t.katsuura, s);
  if constexpr (core == Core::lunacek) return kept + 10.0 * ((double)k.d - cosines<L>(k, s));
}

/// The value of a point, or of eight, that has been brought into the work space and up to step
/// `first`.
template <typename L, typename F, std::size_t first = 0>
OPTIMETER_INLINE Scalar<L> value(const KernelData& k, Work& s) {
  Scalar<L> kept = 0.0;
  if constexpr (F::row.core != Core::slope) {  // it is the slope at the point itself
    if (__builtin_expect(!make_steps<L, F, first>(k, s, kept), 0)) {
      return F::row.overflow == Overflow::is_nan ? kNan : s.verdict;
    }
  }
  const Scalar<L> core = core_value<L, F>(k, s, kept);
  if constexpr (F::row.factor_last) return k.factor * (core + k.optimal_value);
  if constexpr (F::row.core == Core::sector) return core + k.optimal_value;  // holds the factor
  if constexpr (F::row.penalty.factor == 0.0) return core * k.factor + k.optimal_value;
  if constexpr (F::row.penalty.last) {
    return (core * k.factor + k.optimal_value) + k.penalty * boundary_penalty<L>(k, s);
  }
  return (core * k.factor + k.penalty * boundary_penalty<L>(k, s)) + k.optimal_value;
}

}  // namespace optimeter::inline OPTIMETER_ISA
