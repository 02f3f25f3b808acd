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
template <typename Place>
inline __attribute__((always_inline)) KernelData placed(const Row& row, const KernelData& from,
                                                        const Place& place) {
  KernelData to = from;
  const std::size_t n = from.padded;
  const auto permutation = [&](const std::uint32_t* table) {
    return (const std::uint32_t*)place((const double*)table, permutation_size(from.d));
  };
  to.ones = place(from.ones, n);
  to.pairs = place(from.pairs, n);
  OPTIMETER_UNROLLED for (std::size_t i = 0; i < kMostSteps - 1; ++i) {
    const StepTables& old = from.step[i];
    StepTables& t = to.step[i];
    const Action action = row.steps[i].action;
    if (action == Action::shift || action == Action::centre) t.location = place(old.location, n);
    if (action == Action::scale) t.factors = place(old.factors, n);
    if (action == Action::asymmetry) t.asymmetry = place(old.asymmetry, n);
    if (action == Action::skew) {
      t.skew.factors = place(old.skew.factors, n);
      t.skew.factors_of_positive = place(old.skew.factors_of_positive, n);
    }
    if (action == Action::parabolas) {
      t.parabolas.signs = place(old.parabolas.signs, n);
      t.parabolas.near = place(old.parabolas.near, n);
      t.parabolas.far = place(old.parabolas.far, n);
    }
    if (action == Action::rotate && row.blocks) {
      t.rotate.before = permutation(old.rotate.before);
      t.rotate.after = permutation(old.rotate.after);
    }
  }
  const Core core = row.core;
  const CoreTables& old = from.core;
  CoreTables& t = to.core;
  if (kernel_of(core) == Core::ellipsoid || core == Core::step_ellipsoid) {
    t.weights = place(old.weights, n);
  }
  if (core == Core::ridge) t.ridge.weights = place(old.ridge.weights, n);
  if (core == Core::slope) {
    t.slope.corner = place(old.slope.corner, n);
    t.slope.slopes = place(old.slope.slopes, n);
    t.slope.offsets = place(old.slope.offsets, n);
  }
  if (core == Core::sector) t.location = place(old.location, n);
  if (core == Core::different_powers) t.exponents = place(old.exponents, n);
  if (core == Core::schwefel) {
    t.schwefel.signs = place(old.schwefel.signs, n);
    t.schwefel.neighbour = place(old.schwefel.neighbour, n);
    t.schwefel.factors = place(old.schwefel.factors, n);
  }
  if (core == Core::katsuura) t.katsuura.weights = place(old.katsuura.weights, n);
  OPTIMETER_UNROLLED for (std::size_t i = 0; i < kMostSteps - 1; ++i) {
    if (row.steps[i].action != Action::rotate) continue;
    const MatrixTable& matrix = from.step[i].rotate.matrix;
    to.step[i].rotate.matrix.columns = place(matrix.columns, matrix_size(from.d, matrix.block));
  }
  if (core == Core::peaks) {
    const std::size_t count = old.peaks.count;
    t.peaks.heights = place(old.peaks.heights, count);
    t.peaks.log_heights = place(old.peaks.log_heights, count);
    t.peaks.centres = place(old.peaks.centres, count * from.d);
    t.peaks.conditions = place(old.peaks.conditions, count * from.d);
  }
  return to;
}

}  // namespace optimeter
