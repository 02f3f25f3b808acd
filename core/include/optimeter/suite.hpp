// Suites as data: which problems there are and how one of them is made.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/problem.hpp"

namespace optimeter {

struct FunctionInfo {
  int number;
  std::string name;
  std::string group;  ///< name of the group, e.g. "separable"
};

/// A group of functions, in the order of the suite.
struct GroupInfo {
  std::string name;   ///< short: "separable"
  std::string title;  ///< in words: "separable functions"
};

/// How a problem is to be made.
struct ProblemOptions {
  /// COCO's random numbers for a noisy problem; null: a stream of its own.
  std::shared_ptr<CocoStream> coco_stream;
  /// The position in the complete suite with the instances in use, which the files of bi-objective
  /// problems mention; by default with the usual instances.
  std::optional<std::int64_t> index = std::nullopt;
};

/// A family of problems. The definitions are immutable and live as long as the program; adding a
/// suite is adding one to the list in suites/registry.cpp.
class SuiteDefinition {
 public:
  virtual ~SuiteDefinition() = default;

  const std::string& name() const { return name_; }
  const std::string& title() const { return title_; }
  const std::vector<std::size_t>& dimensions() const { return dimensions_; }
  const std::vector<FunctionInfo>& functions() const { return functions_; }
  const std::vector<GroupInfo>& groups() const { return groups_; }
  /// The years with a list of instances of their own, newest last; may be empty.
  const std::vector<int>& years() const { return years_; }

  const FunctionInfo& function(int number) const;  ///< throws InvalidArgument

  /// Whether the values are disturbed.
  virtual bool noisy() const { return false; }

  /// The instances of a year, or the default ones. Throws InvalidArgument for an unknown year.
  virtual std::vector<std::int64_t> instances(std::optional<int> year) const = 0;
  /// Throws InvalidArgument unless a problem of this dimension can be made.
  virtual void check_dimension(std::size_t dimension) const;
  /// Makes a problem of any dimension and instance that are possible, published or not.
  std::unique_ptr<Problem> problem(int function, std::size_t dimension, std::int64_t instance,
                                   const ProblemOptions& options = {}) const;
  /// The id that `problem` would have.
  virtual std::string id(int function, std::size_t dimension, std::int64_t instance) const = 0;

 protected:
  virtual std::unique_ptr<Problem> make(const FunctionInfo& function, std::size_t dimension,
                                        std::int64_t instance,
                                        const ProblemOptions& options) const = 0;

  std::string name_;
  std::string title_;
  std::vector<std::size_t> dimensions_;
  std::vector<FunctionInfo> functions_;
  std::vector<GroupInfo> groups_;
  std::vector<int> years_;
};

/// All suites, in the order in which they are shown.
const std::vector<const SuiteDefinition*>& suites();

/// The suite of that name. Throws InvalidArgument that names the nearest known ones.
const SuiteDefinition& find_suite(std::string_view name);

}  // namespace optimeter
