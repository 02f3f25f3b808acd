// With what the engine was compiled: defined by the build.
#include "support.hpp"

namespace optimeter::python {

void register_build(nb::module_& module) {
  module.def(
      "compiler", [] { return OPTIMETER_COMPILER; },
      "The compiler that made the engine, with its version.");
  module.def(
      "compiler_flags", [] { return OPTIMETER_FLAGS; },
      "The flags that shaped its code, without those of single instruction sets.");
}

}  // namespace optimeter::python
