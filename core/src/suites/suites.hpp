// Every suite, each defined in a file of this folder; registry.cpp lists them in the order in which
// they are shown.
#pragma once

#include "optimeter/suite.hpp"

namespace optimeter {

/// What a paper cites for suites that are IOHprofiler's.
inline constexpr const char* kIohExperimenter = R"(@article{iohexperimenter,
  author = {de Nobel, Jacob and Ye, Furong and Vermetten, Diederick and Wang, Hao and )"
                                                R"(Doerr, Carola and B{\"a}ck, Thomas},
  title = {{{IOHexperimenter}: benchmarking platform for iterative optimization heuristics}},
  journal = {Evolutionary Computation},
  volume = {32},
  number = {3},
  pages = {205--210},
  year = {2024},
})";

const SuiteDefinition& bbob_suite();
const SuiteDefinition& bbob_boxed_suite();
const SuiteDefinition& bbob_largescale_suite();
const SuiteDefinition& bbob_mixint_suite();
const SuiteDefinition& bbob_noisy_suite();
const SuiteDefinition& bbob_biobj_suite();
const SuiteDefinition& bbob_biobj_ext_suite();
const SuiteDefinition& bbob_biobj_mixint_suite();
const SuiteDefinition& bbob_constrained_suite();
const SuiteDefinition& pbo_suite();
const SuiteDefinition& sbox_suite();
const SuiteDefinition& mabbob_suite();
const SuiteDefinition& dynamic_binval_suite();
const SuiteDefinition& star_discrepancy_suite();
const SuiteDefinition& star_discrepancy_int_suite();
const SuiteDefinition& cec2013_suite();
const SuiteDefinition& mgh_suite();
const SuiteDefinition& more_wild_suite();

}  // namespace optimeter
