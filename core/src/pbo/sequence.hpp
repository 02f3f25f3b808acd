// The random numbers that the instances of the pseudo-Boolean suite are made from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace optimeter::pbo {

/// N numbers in (0, 1) of IOHprofiler's integer problems. The generator is like that of bbob but
/// refills its table from the number just read, so that it soon repeats itself: of the first
/// hundred numbers about 35 differ. Instances depend on it; it serves for nothing else. A shorter
/// sequence of the same seed is the beginning of a longer one.
std::vector<double> uniform(std::int64_t seed, std::size_t n);

}  // namespace optimeter::pbo
