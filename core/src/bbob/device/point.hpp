// One point a thread: the function of a row at a point, with the tables where the block has them.
//
// A kernel source defines
//   OPTIMETER_FAMILY, OPTIMETER_FUNCTION   the row: a family and an index
//   OPTIMETER_DIMENSION, OPTIMETER_BLOCK   of the points, and of the blocks of matrices
//   OPTIMETER_STAGED                       doubles of the tables that are kept in shared memory
//   OPTIMETER_TILE                         whether points pass through shared memory
//   OPTIMETER_VECTORS                      of the two vectors of a point, how many lie there
//   OPTIMETER_INTEGERS                     integer variables, the first ones
// and how far loops are unrolled; see gpu/plan.py, which chooses.
#pragma once

#include "bbob/kernels/compose.hpp"
#include "bbob/kernels/image.hpp"
#include "bbob/kernels/wrap.hpp"
#include "device/rows.hpp"

namespace optimeter::inline OPTIMETER_ISA {

inline constexpr std::size_t kD = OPTIMETER_DIMENSION;
inline constexpr std::size_t kIntegers = OPTIMETER_INTEGERS;
/// Odd, so that no two threads of half a warp use the same bank of shared memory.
inline constexpr std::size_t kTileRow = kD | 1;
/// Vectors of a point have a margin of one entry on both sides.
inline constexpr std::size_t kVector = padded_size(kD) + 2;
inline constexpr std::size_t kVectorRow = kVector | 1;
inline constexpr std::size_t kTile = OPTIMETER_TILE ? kThreads * kTileRow : 0;

/// The shared memory of a block: tables, a tile for each warp, vectors of its points.
extern __shared__ __align__(128) double shared_memory[];

/// Brings the leading part of the tables into shared memory. All threads of the block take part.
inline void stage(const double* image) {
  for (int i = threadIdx.x; i < OPTIMETER_STAGED; i += kThreads) shared_memory[i] = image[i];
  __syncthreads();
}

/// Where the tables are for the threads of the block: `given` tells their numbers, and which are
/// null.
template <typename F>
OPTIMETER_INLINE KernelData tables_of_block(const KernelData& given, const double* image,
                                            std::size_t& end) {
  KernelData from = given;
  from.d = kD;
  from.padded = padded_size(kD);
  constexpr Row row = F::row;
  OPTIMETER_UNROLLED for (std::size_t i = 0; i < kMostSteps - 1; ++i) {
    if (row.steps[i].action == Action::rotate) from.step[i].rotate.matrix.block = OPTIMETER_BLOCK;
  }
  if (row.core == Core::peaks) from.core.peaks.count = padded_size(row.peaks.count);
  std::size_t at = 0;
  const KernelData result = placed(row, from, [&](const double* table, std::size_t size) {
    const double* const place =
        at + size <= OPTIMETER_STAGED ? (const double*)shared_memory + at : image + at;
    at += size;
    return table == nullptr ? nullptr : place;
  });
  end = at;
  return result;
}

/// The rows of a batch one after the other for each thread: `visit(row, x)`. Coordinates are where
/// `x` points to.
template <typename Visit>
OPTIMETER_INLINE void each_row(const double* x, std::uint64_t n, Visit&& visit) {
  const std::uint64_t step = (std::uint64_t)gridDim.x * kThreads;
#if OPTIMETER_TILE
  const int lane = threadIdx.x % kWarp;
  double* const tile =
      shared_memory + OPTIMETER_STAGED + (threadIdx.x / kWarp) * (kWarp * kTileRow);
  for (std::uint64_t first = (std::uint64_t)blockIdx.x * kThreads + threadIdx.x / kWarp * kWarp;
       first < n; first += step) {
    const int rows = n - first < kWarp ? (int)(n - first) : kWarp;
    const double* const from = x + first * kD;
    __syncwarp();
    if (rows == kWarp) {
      OPTIMETER_UNROLLED for (int i = 0; i < (int)kD; ++i) {
        const int at = i * kWarp + lane;
        tile[kTileRow == kD ? at : at + at / (int)kD] = from[at];
      }
    } else {
      for (int at = lane; at < rows * (int)kD; at += kWarp) {
        tile[kTileRow == kD ? at : at + at / (int)kD] = from[at];
      }
    }
    __syncwarp();
    if (lane < rows) visit(first + lane, tile + lane * kTileRow);
  }
#else
  for (std::uint64_t row = (std::uint64_t)blockIdx.x * kThreads + threadIdx.x; row < n;
       row += step) {
    visit(row, x + row * kD);
  }
#endif
}

/// x with its integer variables on their grids.
OPTIMETER_INLINE void take_integers(const IntegerGrid* grids, const double* x, double* mapped) {
  for (std::size_t i = 0; i + 1 <= kIntegers; ++i) mapped[i] = grids[i].coordinate(x[i]);
  for (std::size_t i = kIntegers; i < kD; ++i) mapped[i] = x[i];
}

OPTIMETER_INLINE bool has_huge(const double* x) {
  bool huge = false;
  OPTIMETER_UNROLLED for (std::size_t i = 0; i < kD; ++i) huge |= !(__builtin_fabs(x[i]) <= kHuge);
  return huge;
}

/// Room for the vectors of a point, of which the first `shared` lie in shared memory.
template <int shared = 0>
struct PointSpace {
  double vectors[shared == 2 ? 1 : 2 - shared][kVector];

  OPTIMETER_INLINE double* vector(int i) {
    if (i >= shared) return vectors[i - shared];
    return shared_memory + OPTIMETER_STAGED + kTile + (i * kThreads + threadIdx.x) * kVectorRow;
  }
  OPTIMETER_INLINE Work work(const double* x, bool guarded) {
    double* const v = vector(0);
    double* const w = vector(1);
    v[0] = w[0] = 0.0;
    v[kD + 1] = w[kD + 1] = 0.0;
    // x itself is never written.
    return {const_cast<double*>(x), v + 1, w + 1, guarded, 0.0};
  }
};

}  // namespace optimeter::inline OPTIMETER_ISA
