// The native module: opens numpy's interface and lets each concept register itself.
#define OPTIMETER_IMPORTS_NUMPY
#include "source_digest.hpp"  // made by the build
#include "support.hpp"

namespace optimeter::python {

void register_archive(nb::module_& module);
void register_arrow(nb::module_& module);
void register_build(nb::module_& module);
void register_coco_strings(nb::module_& module);
void register_formats(nb::module_& module);
void register_device(nb::module_& module);
void register_jax(nb::module_& module);
void register_measures(nb::module_& module);
void register_number_lists(nb::module_& module);
void register_options(nb::module_& module);
void register_parsers(nb::module_& module);
void register_point_call(nb::module_& module);
void register_ioh(nb::module_& module);
void register_problem(nb::module_& module);
void register_simd(nb::module_& module);
void register_ragged(nb::module_& module);
void register_suites(nb::module_& module);
void register_recorders(nb::module_& module);
void register_uniform(nb::module_& module);
void register_units(nb::module_& module);
void register_generators(nb::module_& module);
void register_guard(nb::module_& module);
void register_interpreter();

namespace {
void* import_numpy() {
  import_array();
  return nullptr;
}
}  // namespace

}  // namespace optimeter::python

NB_MODULE(_core, module) {
  namespace om = optimeter::python;
  om::import_numpy();
  if (PyErr_Occurred() != nullptr) throw nanobind::python_error();
  // Objects that live until the interpreter ends, e.g. in a notebook, are no leak.
  nanobind::set_leak_warnings(false);
  module.doc() = "The native core of Optimeter.";
  module.attr("source_digest") = kSourceDigest;
  module.def("_provide", &om::provide, nanobind::sig("def _provide(**things: object) -> None"),
             "Hand over what is written in Python for the classes of this module.");
  om::register_exceptions();
  om::register_interpreter();
  om::register_archive(module);
  om::register_arrow(module);
  om::register_build(module);
  om::register_measures(module);
  om::register_number_lists(module);
  om::register_parsers(module);
  om::register_problem(module);
  om::register_device(module);
  om::register_jax(module);
  om::register_point_call(module);
  om::register_simd(module);
  om::register_ragged(module);
  om::register_suites(module);
  om::register_generators(module);
  om::register_ioh(module);
  om::register_options(module);
  om::register_coco_strings(module);
  om::register_formats(module);
  om::register_recorders(module);
  om::register_uniform(module);
  om::register_units(module);
  om::register_guard(module);
}
