/* Random search on some problems of bbob, recorded in exdata/random-c.
 *
 *     cc random_search.c $(pkg-config --cflags --libs optimeter) -o random_search &&
 * ./random_search
 */
#include <optimeter.h>
#include <stdio.h>
#include <stdlib.h>

/* Says what went wrong and ends the program; the library never does. */
static void fail(void) {
  fprintf(stderr, "%s\n", optimeter_last_message());
  exit(1);
}

static void search(optimeter_problem* problem, optimeter_random* random) {
  const size_t dimension = optimeter_problem_dimension(problem);
  const double* lower = optimeter_problem_lower_bounds(problem);
  const double* upper = optimeter_problem_upper_bounds(problem);
  double* x = malloc(dimension * sizeof *x);
  double y;
  size_t i;
  while (x != NULL && optimeter_problem_evaluations(problem) < 100 * dimension) {
    for (i = 0; i < dimension; ++i) {
      x[i] = lower[i] + optimeter_random_uniform(random) * (upper[i] - lower[i]);
    }
    if (optimeter_problem_evaluate(problem, x, dimension, &y, 1) != OPTIMETER_OK) fail();
  }
  free(x);
}

int main(void) {
  const int64_t dimensions[] = {2, 5};
  const int64_t instances[] = {1, 2, 3};
  optimeter_selection selection = {0};
  optimeter_suite* suite;
  optimeter_options* options = optimeter_options_new("coco");
  optimeter_observer* observer;
  optimeter_random* random = optimeter_random_new(1);
  size_t i;
  size_t size;

  selection.size = sizeof selection;
  selection.dimensions = dimensions;
  selection.number_of_dimensions = 2;
  selection.instances = instances;
  selection.number_of_instances = 3;
  suite = optimeter_suite_new("bbob", &selection);
  optimeter_options_set_text(options, "algorithm", "random search");
  observer = optimeter_observer_new("exdata/random-c", options);
  if (suite == NULL || observer == NULL) fail();

  size = optimeter_suite_size(suite);
  for (i = 0; i < size; ++i) {
    optimeter_problem* problem = optimeter_suite_problem(suite, i);
    if (problem == NULL || optimeter_observer_observe(observer, problem) != OPTIMETER_OK) fail();
    search(problem, random);
    optimeter_problem_free(problem);
  }
  printf("%lu problems recorded in %s\n", (unsigned long)size, optimeter_observer_folder(observer));
  optimeter_random_free(random);
  optimeter_options_free(options);
  optimeter_observer_free(observer);
  optimeter_suite_free(suite);
  return 0;
}
