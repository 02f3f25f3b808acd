// The words of COCO's files: names, keys and headers. Recorders write them, and so does whoever
// writes runs of another origin in this format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace optimeter {

/// The release of COCO whose format is followed.
inline constexpr const char* kCocoVersion = "2.8.2";

/// How the names of files begin.
inline constexpr const char* kCocoPrefix = "bbobexp";

/// The final target, unless something else is told.
inline constexpr double kCocoPrecision = 1e-8;

/// A text between single quotes, on one line. What cannot stand there is written as %XX, so that no
/// two texts become one; readers take it back.
std::string coco_quoted(const std::string& text);

/// COCO's observers bear the names of its suites; problems of other origin use the common one.
std::string coco_logger(const std::string& suite);

/// The path of the data files of a function and dimension, without ending.
std::string coco_stem(int function, std::size_t dimension);

/// What the index says of runs on one function and dimension.
struct CocoIndexKeys {
  std::string suite;
  int function;
  std::size_t dimension;
  double precision;  ///< the final target
  std::string algorithm;
  std::string logger;
};
std::string coco_index_keys(const CocoIndexKeys& keys);

/// The line before the data of a run. `reference` is the optimal value where that is known, as
/// text.
std::string coco_run_header(bool optimum_known, const std::string& reference);

/// What the index says of runs with several objectives, whose data files lie in `folder`.
struct CocoIndicatorKeys {
  std::string suite;
  std::string algorithm;
  std::string folder;
};
std::string coco_indicator_keys(const CocoIndicatorKeys& keys);

/// The lines before the data of a run with several objectives.
struct CocoIndicatorRun {
  std::int64_t index;  ///< position of the problem in its suite
  std::string name;
  std::int64_t instance;
  std::string reference;  ///< value of the indicator, as text
  bool targets;           ///< whether lines tell the target that was hit
};
std::string coco_indicator_run_header(const CocoIndicatorRun& run);

}  // namespace optimeter
