// The landscapes of the 24 bbob functions and of their forms in other suites.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "bbob/row.hpp"
#include "optimeter/mapping.hpp"

namespace optimeter {

/// The function of a row, which is one of the 24 or a variation in its numbers, in any dimension of
/// at least 2.
Landscape row_landscape(const Row& row, std::size_t d, std::int64_t instance);

/// The same without its optimal value and, if so, without its penalty at the boundary.
Landscape landscape_without(const Row& row, std::size_t d, std::int64_t instance, bool no_penalty);

/// The row of a function with its optimum anywhere in the box.
Row boxed_row(int function);

/// A bbob function.
Landscape bbob_landscape(int function, std::size_t d, std::int64_t instance);

/// A function of bbob-boxed: +inf outside of the box, optima anywhere inside.
Landscape boxed_landscape(int function, std::size_t d, std::int64_t instance);

/// A function of bbob-largescale.
Landscape largescale_landscape(int function, std::size_t d, std::int64_t instance);

/// In bbob-mixint there are as many variables of each of these arities as continuous ones.
inline constexpr std::array<int, 4> kMixintArities = {2, 4, 8, 16};
inline constexpr std::size_t kMixintParts = kMixintArities.size() + 1;

/// A function of bbob-mixint; the dimension is a multiple of `kMixintParts`.
Landscape mixint_landscape(int function, std::size_t d, std::int64_t instance);

}  // namespace optimeter
