// The functions of bbob-largescale. They are not processed in groups: points are long.
#include "bbob/kernels/run.hpp"

namespace optimeter::inline OPTIMETER_ISA {
namespace {

/// A function without a rotation has the kernel of bbob.
template <std::size_t i>
using Large = std::conditional_t<alike(LargeScale::row(i), Bbob::row(i)), Compiled<Bbob, i>,
                                 Compiled<LargeScale, i>>;

template <std::size_t... i>
constexpr KernelFamily<LargeScale::kCount> compile_long(std::index_sequence<i...>) {
  return {
      {{run_points<Long, Large<i>>, run_points<Long, Large<i>>, run_points<Long, Large<i>>}...}};
}

constexpr auto kLargeScale = compile_long(std::make_index_sequence<LargeScale::kCount>());

}  // namespace

const KernelFamily<LargeScale::kCount>& largescale_kernels() { return kLargeScale; }

}  // namespace optimeter::inline OPTIMETER_ISA
