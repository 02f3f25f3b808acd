// How problems are called in files: the one place that makes names and numbers for them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "optimeter/problem.hpp"

namespace optimeter {

/// The facts of a problem as they are recorded: one that belongs to no suite is of the suite "own".
ProblemInfo recorded_info(const Problem& problem);

/// A text as the name of one file or folder: it never leads anywhere else and has a bounded length.
/// Different texts may give one name; a result folder tells their files apart by numbers.
std::string file_name(const std::string& text);

/// Whether a relative path stays below the folder that it starts from.
bool stays_inside(const std::string& path);

/// Numbers for the functions of problems that are not the engine's. Files know a function by its
/// number alone, so different problems never get the same one.
class FunctionNumbers {
 public:
  /// The number that the problem has, or the next one that no other function of its suite took.
  int number(const ProblemInfo& info);

 private:
  std::map<std::pair<std::string, int>, std::string> names_;
  std::map<std::tuple<std::string, int, std::size_t, std::int64_t>, std::string> ids_;
};

}  // namespace optimeter
