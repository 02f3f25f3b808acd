// What stands behind the handles of coco.h. This layer uses optimeter.h and its table of handles.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "coco.h"
#include "handles.hpp"
#include "optimeter.h"

namespace coco_layer {

/// An observer lives as long as a program holds it or a problem is recorded by it.
struct Recording {
  optimeter_observer* observer;
  std::string name;
  explicit Recording(optimeter_observer* given, std::string called)
      : observer(given), name(std::move(called)) {}
  ~Recording() { optimeter_observer_free(observer); }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  bool active() const { return optimeter_observer_is_active(observer) != 0; }
};

/// What was evaluated before a problem was observed: its record begins at 1, its counters go on.
struct Earlier {
  std::size_t evaluations = 0;
  std::size_t constraints = 0;
  double best = DBL_MAX;
  bool hit = false;
};

}  // namespace coco_layer

struct coco_suite_s {
  static constexpr unsigned kKind = 8;
  static constexpr const char* kWord = "suite";
  optimeter_suite* suite;
  std::size_t next = 0;               ///< position of the iteration
  coco_problem_t* current = nullptr;  ///< of the iteration
  // What the last report of progress was about; 0: nothing yet.
  std::int64_t shown_dimension = 0;
  std::int64_t shown_function = 0;
};

struct coco_observer_s {
  static constexpr unsigned kKind = 9;
  static constexpr const char* kWord = "observer";
  std::shared_ptr<coco_layer::Recording> recording;
};

/// A problem, or one that an observer was wrapped around: that owns the inner one.
struct coco_problem_s {
  static constexpr unsigned kKind = 10;
  static constexpr const char* kWord = "problem";
  optimeter_problem* problem;  ///< the inner one's where nothing was evaluated before wrapping
  std::size_t dimension;
  std::size_t objectives;
  std::size_t constraints;
  std::size_t index;
  std::string name;
  bool tainted = false;
  bool fed = false;
  coco_problem_t* inner = nullptr;  ///< handles; null: there is none
  coco_problem_t* outer = nullptr;
  bool owns = true;  ///< whether `problem` is its own, not the inner one's
  coco_layer::Earlier earlier;
  std::shared_ptr<coco_layer::Recording> recording;  ///< null: not observed
};

struct coco_archive_s {
  static constexpr unsigned kKind = 11;
  static constexpr const char* kWord = "archive";
  optimeter_archive* archive;
  std::vector<std::string> texts;     ///< by number of insertion
  std::vector<std::size_t> sequence;  ///< numbers, in the order in which texts are handed out
  std::size_t next = 0;
  bool sorted = false;
};

namespace coco_layer {

optimeter::c::HandleTable& handles();

/// One line to the error stream, or to the handler.
void report(const std::string& message, bool invalid_handle = false) noexcept;
/// The same with the last message of optimeter.h.
void report_last() noexcept;
/// For `optimeter_warning`.
void warn(const char* text, void* data);
bool shows(coco_log_level_type_e level);

/// The object of a handle; null, and one line, if there is none.
template <typename T>
T* object_of(const T* handle) noexcept {
  T* const object = handles().find(handle);
  if (object == nullptr) {
    report(std::string(handle == nullptr ? "NULL is given as a " : "this is not, or no more, a ") +
               T::kWord,
           true);
  }
  return object;
}

/// Runs what may throw (memory); an error is reported, and `otherwise` returned.
template <typename Result, typename Body>
Result guarded(Result otherwise, const Body& body) noexcept {
  try {
    return body();
  } catch (const std::exception& error) {
    report(error.what());
    return otherwise;
  }
}

/// A handle for a problem of optimeter.h, which it owns from now on; null stays null.
coco_problem_t* problem_handle(optimeter_problem* problem, std::size_t index);

}  // namespace coco_layer
