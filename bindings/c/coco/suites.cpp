// Suites and the iteration over them.
#include <cstdio>
#include <ctime>
#include <mutex>

#include "layer.hpp"

using namespace coco_layer;

namespace {

// COCO has one stream of noise a process: all suites share that of the first noisy one.
optimeter_suite* noise_source() {
  static std::mutex mutex;
  static optimeter_suite* source = nullptr;
  const std::lock_guard lock(mutex);
  if (source == nullptr) {
    source = optimeter_suite_of_strings("bbob-noisy", nullptr, nullptr, nullptr, nullptr);
  }
  return source;
}

std::size_t list_size(const coco_suite_s& suite, optimeter_list list) {
  return optimeter_suite_list_size(suite.suite, list);
}

// The number at a position, 0 if it is filtered out.
std::size_t number_at(const coco_suite_t* suite, optimeter_list list, std::size_t position) {
  const coco_suite_s* const object = object_of(suite);
  if (object == nullptr) return 0;
  if (position >= list_size(*object, list)) {
    report("the index must be below " + std::to_string(list_size(*object, list)) + "; got " +
           std::to_string(position));
    return 0;
  }
  if (optimeter_suite_list_selected(object->suite, list, position) == 0) return 0;
  return static_cast<std::size_t>(optimeter_suite_list_number(object->suite, list, position));
}

// Whether the complete suite has a problem with that index; a warning where it has not.
bool has_index(const coco_suite_t* suite, std::size_t index) {
  const std::size_t all = coco_suite_get_number_of_problems(suite);
  if (index < all) return true;
  coco_warning("the index must be below %lu; got %lu", static_cast<unsigned long>(all),
               static_cast<unsigned long>(index));
  return false;
}

// "COCO INFO: 15.11.26 17:12:32, d=2, running: f01...f02..." (C6)
void show_progress(coco_suite_s& suite, const optimeter_problem* problem) {
  const auto dimension = static_cast<std::int64_t>(optimeter_problem_dimension(problem));
  const std::int64_t function = optimeter_problem_function(problem);
  if (dimension != suite.shown_dimension) {
    coco_info_partial(suite.shown_dimension == 0 ? "\n" : "done\n");
    char clock[64] = "";
    const std::time_t now = std::time(nullptr);
    std::tm local{};
#ifdef _WIN32
    localtime_s(&local, &now);
#else
    localtime_r(&now, &local);
#endif
    std::strftime(clock, sizeof(clock), "%d.%m.%y %H:%M:%S", &local);
    coco_info_partial("COCO INFO: %s, d=%ld, running: f%02ld", clock, static_cast<long>(dimension),
                      static_cast<long>(function));
  } else if (function != suite.shown_function) {
    coco_info_partial("f%02ld", static_cast<long>(function));
  }
  coco_info_partial(".");
  suite.shown_dimension = dimension;
  suite.shown_function = function;
}

void free_current(coco_suite_s& suite) {
  // The program may have given it back itself although it is the suite's.
  if (coco_problem_is_valid(suite.current) != 0) coco_problem_free(suite.current);
  suite.current = nullptr;
}

}  // namespace

extern "C" {

coco_suite_t* coco_suite(const char* suite_name, const char* suite_instance,
                         const char* suite_options) {
  return guarded<coco_suite_t*>(nullptr, [&]() -> coco_suite_t* {
    optimeter_suite* const made =
        optimeter_suite_of_strings(suite_name, suite_instance, suite_options, warn, nullptr);
    if (made == nullptr) {
      if (optimeter_last_status() == OPTIMETER_EMPTY_SELECTION) {
        coco_warning("%s", optimeter_last_message());
      } else {
        report_last();
      }
      return nullptr;
    }
    optimeter_suite_share_noise(made, noise_source());
    auto suite = std::make_unique<coco_suite_s>();
    suite->suite = made;
    return handles().add(std::move(suite));
  });
}

void coco_suite_free(coco_suite_t* suite) {
  if (suite == nullptr) return;
  coco_suite_s* const object = object_of(suite);
  if (object == nullptr) return;
  free_current(*object);
  optimeter_suite_free(object->suite);
  handles().remove(suite);
}

coco_problem_t* coco_suite_get_next_problem(coco_suite_t* suite, coco_observer_t* observer) {
  if (suite == nullptr) return nullptr;  // no suite, no problem
  coco_suite_s* const object = object_of(suite);
  if (object == nullptr) return nullptr;
  return guarded<coco_problem_t*>(nullptr, [&]() -> coco_problem_t* {
    if (object->next >= optimeter_suite_size(object->suite)) {
      if (object->shown_dimension != 0) coco_info_partial("done\n");
      object->next = 0;
      object->shown_dimension = 0;
      return nullptr;
    }
    const std::size_t position = object->next++;
    optimeter_problem* const made = optimeter_suite_problem(object->suite, position);
    if (made == nullptr) {
      report_last();
      return nullptr;
    }
    free_current(*object);
    show_progress(*object, made);
    object->current = problem_handle(made, optimeter_suite_index(object->suite, position));
    if (observer != nullptr) {
      object->current = coco_problem_add_observer(object->current, observer);
    }
    return object->current;
  });
}

coco_problem_t* coco_suite_get_problem(coco_suite_t* suite, const size_t problem_index) {
  const coco_suite_s* const object = object_of(suite);
  if (object == nullptr) return nullptr;
  if (!has_index(suite, problem_index)) return nullptr;
  // Positions ascend with indices.
  std::size_t low = 0;
  const std::size_t size = optimeter_suite_size(object->suite);
  std::size_t high = size;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (optimeter_suite_index(object->suite, middle) < problem_index) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == size || optimeter_suite_index(object->suite, low) != problem_index) {
    return nullptr;  // filtered out
  }
  return guarded<coco_problem_t*>(nullptr, [&] {
    return problem_handle(optimeter_suite_problem(object->suite, low), problem_index);
  });
}

coco_problem_t* coco_suite_get_problem_by_function_dimension_instance(coco_suite_t* suite,
                                                                      const size_t function,
                                                                      const size_t dimension,
                                                                      const size_t instance) {
  const coco_suite_s* const object = object_of(suite);
  if (object == nullptr) return nullptr;
  const std::size_t position = optimeter_suite_find(
      object->suite, static_cast<std::int64_t>(function), static_cast<std::int64_t>(dimension),
      static_cast<std::int64_t>(instance));
  if (position >= optimeter_suite_size(object->suite)) return nullptr;
  return guarded<coco_problem_t*>(nullptr, [&] {
    return problem_handle(optimeter_suite_problem(object->suite, position),
                          optimeter_suite_index(object->suite, position));
  });
}

size_t coco_suite_get_number_of_problems(const coco_suite_t* suite) {
  const coco_suite_s* const object = object_of(suite);
  if (object == nullptr) return 0;
  return list_size(*object, OPTIMETER_FUNCTIONS) * list_size(*object, OPTIMETER_DIMENSIONS) *
         list_size(*object, OPTIMETER_INSTANCES);
}

size_t coco_suite_get_function_from_function_index(const coco_suite_t* suite,
                                                   const size_t function_idx) {
  return number_at(suite, OPTIMETER_FUNCTIONS, function_idx);
}

size_t coco_suite_get_dimension_from_dimension_index(const coco_suite_t* suite,
                                                     const size_t dimension_idx) {
  return number_at(suite, OPTIMETER_DIMENSIONS, dimension_idx);
}

size_t coco_suite_get_instance_from_instance_index(const coco_suite_t* suite,
                                                   const size_t instance_idx) {
  return number_at(suite, OPTIMETER_INSTANCES, instance_idx);
}

size_t coco_suite_encode_problem_index(const coco_suite_t* suite, const size_t function_idx,
                                       const size_t dimension_idx, const size_t instance_idx) {
  const coco_suite_s* const object = object_of(suite);
  if (object == nullptr) return 0;
  return instance_idx +
         list_size(*object, OPTIMETER_INSTANCES) *
             (function_idx + list_size(*object, OPTIMETER_FUNCTIONS) * dimension_idx);
}

void coco_suite_decode_problem_index(const coco_suite_t* suite, const size_t problem_index,
                                     size_t* function_idx, size_t* dimension_idx,
                                     size_t* instance_idx) {
  const coco_suite_s* const object = object_of(suite);
  if (object == nullptr || !has_index(suite, problem_index)) return;
  const std::size_t instances = list_size(*object, OPTIMETER_INSTANCES);
  const std::size_t functions = list_size(*object, OPTIMETER_FUNCTIONS);
  if (instance_idx != nullptr) *instance_idx = problem_index % instances;
  if (function_idx != nullptr) *function_idx = problem_index / instances % functions;
  if (dimension_idx != nullptr) *dimension_idx = problem_index / instances / functions;
}

void coco_reset_seeds(void) { optimeter_suite_reset_noise(noise_source()); }

}  // extern "C"
