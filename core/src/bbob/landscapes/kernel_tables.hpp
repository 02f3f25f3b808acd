// The memory of the tables that a kernel reads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bbob/instances/instance.hpp"
#include "bbob/kernels/data.hpp"

namespace optimeter {

/// Owns the tables of a kernel. Fill `data` with pointers returned by the functions.
class KernelTables {
 public:
  explicit KernelTables(std::size_t d);

  KernelData data;

  /// A table over the variables, padded with zeros.
  const double* table(const std::vector<double>& values);
  /// Blocks along the diagonal.
  MatrixTable matrix(const std::vector<Matrix>& blocks);
  /// Null for the identity.
  const std::uint32_t* permutation(const std::vector<std::size_t>& permutation);

 private:
  double* allocate(std::size_t size);

  struct Free {
    void operator()(double* memory) const;
  };
  std::vector<std::unique_ptr<double[], Free>> numbers_;
  std::vector<std::unique_ptr<std::uint32_t[]>> permutations_;
};

}  // namespace optimeter
