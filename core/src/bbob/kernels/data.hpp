// The tables that a kernel reads. Plain pointers: the owner is KernelMapping.
#pragma once

#include <cstddef>
#include <cstdint>

namespace optimeter {

/// Lanes of a vector; every table over the variables is padded with zeros to a multiple.
inline constexpr std::size_t kPadding = 8;
constexpr std::size_t padded_size(std::size_t n) {
  return (n + kPadding - 1) / kPadding * kPadding;
}

/// A block-diagonal matrix; a full one is a single block. Each block is stored by columns, each
/// column padded, all blocks but the last of equal size.
struct MatrixTable {
  const double* columns = nullptr;
  std::size_t block = 0;
};

inline constexpr std::size_t kMostPeaks = 104;

/// Everything a function needs. Tables that a function does not use are null.
struct KernelData {
  std::size_t d = 0;
  std::size_t padded = 0;
  double optimal_value = 0.0;
  double penalty = 0.0;    ///< factor of the boundary penalty
  double normalize = 1.0;  ///< factor of the core (large scale)
  double a = 0.0;          ///< a constant of the function, see its kernel
  double b = 0.0;
  const double* shift = nullptr;  ///< subtracted from x
  const double* ones = nullptr;   ///< 1 for i < d
  const double* pairs = nullptr;  ///< 1 for i < d - 1: sums over neighbours
  const double* scale = nullptr;  ///< the diagonal of a scaling
  const double* scale_positive = nullptr;
  const double* asymmetry = nullptr;  ///< beta i / (d - 1)
  const double* weight = nullptr;     ///< of squares
  const double* exponent = nullptr;
  const double* sign = nullptr;
  const double* second = nullptr;            ///< a second location
  MatrixTable matrix[3];                     ///< in the order of application
  const std::uint32_t* permutation[4] = {};  ///< in the order of application; null: identity
  std::size_t peaks = 0;                     ///< padded number of peaks
  const double* centres = nullptr;           ///< [variable][peak]
  const double* conditions = nullptr;        ///< [variable][peak]
  const double* heights = nullptr;           ///< [peak]
  const double* log_heights = nullptr;       ///< [peak]; -inf where there is none
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

inline constexpr std::size_t kFunctions = 24;

/// The kernels of the functions 1 to 24 for one instruction set; entry f - 1 belongs to function f.
/// There are four rows: bbob_small_kernels (at most 8 variables, which fit one vector),
/// bbob_kernels (any dimension), bbob_group_kernels (batches of at most kLargestGrouped variables)
/// and largescale_kernels.
struct KernelRow {
  Kernel function[kFunctions];
};

}  // namespace optimeter
