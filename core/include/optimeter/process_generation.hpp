// Whether this is still the same process.
#pragma once

#include <cstdint>

namespace optimeter {

/// A number that differs between a process and those that are forked from it, once it was asked for
/// before the fork; quicker to get than the number of the process.
std::uint64_t process_generation();

}  // namespace optimeter
