// The strings with which COCO's programs ask for suites and observers. They are read here and
// nowhere else: C, Java, Octave, Rust and Python share it.
//
// Strings are sequences `key: value key: value …`. Keys that are not known, values that do not fit
// and the like are no errors in COCO: what was made of them is told by warnings, one sentence each,
// which the caller shows in his way.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "optimeter/coco_recorder.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/suite.hpp"

namespace optimeter {

using Warnings = std::vector<std::string>;

/// The strings leave no problem of the suite, or ask for dimensions in a form that COCO refuses.
class EmptySelection : public InvalidArgument {
 public:
  using InvalidArgument::InvalidArgument;
};

/// A list of numbers of which some are kept.
struct CocoList {
  std::vector<std::int64_t> numbers;
  std::vector<bool> kept;  ///< as many

  std::size_t size() const { return numbers.size(); }
};

/// Problems as COCO numbers them: the complete product of dimensions, functions and instances, the
/// last varying fastest, of which a filter keeps some, never those that the suite does not have.
/// Filtering never renumbers.
struct CocoSelection {
  /// Positions from 0 in the three lists.
  struct Place {
    std::size_t function;
    std::size_t dimension;
    std::size_t instance;
  };

  const SuiteDefinition* definition;
  CocoList functions;
  CocoList dimensions;
  CocoList instances;  ///< in the order that was asked for, repetitions kept

  /// Number of problems of the product, kept or not.
  std::size_t size() const { return functions.size() * dimensions.size() * instances.size(); }
  Place decode(std::size_t index) const;
  std::size_t encode(const Place& place) const;
  bool exists(const Place& place) const;  ///< whether the function has that dimension
  bool keeps(std::size_t index) const;    ///< false beyond the end
  /// The indices that are kept, ascending.
  std::vector<std::size_t> kept() const;
  /// The first kept problem with these numbers; `size()` if there is none.
  std::size_t find(std::int64_t function, std::int64_t dimension, std::int64_t instance) const;
  /// Makes the problem with an index below `size()`.
  std::unique_ptr<Problem> problem(std::size_t index, ProblemOptions options = {}) const;
};

/// Reads the three strings of a suite. Throws InvalidArgument where COCO ends the process: unknown
/// suite or year, a thousand instances; and EmptySelection where it gives no suite.
CocoSelection read_coco_suite(std::string_view name, std::string_view instances,
                              std::string_view options, Warnings& warnings);

/// What an observer of COCO was asked to be.
struct CocoObserver {
  enum class Kind {
    kNone,               ///< there is none: "no_observer", no name, an unknown one
    kInactive,           ///< it is there and records nothing
    kOneObjective,       ///< records the first objective
    kSeveralObjectives,  ///< records the indicator of several objectives
  };

  Kind kind = Kind::kNone;
  bool makes_folder = false;
  std::string folder;  ///< outer and result folder; made unique by the observer
  CocoOptions options;
};

/// Reads the two strings of an observer. Throws nothing: what does not fit is left at its default.
CocoObserver read_coco_observer(std::string_view name, std::string_view options,
                                Warnings& warnings);

/// COCO's word for the type of a problem, "1-separable", or "" where it has none.
std::string coco_type(const ProblemInfo& problem);

}  // namespace optimeter
