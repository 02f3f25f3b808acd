#include "bbob/landscapes/kernel_tables.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace optimeter {
namespace {

constexpr std::align_val_t kAlignment{64};

}  // namespace

void KernelTables::Free::operator()(double* memory) const { ::operator delete(memory, kAlignment); }

KernelTables::KernelTables(std::size_t d) {
  data.d = d;
  data.padded = padded_size(d);
}

double* KernelTables::allocate(std::size_t size) {
  // One vector more than asked for: kernels may read, never use, the vector after the last.
  const std::size_t total = size + kPadding;
  std::unique_ptr<double[], Free> memory(
      static_cast<double*>(::operator new(total * sizeof(double), kAlignment)));
  std::fill_n(memory.get(), total, 0.0);
  numbers_.push_back(std::move(memory));
  return numbers_.back().get();
}

const double* KernelTables::table(const std::vector<double>& values) {
  double* const memory = allocate(padded_size(values.size()));
  std::copy(values.begin(), values.end(), memory);
  return memory;
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

}  // namespace optimeter
