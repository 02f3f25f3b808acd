// What the suites over the 24 bbob functions share.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "optimeter/suite.hpp"

namespace optimeter {

/// Instances first..last in order.
std::vector<std::int64_t> instance_range(std::int64_t first, std::int64_t last);

/// The 24 noiseless functions and their groups.
const std::vector<FunctionInfo>& bbob_functions();
const std::vector<GroupInfo>& bbob_groups();

/// Tells every group which of the functions belong to it.
void assign_members(std::vector<GroupInfo>& groups, const std::vector<FunctionInfo>& functions);

/// " suite problem f8 instance 1 in 20D"
std::string problem_words(const ProblemInfo& info);

/// Four fifths of the variables, the first ones, become integers.
void make_mixed_integer(ProblemInfo& info);

using LandscapeMaker = Landscape (*)(int function, std::size_t dimension, std::int64_t instance);

/// The problem on a landscape that is made when first needed.
std::unique_ptr<Problem> problem_on(LandscapeMaker make, ProblemInfo info,
                                    std::unique_ptr<Noise> noise = nullptr);

}  // namespace optimeter
