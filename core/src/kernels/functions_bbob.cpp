#include "kernels/bbob.hpp"

namespace optimeter::inline OPTIMETER_ISA {

#define OPTIMETER_KERNELS(vectors)                                                        \
  {{                                                                                      \
    run_kernel<vectors, Bbob<vectors>::f1>, run_kernel<vectors, Bbob<vectors>::f2>,       \
        run_kernel<vectors, Bbob<vectors>::f3>, run_kernel<vectors, Bbob<vectors>::f4>,   \
        run_kernel<vectors, Bbob<vectors>::f5>, run_kernel<vectors, Bbob<vectors>::f6>,   \
        run_kernel<vectors, Bbob<vectors>::f7>, run_kernel<vectors, Bbob<vectors>::f8>,   \
        run_kernel<vectors, Bbob<vectors>::f9>, run_kernel<vectors, Bbob<vectors>::f10>,  \
        run_kernel<vectors, Bbob<vectors>::f10>, run_kernel<vectors, Bbob<vectors>::f12>, \
        run_kernel<vectors, Bbob<vectors>::f13>, run_kernel<vectors, Bbob<vectors>::f14>, \
        run_kernel<vectors, Bbob<vectors>::f15>, run_kernel<vectors, Bbob<vectors>::f16>, \
        run_kernel<vectors, Bbob<vectors>::f17>, run_kernel<vectors, Bbob<vectors>::f17>, \
        run_kernel<vectors, Bbob<vectors>::f19>, run_kernel<vectors, Bbob<vectors>::f20>, \
        run_kernel<vectors, Bbob<vectors>::f21>, run_kernel<vectors, Bbob<vectors>::f21>, \
        run_kernel<vectors, Bbob<vectors>::f23>, run_kernel<vectors, Bbob<vectors>::f24>  \
  }}

namespace {
// Constant initialization: nothing of a kernel source runs when the library is loaded.
constexpr KernelRow kSmall = OPTIMETER_KERNELS(1);
constexpr KernelRow kAny = OPTIMETER_KERNELS(0);
}  // namespace

const KernelRow& bbob_small_kernels() { return kSmall; }
const KernelRow& bbob_kernels() { return kAny; }

}  // namespace optimeter::inline OPTIMETER_ISA
