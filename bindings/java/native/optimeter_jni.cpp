// The natives of org.optimeter, on top of optimeter.h.
#include "java.hpp"
#include "optimeter.h"

using namespace optimeter::java;

namespace {

// The last error of the library as an exception.
void raise_last(JNIEnv* env) {
  const char* const message = optimeter_last_message();
  switch (optimeter_last_status()) {
    case OPTIMETER_OK:
      return;
    case OPTIMETER_INVALID_ARGUMENT:
    case OPTIMETER_EMPTY_SELECTION:
      return raise(env, kArgument, message);
    case OPTIMETER_INVALID_HANDLE:
      return raise(env, kState, message);
    case OPTIMETER_STOPPED:
      return raise(env, "org/optimeter/StoppedException", message);
    case OPTIMETER_OUT_OF_MEMORY:
      return raise(env, kMemory, message);
    default:
      return raise(env, "org/optimeter/OptimeterException", message);
  }
}

void check(JNIEnv* env, optimeter_status status) {
  if (status != OPTIMETER_OK) raise_last(env);
}

// A result whose value does not tell whether it failed: `optimeter_clear_error` goes before.
template <typename T>
T checked(JNIEnv* env, T result) {
  raise_last(env);
  return result;
}

jstring text_of(JNIEnv* env, const char* text) {
  if (text == nullptr) return raise_last(env), nullptr;
  return env->NewStringUTF(text);
}

template <typename T>
jlong made(JNIEnv* env, T* handle) {
  if (handle == nullptr) raise_last(env);
  return number_of(handle);
}

std::vector<std::int64_t> numbers(JNIEnv* env, jlongArray given) {
  if (given == nullptr) return {};
  std::vector<jlong> read(static_cast<std::size_t>(env->GetArrayLength(given)));
  env->GetLongArrayRegion(given, 0, static_cast<jsize>(read.size()), read.data());
  return {read.begin(), read.end()};
}

template <auto kGetter>
jlong number(const optimeter_problem* problem) {
  return static_cast<jlong>(kGetter(problem));
}

// An array that a function of the library fills; null, with an exception, where it fails.
template <typename Fill>
jdoubleArray filled(JNIEnv* env, std::size_t size, const Fill& fill) {
  std::vector<double> values(size);
  check(env, fill(values.data(), values.size()));
  return env->ExceptionCheck() != 0 ? nullptr : array_of(env, values.data(), values.size());
}

auto problem_of(jlong handle) { return handle_of<optimeter_problem>(handle); }
auto options_of(jlong handle) { return handle_of<optimeter_options>(handle); }

}  // namespace

#define NATIVE(type, name, ...)                                                   \
  extern "C" JNIEXPORT type JNICALL Java_org_optimeter_Native_##name(JNIEnv* env, \
                                                                     jclass, ##__VA_ARGS__)

NATIVE(jstring, version) { return text_of(env, optimeter_version()); }

NATIVE(jobjectArray, suiteNames) {
  const auto size = static_cast<jsize>(optimeter_number_of_suites());
  jobjectArray const names = env->NewObjectArray(size, env->FindClass("java/lang/String"), nullptr);
  for (jsize i = 0; names != nullptr && i < size; ++i) {
    env->SetObjectArrayElement(names, i,
                               text_of(env, optimeter_suite_name_at(static_cast<std::size_t>(i))));
  }
  return names;
}

NATIVE(jlong, suiteNew, jstring name, jlongArray functions, jlongArray dimensions,
       jlongArray instances, jlong year, jboolean coco_noise) {
  const Text text(env, name, "name");
  if (text.get() == nullptr) return 0;
  const auto f = numbers(env, functions);
  const auto d = numbers(env, dimensions);
  const auto i = numbers(env, instances);
  // An empty array is not the same as none.
  static const std::int64_t kNothing = 0;
  const auto place = [](const std::vector<std::int64_t>& all, jlongArray given) {
    return given == nullptr ? nullptr : all.empty() ? &kNothing : all.data();
  };
  optimeter_selection selection{};
  selection.size = sizeof(selection);
  selection.functions = place(f, functions);
  selection.number_of_functions = f.size();
  selection.dimensions = place(d, dimensions);
  selection.number_of_dimensions = d.size();
  selection.instances = place(i, instances);
  selection.number_of_instances = i.size();
  selection.year = year;
  selection.coco_noise = coco_noise != 0 ? 1 : 0;
  return made(env, optimeter_suite_new(text.get(), &selection));
}

NATIVE(void, suiteFree, jlong suite) { optimeter_suite_free(handle_of<optimeter_suite>(suite)); }

NATIVE(jstring, suiteName, jlong suite) {
  return text_of(env, optimeter_suite_name(handle_of<optimeter_suite>(suite)));
}

NATIVE(jlong, suiteSize, jlong suite) {
  optimeter_clear_error();
  return checked(env, static_cast<jlong>(optimeter_suite_size(handle_of<optimeter_suite>(suite))));
}

NATIVE(jlong, suiteProblem, jlong suite, jlong position) {
  return made(env, optimeter_suite_problem(handle_of<optimeter_suite>(suite),
                                           static_cast<std::size_t>(position)));
}

NATIVE(jlong, suiteFind, jlong suite, jlong function, jlong dimension, jlong instance) {
  optimeter_clear_error();
  return checked(env, static_cast<jlong>(optimeter_suite_find(handle_of<optimeter_suite>(suite),
                                                              function, dimension, instance)));
}

NATIVE(jlong, problemNew, jstring suite, jlong function, jlong dimension, jlong instance) {
  const Text text(env, suite, "suite");
  if (text.get() == nullptr) return 0;
  return made(env, optimeter_problem_new(text.get(), function, dimension, instance));
}

NATIVE(void, problemFree, jlong problem) { optimeter_problem_free(problem_of(problem)); }

NATIVE(jdouble, evaluate, jlong problem, jdoubleArray x) {
  Point point;
  double y = 0.0;
  if (!point.read(env, x, "x")) return y;
  check(env, optimeter_problem_evaluate(problem_of(problem), point.data(), point.size(), &y, 1));
  return y;
}

NATIVE(jdoubleArray, evaluateAll, jlong problem, jdoubleArray x) {
  Point point;
  if (!point.read(env, x, "x")) return nullptr;
  optimeter_problem* const p = problem_of(problem);
  return filled(env, optimeter_problem_objectives(p), [&](double* y, std::size_t size) {
    return optimeter_problem_evaluate(p, point.data(), point.size(), y, size);
  });
}

NATIVE(jdoubleArray, evaluateBatch, jlong problem, jlong points, jdoubleArray x) {
  Point point;
  if (!point.read(env, x, "x")) return nullptr;
  if (points < 0 || static_cast<std::size_t>(points) > point.size()) {
    raise(env, kArgument, "points must be as many as there are in x");
    return nullptr;
  }
  const auto many = static_cast<std::size_t>(points);
  optimeter_problem* const p = problem_of(problem);
  return filled(env, many * optimeter_problem_objectives(p), [&](double* y, std::size_t size) {
    return optimeter_problem_evaluate_batch(p, many, point.data(), point.size(), y, size);
  });
}

NATIVE(jdoubleArray, evaluateConstraints, jlong problem, jdoubleArray x) {
  Point point;
  if (!point.read(env, x, "x")) return nullptr;
  optimeter_problem* const p = problem_of(problem);
  return filled(env, optimeter_problem_constraints(p), [&](double* g, std::size_t size) {
    return optimeter_problem_evaluate_constraints(p, point.data(), point.size(), g, size);
  });
}

NATIVE(void, recommend, jlong problem, jdoubleArray x) {
  Point point;
  if (!point.read(env, x, "x")) return;
  check(env, optimeter_problem_recommend(problem_of(problem), point.data(), point.size()));
}

NATIVE(void, restart, jlong problem) { check(env, optimeter_problem_restart(problem_of(problem))); }

NATIVE(void, limit, jlong problem, jlong evaluations, jboolean at_target) {
  if (evaluations < 0) return raise(env, kArgument, "evaluations must be at least 0");
  check(env, optimeter_problem_limit(problem_of(problem), static_cast<std::uint64_t>(evaluations),
                                     at_target != 0 ? 1 : 0));
}

NATIVE(void, reseed, jlong problem, jlong seed) {
  check(env, optimeter_problem_reseed(problem_of(problem), static_cast<std::uint64_t>(seed)));
}

NATIVE(void, release, jlong problem) { check(env, optimeter_problem_release(problem_of(problem))); }

NATIVE(jstring, problemText, jlong problem, jint what) {
  constexpr const char* (*kTexts[])(const optimeter_problem*) = {
      optimeter_problem_id, optimeter_problem_name, optimeter_problem_suite,
      optimeter_problem_group};
  return text_of(env, kTexts[what](problem_of(problem)));
}

NATIVE(jlong, problemNumber, jlong problem, jint what) {
  constexpr jlong (*kNumbers[])(const optimeter_problem*) = {
      number<optimeter_problem_function>,    number<optimeter_problem_instance>,
      number<optimeter_problem_dimension>,   number<optimeter_problem_objectives>,
      number<optimeter_problem_constraints>, number<optimeter_problem_integer_variables>,
      number<optimeter_problem_evaluations>, number<optimeter_problem_evaluations_constraints>,
      number<optimeter_problem_target_hit>,  number<optimeter_problem_is_observed>};
  optimeter_clear_error();
  return checked(env, kNumbers[what](problem_of(problem)));
}

NATIVE(jdouble, problemReal, jlong problem, jint what) {
  constexpr double (*kReals[])(const optimeter_problem*) = {
      optimeter_problem_best_value, optimeter_problem_optimal_value, optimeter_problem_indicator};
  optimeter_clear_error();
  return checked(env, kReals[what](problem_of(problem)));
}

NATIVE(jdoubleArray, problemVector, jlong problem, jint what) {
  constexpr const double* (*kVectors[])(const optimeter_problem*) = {
      optimeter_problem_lower_bounds, optimeter_problem_upper_bounds,
      optimeter_problem_initial_solution, optimeter_problem_ideal, optimeter_problem_nadir};
  const optimeter_problem* const p = problem_of(problem);
  optimeter_clear_error();
  const double* const values = checked(env, kVectors[what](p));
  if (values == nullptr) return nullptr;
  return array_of(env, values,
                  what < 3 ? optimeter_problem_dimension(p) : optimeter_problem_objectives(p));
}

NATIVE(jdoubleArray, reveal, jlong problem) {
  optimeter_problem* const p = problem_of(problem);
  return filled(env, optimeter_problem_dimension(p), [&](double* x, std::size_t size) {
    return optimeter_problem_reveal(p, x, size, 0);
  });
}

NATIVE(void, setAttribute, jlong problem, jstring name, jdouble value) {
  const Text text(env, name, "name");
  if (text.get() == nullptr) return;
  check(env, optimeter_problem_set_attribute(problem_of(problem), text.get(), value));
}

NATIVE(jlong, optionsNew, jstring format) {
  const Text text(env, format, "format");
  return text.get() == nullptr ? 0 : made(env, optimeter_options_new(text.get()));
}

NATIVE(void, optionsFree, jlong options) { optimeter_options_free(options_of(options)); }

NATIVE(void, optionsText, jlong options, jstring name, jstring value) {
  const Text key(env, name, "name");
  const Text text(env, value, "value");
  if (key.get() == nullptr || text.get() == nullptr) return;
  check(env, optimeter_options_set_text(options_of(options), key.get(), text.get()));
}

NATIVE(void, optionsInteger, jlong options, jstring name, jlong value) {
  const Text key(env, name, "name");
  if (key.get() == nullptr) return;
  check(env, optimeter_options_set_integer(options_of(options), key.get(), value));
}

NATIVE(void, optionsReal, jlong options, jstring name, jdouble value) {
  const Text key(env, name, "name");
  if (key.get() == nullptr) return;
  check(env, optimeter_options_set_real(options_of(options), key.get(), value));
}

NATIVE(void, optionsIntegers, jlong options, jstring name, jlongArray values) {
  const Text key(env, name, "name");
  if (key.get() == nullptr) return;
  if (values == nullptr) return raise(env, kNull, "values must not be null");
  const std::vector<std::int64_t> all = numbers(env, values);
  check(env,
        optimeter_options_set_integers(options_of(options), key.get(), all.data(), all.size()));
}

NATIVE(void, optionsAdd, jlong options, jstring name, jstring value) {
  const Text key(env, name, "name");
  const Text text(env, value, "value");
  if (key.get() == nullptr || text.get() == nullptr) return;
  check(env, optimeter_options_add_text(options_of(options), key.get(), text.get()));
}

NATIVE(void, optionsTrigger, jlong options, jstring trigger, jdoubleArray values) {
  const Text key(env, trigger, "trigger");
  Point all;
  if (key.get() == nullptr || !all.read(env, values, "values")) return;
  check(env, optimeter_options_add_trigger(options_of(options), key.get(), all.data(), all.size()));
}

NATIVE(jlong, observerNew, jstring folder, jlong options) {
  const Text text(env, folder, "folder");
  if (text.get() == nullptr) return 0;
  return made(env, optimeter_observer_new(text.get(), options_of(options)));
}

NATIVE(void, observerFree, jlong observer) {
  optimeter_observer_free(handle_of<optimeter_observer>(observer));
}

NATIVE(void, observerClose, jlong observer) {
  check(env, optimeter_observer_close(handle_of<optimeter_observer>(observer)));
}

NATIVE(jstring, observerFolder, jlong observer) {
  return text_of(env, optimeter_observer_folder(handle_of<optimeter_observer>(observer)));
}

NATIVE(void, observe, jlong observer, jlong problem) {
  check(env,
        optimeter_observer_observe(handle_of<optimeter_observer>(observer), problem_of(problem)));
}

NATIVE(jlong, randomNew, jint seed) {
  return made(env, optimeter_random_new(static_cast<std::uint32_t>(seed)));
}

NATIVE(void, randomFree, jlong random) {
  optimeter_random_free(handle_of<optimeter_random>(random));
}

NATIVE(jdouble, randomUniform, jlong random) {
  optimeter_clear_error();
  return checked(env, optimeter_random_uniform(handle_of<optimeter_random>(random)));
}

NATIVE(jdouble, randomNormal, jlong random) {
  optimeter_clear_error();
  return checked(env, optimeter_random_normal(handle_of<optimeter_random>(random)));
}
