#include "bbob/kernels/bbob.hpp"

namespace optimeter::inline OPTIMETER_ISA {
namespace {

#define OPTIMETER_POINTS(L, f) run_points<L, Bbob<L>::f>
#define OPTIMETER_GROUPS(L, f) \
  run_groups<Bbob<L>::f, OPTIMETER_POINTS(Small, f), OPTIMETER_POINTS(Long, f)>
#define OPTIMETER_ROW(L, run)                                                                      \
  {                                                                                                \
    {                                                                                              \
      run(L, f1), run(L, f2), run(L, f3), run(L, f4), run(L, f5), run(L, f6), run(L, f7),          \
          run(L, f8), run(L, f9), run(L, f10), run(L, f10), run(L, f12), run(L, f13), run(L, f14), \
          run(L, f15), run(L, f16), run(L, f17), run(L, f17), run(L, f19), run(L, f20),            \
          run(L, f21), run(L, f21), run(L, f23), run(L, f24)                                       \
    }                                                                                              \
  }

// Constant initialization: nothing of a kernel source runs when the library is loaded.
constexpr KernelRow kSmall = OPTIMETER_ROW(Small, OPTIMETER_POINTS);
constexpr KernelRow kAny = OPTIMETER_ROW(Long, OPTIMETER_POINTS);
constexpr KernelRow kGroups = OPTIMETER_ROW(Group, OPTIMETER_GROUPS);

}  // namespace

const KernelRow& bbob_small_kernels() { return kSmall; }
const KernelRow& bbob_kernels() { return kAny; }
const KernelRow& bbob_group_kernels() { return kGroups; }

}  // namespace optimeter::inline OPTIMETER_ISA
