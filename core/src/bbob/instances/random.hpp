// The legacy random numbers of the bbob suites. Everything is a pure function of a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace optimeter {

/// N uniform numbers in (0, 1): a Park-Miller generator with a shuffle table of 32 entries.
/// A shorter sequence of the same seed is the beginning of a longer one.
std::vector<double> legacy_uniform(std::int64_t seed, std::size_t n);

/// N standard normal numbers: radii from the first N of 2N uniforms, angles from the second.
/// There is no prefix property.
std::vector<double> legacy_gauss(std::int64_t seed, std::size_t n);

/// The first uniform and the first normal number of a seed: legacy_uniform(seed, 1)[0] and
/// legacy_gauss(seed, 1)[0], without a vector.
double legacy_first_uniform(std::int64_t seed);
double legacy_first_normal(std::int64_t seed);

}  // namespace optimeter
