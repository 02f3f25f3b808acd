// From the row of a function to the data of one of its instances.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bbob/instances/instance.hpp"
#include "bbob/landscapes/kernel_tables.hpp"
#include "bbob/row.hpp"

namespace optimeter {

/// The row of an instance in a dimension, with its rotations, which are made when first needed.
class InstanceData {
 public:
  InstanceData(const Row& row, std::size_t d, std::int64_t seed);

  /// The location that the row names.
  std::vector<double> location();
  /// The blocks of Q or R; a full rotation is one block.
  const std::vector<Matrix>& rotation(Rotation which);
  /// The tables of the kernel, except for the optimal value. `shift` is what the step of that name
  /// subtracts; `location` what `centre` does and what the core is about.
  KernelTables tables(const std::vector<double>& shift, const std::vector<double>& location);

 private:
  std::vector<std::size_t> permutation(Rotation which, int after);
  void set_step(KernelTables& tables, std::size_t i, const std::vector<double>& shift,
                const std::vector<double>& location);
  RotateTables rotate_tables(KernelTables& tables, const Step& step);
  void set_core(KernelTables& tables, const std::vector<double>& location);
  PeakTables peak_tables(KernelTables& tables);

  Row row_;
  std::size_t d_;
  std::int64_t seed_;
  double enlargement_;  // c of the Rosenbrock functions
  std::vector<Matrix> rotations_[2];
  MatrixTable plain_[2] = {};  // tables of rotations that no diagonal changes
};

/// Where the optimum of an instance is, and all tables of its kernel.
struct RowTables {
  std::vector<double> location;
  KernelTables tables;
};
RowTables row_tables(const Row& row, std::size_t d, std::int64_t instance);

/// (beta i) / (d - 1)
std::vector<double> asymmetry_factors(double beta, std::size_t d);
/// The weights of an ellipsoid, discus or cigar; the leading `axes` are the special ones.
std::vector<double> core_weights(Core core, double condition, std::size_t axes, std::size_t d);
/// The exponents of the sum of different powers.
std::vector<double> core_exponents(std::size_t d);

}  // namespace optimeter
