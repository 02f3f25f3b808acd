// The functions of the suite that do not count ones: combinatorial problems and deceptive ones.
#pragma once

#include <cstddef>
#include <memory>

#include "pbo/functions.hpp"

namespace optimeter::pbo {

std::unique_ptr<BitFunction> autocorrelation(std::size_t length);   // f18
std::unique_ptr<BitFunction> ising_ring(std::size_t length);        // f19
std::unique_ptr<BitFunction> ising_torus(std::size_t length);       // f20
std::unique_ptr<BitFunction> ising_triangular(std::size_t length);  // f21
std::unique_ptr<BitFunction> independent_set(std::size_t length);   // f22
std::unique_ptr<BitFunction> queens(std::size_t length);            // f23
std::unique_ptr<BitFunction> traps(std::size_t length);             // f24
std::unique_ptr<BitFunction> epistatic(std::size_t length);         // f25

}  // namespace optimeter::pbo
