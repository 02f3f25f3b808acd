// The submodule `ioh`: what the drop-in for IOHprofiler's package is made of.
#include "values.hpp"

namespace optimeter::python {

void register_ioh(nb::module_& module) {
  nb::module_ made = module.def_submodule("ioh", "What optimeter.ioh is made of.");
  ioh::register_values(made);
  ioh::register_constraints(made);
  ioh::register_loggers(made);
  ioh::register_problems(made);
}

}  // namespace optimeter::python
