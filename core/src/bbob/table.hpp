// The functions of the bbob suites, each declared once, and the forms that suites give them.
//
// To add a function, add its row; docs/develop/extend.md tells what a step or a core needs that
// does not exist yet.
#pragma once

#include <cstdint>

#include "bbob/row.hpp"

namespace optimeter {
namespace rows {

constexpr Step take() { return {.action = Action::take}; }
constexpr Step shift() { return {.action = Action::shift}; }
constexpr Step centre() { return {.action = Action::centre}; }
constexpr Step scale(double condition) { return {.action = Action::scale, .condition = condition}; }
constexpr Step skew(double condition) { return {.action = Action::skew, .condition = condition}; }
/// second * diagonal * first.
constexpr Step rotate(Rotation first, double condition = 0.0, Rotation second = Rotation::none) {
  return {.action = Action::rotate, .condition = condition, .first = first, .second = second};
}
constexpr Step enlarge() { return {.action = Action::enlarge}; }
constexpr Step add(double start) { return {.action = Action::add, .start = start}; }
constexpr Step oscillate() { return {.action = Action::oscillate}; }
constexpr Step oscillate_closely() { return {.action = Action::oscillate_closely}; }
constexpr Step asymmetry(double beta) { return {.action = Action::asymmetry, .beta = beta}; }
constexpr Step plateaus() { return {.action = Action::plateaus}; }
constexpr Step parabolas() { return {.action = Action::parabolas}; }

inline constexpr Rotation Q = Rotation::q;
inline constexpr Rotation R = Rotation::r;

inline constexpr Row kBbob[] = {
    {.number = 1, .steps = {shift()}, .core = Core::sphere},
    {.number = 2,
     .steps = {shift(), oscillate()},
     .core = Core::ellipsoid,
     .condition = 1e6,
     .mixint_factor = 1e-3},
    {.number = 3,
     .steps = {shift(), oscillate(), asymmetry(0.2), scale(10)},
     .core = Core::rastrigin,
     .mixint_factor = 1e-1},
    {.number = 4,
     .seed = 3,
     .location = Location::skewed,
     .steps = {shift(), oscillate(), skew(10)},
     .core = Core::bueche_rastrigin,
     .penalty = {.factor = 100, .last = true},
     .mixint_factor = 1e-1},
    {.number = 5, .location = Location::corner, .core = Core::slope, .condition = 10},
    {.number = 6,
     .steps = {shift(), rotate(Q, 10, R)},
     .core = Core::sector,
     .permutations = {.q = 2, .r = 4},
     .mixint_factor = 1e-2},
    {.number = 7,
     .steps = {shift(),
               {.action = Action::rotate, .condition = 10, .first = Q, .root_of_power = true},
               plateaus(),
               rotate(R)},
     .core = Core::step_ellipsoid,
     .condition = 100,
     .penalty = {.factor = 1},
     .overflow = Overflow::ignored,
     .permutations = {.q = 2, .r = 4}},
    {.number = 8,
     .location = Location::three_quarters,
     .steps = {shift(), enlarge()},
     .core = Core::rosenbrock,
     .mixint_factor = 1e-2},
    {.number = 9,
     .location = Location::by_rotation,
     .steps = {take(), {.action = Action::rotate, .start = 0.5, .first = Q, .enlarged = true}},
     .core = Core::rosenbrock,
     .permutations = {.q = 2},
     .mixint_factor = 1e-2},
    {.number = 10,
     .steps = {shift(), rotate(R), oscillate()},
     .core = Core::ellipsoid,
     .condition = 1e6,
     .permutations = {.r = 2},
     .mixint_factor = 1e-3},
    {.number = 11,
     .steps = {shift(), rotate(R), oscillate()},
     .core = Core::discus,
     .condition = 1e6,
     .permutations = {.r = 2},
     .mixint_factor = 1e-2},
    {.number = 12,
     .location = Location::uniform_of_r,
     .steps = {shift(), rotate(R), asymmetry(0.5), rotate(R)},
     .core = Core::cigar,
     .condition = 1e6,
     .permutations = {.r = 2},
     .mixint_factor = 1e-4},
    {.number = 13,
     .steps = {shift(), rotate(Q, 10, R)},
     .core = Core::ridge,
     .permutations = {.q = 5, .r = 3},
     .mixint_factor = 1e-1},
    {.number = 14,
     .steps = {shift(), rotate(R)},
     .core = Core::different_powers,
     .permutations = {.r = 2}},
    {.number = 15,
     .steps = {shift(), rotate(R), oscillate(), asymmetry(0.2), rotate(Q, 10, R)},
     .core = Core::rastrigin,
     .permutations = {.q = 5, .r = 3},
     .mixint_factor = 0.1},
    {.number = 16,
     .steps = {shift(), rotate(R), oscillate_closely(), rotate(Q, 0.01, R)},
     .core = Core::weierstrass,
     .normalized = false,
     .penalty = {.factor = 10, .per_variable = true, .last = true},
     .permutations = {.q = 3, .r = 5}},
    {.number = 17,
     .steps = {shift(), rotate(R), asymmetry(0.5), rotate(Q, 10)},
     .core = Core::schaffer,
     .normalized = false,
     .penalty = {.factor = 10, .last = true},
     .permutations = {.q = 3, .r = 5},
     .mixint_factor = 10},
    {.number = 18,
     .seed = 17,
     .steps = {shift(), rotate(R), asymmetry(0.5), rotate(Q, 1000)},
     .core = Core::schaffer,
     .normalized = false,
     .penalty = {.factor = 10, .last = true},
     .permutations = {.q = 3, .r = 5}},
    {.number = 19,
     .location = Location::by_rotation,
     .steps = {take(), {.action = Action::rotate, .first = Q, .enlarged = true}, add(0.5)},
     .core = Core::griewank_rosenbrock,
     .normalized = false,
     .permutations = {.q = 2},
     .mixint_factor = 10},
    {.number = 20,
     .location = Location::uniform_signs,
     .core = Core::schwefel,
     .condition = 10,
     .normalized = false,
     .mixint_factor = 1e-1},
    {.number = 21,
     .location = Location::highest_peak,
     .steps = {take(), rotate(Q)},
     .core = Core::peaks,
     .peaks = {.count = 101,
               .spread = 10.0,
               .first_condition = 31.622776601683793},  // root of 1000
     .normalized = false,
     .penalty = {.factor = 1},
     .overflow = Overflow::ignored,
     .overflow_in_blocks = Overflow::is_nan},
    {.number = 22,
     .location = Location::highest_peak,
     .steps = {take(), rotate(Q)},
     .core = Core::peaks,
     .peaks = {.count = 21, .spread = 9.8, .first_condition = 1000.0},
     .normalized = false,
     .penalty = {.factor = 1},
     .overflow = Overflow::ignored,
     .overflow_in_blocks = Overflow::is_nan},
    {.number = 23,
     .steps = {shift(), rotate(Q, 100, R)},
     .core = Core::katsuura,
     .normalized = false,
     .penalty = {.factor = 1, .last = true},
     .permutations = {.q = 3, .r = 5},
     .mixint_factor = 10},
    {.number = 24,
     .location = Location::normal_signs,
     .steps = {parabolas(), rotate(Q, 100), rotate(R)},
     .core = Core::lunacek,
     .penalty = {.factor = 1e4},
     .overflow = Overflow::ignored,
     .permutations = {.q = 3, .r = 5},
     .mixint_factor = 1e-1},
};

// The objectives of bbob-constrained. The constraints see the steps up to `centre` or a rotation.
inline constexpr Row kConstrained[] = {
    {.number = 1,
     .steps = {shift(), centre()},
     .core = Core::sphere,
     .factor = 10,
     .factor_last = true},
    {.number = 2,
     .steps = {shift(), oscillate(), centre()},
     .core = Core::ellipsoid,
     .condition = 1e6,
     .factor = 1e-4,
     .factor_last = true},
    {.number = 3,
     .location = Location::corner,
     .steps = {shift()},
     .core = Core::slope,
     .condition = 10,
     .factor = 10,
     .factor_last = true},
    {.number = 4,
     .steps = {shift(), oscillate(), centre(), rotate(R)},
     .core = Core::ellipsoid,
     .condition = 1e6,
     .factor = 1e-4,
     .factor_last = true},
    {.number = 5,
     .steps = {shift(), oscillate(), centre(), rotate(R)},
     .core = Core::discus,
     .condition = 1e6,
     .factor = 1e-4,
     .factor_last = true},
    {.number = 6,
     .location = Location::uniform_of_r,
     .steps = {shift(), asymmetry(0.2), centre(), rotate(R)},
     .core = Core::cigar,
     .condition = 1e6,
     .factor = 1e-4,
     .factor_last = true},
    {.number = 7,
     .location = Location::near_origin,
     .steps = {shift(), centre(), rotate(R)},
     .core = Core::different_powers,
     .factor = 100,
     .factor_last = true},
    {.number = 8,
     .location = Location::integers,
     .steps = {shift(), oscillate(), asymmetry(0.2), centre()},
     .core = Core::rastrigin,
     .factor = 10,
     .factor_last = true},
    {.number = 9,
     .location = Location::integers,
     .steps = {shift(), oscillate(), asymmetry(0.2), rotate(R), centre()},
     .core = Core::rastrigin,
     .factor = 10,
     .factor_last = true},
};

/// The large-scale form: a rotation of full size becomes block rotations, with the diagonal as a
/// step of its own between them. A start other than the origin is stated about the optimum.
constexpr Row in_blocks(Row row) {
  const Row full = row;
  std::size_t n = 0;
  for (Step& step : row.steps) step = {};
  for (const Step& step : full.steps) {
    if (step.action != Action::rotate) {
      if (step.action != Action::none) row.steps[n++] = step;
      continue;
    }
    if (step.start != 0.0) {
      row.location = Location::three_quarters;
      row.steps[n - 1] = shift();
    }
    row.steps[n++] = rotate(step.first);
    if (step.condition != 0.0) row.steps[n++] = scale(step.condition);
    if (step.second != Rotation::none) row.steps[n++] = rotate(step.second);
    if (step.start != 0.0) row.steps[n++] = add(1.0);
  }
  row.penalty.last = full.penalty.last && !is_rotated(full);
  row.overflow = full.overflow_in_blocks;
  row.blocks = true;
  return row;
}

/// The steps that the constraints of a constrained problem see.
constexpr Row transformation(const Row& row) {
  Row result;
  for (std::size_t i = 0; i < kMostSteps; ++i) {
    const Action action = row.steps[i].action;
    if (action == Action::centre || action == Action::rotate) break;
    result.steps[i] = row.steps[i];
  }
  return result;
}

}  // namespace rows

template <std::size_t count>
constexpr std::size_t number_of(const Row (&)[count]) {
  return count;
}

// The families of kernels: rows by index.
struct Bbob {
  static constexpr std::size_t kCount = number_of(rows::kBbob);
  static constexpr Row row(std::size_t i) { return rows::kBbob[i]; }
};
struct LargeScale {
  static constexpr std::size_t kCount = number_of(rows::kBbob);
  static constexpr Row row(std::size_t i) { return rows::in_blocks(rows::kBbob[i]); }
};
struct Constrained {
  static constexpr std::size_t kCount = number_of(rows::kConstrained);
  static constexpr Row row(std::size_t i) { return rows::kConstrained[i]; }
};
struct ConstrainedTransformation {
  static constexpr std::size_t kCount = number_of(rows::kConstrained);
  static constexpr Row row(std::size_t i) { return rows::transformation(rows::kConstrained[i]); }
};

/// Whether row i has number i + 1.
template <typename Family>
constexpr bool in_order() {
  for (std::size_t i = 0; i < Family::kCount; ++i) {
    if (Family::row(i).number != static_cast<int>(i) + 1) return false;
  }
  return true;
}
static_assert(in_order<Bbob>() && in_order<Constrained>());

/// Function 1 to 24 of bbob.
constexpr Row bbob_row(int function) { return Bbob::row(static_cast<std::size_t>(function - 1)); }

/// The seed of a function of a noiseless suite; some share their random numbers with another one.
/// Constrained problems are more, but those with the numbers of bbob functions follow them.
constexpr std::int64_t instance_seed(int function, std::int64_t instance) {
  const bool shared = function <= static_cast<int>(Bbob::kCount) && bbob_row(function).seed != 0;
  const std::int64_t seed = (shared ? bbob_row(function).seed : function) + 10000 * instance;
  // Negative instances are IOHprofiler's alone, whose generator counts modulo 2^31 - 1.
  return seed < 0 ? seed + 2147483647 : seed;
}

}  // namespace optimeter
