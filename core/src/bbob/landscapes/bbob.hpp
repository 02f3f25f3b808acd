// The landscapes of the 24 bbob functions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bbob/landscapes/kernel_mapping.hpp"
#include "optimeter/mapping.hpp"

namespace optimeter {

/// In what a suite differs from bbob.
struct BbobVariant {
  double location_range = 4.0;       ///< optima lie within [-range, range]
  double peak_shrink = 0.8;          ///< of the global peak of f21 and f22
  bool own_penalty = true;           ///< whether points outside of the box are penalized
  double ellipsoid_condition = 1e6;  ///< of f10
  double griewank_factor = 1.0;      ///< of the core of f19
};

/// A bbob function of any dimension of at least 2.
Landscape bbob_landscape(int function, std::size_t d, std::int64_t instance,
                         const BbobVariant& variant = {});

/// A function of bbob-largescale.
Landscape largescale_landscape(int function, std::size_t d, std::int64_t instance);

/// In bbob-mixint there are as many variables of each of these arities as continuous ones.
inline constexpr std::array<int, 4> kMixintArities = {2, 4, 8, 16};
inline constexpr std::size_t kMixintParts = kMixintArities.size() + 1;

/// A function of bbob-mixint; the dimension is a multiple of `kMixintParts`.
Landscape mixint_landscape(int function, std::size_t d, std::int64_t instance);

/// What both families share; see bbob.cpp.
namespace bbob {

/// (beta i) / (d - 1)
std::vector<double> asymmetry(double beta, std::size_t d);
/// The factor of the boundary penalty; 0 for functions without one.
double penalty_factor(int function, std::size_t d);
/// The constant that the Weierstrass function subtracts.
double weierstrass_offset();
/// Sets the tables that do not depend on the instance: ones, pairs and so on.
void set_counts(KernelTables& tables);
/// Sets the tables of the functions without a rotation, f1 to f5, f8 and f20, and of f24 except for
/// its matrices; returns the location of the optimum.
std::vector<double> set_separable(KernelTables& tables, int function, std::int64_t seed,
                                  double location_range);
/// Sets the peaks of f21 or f22, rotated by `rotate`; returns the location of the optimum.
std::vector<double> set_peaks(KernelTables& tables, int function, std::int64_t seed,
                              const std::vector<Matrix>& rotation, double shrink);
/// Sets the constants and tables of the cores f10 to f14, f16, f23 over `special` leading axes.
void set_core(KernelTables& tables, int function, std::size_t special);

}  // namespace bbob
}  // namespace optimeter
