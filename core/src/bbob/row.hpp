// What a function of the bbob suites is made of: steps from x to z, and a core from z to a value.
//
// A row is a constant from which two things follow: the kernel is compiled from it
// (kernels/compose.hpp), and the tables of an instance are computed from it
// (landscapes/tables.cpp). Suites vary rows; see table.hpp for the rows themselves.
#pragma once

#include <cstddef>

namespace optimeter {

/// The rotations of an instance: Q has the seed of the function, R that plus a million.
enum class Rotation { none, q, r };

enum class Action {
  none,               ///< the end of the steps
  take,               ///< v = x
  shift,              ///< v = x - the optimum
  centre,             ///< v - the optimum of the objective alone (constrained problems)
  scale,              ///< v_i condition^(i / (2 (d - 1)))
  skew,               ///< v_i condition^(i / (2 (d - 1))), tenfold at even i where v_i > 0
  rotate,             ///< start + B D A v, with rotations A, B and a diagonal D as for scale
  enlarge,            ///< c v + 1 with c = max(1, sqrt(d) / 8)
  add,                ///< v + start
  oscillate,          ///< T_osz
  oscillate_closely,  ///< T_osz by the very steps of its definition
  asymmetry,          ///< T_asy
  plateaus,           ///< rounds; keeps |v_1| / 10^4 for the core
  parabolas,          ///< v = the reflected 2 x - the nearer centre; keeps the lower parabola
};

struct Step {
  Action action = Action::none;
  double condition = 0.0;  ///< of the diagonal; 0: no diagonal
  double beta = 0.0;       ///< of the asymmetry
  double start = 0.0;      ///< of rotate and add
  Rotation first = Rotation::none;
  Rotation second = Rotation::none;
  bool enlarged = false;       ///< rotate: the matrix is multiplied by the c of `enlarge`
  bool root_of_power = false;  ///< how the diagonal of rotate is rounded; see tables.cpp
};

inline constexpr std::size_t kMostSteps = 8;  ///< including the end

enum class Core {
  none,
  sphere,
  ellipsoid,
  discus,
  cigar,
  rastrigin,
  bueche_rastrigin,  ///< Rastrigin without the rule that an infinite sum of squares is the value
  slope,             ///< of the point itself, before the steps
  sector,
  step_ellipsoid,
  rosenbrock,
  ridge,
  different_powers,
  weierstrass,
  schaffer,
  griewank_rosenbrock,
  schwefel,
  peaks,
  katsuura,
  lunacek,
};

/// Where the optimum lies, or for a constrained problem that of the objective alone.
enum class Location {
  uniform,
  uniform_of_r,    ///< with the seed of R
  skewed,          ///< positive at even variables
  three_quarters,  ///< of the uniform one
  corner,
  uniform_signs,  ///< of the optimum of the Schwefel function
  normal_signs,   ///< of the nearer centre of the Lunacek function
  by_rotation,    ///< where the rotated Rosenbrock functions have theirs
  highest_peak,
  near_origin,
  integers,
};

/// What happens when a step makes a coordinate of a point with huge coordinates non-finite.
enum class Overflow {
  stops,    ///< the value is +inf or NaN, whichever the step made
  ignored,  ///< nothing: the function is defined in one piece
  is_nan,   ///< the value is NaN
};

struct Penalty {
  double factor = 0.0;  ///< 0: none
  bool per_variable = false;
  bool last = false;  ///< added after the optimal value, else before it: the rounding differs
};

struct Peaks {
  std::size_t count = 0;
  double spread = 0.0;
  double first_condition = 0.0;
  double shrink = 0.8;  ///< of the highest one's location
};

/// Seeds of the permutations around a block rotation, in millions above that of the function: the
/// one before it; that of the one after it is one more. 0: none.
struct Permutations {
  int q = 0;
  int r = 0;
};

struct Row {
  int number = 0;
  int seed = 0;  ///< number of the function whose random numbers it shares; 0: its own
  Location location = Location::uniform;
  double location_range = 4.0;
  Step steps[kMostSteps] = {};
  Core core = Core::none;
  double condition = 0.0;  ///< of the core
  Peaks peaks = {};
  double factor = 1.0;       ///< of the core
  bool factor_last = false;  ///< whether it is a factor of core and optimal value
  bool normalized = true;    ///< in blocks: whether the core is multiplied by min(1, 40 / d)
  Penalty penalty = {};
  Overflow overflow = Overflow::stops;
  Overflow overflow_in_blocks = Overflow::stops;
  Permutations permutations = {};
  double mixint_factor = 1.0;  ///< of the value with integer variables
  bool blocks = false;         ///< block rotations between permutations in place of full ones
};

constexpr std::size_t count_steps(const Row& row) {
  std::size_t n = 0;
  while (row.steps[n].action != Action::none) ++n;
  return n;
}

constexpr bool is_rotated(const Row& row) {
  bool rotated = false;
  for (const Step& step : row.steps) rotated |= step.action == Action::rotate;
  return rotated;
}

/// Cores that differ in their tables only share a kernel.
constexpr Core kernel_of(Core core) {
  return core == Core::discus || core == Core::cigar ? Core::ellipsoid : core;
}

/// Whether the kernels of two rows are the same.
constexpr bool alike(const Row& a, const Row& b) {
  for (std::size_t i = 0; i < kMostSteps; ++i) {
    if (a.steps[i].action != b.steps[i].action || a.steps[i].start != b.steps[i].start) {
      return false;
    }
  }
  return kernel_of(a.core) == kernel_of(b.core) && a.factor_last == b.factor_last &&
         (a.penalty.factor != 0.0) == (b.penalty.factor != 0.0) &&
         a.penalty.last == b.penalty.last && a.overflow == b.overflow &&
         (a.blocks == b.blocks || !(is_rotated(a) || is_rotated(b)));
}

}  // namespace optimeter
