#include "bbob/landscapes/kernel_mapping.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "bbob/landscapes/scratch.hpp"
#include "simd/dispatch.hpp"

OPTIMETER_TABLES(KernelRow, bbob_small_kernels)
OPTIMETER_TABLES(KernelRow, bbob_group_kernels)
OPTIMETER_TABLES(KernelRow, bbob_kernels)
OPTIMETER_TABLES(KernelRow, largescale_kernels)

namespace optimeter {
namespace {

constexpr std::align_val_t kAlignment{64};

// How a function is computed for one point and for many.
struct Kernels {
  Kernel point;
  Kernel batch;
};

class KernelMapping final : public Mapping {
 public:
  KernelMapping(Kernels kernels, KernelTables tables)
      : Mapping(tables.data.d, 1), kernels_(kernels), tables_(std::move(tables)) {}

  void evaluate(const double* x, std::size_t n, double* y) const override {
    Scratch<KernelMapping> scratch(scratch_size(tables_.data.padded));
    const Kernel kernel = n < kPadding ? kernels_.point : kernels_.batch;
    kernel(tables_.data, x, n, y, scratch.data());
  }

 private:
  Kernels kernels_;
  KernelTables tables_;
};

Kernels find_kernels(KernelFamily family, int function, std::size_t d) {
  const Isa isa = active_isa();
  const auto f = static_cast<std::size_t>(function - 1);
  if (family == KernelFamily::largescale) {
    const Kernel kernel = largescale_kernels(isa).function[f];
    return {kernel, kernel};
  }
  const KernelRow& row = d <= kPadding ? bbob_small_kernels(isa) : bbob_kernels(isa);
  const KernelRow& batch = d <= kLargestGrouped ? bbob_group_kernels(isa) : row;
  return {row.function[f], batch.function[f]};
}

}  // namespace

void KernelTables::Free::operator()(double* memory) const { ::operator delete(memory, kAlignment); }

KernelTables::KernelTables(std::size_t d) {
  data.d = d;
  data.padded = padded_size(d);
}

double* KernelTables::allocate(std::size_t size) {
  // One vector more than asked for: kernels may read, never use, the vector after the last.
  const std::size_t total = size + kPadding;
  auto* const memory = static_cast<double*>(::operator new(total * sizeof(double), kAlignment));
  numbers_.emplace_back(memory);
  std::fill_n(memory, total, 0.0);
  return memory;
}

const double* KernelTables::table(const std::vector<double>& values) {
  double* const memory = allocate(padded_size(values.size()));
  std::copy(values.begin(), values.end(), memory);
  return memory;
}

MatrixTable KernelTables::matrix(const Matrix& matrix) {
  const std::size_t rows = padded_size(matrix.n);
  double* const memory = allocate(rows * matrix.n);
  for (std::size_t j = 0; j < matrix.n; ++j) {
    std::copy_n(&matrix.columns[j * matrix.n], matrix.n, memory + j * rows);
  }
  return {memory, matrix.n};
}

MatrixTable KernelTables::matrix(const std::vector<Matrix>& blocks) {
  std::size_t size = 0;
  for (const Matrix& block : blocks) size += block.n * padded_size(block.n);
  double* const memory = allocate(size);
  double* column = memory;
  for (const Matrix& block : blocks) {
    for (std::size_t j = 0; j < block.n; ++j, column += padded_size(block.n)) {
      std::copy_n(&block.columns[j * block.n], block.n, column);
    }
  }
  return {memory, blocks.front().n};
}

const std::uint32_t* KernelTables::permutation(const std::vector<std::size_t>& permutation) {
  if (std::is_sorted(permutation.begin(), permutation.end())) return nullptr;
  auto memory = std::make_unique<std::uint32_t[]>(permutation.size());
  std::transform(permutation.begin(), permutation.end(), memory.get(),
                 [](std::size_t i) { return static_cast<std::uint32_t>(i); });
  permutations_.push_back(std::move(memory));
  return permutations_.back().get();
}

std::unique_ptr<const Mapping> kernel_mapping(KernelFamily family, int function,
                                              KernelTables tables) {
  const Kernels kernels = find_kernels(family, function, tables.data.d);
  return std::make_unique<KernelMapping>(kernels, std::move(tables));
}

}  // namespace optimeter
