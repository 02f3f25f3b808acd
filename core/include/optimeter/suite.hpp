// Suites as data: which problems there are and how one of them is made.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/problem.hpp"

namespace optimeter {

// NOLINTBEGIN(readability-redundant-member-init): with empty defaults rows of the tables may leave
// a member out without a warning of the compiler
struct FunctionInfo {
  int number;
  std::string name;
  std::string group;           ///< name of its group, e.g. "separable"
  std::string ioh_name = {};   ///< in IOHprofiler's files; empty: `name`
  std::string coco_type = {};  ///< COCO's word for its type; empty: `coco_name` of its group
  std::size_t dimension = 0;   ///< the only one that it has; 0: any of the suite
};

/// A set of functions of a suite.
struct GroupInfo {
  std::string name;            ///< short: "separable"
  std::string title;           ///< in words: "separable functions"
  std::vector<int> functions;  ///< numbers, ascending
  std::string coco_name = {};  ///< the folder of COCO's bi-objective files; empty: `name`
};

/// The instances that a suite had from one year to another, both included.
struct YearInfo {
  static constexpr int kOpen = std::numeric_limits<int>::max();  ///< no last year yet

  int first;
  int last;
  std::vector<std::int64_t> instances;  ///< in order, repetitions kept
};

/// How the ids of problems are written: "bbob_f001_i01_d02".
struct IdPattern {
  std::string prefix;
  std::size_t function_digits = 3;
  std::size_t dimension_digits = 2;
};

/// The facts of a suite, and the only place where they stand: problems, Python, measures, reports
/// and files read them here.
struct SuiteInfo {
  std::string name;
  std::string title;
  std::vector<FunctionInfo> functions = {};  ///< ascending by number
  std::vector<GroupInfo> groups = {};        ///< they part the functions
  std::vector<GroupInfo> subgroups = {};     ///< further sets of functions, which may overlap
  std::vector<std::size_t> dimensions;       ///< published; others can be made as well
  std::size_t smallest_dimension = 2;        ///< that can be made
  std::size_t largest_dimension = 100'000;
  std::size_t dimension_multiple = 1;  ///< every dimension is a multiple of this
  std::vector<YearInfo> years;         ///< ascending
  int default_year;                    ///< whose instances are taken when none are asked for
  /// Seeds are made from 10000 times the instance and must stay exact.
  std::int64_t largest_instance = 2'147'483'647;
  IdPattern ids;
  /// The observer that COCO records it with by default; empty: COCO does not have this suite.
  std::string coco_observer = {};
  /// The publication that describes it, which a paper cites: an entry of BibTeX, a line a field.
  std::string publication;

  // What a problem is.
  std::size_t objectives = 1;
  /// The number of constraints of a function in a dimension; null: there are none.
  std::size_t (*constraints)(int function, std::size_t dimension) = nullptr;
  bool integer_variables = false;  ///< whether some variables, the first ones, are integers
  bool noisy = false;

  // How values are judged. With one objective: by the distance to the optimum where that is known,
  // else by themselves; with several objectives by an indicator.
  bool maximize = false;
  bool optimum_known = true;  ///< f_opt, and a point that attains it; one objective only
  /// Whether runs on different instances repeat one experiment; else instances are problems of
  /// their own, whose runs are never put together.
  bool repeated_instances = true;

  // How recorded runs are analysed.
  std::vector<std::size_t> table_dimensions = {5, 20};  ///< for which tables are made
  std::vector<std::int64_t> analysed_instances = {};    ///< whose runs count; empty: all
  std::string reference = {};  ///< the algorithm shipped to compare with; empty: there is none

  // All of these throw InvalidArgument, with the same words for all suites.
  const FunctionInfo& function(std::int64_t number) const;
  void check_dimension(std::int64_t dimension) const;  ///< whether problems of it can be made
  void check_instance(std::int64_t instance) const;
  /// The instances of a year, or the default ones.
  const std::vector<std::int64_t>& instances(std::optional<std::int64_t> year = std::nullopt) const;
  std::size_t number_of_constraints(std::int64_t function, std::int64_t dimension) const;

  /// Whether a function of this suite can have a dimension that is possible in it.
  bool has(int function, std::size_t dimension) const;
  /// Whether every function has one dimension of its own, as in the sets of derivative-free
  /// optimization.
  bool one_dimension_each() const;

  /// The id of a problem.
  std::string id(int function, std::size_t dimension, std::int64_t instance) const;
  /// The group that a function of this suite belongs to.
  const GroupInfo& group_of(const FunctionInfo& function) const;
};
// NOLINTEND(readability-redundant-member-init)

/// How a problem is to be made.
struct ProblemOptions {
  /// COCO's random numbers for a noisy problem; null: a stream of its own.
  std::shared_ptr<CocoStream> coco_stream;
  /// The position in the complete suite with the instances in use, which the files of bi-objective
  /// problems mention; by default with the usual instances.
  std::optional<std::int64_t> index = std::nullopt;
};

/// A family of problems: its facts, and a way to make a problem. The definitions are immutable and
/// live as long as the program; adding a suite is adding one to the list in suites/registry.cpp.
class SuiteDefinition {
 public:
  /// Makes a problem. Everything that follows from the facts of the suite is in `info` already,
  /// with the region [-5, 5] and its middle as first point; what differs is set by the maker.
  using Maker = std::unique_ptr<Problem> (*)(ProblemInfo info, const ProblemOptions& options);

  SuiteDefinition(SuiteInfo info, Maker make) : info_(std::move(info)), make_(make) {}

  const SuiteInfo& info() const { return info_; }

  /// Makes a problem of any dimension and instance that are possible, published or not. Throws
  /// InvalidArgument for others.
  std::unique_ptr<Problem> problem(std::int64_t function, std::int64_t dimension,
                                   std::int64_t instance, const ProblemOptions& options = {}) const;

 private:
  // The position in the suite with its usual instances; 0 for problems that are not part of it.
  std::int64_t index(int function, std::size_t dimension, std::int64_t instance) const;

  SuiteInfo info_;
  Maker make_;
};

/// All suites, in the order in which they are shown.
const std::vector<const SuiteDefinition*>& suites();

/// The suite of that name; null if there is none.
const SuiteDefinition* known_suite(std::string_view name);

/// The suite of that name. Throws InvalidArgument that names the nearest known ones.
const SuiteDefinition& find_suite(std::string_view name);

}  // namespace optimeter
