#include "bbob/kernels/compose.hpp"

namespace optimeter::inline OPTIMETER_ISA {

const KernelFamily<Bbob::kCount>& bbob_kernels() { return kFamily<Bbob>; }

}  // namespace optimeter::inline OPTIMETER_ISA
