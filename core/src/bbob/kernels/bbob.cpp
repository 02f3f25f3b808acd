#include "bbob/kernels/run.hpp"

namespace optimeter::inline OPTIMETER_ISA {

const KernelFamily<Bbob::kCount>& bbob_kernels() { return kFamily<Bbob>; }

}  // namespace optimeter::inline OPTIMETER_ISA
