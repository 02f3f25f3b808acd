/* COCO's names: rules C1 to C46 of its interface by number, and the answers to wrong calls. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "coco.h"
#include "optimeter.h"

static int errors = 0;
static char last_error[500];
static void note(const char* message, int invalid_handle) {
  (void)invalid_handle;
  ++errors;
  snprintf(last_error, sizeof last_error, "%s", message);
}

/* The call makes exactly one error. */
#define ERRS(call)        \
  do {                    \
    errors = 0;           \
    call;                 \
    CHECK(errors == 1);   \
    CHECK(last_error[0]); \
  } while (0)

static int exists(const char* folder, const char* file) {
  char path[500];
  FILE* found;
  snprintf(path, sizeof path, "%s/%s", folder, file);
  found = fopen(path, "r");
  if (found != NULL) fclose(found);
  return found != NULL;
}

/* The last line of a file. */
static const char* last_line(const char* folder, const char* file) {
  static char line[500];
  char path[500];
  FILE* found;
  line[0] = '\0';
  snprintf(path, sizeof path, "%s/%s", folder, file);
  found = fopen(path, "r");
  if (found == NULL) return "";
  while (fgets(line, sizeof line, found) != NULL) {
  }
  fclose(found);
  return line;
}

static void suites(void) {
  size_t f = 9, d = 9, i = 9;
  int count = 0;
  coco_suite_t* suite = coco_suite("bbob", NULL, ""); /* C1 */
  coco_problem_t* problem;
  coco_problem_t* first;
  CHECK(coco_suite_get_number_of_problems(suite) == 2160); /* C9 */
  coco_suite_decode_problem_index(suite, 2159, &f, &d, &i);
  CHECK(f == 23 && d == 5 && i == 14);
  CHECK(coco_suite_encode_problem_index(suite, f, d, i) == 2159);
  coco_suite_decode_problem_index(suite, 2160, &f, &d, &i);
  CHECK(f == 23 && d == 5 && i == 14);
  CHECK(coco_suite_get_function_from_function_index(suite, 23) == 24);
  CHECK(coco_suite_get_dimension_from_dimension_index(suite, 5) == 40);
  CHECK(coco_suite_get_instance_from_instance_index(suite, 14) == 80); /* C10 */
  ERRS(CHECK(coco_suite_get_dimension_from_dimension_index(suite, 6) == 0));
  CHECK(coco_suite_get_problem(suite, 2160) == NULL); /* C7 */
  problem = coco_suite_get_problem(suite, 750);
  CHECK(strcmp(coco_problem_get_id(problem), "bbob_f003_i01_d05") == 0);
  CHECK(coco_problem_get_suite_dep_index(problem) == 750);
  coco_problem_free(problem);
  problem = coco_suite_get_problem_by_function_dimension_instance(suite, 3, 5, 71); /* C8 */
  CHECK(strcmp(coco_problem_get_id(problem), "bbob_f003_i71_d05") == 0);
  coco_problem_free(problem);
  CHECK(coco_suite_get_problem_by_function_dimension_instance(suite, 3, 4, 1) == NULL);
  coco_suite_free(suite);

  suite = coco_suite("bbob", "instances: 2,3", "dimensions: 3,5 function_indices: 2,4");
  first = coco_suite_get_next_problem(suite, NULL);
  CHECK(strcmp(coco_problem_get_id(first), "bbob_f002_i02_d03") == 0);
  CHECK(coco_suite_get_function_from_function_index(suite, 0) == 0);
  CHECK(coco_suite_get_problem(suite, 0) == NULL);
  for (problem = first; problem != NULL; problem = coco_suite_get_next_problem(suite, NULL)) {
    ++count;
    first = problem;
  }
  CHECK(count == 8);
  CHECK(coco_problem_is_valid(first)); /* C5: the last one stays open */
  problem = coco_suite_get_next_problem(suite, NULL);
  CHECK(strcmp(coco_problem_get_id(problem), "bbob_f002_i02_d03") == 0);
  CHECK(!coco_problem_is_valid(first)); /* C4 */
  coco_suite_free(suite);
  CHECK(!coco_problem_is_valid(problem)); /* C3 */

  ERRS(CHECK(coco_suite("bob", "", "") == NULL));
  ERRS(CHECK(coco_suite(NULL, "", "") == NULL));
  ERRS(CHECK(coco_suite("bbob", "year: 1999", "") == NULL));
  ERRS(CHECK(coco_suite("bbob", "instances: 1-1000", "") == NULL));
  CHECK(coco_suite("bbob", "", "dimensions: 2-5") == NULL);
  CHECK(coco_suite("bbob", "", "dimensions: 7") == NULL);
  coco_suite_free(NULL);
  CHECK(coco_suite_get_next_problem(NULL, NULL) == NULL);
  ERRS(CHECK(coco_suite_get_number_of_problems(suite) == 0)); /* freed */
  ERRS(CHECK(coco_suite_get_next_problem(suite, NULL) == NULL));
  ERRS(coco_suite_free(suite));
}

static void problems(void) {
  double x[2] = {1.0, 2.0};
  double y[2] = {0.0, 0.0};
  coco_suite_t* suite = coco_suite("bbob", "", "");
  coco_problem_t* problem = coco_suite_get_problem(suite, 0);
  CHECK(coco_problem_get_best_observed_fvalue1(problem) == DBL_MAX);    /* C27 */
  CHECK(strcmp(coco_problem_get_type(problem), "1-separable") == 0);    /* C25 */
  CHECK(coco_problem_get_largest_fvalues_of_interest(problem) == NULL); /* C28 */
  coco_evaluate_function(problem, x, y);
  CHECK(fabs(y[0] - 90.00369408) < 1e-12);
  CHECK(coco_problem_get_evaluations(problem) == 1);
  x[0] = INFINITY; /* C20 */
  coco_evaluate_function(problem, x, y);
  CHECK(isinf(y[0]));
  x[1] = x[0] = NAN;
  coco_evaluate_function(problem, x, y);
  CHECK(isnan(y[0]) && coco_problem_get_evaluations(problem) == 1);
  ERRS(coco_evaluate_constraint(problem, x, y)); /* C21 */
  CHECK(coco_problem_get_evaluations_constraints(problem) == 0);
  CHECK(!coco_problem_is_tainted(problem));
  CHECK(coco_problem_get_best_parameter(problem, x) == 1); /* C30 */
  CHECK(coco_problem_is_tainted(problem));
  coco_evaluate_function(problem, x, y);
  CHECK(y[0] == coco_problem_get_best_value(problem) && coco_problem_final_target_hit(problem));
  CHECK(coco_problem_get_final_target_fvalue1(problem) > y[0]);
  CHECK(depreciated_coco_problem_get_final_target_fvalue1(problem) ==
        coco_problem_get_final_target_fvalue1(problem));
  bbob_problem_best_parameter_print(problem); /* C31 */
  CHECK(exists(".", "._bbob_problem_best_parameter.txt"));
  CHECK(coco_remove_file("._bbob_problem_best_parameter.txt") == 0); /* C33 */
  CHECK(coco_remove_file("._bbob_problem_best_parameter.txt") == -1);

  ERRS(coco_evaluate_function(problem, NULL, y));
  CHECK(isnan(y[0]));
  ERRS(coco_evaluate_function(problem, x, NULL));
  y[0] = 0.0;
  ERRS(coco_evaluate_function(NULL, x, y));
  CHECK(isnan(y[0]));
  ERRS(coco_problem_get_initial_solution(problem, NULL));
  ERRS(CHECK(coco_problem_get_dimension(NULL) == 0));
  ERRS(CHECK(strcmp(coco_problem_get_id(NULL), "") == 0));
  ERRS(CHECK(coco_problem_get_smallest_values_of_interest(NULL) == NULL));
  ERRS(CHECK(isnan(coco_problem_get_best_value(NULL))));
  coco_problem_free(problem);
  ERRS(coco_problem_free(problem)); /* freed handles are noticed */
  ERRS(coco_problem_free(NULL));    /* C23 */
  y[0] = 0.0;
  ERRS(coco_evaluate_function(problem, x, y));
  CHECK(isnan(y[0]));
  coco_suite_free(suite);

  problem = coco_get_bbob_problem(8, 7, 123); /* C32 */
  CHECK(strcmp(coco_problem_get_id(problem), "bbob_f008_i123_d07") == 0);
  coco_problem_free(problem);
  ERRS(CHECK(coco_get_bbob_problem(25, 2, 1) == NULL));
}

static void observers(void) {
  double x[2] = {1.0, 2.0};
  double y[2];
  char folder[300];
  coco_suite_t* suite = coco_suite("bbob", "", "dimensions: 2");
  coco_observer_t* observer = coco_observer("bbob", "outer_folder: exdata result_folder: c1");
  coco_observer_t* second = coco_observer("bbob", "result_folder: c2");
  coco_problem_t* inner = coco_suite_get_problem(suite, 0);
  coco_problem_t* problem = coco_problem_add_observer(inner, observer);
  coco_problem_t* twice;
  const char* id = coco_problem_get_id(inner);
  CHECK(problem != inner); /* C13 */
  CHECK(strcmp(coco_problem_get_name(problem), "bbob(BBOB suite problem f1 instance 1 in 2D)") ==
        0);
  CHECK(strcmp(coco_problem_get_id(problem), id) == 0); /* C15 */
  twice = coco_problem_add_observer(problem, second);
  CHECK(strncmp(coco_problem_get_name(twice), "bbob(bbob(BBOB", 14) == 0);
  coco_evaluate_function(twice, x, y);
  coco_observer_signal_restart(observer, twice);
  x[0] = 0.0;
  coco_evaluate_function(twice, x, y);
  coco_recommend_solution(twice, x);
  CHECK(coco_problem_get_evaluations(twice) == 2);
  CHECK(coco_problem_remove_observer(twice, second) == problem); /* C17 */
  CHECK(!coco_problem_is_valid(twice));
  CHECK(strncmp(last_line(coco_observer_get_result_folder(second), "data_f1/bbobexp_f1_DIM2.dat"),
                "2 0 ", 4) == 0);
  coco_evaluate_function(problem, x, y);
  CHECK(coco_problem_get_evaluations(problem) == 3);
  CHECK(coco_problem_remove_observer(problem, observer) == inner);
  CHECK(coco_problem_get_evaluations(inner) == 3);
  CHECK(
      strncmp(last_line(coco_observer_get_result_folder(observer), "data_f1/bbobexp_f1_DIM2.tdat"),
              "3 0 ", 4) == 0);
  CHECK(
      strncmp(last_line(coco_observer_get_result_folder(observer), "data_f1/bbobexp_f1_DIM2.rdat"),
              "2 0 ", 4) == 0);
  ERRS(CHECK(coco_problem_remove_observer(inner, observer) == inner));

  /* C16: what was evaluated before counts, and is not recorded */
  problem = coco_problem_add_observer(inner, second);
  CHECK(coco_problem_get_evaluations(problem) == 3);
  coco_evaluate_function(problem, x, y);
  CHECK(coco_problem_get_evaluations(problem) == 4);
  coco_problem_free(problem); /* C23: completes the record */
  CHECK(!coco_problem_is_valid(inner));
  CHECK(strncmp(last_line(coco_observer_get_result_folder(second), "data_f1/bbobexp_f1_DIM2.tdat"),
                "1 0 ", 4) == 0);

  /* C13: several problems at once; C14: a suite's problem that is observed later */
  problem = coco_problem_add_observer(coco_suite_get_next_problem(suite, NULL), second);
  coco_evaluate_function(problem, x, y);
  inner = coco_problem_add_observer(coco_suite_get_problem(suite, 20), second);
  coco_evaluate_function(inner, x, y);
  CHECK(coco_suite_get_next_problem(suite, NULL) != NULL);
  CHECK(!coco_problem_is_valid(problem));
  snprintf(folder, sizeof folder, "%s", coco_observer_get_result_folder(second));
  coco_observer_free(second); /* C12: the run goes on being recorded */
  coco_evaluate_function(inner, x, y);
  coco_problem_free(inner);
  CHECK(strncmp(last_line(folder, "data_f2/bbobexp_f2_DIM2.tdat"), "2 0 ", 4) == 0);
  ERRS(coco_observer_free(second));
  coco_observer_free(NULL);

  CHECK(coco_observer("no_observer", "") == NULL); /* C11 */
  CHECK(coco_observer(NULL, "") == NULL);
  CHECK(coco_observer("", "") == NULL);
  CHECK(coco_observer("bob", "result_folder: never") == NULL);
  CHECK(!exists("exdata/never", "."));
  problem = coco_suite_get_problem(suite, 0);
  CHECK(coco_problem_add_observer(problem, NULL) == problem);
  CHECK(coco_problem_add_observer(NULL, observer) == NULL);
  CHECK(strcmp(coco_observer_get_result_folder(NULL), "") == 0); /* C18 */
  coco_observer_signal_restart(NULL, problem);                   /* C19 */
  coco_observer_signal_restart(observer, problem);               /* not observed */
  coco_recommend_solution(problem, x);                           /* C22 */
  second = coco_observer("bbob-biobj", "result_folder: c3");
  ERRS(CHECK(coco_problem_add_observer(problem, second) == problem)); /* one objective */
  coco_observer_free(second);
  second = coco_observer("rw", ""); /* accepted, and inactive */
  CHECK(second != NULL && coco_problem_add_observer(problem, second) == problem);
  coco_observer_free(second);
  coco_problem_free(problem);
  coco_observer_free(observer);
  coco_suite_free(suite);
}

static void several_objectives(void) {
  const double at_once[2] = {500.0, -100.0};
  double y[2];
  coco_suite_t* suite = coco_suite("bbob-biobj", "year: 2016", "");
  coco_observer_t* observer =
      coco_observer("bbob-biobj", "result_folder: c4 log_nondominated: read");
  coco_problem_t* problem = coco_suite_get_problem(suite, 10);
  coco_archive_t* archive;
  const double x[2] = {2.0, 10.0};
  CHECK(strcmp(coco_problem_get_id(problem), "bbob-biobj_f02_i01_d02") == 0); /* M15 */
  coco_evaluate_function(problem, x, y);
  CHECK(fabs(y[0] - 595.43353472) < 1e-8 && fabs(y[1] - 166260248.98484379) < 1e-3);
  CHECK(coco_problem_final_target_hit(problem) == 0); /* C26 */
  CHECK(coco_problem_get_best_parameter(problem, y) == 0);
  CHECK(strcmp(coco_problem_get_type(problem), "1-separable_1-separable") == 0);
  bbob_biobj_problem_best_parameter_print(problem);
  CHECK(coco_remove_file("._bbob_biobj_problem_best_parameter.txt") == 0);
  coco_problem_free(problem);

  problem = coco_problem_add_observer(coco_suite_get_problem(suite, 0), observer); /* C43 */
  CHECK(coco_logger_biobj_feed_solution(problem, 3, at_once) == 1);
  CHECK(coco_logger_biobj_feed_solution(problem, 5, at_once) == 0);
  CHECK(coco_problem_get_evaluations(problem) == 0);
  ERRS(CHECK(coco_logger_biobj_feed_solution(problem, 4, at_once) == 0));
  coco_problem_free(problem);
  coco_observer_free(observer);
  coco_suite_free(suite);

  archive = coco_archive("bbob-biobj", 1, 2, 1); /* C41 */
  CHECK(coco_archive_get_number_of_solutions(archive) == 2);
  CHECK(coco_archive_get_hypervolume(archive) == 0.0);
  CHECK(strncmp(coco_archive_get_next_solution_text(archive), "0\t4.262796608", 13) == 0);
  CHECK(coco_archive_add_solution(archive, 1000.0, 1000.0, "dominated") == 0);
  CHECK(coco_archive_add_solution(archive, 410.0, -125.0, "b") == 1);
  CHECK(coco_archive_add_solution(archive, 405.0, -122.0, "c") == 1);
  CHECK(coco_archive_get_number_of_solutions(archive) == 4);
  CHECK(coco_archive_get_hypervolume(archive) > 0.0);
  coco_archive_get_next_solution_text(archive);
  CHECK(strncmp(coco_archive_get_next_solution_text(archive), "0\t", 2) == 0);
  CHECK(strcmp(coco_archive_get_next_solution_text(archive), "b") == 0);
  CHECK(strcmp(coco_archive_get_next_solution_text(archive), "c") == 0);
  CHECK(strcmp(coco_archive_get_next_solution_text(archive), "") == 0);
  CHECK(strcmp(coco_archive_get_next_solution_text(archive), "") == 0);
  coco_archive_free(archive);
  ERRS(CHECK(coco_archive_get_number_of_solutions(archive) == 0));
  coco_archive_free(NULL);
  ERRS(CHECK(coco_archive("bob", 1, 2, 1) == NULL)); /* C42 */
  ERRS(CHECK(coco_archive("bbob", 1, 2, 1) == NULL));
  ERRS(CHECK(coco_archive("bbob-biobj", 1, 1, 1) == NULL));
}

/* C35: COCO's noise goes on from suite to suite until it is reset. */
static void noise(void) {
  const double x[2] = {1.0, 2.0};
  double values[3];
  int i;
  coco_reset_seeds();
  for (i = 0; i < 3; ++i) {
    coco_suite_t* suite = coco_suite("bbob-noisy", "", "");
    coco_problem_t* problem = coco_suite_get_problem(suite, 0);
    if (i == 2) coco_reset_seeds();
    coco_evaluate_function(problem, x, &values[i]);
    coco_problem_free(problem);
    coco_suite_free(suite);
  }
  CHECK(values[0] != values[1] && values[0] == values[2]); /* C2 */
}

static void helpers(void) {
  char* text = coco_strdupf("%s-%d", "a", 7); /* C39 */
  char* longer = coco_strdupf("%1000d", 1);
  coco_random_state_t* state = coco_random_new(1);
  CHECK(strcmp(text, "a-7") == 0 && strlen(longer) == 1000);
  coco_free_memory(text);
  coco_free_memory(longer);
  coco_free_memory(NULL); /* C36 */
  ERRS(CHECK(coco_allocate_memory(0) == NULL));
  ERRS(CHECK(coco_allocate_vector(SIZE_MAX) == NULL));
  CHECK(coco_random_uniform(state) == 0.30381543662022226); /* C34 */
  CHECK(fabs(coco_random_normal(state) - 0.3619203653242396) < 1e-16);
  coco_random_free(state);
  ERRS(CHECK(isnan(coco_random_uniform(state))));
  coco_random_free(NULL);
  CHECK(strcmp(coco_set_log_level("error"), "warning") == 0); /* C38 */
  CHECK(strcmp(coco_set_log_level(""), "error") == 0);
  CHECK(strcmp(coco_set_log_level(NULL), "error") == 0);
  CHECK(strcmp(coco_set_log_level("loud"), "error") == 0);
  CHECK(strcmp(coco_set_log_level("warning"), "error") == 0);
  CHECK(strcmp(coco_version, optimeter_coco_version()) == 0);
  CHECK(coco_remove_directory("exdata/c1") == 0); /* C40 */
  CHECK(coco_remove_directory("exdata/c1") == 0);
  CHECK(coco_pi > 3.14 && coco_two_pi == 2 * coco_pi && INFINITY_FOR_LOGGING == 3e21);
}

int main(void) {
  coco_remove_directory("exdata");
  coco_set_log_level("warning");
  coco_set_error_handler(note);
  suites();
  problems();
  observers();
  several_objectives();
  noise();
  helpers();
  coco_remove_directory("exdata");
  return FINISH();
}
