// The tables of a kernel in one piece of memory, as a GPU wants them.
//
// Host and device both walk over the tables by `placed`, in one order: short tables first, then
// matrices, then peaks. Each begins at a multiple of kPadding doubles.
#pragma once

#include "bbob/kernels/data.hpp"

#if defined(__CUDACC_RTC__)
#define OPTIMETER_UNROLLED _Pragma("unroll")
#else
#define OPTIMETER_UNROLLED
#endif

namespace optimeter {

/// Doubles of a block-diagonal matrix of d rows.
constexpr std::size_t matrix_size(std::size_t d, std::size_t block) {
  const std::size_t last = d % block;
  return d / block * block * padded_size(block) + last * padded_size(last);
}

/// Doubles that a permutation of d variables takes.
constexpr std::size_t permutation_size(std::size_t d) { return padded_size((d + 1) / 2); }

/// Copy of `from` with every table that the kernel of `row` reads where `place(table, size)` says,
/// which is called for one after the other with their sizes in doubles; tables that are null may
/// stay so. The dimension and the number of peaks must be set.
///
/// A table that is forgotten here would leave a pointer of the host to the device, so nothing can
/// be: all actions and cores are listed, and structures are taken apart into all of their members.
template <typename Place>
inline __attribute__((always_inline)) KernelData placed(const Row& row, const KernelData& from,
                                                        const Place& place) {
  KernelData to = from;
  const auto& [d, n, optimal_value, penalty, factor, ones, pairs, steps, old] = from;
  const auto permutation = [&](const std::uint32_t* table) {
    return (const std::uint32_t*)place((const double*)table, permutation_size(from.d));
  };
  to.ones = place(ones, n);
  to.pairs = place(pairs, n);
  OPTIMETER_UNROLLED for (std::size_t i = 0; i < kMostSteps - 1; ++i) {
    StepTables& t = to.step[i];
    switch (row.steps[i].action) {
      case Action::shift:
      case Action::centre:
        t.location = place(steps[i].location, n);
        break;
      case Action::scale:
        t.factors = place(steps[i].factors, n);
        break;
      case Action::asymmetry:
        t.asymmetry = place(steps[i].asymmetry, n);
        break;
      case Action::skew: {
        const auto& [factors, factors_of_positive] = steps[i].skew;
        t.skew.factors = place(factors, n);
        t.skew.factors_of_positive = place(factors_of_positive, n);
        break;
      }
      case Action::parabolas: {
        const auto& [signs, near, far, far_factor] = steps[i].parabolas;
        t.parabolas.signs = place(signs, n);
        t.parabolas.near = place(near, n);
        t.parabolas.far = place(far, n);
        break;
      }
      case Action::rotate: {  // the matrix comes later
        const auto& [matrix, before, after] = steps[i].rotate;
        if (!row.blocks) break;
        t.rotate.before = permutation(before);
        t.rotate.after = permutation(after);
        break;
      }
      case Action::none:
      case Action::take:
      case Action::enlarge:
      case Action::add:
      case Action::oscillate:
      case Action::oscillate_closely:
      case Action::plateaus:
        break;
    }
  }
  CoreTables& t = to.core;
  switch (row.core) {
    case Core::ellipsoid:
    case Core::discus:
    case Core::cigar:
    case Core::step_ellipsoid:
      t.weights = place(old.weights, n);
      break;
    case Core::ridge: {
      const auto& [weights, axes] = old.ridge;
      t.ridge.weights = place(weights, n);
      break;
    }
    case Core::slope: {
      const auto& [corner, slopes, offsets] = old.slope;
      t.slope.corner = place(corner, n);
      t.slope.slopes = place(slopes, n);
      t.slope.offsets = place(offsets, n);
      break;
    }
    case Core::sector:
      t.location = place(old.location, n);
      break;
    case Core::different_powers:
      t.exponents = place(old.exponents, n);
      break;
    case Core::schwefel: {
      const auto& [signs, neighbour, factors] = old.schwefel;
      t.schwefel.signs = place(signs, n);
      t.schwefel.neighbour = place(neighbour, n);
      t.schwefel.factors = place(factors, n);
      break;
    }
    case Core::katsuura: {
      const auto& [weights, exponent, katsuura_factor] = old.katsuura;
      t.katsuura.weights = place(weights, n);
      break;
    }
    case Core::peaks:  // come last
    case Core::none:
    case Core::sphere:
    case Core::rastrigin:
    case Core::bueche_rastrigin:
    case Core::rosenbrock:
    case Core::weierstrass:
    case Core::schaffer:
    case Core::griewank_rosenbrock:
    case Core::lunacek:
      break;
  }
  OPTIMETER_UNROLLED for (std::size_t i = 0; i < kMostSteps - 1; ++i) {
    if (row.steps[i].action != Action::rotate) continue;
    const auto& [columns, block] = steps[i].rotate.matrix;
    to.step[i].rotate.matrix.columns = place(columns, matrix_size(d, block));
  }
  if (row.core == Core::peaks) {
    const auto& [count, centres, conditions, heights, log_heights] = old.peaks;
    t.peaks.heights = place(heights, count);
    t.peaks.log_heights = place(log_heights, count);
    t.peaks.centres = place(centres, count * d);
    t.peaks.conditions = place(conditions, count * d);
  }
  return to;
}

}  // namespace optimeter
