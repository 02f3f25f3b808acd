// A kernel with the tables it reads, as a mapping.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bbob/instances/instance.hpp"
#include "bbob/kernels/data.hpp"
#include "optimeter/mapping.hpp"

namespace optimeter {

/// Owns the tables of a kernel. Fill `data` with pointers returned by the `table` functions.
class KernelTables {
 public:
  explicit KernelTables(std::size_t d);

  KernelData data;

  /// A table over the variables, padded with zeros.
  const double* table(const std::vector<double>& values);
  MatrixTable matrix(const Matrix& matrix);
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

/// Which row of kernels a function is taken from.
enum class KernelFamily { bbob, largescale };

/// Function `function` of a family as a single-objective mapping. Uses the kernels of the active
/// instruction set.
std::unique_ptr<const Mapping> kernel_mapping(KernelFamily family, int function,
                                              KernelTables tables);

}  // namespace optimeter
