// What stands behind the handles of optimeter.h, and how its functions answer.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "handles.hpp"
#include "optimeter.h"
#include "optimeter/coco_random.hpp"
#include "optimeter/coco_strings.hpp"
#include "optimeter/errors.hpp"
#include "optimeter/observer.hpp"

struct optimeter_suite {
  static constexpr unsigned kKind = 1;
  static constexpr const char* kWord = "suite";
  optimeter::CocoSelection selection;
  std::vector<std::size_t> kept;
  std::shared_ptr<optimeter::CocoStream> stream;  ///< null: streams of their own
};

struct optimeter_problem {
  static constexpr unsigned kKind = 2;
  static constexpr const char* kWord = "problem";
  std::unique_ptr<optimeter::Problem> problem;
  std::size_t dimension;
  std::size_t objectives;
  std::string coco_type;
};

struct optimeter_options {
  static constexpr unsigned kKind = 3;
  static constexpr const char* kWord = "set of options";
  optimeter::RecordOptions options;
  std::vector<std::string> begun;  ///< lists whose default was replaced
};

struct optimeter_observer {
  static constexpr unsigned kKind = 4;
  static constexpr const char* kWord = "observer";
  std::unique_ptr<optimeter::Observer> observer;  ///< null: records nothing
  std::string folder;
  bool several_only = false;  ///< COCO's observer for several objectives
};

struct optimeter_archive {
  static constexpr unsigned kKind = 5;
  static constexpr const char* kWord = "archive";
  optimeter::Archive archive;
};

struct optimeter_random {
  static constexpr unsigned kKind = 6;
  static constexpr const char* kWord = "generator";
  optimeter::LaggedFibonacci generator;
};

namespace optimeter::c {

HandleTable& handles();

/// Notes an error of this thread and returns its status.
optimeter_status fail(optimeter_status status, const char* message) noexcept;
/// The same for the exception that is being handled.
optimeter_status fail_by_exception() noexcept;
/// The same for a handle that stands for nothing.
optimeter_status fail_by_handle(const char* word, bool null) noexcept;

/// The object of a handle; null, and an error is noted, if there is none.
template <typename T>
T* object_of(const T* handle) noexcept {
  T* const found = handles().find(handle);
  if (found == nullptr) fail_by_handle(T::kWord, handle == nullptr);
  return found;
}

/// Gives an object back. NULL is none, and no error.
template <typename T>
void free_handle(T* handle) noexcept {
  if (handle != nullptr && handles().remove(handle) == nullptr) fail_by_handle(T::kWord, false);
}

/// Runs what may throw; its result is a status.
template <typename Body>
optimeter_status status_of(const Body& body) noexcept {
  try {
    body();
    return OPTIMETER_OK;
  } catch (...) {
    return fail_by_exception();
  }
}

/// Runs what may throw and returns what it returns; `otherwise` after an error.
template <typename Result, typename Body>
Result result_of(Result otherwise, const Body& body) noexcept {
  try {
    return body();
  } catch (...) {
    fail_by_exception();
    return otherwise;
  }
}

/// The same for a body that takes the object of a handle.
template <typename T, typename Body>
optimeter_status status_with(const T* handle, const Body& body) noexcept {
  T* const object = object_of(handle);
  if (object == nullptr) return OPTIMETER_INVALID_HANDLE;
  return status_of([&] { body(*object); });
}
template <typename T, typename Result, typename Body>
Result result_with(const T* handle, Result otherwise, const Body& body) noexcept {
  T* const object = object_of(handle);
  if (object == nullptr) return otherwise;
  return result_of(otherwise, [&] { return static_cast<Result>(body(*object)); });
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Throws InvalidArgument for NULL.
template <typename T>
T* given(T* pointer, const char* name) {
  if (pointer == nullptr) throw InvalidArgument(std::string(name) + " must not be NULL");
  return pointer;
}
/// Throws InvalidArgument unless a length is as wanted.
void check_size(std::size_t size, std::size_t wanted, const char* name);

optimeter_problem* problem_handle(std::unique_ptr<Problem> problem);

}  // namespace optimeter::c
