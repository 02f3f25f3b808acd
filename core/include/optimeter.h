/* Optimeter in C: suites of problems, single problems, observers that record runs.
 *
 *     optimeter_suite* suite = optimeter_suite_new("bbob", NULL);
 *     for (size_t i = 0; i < optimeter_suite_size(suite); ++i) {
 *       optimeter_problem* problem = optimeter_suite_problem(suite, i);
 *       ...
 *       optimeter_problem_evaluate(problem, x, dimension, &y, 1);
 *       optimeter_problem_free(problem);
 *     }
 *     optimeter_suite_free(suite);
 *
 * Rules that hold for all functions:
 *
 * - Handles are opaque and belong to whoever got them; each is given back by its `_free`.
 * Everything else that is returned belongs to its handle and stays valid until that is given back.
 * - Nothing ends the process and nothing is printed. A function that fails returns a status other
 *   than OPTIMETER_OK, or NULL, 0 or NaN where it returns a value; what was wrong is told by
 *   optimeter_last_status and optimeter_last_message, for each thread on its own.
 * - NULL, a handle that was given back and a handle of another kind are noticed:
 *   OPTIMETER_INVALID_HANDLE. NULL may be given to every `_free`.
 * - Several threads may use one handle at once; giving it back while another thread uses it is an
 *   error that is not noticed. Nothing is shared between handles, except that a problem goes on
 *   being recorded by the observer that observes it.
 *
 * Binary interface: functions are only ever added, their signatures never change as long as
 * OPTIMETER_ABI is the same; structs begin with their size, which the caller sets, so that they can
 * grow. C99 and C++. */
#ifndef OPTIMETER_H
#define OPTIMETER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(OPTIMETER_SHARED)
#define OPTIMETER_API __declspec(dllimport)
#elif defined(__GNUC__)
#define OPTIMETER_API __attribute__((visibility("default")))
#else
#define OPTIMETER_API
#endif

/* ---- version and errors ---- */

#define OPTIMETER_ABI 1

typedef enum optimeter_status {
  OPTIMETER_OK = 0,
  OPTIMETER_INVALID_ARGUMENT = 1, /* unknown name, number out of range, wrong length, NULL */
  OPTIMETER_INVALID_HANDLE = 2,   /* NULL, given back already, or of another kind */
  OPTIMETER_STOPPED = 3,          /* the limit of the problem is reached; see `_limit` */
  OPTIMETER_FILE_ERROR = 4,       /* a file could not be written */
  OPTIMETER_OUT_OF_MEMORY = 5,
  OPTIMETER_FAILURE = 6,         /* anything else */
  OPTIMETER_EMPTY_SELECTION = 7, /* the strings leave nothing of the suite */
} optimeter_status;

/* The release, "0.1.0". */
OPTIMETER_API const char* optimeter_version(void);
/* The release of COCO whose files are written, "2.8.2". */
OPTIMETER_API const char* optimeter_coco_version(void);
/* OPTIMETER_ABI of the library; a program may compare it with that of its header. */
OPTIMETER_API int optimeter_abi(void);

/* The last error of this thread, until the next one or until it is cleared. */
OPTIMETER_API optimeter_status optimeter_last_status(void);
OPTIMETER_API const char* optimeter_last_message(void);
OPTIMETER_API void optimeter_clear_error(void);

typedef struct optimeter_suite optimeter_suite;
typedef struct optimeter_problem optimeter_problem;
typedef struct optimeter_options optimeter_options;
typedef struct optimeter_observer optimeter_observer;
typedef struct optimeter_archive optimeter_archive;
typedef struct optimeter_random optimeter_random;

/* ---- suites ---- */

/* The suites that there are: "bbob", "bbob-noisy", ...; NULL beyond the last. */
OPTIMETER_API size_t optimeter_number_of_suites(void);
OPTIMETER_API const char* optimeter_suite_name_at(size_t position);

/* Which problems of a suite; zeros choose the usual ones. */
typedef struct optimeter_selection {
  size_t size;              /* sizeof(optimeter_selection) */
  const int64_t* functions; /* NULL: all */
  size_t number_of_functions;
  const int64_t* dimensions; /* NULL: the published ones; others are possible */
  size_t number_of_dimensions;
  const int64_t* instances; /* in this order, repetitions kept; NULL: those of the year */
  size_t number_of_instances;
  int64_t year;   /* 0: the usual one */
  int coco_noise; /* noisy problems: 1 for the numbers of COCO, which all problems share; 0 for a
                     stream of its own in each */
} optimeter_selection;

/* `selection` may be NULL. */
OPTIMETER_API optimeter_suite* optimeter_suite_new(const char* name,
                                                   const optimeter_selection* selection);

/* A text that is no error but ought to be seen. */
typedef void (*optimeter_warning)(const char* text, void* data);

/* The suite that COCO's three strings describe; `instances` and `options` may be NULL, and so may
 * `warn`. Noise is COCO's. OPTIMETER_EMPTY_SELECTION where COCO gives no suite. */
OPTIMETER_API optimeter_suite* optimeter_suite_of_strings(const char* name, const char* instances,
                                                          const char* options,
                                                          optimeter_warning warn, void* data);
OPTIMETER_API void optimeter_suite_free(optimeter_suite* suite);

OPTIMETER_API const char* optimeter_suite_name(const optimeter_suite* suite);
/* Number of problems. */
OPTIMETER_API size_t optimeter_suite_size(const optimeter_suite* suite);
/* A new problem: that at a position from 0, instances varying fastest, then functions. */
OPTIMETER_API optimeter_problem* optimeter_suite_problem(const optimeter_suite* suite,
                                                         size_t position);
/* The position of a problem; `optimeter_suite_size` and an error if it is not in the suite. */
OPTIMETER_API size_t optimeter_suite_find(const optimeter_suite* suite, int64_t function,
                                          int64_t dimension, int64_t instance);

/* COCO numbers the problems of the complete suite, whatever was selected of it: the product of its
 * functions, its dimensions and the instances in use. */
typedef enum optimeter_list {
  OPTIMETER_FUNCTIONS = 0,
  OPTIMETER_DIMENSIONS = 1,
  OPTIMETER_INSTANCES = 2,
} optimeter_list;
/* Length of a list of the complete suite; the number at a position from 0 and whether it is
 * selected. */
OPTIMETER_API size_t optimeter_suite_list_size(const optimeter_suite* suite, optimeter_list list);
OPTIMETER_API int64_t optimeter_suite_list_number(const optimeter_suite* suite, optimeter_list list,
                                                  size_t position);
OPTIMETER_API int optimeter_suite_list_selected(const optimeter_suite* suite, optimeter_list list,
                                                size_t position);
/* The number in the complete suite of the problem at a position. */
OPTIMETER_API size_t optimeter_suite_index(const optimeter_suite* suite, size_t position);

/* Puts COCO's noise back to its start; without effect on problems with streams of their own. */
OPTIMETER_API optimeter_status optimeter_suite_reset_noise(optimeter_suite* suite);
/* Lets the noisy problems of a suite share COCO's stream with those of another one. */
OPTIMETER_API optimeter_status optimeter_suite_share_noise(optimeter_suite* suite,
                                                           const optimeter_suite* other);

/* ---- problems ---- */

/* A problem of any possible dimension and instance, published or not. */
OPTIMETER_API optimeter_problem* optimeter_problem_new(const char* suite, int64_t function,
                                                       int64_t dimension, int64_t instance);

/* A graph of the program, and what a choice of its vertices costs. Where a list of numbers is NULL,
 * each of them is 1. */
typedef struct optimeter_graph {
  size_t size; /* sizeof(optimeter_graph) */
  size_t vertices;
  size_t edges;
  const int64_t* ends; /* 2 * edges: the vertices of each edge, from 0 */
  int directed;        /* 1: an edge leads from its first vertex to its second */
  const double* edge_weights;
  const double* vertex_weights;
  const double* costs; /* of the vertices */
  int limited;         /* 1: a choice may cost `limit` at most */
  double limit;
  const double* variances; /* where costs are random */
  double chance_factor;    /* how many deviations of their sum are added to it; 0: none */
} optimeter_graph;

/* A choice of vertices, to be maximised: "max-cut", the weight of the edges to the others, or
 * "max-coverage", the weight of the vertices and their neighbours. Variables are 0 or 1. The record
 * calls it by that suite and this number of a function; the graph is copied. */
OPTIMETER_API optimeter_problem* optimeter_problem_on_graph(const char* suite, int64_t function,
                                                            const optimeter_graph* graph);
/* Completes the record of the problem, if it is observed, and gives it back. */
OPTIMETER_API void optimeter_problem_free(optimeter_problem* problem);
/* Whether the handle is that of a problem which was not given back. Never an error. */
OPTIMETER_API int optimeter_problem_is_valid(const optimeter_problem* problem);
/* A problem with the same counters that is not observed. */
OPTIMETER_API optimeter_problem* optimeter_problem_copy(const optimeter_problem* problem);

/* The same problem with counters at zero that is not observed. */
OPTIMETER_API optimeter_problem* optimeter_problem_fresh(const optimeter_problem* problem);

/* Evaluates one point. Lengths are checked: `x` has as many values as there are variables, `y` as
 * many as there are objectives. A point with an infinite coordinate gives +infinity, else one with
 * a NaN gives NaN; neither is counted. */
OPTIMETER_API optimeter_status optimeter_problem_evaluate(optimeter_problem* problem,
                                                          const double* x, size_t x_size, double* y,
                                                          size_t y_size);
/* Evaluates points one behind the other in `x`, in order; large batches on several threads. */
OPTIMETER_API optimeter_status optimeter_problem_evaluate_batch(optimeter_problem* problem,
                                                                size_t points, const double* x,
                                                                size_t x_size, double* y,
                                                                size_t y_size);
/* Constraint values; a point is feasible where all are at most 0. */
OPTIMETER_API optimeter_status optimeter_problem_evaluate_constraints(optimeter_problem* problem,
                                                                      const double* x,
                                                                      size_t x_size, double* g,
                                                                      size_t g_size);
OPTIMETER_API optimeter_status optimeter_problem_evaluate_constraints_batch(
    optimeter_problem* problem, size_t points, const double* x, size_t x_size, double* g,
    size_t g_size);
/* Tells the recorder which point the optimizer would return now; it is not counted. */
OPTIMETER_API optimeter_status optimeter_problem_recommend(optimeter_problem* problem,
                                                           const double* x, size_t x_size);
/* Tells the recorder that the optimizer restarts. */
OPTIMETER_API optimeter_status optimeter_problem_restart(optimeter_problem* problem);
/* From now on evaluation number `evaluations` + 1, those of constraints included, gives
 * OPTIMETER_STOPPED, and so does, if `at_target`, each one after the final target was hit. */
OPTIMETER_API optimeter_status optimeter_problem_limit(optimeter_problem* problem,
                                                       uint64_t evaluations, int at_target);
/* Begins a new stream of noise; without effect on problems without noise and with COCO's. */
OPTIMETER_API optimeter_status optimeter_problem_reseed(optimeter_problem* problem, uint64_t seed);

OPTIMETER_API const char* optimeter_problem_id(const optimeter_problem* problem);
OPTIMETER_API const char* optimeter_problem_name(const optimeter_problem* problem);
OPTIMETER_API const char* optimeter_problem_suite(const optimeter_problem* problem);
OPTIMETER_API const char* optimeter_problem_group(const optimeter_problem* problem);
/* COCO's word for the group, "1-separable". */
OPTIMETER_API const char* optimeter_problem_coco_type(const optimeter_problem* problem);
OPTIMETER_API int64_t optimeter_problem_function(const optimeter_problem* problem);
OPTIMETER_API int64_t optimeter_problem_instance(const optimeter_problem* problem);
OPTIMETER_API size_t optimeter_problem_dimension(const optimeter_problem* problem);
OPTIMETER_API size_t optimeter_problem_objectives(const optimeter_problem* problem);
OPTIMETER_API size_t optimeter_problem_constraints(const optimeter_problem* problem);
/* They come first. */
OPTIMETER_API size_t optimeter_problem_integer_variables(const optimeter_problem* problem);
/* As many values as there are variables. */
OPTIMETER_API const double* optimeter_problem_lower_bounds(const optimeter_problem* problem);
OPTIMETER_API const double* optimeter_problem_upper_bounds(const optimeter_problem* problem);
OPTIMETER_API const double* optimeter_problem_initial_solution(const optimeter_problem* problem);

OPTIMETER_API uint64_t optimeter_problem_evaluations(const optimeter_problem* problem);
OPTIMETER_API uint64_t optimeter_problem_evaluations_constraints(const optimeter_problem* problem);
/* Of feasible points, one objective; +infinity before the first, -infinity where it is maximised.
 */
OPTIMETER_API double optimeter_problem_best_value(const optimeter_problem* problem);
OPTIMETER_API int optimeter_problem_target_hit(const optimeter_problem* problem);
/* The value at which the final target is hit; NaN with several objectives. */
OPTIMETER_API double optimeter_problem_final_target(const optimeter_problem* problem);
/* Several objectives: what is to be minimised. */
OPTIMETER_API double optimeter_problem_indicator(const optimeter_problem* problem);
/* Several objectives: the ideal and the nadir point. NULL, and no error, where they are not known.
 */
OPTIMETER_API const double* optimeter_problem_ideal(const optimeter_problem* problem);
OPTIMETER_API const double* optimeter_problem_nadir(const optimeter_problem* problem);
/* The value of the optimum; NaN where it is not known or not one. */
OPTIMETER_API double optimeter_problem_optimal_value(const optimeter_problem* problem);
/* Copies the optimum; a record tells that the user looked at it unless `quietly`. */
OPTIMETER_API optimeter_status optimeter_problem_reveal(optimeter_problem* problem, double* x,
                                                        size_t x_size, int quietly);

/* Sets a number of the optimizer that the recorder was told to expect (IOHprofiler's format). */
OPTIMETER_API optimeter_status optimeter_problem_set_attribute(optimeter_problem* problem,
                                                               const char* name, double value);
/* Several objectives: enters a point that was evaluated elsewhere under this number; `entered`,
 * which may be NULL, tells whether it entered the archive. */
OPTIMETER_API optimeter_status optimeter_problem_feed(optimeter_problem* problem,
                                                      uint64_t evaluation, const double* y,
                                                      size_t y_size, int* entered);

/* ---- observers ---- */

/* What is recorded and how. `format` is "coco" or "ioh". Options are those of Python's
 * `optimeter.record` with the same names, defaults and limits. */
OPTIMETER_API optimeter_options* optimeter_options_new(const char* format);
OPTIMETER_API void optimeter_options_free(optimeter_options* options);
OPTIMETER_API optimeter_status optimeter_options_set_text(optimeter_options* options,
                                                          const char* name, const char* value);
/* Also for options that are on (1) or off (0). */
OPTIMETER_API optimeter_status optimeter_options_set_integer(optimeter_options* options,
                                                             const char* name, int64_t value);
OPTIMETER_API optimeter_status optimeter_options_set_real(optimeter_options* options,
                                                          const char* name, double value);
/* Options that are lists of numbers. */
OPTIMETER_API optimeter_status optimeter_options_set_integers(optimeter_options* options,
                                                              const char* name,
                                                              const int64_t* values, size_t size);
/* Options that are lists of words: the first call for a name replaces the default. */
OPTIMETER_API optimeter_status optimeter_options_add_text(optimeter_options* options,
                                                          const char* name, const char* value);
/* When a line is written (IOHprofiler's format), any of them: "always", "on_improvement",
 * "on_delta_improvement" {delta}, "each" {interval, start}, "at" {evaluations...}, "during" {first,
 * last, first, last...}. The first call replaces the default; values may be NULL where there are
 * none. */
OPTIMETER_API optimeter_status optimeter_options_add_trigger(optimeter_options* options,
                                                             const char* trigger,
                                                             const double* values, size_t size);

/* Makes the folder, or one with a number behind its name if it exists. `options` may be NULL:
 * COCO's format; they are copied. */
OPTIMETER_API optimeter_observer* optimeter_observer_new(const char* folder,
                                                         const optimeter_options* options);
/* The observer that COCO's two strings describe; `options` and `warn` may be NULL. NULL without an
 * error where they ask for none. */
OPTIMETER_API optimeter_observer* optimeter_observer_of_strings(const char* name,
                                                                const char* options,
                                                                optimeter_warning warn, void* data);
/* Completes all records and gives the observer back; `_close` also tells what went wrong. */
OPTIMETER_API void optimeter_observer_free(optimeter_observer* observer);
OPTIMETER_API optimeter_status optimeter_observer_close(optimeter_observer* observer);
/* The folder that was made; "" for an observer that records nothing. */
OPTIMETER_API const char* optimeter_observer_folder(const optimeter_observer* observer);
/* Whether it records anything; COCO's strings can ask for one that does not. */
OPTIMETER_API int optimeter_observer_is_active(const optimeter_observer* observer);
/* Whether it records problems with several objectives only, as COCO's strings can ask for. */
OPTIMETER_API int optimeter_observer_needs_several_objectives(const optimeter_observer* observer);
/* Records the problem from now on, in place of the observer that it had. Any number of problems may
 * be observed at once. */
OPTIMETER_API optimeter_status optimeter_observer_observe(optimeter_observer* observer,
                                                          optimeter_problem* problem);
/* The same beside the observers that it has: all of them record. */
OPTIMETER_API optimeter_status optimeter_observer_observe_also(optimeter_observer* observer,
                                                               optimeter_problem* problem);
/* Completes the record that this observer makes of the problem. */
OPTIMETER_API optimeter_status optimeter_observer_release(optimeter_observer* observer,
                                                          optimeter_problem* problem);
/* Completes all records of the problem, which is not observed any more. */
OPTIMETER_API optimeter_status optimeter_problem_release(optimeter_problem* problem);
OPTIMETER_API int optimeter_problem_is_observed(const optimeter_problem* problem);

/* ---- archives of problems with several objectives ---- */

/* A copy of the archive of a problem: the non-dominated points so far, and the region in which
 * their hypervolume is measured. */
OPTIMETER_API optimeter_archive* optimeter_archive_of(const optimeter_problem* problem);
OPTIMETER_API void optimeter_archive_free(optimeter_archive* archive);
/* `entered`, which may be NULL, tells whether no member dominated or equalled the point. */
OPTIMETER_API optimeter_status optimeter_archive_insert(optimeter_archive* archive,
                                                        uint64_t evaluation, const double* y,
                                                        size_t y_size, int* entered);
OPTIMETER_API size_t optimeter_archive_size(const optimeter_archive* archive);
/* The part of the region that is dominated, 0 to 1. */
OPTIMETER_API double optimeter_archive_hypervolume(const optimeter_archive* archive);
OPTIMETER_API double optimeter_archive_indicator(const optimeter_archive* archive);
/* Copies the points and, unless NULL, the numbers of their evaluations, in the order of these. `y`
 * has room for `optimeter_archive_size` times the number of objectives. */
OPTIMETER_API optimeter_status optimeter_archive_points(const optimeter_archive* archive, double* y,
                                                        size_t y_size, uint64_t* evaluations,
                                                        size_t evaluations_size);

/* ---- random numbers ---- */

/* The generator of COCO's programs; its numbers are the same bit for bit. */
OPTIMETER_API optimeter_random* optimeter_random_new(uint32_t seed);
OPTIMETER_API void optimeter_random_free(optimeter_random* random);
OPTIMETER_API double optimeter_random_uniform(optimeter_random* random);
OPTIMETER_API double optimeter_random_normal(optimeter_random* random);

#ifdef __cplusplus
}
#endif
#endif
