#include "simd/math_arrays.hpp"

#include "simd/dispatch.hpp"

OPTIMETER_TABLES(MathTable, math_table)

namespace optimeter {

void apply(Isa isa, MathFunction function, const double* x, const double* y, double* out,
           std::size_t n) {
  const Isa available = isa_from_name(isa_name(isa));  // throws if it is not
  math_table(available).functions[static_cast<std::size_t>(function)](x, y, out, n);
}

}  // namespace optimeter
