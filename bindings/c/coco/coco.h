/* The names of COCO's C interface, on top of optimeter.h: programs that were written for COCO
 * compile and run without a change.
 *
 * What differs, and why, is told in the documentation ("Coming from COCO"). In short: nothing but
 * coco_error, called by the program itself, ends the process. Where COCO would, one line beginning
 * with "COCO ERROR: " goes to the error stream and the function returns NULL, 0 or "", writes NaN,
 * or has no effect. NULL and handles that were given back are such errors. */
#ifndef OPTIMETER_COCO_H
#define OPTIMETER_COCO_H

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define COCO_NORETURN __attribute__((noreturn))
#define COCO_UNUSED __attribute__((unused))
#define COCO_API __attribute__((visibility("default")))
#define COCO_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define COCO_NORETURN
#define COCO_UNUSED
#define COCO_API
#define COCO_FORMAT(text, first)
#endif
#define COCO_LIKELY(x) (x)
#define COCO_UNLIKELY(x) (x)

#define NAN_FOR_LOGGING 2e21
#define INFINITY_FOR_LOGGING 3e21

static const double coco_pi COCO_UNUSED = 3.14159265358979323846;
static const double coco_two_pi COCO_UNUSED = 2.0 * 3.14159265358979323846;

/* The release of COCO whose files are written. */
COCO_API extern const char* coco_version;

typedef struct coco_suite_s coco_suite_t;
typedef struct coco_problem_s coco_problem_t;
typedef struct coco_observer_s coco_observer_t;
typedef struct coco_archive_s coco_archive_t;
typedef struct coco_random_state_s coco_random_state_t;

typedef enum {
  COCO_ERROR = 0,
  COCO_WARNING = 1,
  COCO_INFO = 2,
  COCO_DEBUG = 3
} coco_log_level_type_e;

/* ---- suites ---- */

COCO_API coco_suite_t* coco_suite(const char* suite_name, const char* suite_instance,
                                  const char* suite_options);
COCO_API void coco_suite_free(coco_suite_t* suite);
COCO_API coco_problem_t* coco_suite_get_next_problem(coco_suite_t* suite,
                                                     coco_observer_t* observer);
COCO_API coco_problem_t* coco_suite_get_problem(coco_suite_t* suite, const size_t problem_index);
COCO_API coco_problem_t* coco_suite_get_problem_by_function_dimension_instance(
    coco_suite_t* suite, const size_t function, const size_t dimension, const size_t instance);
COCO_API size_t coco_suite_get_number_of_problems(const coco_suite_t* suite);
COCO_API size_t coco_suite_get_function_from_function_index(const coco_suite_t* suite,
                                                            const size_t function_idx);
COCO_API size_t coco_suite_get_dimension_from_dimension_index(const coco_suite_t* suite,
                                                              const size_t dimension_idx);
COCO_API size_t coco_suite_get_instance_from_instance_index(const coco_suite_t* suite,
                                                            const size_t instance_idx);
COCO_API size_t coco_suite_encode_problem_index(const coco_suite_t* suite,
                                                const size_t function_idx,
                                                const size_t dimension_idx,
                                                const size_t instance_idx);
COCO_API void coco_suite_decode_problem_index(const coco_suite_t* suite, const size_t problem_index,
                                              size_t* function_idx, size_t* dimension_idx,
                                              size_t* instance_idx);

/* ---- observers ---- */

COCO_API coco_observer_t* coco_observer(const char* observer_name, const char* options);
COCO_API void coco_observer_free(coco_observer_t* observer);
COCO_API coco_problem_t* coco_problem_add_observer(coco_problem_t* problem,
                                                   coco_observer_t* observer);
COCO_API coco_problem_t* coco_problem_remove_observer(coco_problem_t* problem,
                                                      coco_observer_t* observer);
COCO_API const char* coco_observer_get_result_folder(const coco_observer_t* observer);
COCO_API void coco_observer_signal_restart(coco_observer_t* observer, coco_problem_t* problem);

/* ---- problems ---- */

COCO_API void coco_evaluate_function(coco_problem_t* problem, const double* x, double* y);
COCO_API void coco_evaluate_constraint(coco_problem_t* problem, const double* x, double* y);
COCO_API void coco_recommend_solution(coco_problem_t* problem, const double* x);
COCO_API void coco_problem_free(coco_problem_t* problem);
COCO_API const char* coco_problem_get_name(const coco_problem_t* problem);
COCO_API const char* coco_problem_get_id(const coco_problem_t* problem);
COCO_API const char* coco_problem_get_type(const coco_problem_t* problem);
COCO_API size_t coco_problem_get_dimension(const coco_problem_t* problem);
COCO_API size_t coco_problem_get_number_of_objectives(const coco_problem_t* problem);
COCO_API size_t coco_problem_get_number_of_constraints(const coco_problem_t* problem);
COCO_API size_t coco_problem_get_number_of_integer_variables(const coco_problem_t* problem);
COCO_API size_t coco_problem_get_evaluations(const coco_problem_t* problem);
COCO_API size_t coco_problem_get_evaluations_constraints(const coco_problem_t* problem);
COCO_API int coco_problem_final_target_hit(const coco_problem_t* problem);
COCO_API double coco_problem_get_best_observed_fvalue1(const coco_problem_t* problem);
COCO_API const double* coco_problem_get_smallest_values_of_interest(const coco_problem_t* problem);
COCO_API const double* coco_problem_get_largest_values_of_interest(const coco_problem_t* problem);
COCO_API const double* coco_problem_get_largest_fvalues_of_interest(const coco_problem_t* problem);
COCO_API size_t coco_problem_get_suite_dep_index(const coco_problem_t* problem);
COCO_API void coco_problem_get_initial_solution(const coco_problem_t* problem,
                                                double* initial_solution);
COCO_API int coco_problem_get_best_parameter(coco_problem_t* problem, double* best_parameter);
COCO_API int coco_problem_is_tainted(const coco_problem_t* problem);
COCO_API void bbob_problem_best_parameter_print(const coco_problem_t* problem);
COCO_API void bbob_biobj_problem_best_parameter_print(const coco_problem_t* problem);
COCO_API double coco_problem_get_best_value(const coco_problem_t* problem);
COCO_API double coco_problem_get_final_target_fvalue1(const coco_problem_t* problem);
COCO_API double depreciated_coco_problem_get_final_target_fvalue1(const coco_problem_t* problem);
COCO_API coco_problem_t* coco_get_bbob_problem(const size_t function, const size_t dimension,
                                               const size_t instance);

/* ---- random numbers and noise ---- */

COCO_API coco_random_state_t* coco_random_new(uint32_t seed);
COCO_API void coco_random_free(coco_random_state_t* state);
COCO_API double coco_random_uniform(coco_random_state_t* state);
COCO_API double coco_random_normal(coco_random_state_t* state);
COCO_API void coco_reset_seeds(void);

/* ---- memory, messages, files ---- */

COCO_API void* coco_allocate_memory(const size_t size);
COCO_API double* coco_allocate_vector(const size_t size);
COCO_API void coco_free_memory(void* data);
COCO_API COCO_NORETURN void coco_error(const char* message, ...);
COCO_API void coco_warning(const char* message, ...);
COCO_API void coco_info(const char* message, ...);
COCO_API void coco_info_partial(const char* message, ...);
COCO_API void coco_debug(const char* message, ...);
COCO_API const char* coco_set_log_level(const char* level);
COCO_API int coco_remove_directory(const char* path);
COCO_API int coco_remove_file(const char* file_name);
COCO_API char* coco_strdupf(const char* str, ...);

/* ---- archives of problems with two objectives ---- */

COCO_API coco_archive_t* coco_archive(const char* suite_name, const size_t function,
                                      const size_t dimension, const size_t instance);
COCO_API int coco_archive_add_solution(coco_archive_t* archive, const double y1, const double y2,
                                       const char* text);
COCO_API size_t coco_archive_get_number_of_solutions(coco_archive_t* archive);
COCO_API double coco_archive_get_hypervolume(coco_archive_t* archive);
COCO_API const char* coco_archive_get_next_solution_text(coco_archive_t* archive);
COCO_API void coco_archive_free(coco_archive_t* archive);
COCO_API int coco_logger_biobj_feed_solution(coco_problem_t* problem, const size_t evaluation,
                                             const double* y);

/* ---- beyond COCO ---- */

/* Gets every error in place of the error stream, in the thread that made it: for languages that
 * have exceptions. `invalid_handle` is 1 where a handle is NULL or was given back. NULL: the error
 * stream again. */
typedef void (*coco_error_handler_t)(const char* message, int invalid_handle);
COCO_API void coco_set_error_handler(coco_error_handler_t handler);
/* Whether the handle is that of a problem which was not given back. Never an error. */
COCO_API int coco_problem_is_valid(const coco_problem_t* problem);

#ifdef __cplusplus
}
#endif
#endif
