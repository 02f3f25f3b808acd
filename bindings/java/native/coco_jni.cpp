// The natives of COCO's class CocoJNI, on top of coco.h.
#include <algorithm>
#include <map>
#include <mutex>

#include "coco.h"
#include "java.hpp"

using namespace optimeter::java;

namespace {

// What the library reported first in this thread, since the last call began.
struct Reported {
  bool any = false;
  bool handle = false;
  std::string message;
};

Reported& reported() {
  thread_local Reported last;
  return last;
}

void note(const char* message, int invalid_handle) {
  Reported& last = reported();
  if (last.any) return;
  last = {true, invalid_handle != 0, message};
}

// Runs a call of coco.h; what it reports becomes an exception.
template <typename Call>
auto call(JNIEnv* env, const Call& body) {
  struct Raising {
    JNIEnv* env;
    Reported& last;
    ~Raising() {
      if (last.any) raise(env, last.handle ? kState : kArgument, last.message.c_str());
    }
  };
  Reported& last = reported();
  last.any = false;
  const Raising raising{env, last};
  return body();
}

// Problems that Java has no way to give back: they go with their suite.
class Kept {
 public:
  jlong add(jlong suite, coco_problem_t* problem) {
    const std::lock_guard lock(mutex_);
    if (problem != nullptr) problems_[suite].push_back(problem);
    return number_of(problem);
  }
  void free(jlong suite) {
    std::vector<coco_problem_t*> gone;
    {
      const std::lock_guard lock(mutex_);
      gone.swap(problems_[suite]);
      problems_.erase(suite);
    }
    for (coco_problem_t* const problem : gone) {
      if (coco_problem_is_valid(problem) != 0) coco_problem_free(problem);
    }
  }

 private:
  std::mutex mutex_;
  std::map<jlong, std::vector<coco_problem_t*>> problems_;
};

Kept& kept() {
  static Kept& all = *new Kept();
  return all;
}

auto problem_of(jlong handle) { return handle_of<coco_problem_t>(handle); }
auto suite_of(jlong handle) { return handle_of<coco_suite_t>(handle); }
auto observer_of(jlong handle) { return handle_of<coco_observer_t>(handle); }

jint saturated(std::size_t number) {
  return static_cast<jint>(std::min<std::size_t>(number, INT32_MAX));
}

void raise_length(JNIEnv* env, std::size_t dimension, std::size_t size) {
  raise(env, kArgument,
        ("x must have " + std::to_string(dimension) + " values; got " + std::to_string(size))
            .c_str());
}

// Runs what takes a point of a problem. False, with an exception, where the problem is none, the
// point does not fit, or the call reports an error.
template <typename Body>
bool with_point(JNIEnv* env, jlong problem, jdoubleArray x, const Body& body) {
  Point point;
  if (!point.read(env, x, "x")) return false;
  coco_problem_t* const p = problem_of(problem);
  std::size_t dimension = 0;
  call(env, [&] {
    dimension = coco_problem_get_dimension(p);
    if (dimension == point.size() && dimension > 0) body(p, point.data());
  });
  if (env->ExceptionCheck() != 0) return false;
  if (dimension == point.size()) return true;
  raise_length(env, dimension, point.size());
  return false;
}

}  // namespace

// Errors come to this library from the moment it is loaded.
extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM*, void*) {
  coco_set_error_handler(note);
  return JNI_VERSION_1_8;
}

#define NATIVE(type, name, ...) \
  extern "C" JNIEXPORT type JNICALL Java_CocoJNI_##name(JNIEnv* env, jclass, ##__VA_ARGS__)

NATIVE(void, cocoSetLogLevel, jstring level) {
  const Text text(env, level, "logLevel");
  if (text.get() != nullptr) call(env, [&] { return coco_set_log_level(text.get()); });
}

NATIVE(jlong, cocoGetObserver, jstring name, jstring options) {
  const Text text(env, name, "observerName");
  const Text more(env, options, "observerOptions");
  if (text.get() == nullptr || more.get() == nullptr) return 0;
  return call(env, [&] { return number_of(coco_observer(text.get(), more.get())); });
}

NATIVE(void, cocoFinalizeObserver, jlong observer) {
  call(env, [&] { coco_observer_free(observer_of(observer)); });
}

NATIVE(jlong, cocoProblemAddObserver, jlong problem, jlong observer) {
  return call(env, [&] {
    return number_of(coco_problem_add_observer(problem_of(problem), observer_of(observer)));
  });
}

NATIVE(jlong, cocoProblemRemoveObserver, jlong problem, jlong observer) {
  return call(env, [&] {
    return number_of(coco_problem_remove_observer(problem_of(problem), observer_of(observer)));
  });
}

NATIVE(void, cocoObserverSignalRestart, jlong observer, jlong problem) {
  call(env, [&] { coco_observer_signal_restart(observer_of(observer), problem_of(problem)); });
}

NATIVE(jlong, cocoGetSuite, jstring name, jstring instance, jstring options) {
  const Text text(env, name, "suiteName");
  const Text which(env, instance, "suiteInstance");
  const Text more(env, options, "suiteOptions");
  if (text.get() == nullptr || which.get() == nullptr || more.get() == nullptr) return 0;
  return call(env, [&] { return number_of(coco_suite(text.get(), which.get(), more.get())); });
}

NATIVE(void, cocoFinalizeSuite, jlong suite) {
  kept().free(suite);
  call(env, [&] { coco_suite_free(suite_of(suite)); });
}

NATIVE(jlong, cocoSuiteGetNumberOfProblems, jlong suite) {
  return call(
      env, [&] { return static_cast<jlong>(coco_suite_get_number_of_problems(suite_of(suite))); });
}

NATIVE(jlong, cocoSuiteGetNextProblem, jlong suite, jlong observer) {
  return call(env, [&] {
    return number_of(coco_suite_get_next_problem(suite_of(suite), observer_of(observer)));
  });
}

NATIVE(jlong, cocoSuiteGetProblem, jlong suite, jlong index) {
  return call(env, [&] {
    return kept().add(suite,
                      coco_suite_get_problem(suite_of(suite), static_cast<std::size_t>(index)));
  });
}

NATIVE(jlong, cocoSuiteGetProblemByFuncDimInst, jlong suite, jlong function, jlong dimension,
       jlong instance) {
  return call(env, [&] {
    return kept().add(suite,
                      coco_suite_get_problem_by_function_dimension_instance(
                          suite_of(suite), static_cast<std::size_t>(function),
                          static_cast<std::size_t>(dimension), static_cast<std::size_t>(instance)));
  });
}

NATIVE(jdoubleArray, cocoEvaluateFunction, jlong problem, jdoubleArray x) {
  std::array<double, 8> y;  // no suite has more objectives
  std::size_t size = 0;
  const bool done = with_point(env, problem, x, [&](coco_problem_t* p, const double* point) {
    size = coco_problem_get_number_of_objectives(p);
    if (size <= y.size()) coco_evaluate_function(p, point, y.data());
  });
  return done ? array_of(env, y.data(), size) : nullptr;
}

NATIVE(jdoubleArray, cocoEvaluateConstraint, jlong problem, jdoubleArray x) {
  std::vector<double> g;
  const bool done = with_point(env, problem, x, [&](coco_problem_t* p, const double* point) {
    g.resize(coco_problem_get_number_of_constraints(p));
    coco_evaluate_constraint(p, point, g.data());
  });
  return done ? array_of(env, g.data(), g.size()) : nullptr;
}

NATIVE(void, cocoRecommendSolution, jlong problem, jdoubleArray x) {
  with_point(env, problem, x,
             [](coco_problem_t* p, const double* point) { coco_recommend_solution(p, point); });
}

#define COUNT(type, name, convert, getter)                                  \
  NATIVE(type, name, jlong problem) {                                       \
    return call(env, [&] { return convert(getter(problem_of(problem))); }); \
  }
COUNT(jint, cocoProblemGetDimension, saturated, coco_problem_get_dimension)
COUNT(jint, cocoProblemGetNumberOfObjectives, saturated, coco_problem_get_number_of_objectives)
COUNT(jint, cocoProblemGetNumberOfConstraints, saturated, coco_problem_get_number_of_constraints)
COUNT(jint, cocoProblemGetNumberOfIntegerVariables, saturated,
      coco_problem_get_number_of_integer_variables)
COUNT(jint, cocoProblemIsFinalTargetHit, static_cast<jint>, coco_problem_final_target_hit)
COUNT(jlong, cocoProblemGetEvaluations, static_cast<jlong>, coco_problem_get_evaluations)
COUNT(jlong, cocoProblemGetEvaluationsConstraints, static_cast<jlong>,
      coco_problem_get_evaluations_constraints)
COUNT(jlong, cocoProblemGetIndex, static_cast<jlong>, coco_problem_get_suite_dep_index)

#define VECTOR(name, getter, size)                                                         \
  NATIVE(jdoubleArray, name, jlong problem) {                                              \
    const double* const values = call(env, [&] { return getter(problem_of(problem)); });   \
    return values == nullptr ? nullptr : array_of(env, values, size(problem_of(problem))); \
  }
VECTOR(cocoProblemGetSmallestValuesOfInterest, coco_problem_get_smallest_values_of_interest,
       coco_problem_get_dimension)
VECTOR(cocoProblemGetLargestValuesOfInterest, coco_problem_get_largest_values_of_interest,
       coco_problem_get_dimension)
VECTOR(cocoProblemGetLargestFValuesOfInterest, coco_problem_get_largest_fvalues_of_interest,
       coco_problem_get_number_of_objectives)

#define TEXT(name, getter)                                                           \
  NATIVE(jstring, name, jlong problem) {                                             \
    const char* const text = call(env, [&] { return getter(problem_of(problem)); }); \
    return env->ExceptionCheck() != 0 ? nullptr : env->NewStringUTF(text);           \
  }
TEXT(cocoProblemGetId, coco_problem_get_id)
TEXT(cocoProblemGetName, coco_problem_get_name)
