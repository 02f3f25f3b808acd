#include "mathematics/estimates.hpp"

#include "simd/dispatch.hpp"

OPTIMETER_TABLES(mathematics::Estimates, estimates)

namespace optimeter::mathematics {

Estimates::Estimate estimate_of(Isa isa, Function function) {
  return estimates(isa).functions[static_cast<std::size_t>(function)];
}

}  // namespace optimeter::mathematics
