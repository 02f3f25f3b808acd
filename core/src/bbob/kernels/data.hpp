// The tables that a kernel reads. Plain pointers and numbers: the owner is KernelTables.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bbob/row.hpp"

namespace optimeter {

/// Lanes of a vector; every table over the variables is padded with zeros to a multiple.
inline constexpr std::size_t kPadding = 8;
constexpr std::size_t padded_size(std::size_t n) {
  return (n + kPadding - 1) / kPadding * kPadding;
}

/// A block-diagonal matrix; a full one is a single block. Each block is stored by columns, each
/// column padded, all blocks but the last of equal size.
struct MatrixTable {
  const double* columns;
  std::size_t block;
};

struct RotateTables {
  MatrixTable matrix;
  const std::uint32_t* before;  ///< permutations; null: identity
  const std::uint32_t* after;
};

struct SkewTables {
  const double* factors;
  const double* factors_of_positive;
};

struct ParabolaTables {
  const double* signs;
  const double* near;
  const double* far;
  double far_factor;
};

/// The tables of one step; which one, its action decides. Steps that are not named need none.
union StepTables {
  RotateTables rotate = {};
  SkewTables skew;
  ParabolaTables parabolas;
  const double* location;   ///< of shift and centre: subtracted
  const double* factors;    ///< of scale
  const double* asymmetry;  ///< beta i / (d - 1)
  double enlargement;       ///< the factor of enlarge
};

struct RidgeTables {
  const double* weights;
  std::size_t axes;  ///< the first variables, which make the ridge; their weights are 0
};

struct SlopeTables {
  const double* corner;
  const double* slopes;
  const double* offsets;
};

struct SchwefelTables {
  const double* signs;
  const double* neighbour;  ///< weight of the variable before
  const double* factors;
};

struct KatsuuraTables {
  const double* weights;
  double exponent;
  double factor;
};

inline constexpr std::size_t kMostPeaks = 104;

struct PeakTables {
  std::size_t count;          ///< padded
  const double* centres;      ///< [variable][peak]
  const double* conditions;   ///< [variable][peak]
  const double* heights;      ///< [peak]
  const double* log_heights;  ///< [peak]; -inf where there is none
};

/// The tables of the core; which one, its kind decides. Cores that are not named need none.
union CoreTables {
  PeakTables peaks = {};
  RidgeTables ridge;
  SlopeTables slope;
  SchwefelTables schwefel;
  KatsuuraTables katsuura;
  const double* weights;   ///< of squares: the ellipsoids, discus and cigar
  const double* location;  ///< of the attractive sector
  const double* exponents;
  double weierstrass_offset;
};

/// Everything a function needs.
struct KernelData {
  std::size_t d = 0;
  std::size_t padded = 0;
  double optimal_value = 0.0;
  double penalty = 0.0;           ///< factor of the boundary penalty
  double factor = 1.0;            ///< of the core
  const double* ones = nullptr;   ///< 1 for i < d
  const double* pairs = nullptr;  ///< 1 for i < d - 1: sums over neighbours
  StepTables step[kMostSteps - 1] = {};
  CoreTables core = {};
};

/// Evaluates n points, rows of d doubles. `scratch` holds `scratch_size(padded)` doubles
/// and is aligned to 64 bytes.
using Kernel = void (*)(const KernelData& data, const double* x, std::size_t n, double* y,
                        double* scratch);

/// Batches of points of at most this dimension are processed in groups of eight points.
inline constexpr std::size_t kLargestGrouped = 40;

/// x and two working vectors, each with a margin of one vector on both sides; in groups each
/// variable takes a vector.
constexpr std::size_t scratch_size(std::size_t padded) {
  return 3 * kPadding * (padded <= kLargestGrouped ? padded + 2 : padded / kPadding + 2);
}

/// How something is computed: `small` for at most 8 variables, which fit one vector, `any` for any
/// dimension, `group` for batches of at most kLargestGrouped variables.
template <typename Function>
struct ByLayout {
  Function small;
  Function any;
  Function group;
};

/// The kernels of a family of functions for one instruction set, in the order of its rows.
template <std::size_t count>
struct KernelFamily {
  ByLayout<Kernel> function[count];
};

}  // namespace optimeter
