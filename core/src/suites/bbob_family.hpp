// What the suites over the 24 bbob functions share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "optimeter/suite.hpp"

namespace optimeter {

/// Instances first..last in order.
std::vector<std::int64_t> instance_range(std::int64_t first, std::int64_t last);

/// `number` with at least `width` digits.
std::string digits(std::int64_t number, int width);

/// Bounds, initial solution and everything else that the suite decides.
ProblemInfo base_info(const SuiteDefinition& suite, const FunctionInfo& function,
                      std::size_t dimension, std::int64_t instance);

/// Sets functions and groups of the 24 noiseless functions.
class BbobFamily : public SuiteDefinition {
 protected:
  BbobFamily();
};

/// The field's folder and type string of a function's group, e.g. "1-separable".
const std::string& group_type(int function);

const SuiteDefinition& bbob_suite();
const SuiteDefinition& bbob_boxed_suite();
const SuiteDefinition& bbob_largescale_suite();
const SuiteDefinition& bbob_mixint_suite();
const SuiteDefinition& bbob_noisy_suite();
const SuiteDefinition& bbob_biobj_suite();
const SuiteDefinition& bbob_biobj_ext_suite();
const SuiteDefinition& bbob_biobj_mixint_suite();
const SuiteDefinition& bbob_constrained_suite();

}  // namespace optimeter
