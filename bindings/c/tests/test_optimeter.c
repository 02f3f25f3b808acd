/* The C interface: what it does, and that every wrong call is answered. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "optimeter.h"

#define FAILS(call, expected)                     \
  do {                                            \
    optimeter_clear_error();                      \
    CHECK((call) == (expected));                  \
    CHECK(optimeter_last_status() == (expected)); \
    CHECK(optimeter_last_message()[0] != '\0');   \
  } while (0)
/* The same for calls that return a value. */
#define REFUSES(condition, expected)              \
  do {                                            \
    optimeter_clear_error();                      \
    CHECK(condition);                             \
    CHECK(optimeter_last_status() == (expected)); \
  } while (0)

static void versions(void) {
  CHECK(optimeter_abi() == OPTIMETER_ABI);
  CHECK(strcmp(optimeter_version(), "0.1.0") == 0);
  CHECK(strcmp(optimeter_coco_version(), "2.8.2") == 0);
  CHECK(optimeter_last_status() == OPTIMETER_OK);
  CHECK(optimeter_last_message()[0] == '\0');
}

static void suites(void) {
  const int64_t functions[] = {1, 8};
  const int64_t dimensions[] = {2, 7};
  const int64_t instances[] = {3, 1};
  optimeter_selection selection;
  optimeter_suite* suite;
  optimeter_problem* problem;
  size_t i;
  CHECK(optimeter_number_of_suites() >= 9);
  CHECK(strcmp(optimeter_suite_name_at(0), "bbob") == 0);
  REFUSES(optimeter_suite_name_at(1000) == NULL, OPTIMETER_INVALID_ARGUMENT);

  suite = optimeter_suite_new("bbob", NULL);
  CHECK(optimeter_suite_size(suite) == 2160);
  CHECK(strcmp(optimeter_suite_name(suite), "bbob") == 0);
  CHECK(optimeter_suite_find(suite, 3, 5, 1) == 750);
  REFUSES(optimeter_suite_find(suite, 25, 5, 1) == 2160, OPTIMETER_INVALID_ARGUMENT);
  REFUSES(optimeter_suite_problem(suite, 2160) == NULL, OPTIMETER_INVALID_ARGUMENT);
  CHECK(optimeter_suite_list_size(suite, OPTIMETER_DIMENSIONS) == 6);
  CHECK(optimeter_suite_list_number(suite, OPTIMETER_DIMENSIONS, 5) == 40);
  REFUSES(optimeter_suite_list_number(suite, OPTIMETER_DIMENSIONS, 6) == 0,
          OPTIMETER_INVALID_ARGUMENT);
  optimeter_suite_free(suite);
  REFUSES(optimeter_suite_size(suite) == 0, OPTIMETER_INVALID_HANDLE);
  REFUSES((optimeter_suite_free(suite), 1), OPTIMETER_INVALID_HANDLE);

  suite = optimeter_suite_new("mgh", NULL); /* each function has one dimension */
  CHECK(optimeter_suite_size(suite) == 35);
  problem = optimeter_suite_problem(suite, 34);
  CHECK(optimeter_problem_function(problem) == 19 && optimeter_problem_dimension(problem) == 11);
  optimeter_problem_free(problem);
  REFUSES(optimeter_suite_find(suite, 1, 3, 1) == 35, OPTIMETER_INVALID_ARGUMENT);
  optimeter_suite_free(suite);

  memset(&selection, 0, sizeof selection);
  selection.size = sizeof selection;
  selection.functions = functions;
  selection.number_of_functions = 2;
  selection.dimensions = dimensions;
  selection.number_of_dimensions = 2;
  selection.instances = instances;
  selection.number_of_instances = 2;
  suite = optimeter_suite_new("bbob", &selection);
  CHECK(optimeter_suite_size(suite) == 8);
  for (i = 0; i < 8; ++i) {
    problem = optimeter_suite_problem(suite, i);
    CHECK(optimeter_problem_dimension(problem) == (i < 4 ? 2 : 7));
    CHECK(optimeter_problem_instance(problem) == (i % 2 == 0 ? 3 : 1));
    optimeter_problem_free(problem);
  }
  optimeter_suite_free(suite);
  selection.year = 2009;
  REFUSES(optimeter_suite_new("bbob", &selection) == NULL, OPTIMETER_INVALID_ARGUMENT);
  selection.size = 3;
  REFUSES(optimeter_suite_new("bbob", &selection) == NULL, OPTIMETER_INVALID_ARGUMENT);
  REFUSES(optimeter_suite_new("bob", NULL) == NULL, OPTIMETER_INVALID_ARGUMENT);
  CHECK(strstr(optimeter_last_message(), "did you mean 'bbob'") != NULL);
  REFUSES(optimeter_suite_new(NULL, NULL) == NULL, OPTIMETER_INVALID_ARGUMENT);
  REFUSES(optimeter_suite_of_strings("bbob", "year: 1999", NULL, NULL, NULL) == NULL,
          OPTIMETER_INVALID_ARGUMENT);
  REFUSES(optimeter_suite_of_strings("bbob", NULL, "dimensions: 7", NULL, NULL) == NULL,
          OPTIMETER_EMPTY_SELECTION);
}

/* Suites that are not COCO's: IOHprofiler's, with its values. */
static void suites_of_ioh(void) {
  const double origin[2] = {0.0, 0.0};
  const double outside[2] = {6.0, 0.0};
  double bits[16];
  double y;
  size_t i;
  optimeter_suite* suite = optimeter_suite_new("mabbob", NULL);
  optimeter_problem* problem = optimeter_suite_problem(suite, 0);
  CHECK(optimeter_suite_size(suite) == 200);
  CHECK(strcmp(optimeter_problem_id(problem), "mabbob_f001_i01_d02") == 0);
  CHECK(optimeter_problem_evaluate(problem, origin, 2, &y, 1) == OPTIMETER_OK);
  CHECK(y == 9.81805795745912);
  optimeter_problem_free(problem);
  optimeter_suite_free(suite);

  problem = optimeter_problem_new("sbox", 1, 2, 1);
  CHECK(optimeter_problem_evaluate(problem, outside, 2, &y, 1) == OPTIMETER_OK);
  CHECK(isinf(y));
  optimeter_problem_free(problem);

  for (i = 0; i < 16; ++i) bits[i] = 1.0;
  problem = optimeter_problem_new("pbo", 1, 16, 1);
  CHECK(optimeter_problem_evaluate(problem, bits, 16, &y, 1) == OPTIMETER_OK);
  CHECK(y == 16.0 && optimeter_problem_best_value(problem) == 16.0);
  CHECK(optimeter_problem_optimal_value(problem) == 16.0);
  CHECK(optimeter_problem_final_target(problem) <= 16.0);
  CHECK(optimeter_problem_final_target(problem) > 15.0);
  optimeter_problem_free(problem);
}

static void problems(void) {
  double x[2] = {1.0, 2.0};
  double batch[6] = {1.0, 2.0, 0.0, 0.0, INFINITY, 0.0};
  double y[3];
  double g[9];
  optimeter_problem* problem = optimeter_problem_new("bbob", 1, 2, 1);
  optimeter_problem* other;
  CHECK(strcmp(optimeter_problem_id(problem), "bbob_f001_i01_d02") == 0);
  CHECK(strcmp(optimeter_problem_name(problem), "BBOB suite problem f1 instance 1 in 2D") == 0);
  CHECK(strcmp(optimeter_problem_coco_type(problem), "1-separable") == 0);
  CHECK(isinf(optimeter_problem_best_value(problem)));
  CHECK(optimeter_problem_evaluate(problem, x, 2, y, 1) == OPTIMETER_OK);
  CHECK(fabs(y[0] - 90.00369408) < 1e-12);
  CHECK(optimeter_problem_evaluate_batch(problem, 3, batch, 6, y, 3) == OPTIMETER_OK);
  CHECK(fabs(y[0] - 90.00369408) < 1e-12 && isinf(y[2]));
  CHECK(optimeter_problem_evaluations(problem) == 3);
  CHECK(optimeter_problem_best_value(problem) == y[1]);
  CHECK(optimeter_problem_lower_bounds(problem)[1] == -5.0 &&
        optimeter_problem_upper_bounds(problem)[1] == 5.0);
  CHECK(optimeter_problem_initial_solution(problem)[0] == 0.0);
  CHECK(fabs(optimeter_problem_optimal_value(problem) - 79.48) < 1e-12);
  CHECK(optimeter_problem_reveal(problem, x, 2, 0) == OPTIMETER_OK);
  CHECK(optimeter_problem_evaluate(problem, x, 2, y, 1) == OPTIMETER_OK);
  CHECK(y[0] == optimeter_problem_optimal_value(problem) && optimeter_problem_target_hit(problem));

  other = optimeter_problem_copy(problem);
  CHECK(optimeter_problem_evaluations(other) == 4);
  optimeter_problem_free(other);
  other = optimeter_problem_fresh(problem);
  CHECK(optimeter_problem_evaluations(other) == 0 && !optimeter_problem_target_hit(other));
  CHECK(optimeter_problem_limit(other, 1, 0) == OPTIMETER_OK);
  CHECK(optimeter_problem_evaluate(other, x, 2, y, 1) == OPTIMETER_OK);
  FAILS(optimeter_problem_evaluate(other, x, 2, y, 1), OPTIMETER_STOPPED);
  optimeter_problem_free(other);

  FAILS(optimeter_problem_evaluate(problem, x, 3, y, 1), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_problem_evaluate(problem, x, 2, y, 2), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_problem_evaluate(problem, NULL, 2, y, 1), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_problem_evaluate(problem, x, 2, NULL, 1), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_problem_evaluate(NULL, x, 2, y, 1), OPTIMETER_INVALID_HANDLE);
  FAILS(optimeter_problem_evaluate((optimeter_problem*)&x, x, 2, y, 1), OPTIMETER_INVALID_HANDLE);
  FAILS(optimeter_problem_evaluate_batch(problem, 2, batch, 6, y, 3), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_problem_evaluate_batch(problem, SIZE_MAX, batch, 6, y, 3),
        OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_problem_evaluate_constraints(problem, x, 2, g, 0), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_problem_recommend(problem, x, 1), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_problem_feed(problem, 9, y, 1, NULL), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_observer_observe(NULL, problem), OPTIMETER_INVALID_HANDLE);
  REFUSES(isnan(optimeter_problem_indicator(problem)), OPTIMETER_INVALID_ARGUMENT);
  REFUSES(optimeter_archive_of(problem) == NULL, OPTIMETER_INVALID_ARGUMENT);
  REFUSES(optimeter_problem_new("bbob", 25, 2, 1) == NULL, OPTIMETER_INVALID_ARGUMENT);
  REFUSES(optimeter_problem_new("bbob", 1, 2, 0) == NULL, OPTIMETER_INVALID_ARGUMENT);
  REFUSES(optimeter_problem_id(NULL) == NULL, OPTIMETER_INVALID_HANDLE);
  CHECK(optimeter_problem_is_valid(problem) && !optimeter_problem_is_valid(NULL));
  optimeter_problem_free(problem);
  CHECK(!optimeter_problem_is_valid(problem));
  other = optimeter_problem_new("bbob", 1, 2, 1); /* may take its place, but not its handle */
  FAILS(optimeter_problem_evaluate(problem, x, 2, y, 1), OPTIMETER_INVALID_HANDLE);
  REFUSES((optimeter_problem_free(problem), 1), OPTIMETER_INVALID_HANDLE);
  optimeter_problem_free(other);
  optimeter_problem_free(NULL);

  problem = optimeter_problem_new("bbob-constrained", 3, 2, 1);
  CHECK(optimeter_problem_constraints(problem) == 9);
  CHECK(optimeter_problem_evaluate_constraints(problem, optimeter_problem_initial_solution(problem),
                                               2, g, 9) == OPTIMETER_OK);
  CHECK(g[0] <= 0.0 && optimeter_problem_evaluations_constraints(problem) == 1);
  optimeter_problem_free(problem);
}

/* Many handles, none of which is ever valid again. */
static void handles(void) {
  optimeter_random* old[300];
  int i;
  int round;
  for (round = 0; round < 20; ++round) {
    for (i = 0; i < 300; ++i) {
      if (round > 0) REFUSES(isnan(optimeter_random_uniform(old[i])), OPTIMETER_INVALID_HANDLE);
      old[i] = optimeter_random_new((uint32_t)i);
    }
    for (i = 0; i < 300; ++i) optimeter_random_free(old[i]);
  }
}

/* C34 */
static void random_numbers(void) {
  optimeter_random* r = optimeter_random_new(42);
  int i;
  double last = 0.0;
  CHECK(optimeter_random_uniform(r) == 0.91467030647086689);
  CHECK(fabs(optimeter_random_normal(r) + 0.10640390299404283) < 1e-16);
  optimeter_random_free(r);
  r = optimeter_random_new(0xdeadbeef);
  for (i = 0; i < 700; ++i) last = optimeter_random_uniform(r);
  CHECK(last == 0.67473613649484143);
  optimeter_random_free(r);
  REFUSES(isnan(optimeter_random_uniform(NULL)), OPTIMETER_INVALID_HANDLE);
}

static void several_objectives(void) {
  double x[2] = {1.0, 2.0};
  double y[2];
  double points[2];
  uint64_t number;
  int entered = 7;
  optimeter_problem* problem = optimeter_problem_new("bbob-biobj", 1, 2, 1);
  optimeter_archive* archive;
  CHECK(optimeter_problem_evaluate(problem, x, 2, y, 2) == OPTIMETER_OK);
  CHECK(fabs(y[0] - 442.39033472) < 1e-10 && fabs(y[1] + 150.10242816) < 1e-10); /* M15 */
  CHECK(fabs(optimeter_problem_nadir(problem)[0] - 426.2796608) < 1e-10);
  CHECK(isfinite(optimeter_problem_indicator(problem)));
  archive = optimeter_archive_of(problem);
  CHECK(optimeter_archive_size(archive) == 1);
  CHECK(optimeter_archive_points(archive, points, 2, &number, 1) == OPTIMETER_OK);
  CHECK(points[0] == y[0] && number == 1);
  CHECK(optimeter_archive_insert(archive, 2, y, 2, &entered) == OPTIMETER_OK && entered == 0);
  FAILS(optimeter_archive_insert(archive, 2, y, 1, NULL), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_archive_points(archive, points, 1, NULL, 0), OPTIMETER_INVALID_ARGUMENT);
  optimeter_archive_free(archive);
  REFUSES(optimeter_archive_size(archive) == 0, OPTIMETER_INVALID_HANDLE);
  optimeter_problem_free(problem);
}

/* A path of three vertices, of which the middle one has both of the others as neighbours. */
static void graphs(void) {
  const int64_t ends[] = {0, 1, 1, 2};
  const double weights[] = {0.5, 1.5};
  const double costs[] = {1.0, 1.0, 4.0};
  const double middle[] = {0.0, 1.0, 0.0};
  const double last[] = {0.0, 1.0, 1.0};
  const int64_t wrong[] = {0, 1, 1, 3};
  double y;
  optimeter_graph graph;
  optimeter_problem* problem;
  memset(&graph, 0, sizeof graph);
  REFUSES(optimeter_problem_on_graph("max-cut", 2000, &graph) == NULL, OPTIMETER_INVALID_ARGUMENT);
  graph.size = sizeof graph;
  REFUSES(optimeter_problem_on_graph("max-cut", 2000, &graph) == NULL, OPTIMETER_INVALID_ARGUMENT);
  graph.vertices = 3;
  graph.edges = 2;
  REFUSES(optimeter_problem_on_graph("max-cut", 2000, &graph) == NULL, OPTIMETER_INVALID_ARGUMENT);
  graph.ends = wrong;
  REFUSES(optimeter_problem_on_graph("max-cut", 2000, &graph) == NULL, OPTIMETER_INVALID_ARGUMENT);
  graph.ends = ends;
  graph.edge_weights = weights;
  REFUSES(optimeter_problem_on_graph("matching", 2000, &graph) == NULL, OPTIMETER_INVALID_ARGUMENT);
  REFUSES(optimeter_problem_on_graph("max-cut", 0, &graph) == NULL, OPTIMETER_INVALID_ARGUMENT);
  REFUSES(optimeter_problem_on_graph("max-cut", 2000, NULL) == NULL, OPTIMETER_INVALID_ARGUMENT);
  problem = optimeter_problem_on_graph("max-cut", 2000, &graph);
  CHECK(strcmp(optimeter_problem_id(problem), "MaxCut2000_i1_d3") == 0);
  CHECK(strcmp(optimeter_problem_suite(problem), "max-cut") == 0);
  CHECK(optimeter_problem_integer_variables(problem) == 3);
  CHECK(optimeter_problem_evaluate(problem, middle, 3, &y, 1) == OPTIMETER_OK && y == 2.0);
  optimeter_problem_free(problem);
  graph.costs = costs;
  graph.limited = 1;
  graph.limit = 3.0;
  problem = optimeter_problem_on_graph("max-coverage", 2100, &graph);
  CHECK(optimeter_problem_evaluate(problem, middle, 3, &y, 1) == OPTIMETER_OK && y == 3.0);
  CHECK(optimeter_problem_evaluate(problem, last, 3, &y, 1) == OPTIMETER_OK && y == -2.0);
  optimeter_problem_free(problem);
}

static void observers(void) {
  const int64_t triggers[] = {1, 3};
  const double each[] = {10.0};
  double x[2] = {1.0, 2.0};
  double y;
  char path[500];
  FILE* file;
  optimeter_options* options = optimeter_options_new("coco");
  optimeter_options* ioh = optimeter_options_new("ioh");
  optimeter_observer* observer;
  optimeter_observer* second;
  optimeter_observer* several;
  optimeter_problem* problem = optimeter_problem_new("bbob", 1, 2, 1);
  CHECK(optimeter_options_set_text(options, "algorithm", "mine") == OPTIMETER_OK);
  CHECK(optimeter_options_set_integer(options, "number_target_triggers", 5) == OPTIMETER_OK);
  CHECK(optimeter_options_set_real(options, "log_target_precision", 1e-3) == OPTIMETER_OK);
  CHECK(optimeter_options_set_integers(options, "base_evaluation_triggers", triggers, 2) ==
        OPTIMETER_OK);
  CHECK(optimeter_options_set_integer(options, "log_discrete_as_int", 1) == OPTIMETER_OK);
  CHECK(optimeter_options_set_text(options, "log_nondominated", "final") == OPTIMETER_OK);
  FAILS(optimeter_options_set_text(options, "algoritm", "x"), OPTIMETER_INVALID_ARGUMENT);
  CHECK(strstr(optimeter_last_message(),
               "unknown option 'algoritm'; did you mean 'algorithm'? Accepted: algorithm, info") !=
        NULL);
  FAILS(optimeter_options_set_text(options, "log_nondominated", "x"), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_options_set_text(options, "precision_x", "x"), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_options_set_integer(options, "precision_x", 33), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_options_set_real(options, "log_target_precision", -1.0),
        OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_options_set_text(options, NULL, "x"), OPTIMETER_INVALID_ARGUMENT);
  FAILS(optimeter_options_add_trigger(options, "each", each, 1), OPTIMETER_INVALID_ARGUMENT);
  CHECK(optimeter_options_add_trigger(ioh, "each", each, 1) == OPTIMETER_OK);
  CHECK(optimeter_options_add_text(ioh, "properties", "current_y") == OPTIMETER_OK);
  CHECK(optimeter_options_add_text(ioh, "experiment_attributes", "where=here") == OPTIMETER_OK);
  FAILS(optimeter_options_add_trigger(ioh, "sometimes", NULL, 0), OPTIMETER_INVALID_ARGUMENT);
  REFUSES(optimeter_options_new("json") == NULL, OPTIMETER_INVALID_ARGUMENT);
  CHECK(strcmp(optimeter_last_message(), "unknown format 'json'; accepted: coco, ioh") == 0);
  REFUSES(optimeter_observer_new(NULL, options) == NULL, OPTIMETER_INVALID_ARGUMENT);
  REFUSES(optimeter_observer_new("/proc/no/such", options) == NULL, OPTIMETER_FILE_ERROR);

  observer = optimeter_observer_new("exdata/c", options);
  second = optimeter_observer_new("exdata/c-ioh", ioh);
  optimeter_options_free(options);
  optimeter_options_free(ioh);
  CHECK(optimeter_observer_is_active(observer));
  CHECK(!optimeter_observer_needs_several_objectives(observer));
  several = optimeter_observer_of_strings("bbob-biobj", "result_folder: several", NULL, NULL);
  CHECK(optimeter_observer_needs_several_objectives(several));
  FAILS(optimeter_observer_observe(several, problem), OPTIMETER_INVALID_ARGUMENT);
  optimeter_observer_free(several);
  CHECK(optimeter_observer_observe(observer, problem) == OPTIMETER_OK);
  CHECK(optimeter_observer_observe_also(second, problem) == OPTIMETER_OK);
  CHECK(optimeter_problem_is_observed(problem));
  CHECK(optimeter_problem_evaluate(problem, x, 2, &y, 1) == OPTIMETER_OK);
  CHECK(optimeter_problem_restart(problem) == OPTIMETER_OK);
  CHECK(optimeter_problem_recommend(problem, x, 2) == OPTIMETER_OK);
  x[0] = 0.0;
  CHECK(optimeter_problem_evaluate(problem, x, 2, &y, 1) == OPTIMETER_OK);
  CHECK(optimeter_observer_release(observer, problem) == OPTIMETER_OK);
  CHECK(optimeter_problem_is_observed(problem)); /* by the other one */
  snprintf(path, sizeof path, "%s/data_f1/bbobexp_f1_DIM2.dat",
           optimeter_observer_folder(observer));
  file = fopen(path, "r");
  CHECK(file != NULL);
  if (file != NULL) fclose(file);
  CHECK(optimeter_problem_release(problem) == OPTIMETER_OK &&
        !optimeter_problem_is_observed(problem));
  CHECK(optimeter_observer_close(observer) == OPTIMETER_OK);
  FAILS(optimeter_observer_observe(observer, problem), OPTIMETER_INVALID_ARGUMENT);
  optimeter_observer_free(observer);
  FAILS(optimeter_observer_close(observer), OPTIMETER_INVALID_HANDLE);
  optimeter_observer_free(second);
  optimeter_problem_free(problem);
}

int main(void) {
  versions();
  suites();
  suites_of_ioh();
  problems();
  handles();
  random_numbers();
  several_objectives();
  graphs();
  observers();
  return FINISH();
}
