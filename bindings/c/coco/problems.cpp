// Problems, observers, and problems that observers are wrapped around.
#include <algorithm>
#include <cstdio>
#include <limits>

#include "layer.hpp"

namespace coco_layer {

coco_problem_t* problem_handle(optimeter_problem* problem, std::size_t index) {
  if (problem == nullptr) {
    report_last();
    return nullptr;
  }
  auto made = std::make_unique<coco_problem_s>();
  made->problem = problem;
  made->dimension = optimeter_problem_dimension(problem);
  made->objectives = optimeter_problem_objectives(problem);
  made->constraints = optimeter_problem_constraints(problem);
  made->index = index;
  made->name = optimeter_problem_name(problem);
  return handles().add(std::move(made));
}

}  // namespace coco_layer

using namespace coco_layer;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The observer if it can record; else null, and a warning that says why.
const coco_observer_s* active(const coco_observer_t* observer) {
  const coco_observer_s* const object = handles().find(observer);
  if (observer != nullptr && object == nullptr) {
    report("this is not, or no more, an observer", true);
    return nullptr;
  }
  if (object != nullptr && object->recording->active()) return object;
  coco_warning(object == nullptr ? "the observer is NULL and has no effect"
                                 : "the observer records nothing and has no effect");
  return nullptr;
}

// Frees a handle and everything inside; the problem itself with the handle that owns it.
void free_chain(coco_problem_t* handle) {
  while (handle != nullptr) {
    const std::unique_ptr<coco_problem_s> object = handles().remove(handle);
    if (!object) return;
    if (object->owns) {
      optimeter_problem_free(object->problem);
    }
    handle = object->inner;
  }
}

// Writes points as the files of C31 have them, with `after` behind each.
void write_points(const std::string& path, const std::vector<std::vector<double>>& points,
                  const char* after) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return report("cannot write " + path);
  for (const std::vector<double>& point : points) {
    for (const double value : point) std::fprintf(file, " %.16f ", value);
    std::fputs(after, file);
  }
  std::fclose(file);
}

// The optimum of a problem that is not told to any record; empty where it is not known.
std::vector<double> optimum(optimeter_problem* problem) {
  std::vector<double> point(optimeter_problem_dimension(problem));
  if (optimeter_problem_reveal(problem, point.data(), point.size(), 1) != OPTIMETER_OK) return {};
  return point;
}

// The optimum of the problem of bbob that an id such as bbob_f001_i02_d05 names.
std::vector<double> optimum_of_id(const std::string& id) {
  long f = 0;
  long i = 0;
  long d = 0;
  if (std::sscanf(id.c_str(), "bbob_f%ld_i%ld_d%ld", &f, &i, &d) != 3) return {};
  optimeter_problem* const problem = optimeter_problem_new("bbob", f, d, i);
  std::vector<double> point = optimum(problem);
  optimeter_problem_free(problem);
  return point;
}

template <typename Result, typename Body>
Result with(const coco_problem_t* problem, Result otherwise, const Body& body) {
  const coco_problem_s* const object = object_of(problem);
  return object == nullptr ? otherwise : static_cast<Result>(body(*object));
}

}  // namespace

extern "C" {

// ---- observers ----

coco_observer_t* coco_observer(const char* observer_name, const char* options) {
  return guarded<coco_observer_t*>(nullptr, [&]() -> coco_observer_t* {
    optimeter_observer* const made =
        optimeter_observer_of_strings(observer_name, options, warn, nullptr);
    if (made == nullptr) {
      if (optimeter_last_status() != OPTIMETER_OK) report_last();
      return nullptr;
    }
    auto observer = std::make_unique<coco_observer_s>();
    observer->recording = std::make_shared<Recording>(made, observer_name);
    const char* const folder = optimeter_observer_folder(made);
    if (*folder != '\0') coco_info("Results will be output to folder %s", folder);
    return handles().add(std::move(observer));
  });
}

void coco_observer_free(coco_observer_t* observer) {
  if (observer == nullptr) return;
  if (object_of(observer) != nullptr) handles().remove(observer);
}

coco_problem_t* coco_problem_add_observer(coco_problem_t* problem, coco_observer_t* observer) {
  if (problem == nullptr) return nullptr;
  coco_problem_s* const inner = object_of(problem);
  if (inner == nullptr) return nullptr;
  if (inner->outer != nullptr) return coco_problem_add_observer(inner->outer, observer);
  const coco_observer_s* const by = active(observer);
  if (by == nullptr) return problem;
  return guarded(problem, [&] {
    if (inner->objectives > 1 &&
        optimeter_observer_needs_several_objectives(by->recording->observer) == 0) {
      coco_warning("observer %s is for one objective; problem %s is recorded with all of them",
                   by->recording->name.c_str(), optimeter_problem_id(inner->problem));
    }
    auto made = std::make_unique<coco_problem_s>(*inner);
    made->inner = problem;
    made->owns = false;
    made->name = by->recording->name + "(" + inner->name + ")";
    made->recording = by->recording;
    // What was evaluated before is counted, and not recorded.
    if (coco_problem_get_evaluations(problem) + coco_problem_get_evaluations_constraints(problem) >
            0 &&
        !inner->recording) {
      made->earlier = {coco_problem_get_evaluations(problem),
                       coco_problem_get_evaluations_constraints(problem),
                       coco_problem_get_best_observed_fvalue1(problem),
                       coco_problem_final_target_hit(problem) != 0};
      optimeter_problem* const fresh = optimeter_problem_fresh(inner->problem);
      if (fresh != nullptr) {
        made->problem = fresh;
        made->owns = true;
      }
    }
    const optimeter_status status =
        inner->recording ? optimeter_observer_observe_also(by->recording->observer, made->problem)
                         : optimeter_observer_observe(by->recording->observer, made->problem);
    if (status != OPTIMETER_OK) {
      report_last();
      if (made->owns) optimeter_problem_free(made->problem);
      return problem;
    }
    coco_problem_t* const handle = handles().add(std::move(made));
    inner->outer = handle;
    return handle;
  });
}

coco_problem_t* coco_problem_remove_observer(coco_problem_t* problem, coco_observer_t* observer) {
  if (problem == nullptr) return nullptr;
  coco_problem_s* const object = object_of(problem);
  if (object == nullptr) return nullptr;
  if (object->outer != nullptr) return coco_problem_remove_observer(object->outer, observer);
  const coco_observer_s* const by = active(observer);
  if (by == nullptr) return problem;
  if (!object->recording || object->recording->name != by->recording->name) {
    report("problem " + std::string(coco_problem_get_id(problem)) +
           " is not observed by an observer " + by->recording->name);
    return problem;
  }
  const std::unique_ptr<coco_problem_s> gone = handles().remove(problem);
  coco_problem_s* const inner = handles().find(gone->inner);
  optimeter_observer_release(gone->recording->observer, gone->problem);
  inner->outer = nullptr;
  inner->tainted = gone->tainted;
  if (gone->owns) {  // the inner one goes on with the newer counters
    optimeter_problem_free(inner->problem);
    inner->problem = gone->problem;
    inner->earlier = gone->earlier;
  }
  return gone->inner;
}

const char* coco_observer_get_result_folder(const coco_observer_t* observer) {
  const coco_observer_s* const by = active(observer);
  return by == nullptr ? "" : optimeter_observer_folder(by->recording->observer);
}

void coco_observer_signal_restart(coco_observer_t* observer, coco_problem_t* problem) {
  const coco_observer_s* const by = active(observer);
  if (by == nullptr) return;
  const coco_problem_s* const object = object_of(problem);
  if (object == nullptr || !object->recording) return;
  optimeter_problem_restart(object->problem);
}

// ---- evaluations ----

void coco_evaluate_function(coco_problem_t* problem, const double* x, double* y) {
  const coco_problem_s* const object = object_of(problem);
  if (object == nullptr) {
    if (y != nullptr) *y = kNan;
    return;
  }
  const optimeter_status status =
      optimeter_problem_evaluate(object->problem, x, object->dimension, y, object->objectives);
  if (status == OPTIMETER_OK) return;
  report_last();
  if (y != nullptr) std::fill_n(y, object->objectives, kNan);
}

void coco_evaluate_constraint(coco_problem_t* problem, const double* x, double* y) {
  const coco_problem_s* const object = object_of(problem);
  if (object == nullptr) return;
  const optimeter_status status = optimeter_problem_evaluate_constraints(
      object->problem, x, object->dimension, y, object->constraints);
  if (status == OPTIMETER_OK) return;
  report_last();
  if (y != nullptr) std::fill_n(y, object->constraints, kNan);
}

void coco_recommend_solution(coco_problem_t* problem, const double* x) {
  const coco_problem_s* const object = object_of(problem);
  if (object == nullptr) return;
  if (!object->recording) {
    coco_warning("the recommendation has no effect: problem %s is not observed",
                 optimeter_problem_id(object->problem));
    return;
  }
  if (optimeter_problem_recommend(object->problem, x, object->dimension) != OPTIMETER_OK) {
    report_last();
  }
}

void coco_problem_free(coco_problem_t* problem) {
  coco_problem_s* object = object_of(problem);
  if (object == nullptr) return;
  while (object->outer != nullptr) {
    problem = object->outer;
    object = handles().find(problem);
  }
  free_chain(problem);
}

int coco_problem_is_valid(const coco_problem_t* problem) {
  return handles().find(problem) != nullptr ? 1 : 0;
}

// ---- facts ----

const char* coco_problem_get_name(const coco_problem_t* problem) {
  return with<const char*>(problem, "", [](const auto& p) { return p.name.c_str(); });
}
const char* coco_problem_get_id(const coco_problem_t* problem) {
  return with<const char*>(problem, "",
                           [](const auto& p) { return optimeter_problem_id(p.problem); });
}
const char* coco_problem_get_type(const coco_problem_t* problem) {
  return with<const char*>(problem, "",
                           [](const auto& p) { return optimeter_problem_coco_type(p.problem); });
}
size_t coco_problem_get_dimension(const coco_problem_t* problem) {
  return with(problem, std::size_t{0}, [](const auto& p) { return p.dimension; });
}
size_t coco_problem_get_number_of_objectives(const coco_problem_t* problem) {
  return with(problem, std::size_t{0}, [](const auto& p) { return p.objectives; });
}
size_t coco_problem_get_number_of_constraints(const coco_problem_t* problem) {
  return with(problem, std::size_t{0}, [](const auto& p) { return p.constraints; });
}
size_t coco_problem_get_number_of_integer_variables(const coco_problem_t* problem) {
  return with(problem, std::size_t{0},
              [](const auto& p) { return optimeter_problem_integer_variables(p.problem); });
}
size_t coco_problem_get_evaluations(const coco_problem_t* problem) {
  return with(problem, std::size_t{0}, [](const auto& p) {
    return p.fed ? 0 : p.earlier.evaluations + optimeter_problem_evaluations(p.problem);
  });
}
size_t coco_problem_get_evaluations_constraints(const coco_problem_t* problem) {
  return with(problem, std::size_t{0}, [](const auto& p) {
    return p.earlier.constraints + optimeter_problem_evaluations_constraints(p.problem);
  });
}
int coco_problem_final_target_hit(const coco_problem_t* problem) {
  return with(problem, 0, [](const auto& p) {
    return p.earlier.hit || optimeter_problem_target_hit(p.problem) != 0 ? 1 : 0;
  });
}
double coco_problem_get_best_observed_fvalue1(const coco_problem_t* problem) {
  return with(problem, kNan, [](const auto& p) {
    return std::min(p.earlier.best, optimeter_problem_best_value(p.problem));
  });
}
const double* coco_problem_get_smallest_values_of_interest(const coco_problem_t* problem) {
  return with<const double*>(
      problem, nullptr, [](const auto& p) { return optimeter_problem_lower_bounds(p.problem); });
}
const double* coco_problem_get_largest_values_of_interest(const coco_problem_t* problem) {
  return with<const double*>(
      problem, nullptr, [](const auto& p) { return optimeter_problem_upper_bounds(p.problem); });
}
const double* coco_problem_get_largest_fvalues_of_interest(const coco_problem_t* problem) {
  return with<const double*>(problem, nullptr,
                             [](const auto& p) { return optimeter_problem_nadir(p.problem); });
}
size_t coco_problem_get_suite_dep_index(const coco_problem_t* problem) {
  return with(problem, std::size_t{0}, [](const auto& p) { return p.index; });
}

void coco_problem_get_initial_solution(const coco_problem_t* problem, double* initial_solution) {
  const coco_problem_s* const object = object_of(problem);
  if (object == nullptr) return;
  if (initial_solution == nullptr) {
    report("NULL is given as the place for the initial solution");
    return;
  }
  const double* const start = optimeter_problem_initial_solution(object->problem);
  if (start != nullptr) std::copy_n(start, object->dimension, initial_solution);
}

int coco_problem_get_best_parameter(coco_problem_t* problem, double* best_parameter) {
  coco_problem_s* const object = object_of(problem);
  if (object == nullptr || object->objectives > 1) return 0;
  if (optimeter_problem_reveal(object->problem, best_parameter, object->dimension, 0) !=
      OPTIMETER_OK) {
    report_last();
    return 0;
  }
  object->tainted = true;
  return 1;
}

int coco_problem_is_tainted(const coco_problem_t* problem) {
  return with(problem, 0, [](const auto& p) { return p.tainted ? 1 : 0; });
}

void bbob_problem_best_parameter_print(const coco_problem_t* problem) {
  const coco_problem_s* const object = object_of(problem);
  if (object == nullptr) return;
  guarded(0, [&] {
    write_points("._bbob_problem_best_parameter.txt", {optimum(object->problem)}, "");
    return 0;
  });
}

void bbob_biobj_problem_best_parameter_print(const coco_problem_t* problem) {
  const coco_problem_s* const object = object_of(problem);
  if (object == nullptr) return;
  guarded(0, [&] {
    const std::string name = optimeter_problem_name(object->problem);
    const std::size_t between = name.find("__");
    if (object->objectives != 2 || between == std::string::npos) {
      report("problem " + std::string(optimeter_problem_id(object->problem)) +
             " is not made of two problems of bbob");
      return 0;
    }
    write_points("._bbob_biobj_problem_best_parameter.txt",
                 {optimum_of_id(name.substr(0, between)), optimum_of_id(name.substr(between + 2))},
                 "\n");
    return 0;
  });
}

double coco_problem_get_best_value(const coco_problem_t* problem) {
  return with(problem, kNan, [](const auto& p) {
    if (p.objectives == 1) return optimeter_problem_optimal_value(p.problem);
    const double* const ideal = optimeter_problem_ideal(p.problem);
    return ideal == nullptr ? kNan : ideal[0];
  });
}

double coco_problem_get_final_target_fvalue1(const coco_problem_t* problem) {
  return with(problem, kNan,
              [](const auto& p) { return optimeter_problem_final_target(p.problem); });
}

double depreciated_coco_problem_get_final_target_fvalue1(const coco_problem_t* problem) {
  return coco_problem_get_final_target_fvalue1(problem);
}

coco_problem_t* coco_get_bbob_problem(const size_t function, const size_t dimension,
                                      const size_t instance) {
  return guarded<coco_problem_t*>(nullptr, [&] {
    return problem_handle(optimeter_problem_new("bbob", static_cast<std::int64_t>(function),
                                                static_cast<std::int64_t>(dimension),
                                                static_cast<std::int64_t>(instance)),
                          0);
  });
}

int coco_logger_biobj_feed_solution(coco_problem_t* problem, const size_t evaluation,
                                    const double* y) {
  coco_problem_s* const object = object_of(problem);
  if (object == nullptr) return 0;
  int entered = 0;
  if (optimeter_problem_feed(object->problem, evaluation, y, object->objectives, &entered) !=
      OPTIMETER_OK) {
    report_last();
    return 0;
  }
  object->fed = true;
  return entered;
}

}  // extern "C"
