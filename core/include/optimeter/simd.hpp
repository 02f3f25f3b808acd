// Instruction sets: which ones this machine can run and which one the engine uses.
//
// The kernels exist once per instruction set and give the same bits on each of them, so the choice
// concerns speed only. It can be forced by the environment variable OPTIMETER_ISA.
#pragma once

#include <string_view>
#include <vector>

#include "optimeter/errors.hpp"

namespace optimeter {

/// From slowest to fastest; `baseline` is SSE2 on x86-64 and what the compiler makes of plain C++
/// elsewhere.
enum class Isa { baseline, avx2, avx512 };

/// An instruction set that is unknown, or that this machine or build does not have.
class IsaError : public InvalidArgument {
 public:
  using InvalidArgument::InvalidArgument;
};

/// "baseline", "avx2" or "avx512".
std::string_view isa_name(Isa isa);

/// The available instruction set of that name; throws IsaError if there is none.
Isa isa_from_name(std::string_view name);

/// The instruction sets that this build contains and that processor and operating system support,
/// from slowest to fastest; never empty.
std::vector<Isa> available_isas();

/// The instruction set of all kernels: the fastest available one, or the one that the environment
/// variable OPTIMETER_ISA names. Decided at the first call, constant thereafter. Throws IsaError
/// if the variable names no available instruction set.
Isa active_isa();

}  // namespace optimeter
