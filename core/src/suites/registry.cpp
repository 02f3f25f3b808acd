#include "suites/suites.hpp"

namespace optimeter {

const std::vector<const SuiteDefinition*>& suites() {
  static const std::vector<const SuiteDefinition*> all = {
      &bbob_suite(),
      &bbob_boxed_suite(),
      &bbob_largescale_suite(),
      &bbob_mixint_suite(),
      &bbob_noisy_suite(),
      &bbob_biobj_suite(),
      &bbob_biobj_ext_suite(),
      &bbob_biobj_mixint_suite(),
      &bbob_constrained_suite(),
      &pbo_suite(),
      &sbox_suite(),
      &mabbob_suite(),
      &dynamic_binval_suite(),
      &star_discrepancy_suite(),
      &star_discrepancy_int_suite(),
      &cec2013_suite(),
      &mgh_suite(),
      &more_wild_suite(),
  };
  return all;
}

}  // namespace optimeter
