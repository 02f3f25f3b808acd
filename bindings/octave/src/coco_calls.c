/* The functions of COCO, each a call of coco.h. Where COCO would end the session, they raise. */
#include <stdio.h>
#include <string.h>

#include "coco.h"
#include "values.h"

#define SUITE(value) ((coco_suite_t*)handle_of(value))
#define OBSERVER(value) ((coco_observer_t*)handle_of(value))
#define PROBLEM(value) ((coco_problem_t*)handle_of(value))

/* ---- errors of coco.h, which are raised when the call is over ---- */

static char failure[2048];
static int handle_failure = 0;

static void note(const char* message, int invalid_handle) {
  if (failure[0] != '\0') return; /* the first tells why */
  snprintf(failure, sizeof failure, "%s", message);
  handle_failure = invalid_handle;
}

static void begin(void) {
  failure[0] = '\0';
  coco_set_error_handler(note);
}

static void end(void) {
  if (failure[0] != '\0') {
    fail("coco", handle_failure ? "invalidHandle" : "error", "%s", failure);
  }
}

/* ---- giving back ---- */

static void free_suite(uintptr_t handle) { coco_suite_free((coco_suite_t*)handle); }
static void free_observer(uintptr_t handle) { coco_observer_free((coco_observer_t*)handle); }
static void free_problem(uintptr_t handle) { coco_problem_free((coco_problem_t*)handle); }

static coco_problem_t* live_problem(const mxArray* value) {
  coco_problem_t* const problem = PROBLEM(value);
  if (!coco_problem_is_valid(problem)) {
    fail("coco", "invalidProblem", "this is not, or no longer, a problem");
  }
  return problem;
}

/* ---- suites ---- */

/* A string that means the default where it is something else. */
static const char* optional_text(const char* name, const mxArray* value) {
  const char* const text = text_of(value);
  if (text == NULL && mxGetNumberOfElements(value) > 0) {
    mexWarnMsgIdAndTxt("coco:notString", "%s: an option that is no string is left out", name);
  }
  return text == NULL ? "" : text;
}

static void suite(const call_arguments* a) {
  const char* const wanted = text_argument(a->where, a->in[0], "the name of a suite");
  coco_suite_t* made = NULL;
  begin();
  made = coco_suite(wanted, optional_text(a->where, a->in[1]), optional_text(a->where, a->in[2]));
  end();
  keep(free_suite, (uintptr_t)made);
  a->out[0] = handle_value(made);
}

static void suite_free(const call_arguments* a) {
  begin();
  let_go(free_suite, handle_of(a->in[0]));
  coco_suite_free(SUITE(a->in[0]));
  end();
}

static void next_problem(const call_arguments* a) {
  coco_suite_t* const from = SUITE(a->in[0]);
  coco_problem_t* next = NULL;
  begin();
  if (from != NULL) next = coco_suite_get_next_problem(from, OBSERVER(a->in[1]));
  end();
  a->out[0] = handle_value(next); /* it belongs to the suite */
}

static void problem_at(const call_arguments* a) {
  const int64_t position = whole_argument(a->where, "index", a->in[1], 0);
  coco_problem_t* found = NULL;
  begin();
  if ((uint64_t)position < coco_suite_get_number_of_problems(SUITE(a->in[0]))) {
    found = coco_suite_get_problem(SUITE(a->in[0]), (size_t)position);
  }
  end();
  keep(free_problem, (uintptr_t)found);
  a->out[0] = handle_value(found);
}

/* ---- observers ---- */

static void observer(const call_arguments* a) {
  const int none = mxGetNumberOfElements(a->in[0]) == 0 && !mxIsChar(a->in[0]);
  const char* const wanted =
      none ? "no_observer" : text_argument(a->where, a->in[0], "the name of an observer");
  coco_observer_t* made = NULL;
  begin();
  made = coco_observer(wanted, optional_text(a->where, a->in[1]));
  end();
  keep(free_observer, (uintptr_t)made);
  a->out[0] = handle_value(made);
}

static void observer_free(const call_arguments* a) {
  begin();
  let_go(free_observer, handle_of(a->in[0]));
  coco_observer_free(OBSERVER(a->in[0]));
  end();
}

static void signal_restart(const call_arguments* a) {
  coco_problem_t* const problem = live_problem(a->in[1]);
  begin();
  coco_observer_signal_restart(OBSERVER(a->in[0]), problem);
  end();
}

/* The new handle owns the old one; of a suite's own problem nothing was kept. */
static void rewrap(coco_problem_t* before, coco_problem_t* after) {
  if (after == NULL || after == before) return;
  let_go(free_problem, (uintptr_t)before);
  keep(free_problem, (uintptr_t)after);
}

static void add_observer(const call_arguments* a) {
  coco_problem_t* const before = PROBLEM(a->in[0]);
  coco_problem_t* after = NULL;
  if (before != NULL) {
    live_problem(a->in[0]);
    begin();
    after = coco_problem_add_observer(before, OBSERVER(a->in[1]));
    end();
    rewrap(before, after);
  }
  a->out[0] = handle_value(after);
}

static void remove_observer(const call_arguments* a) {
  coco_problem_t* const before = live_problem(a->in[0]);
  coco_problem_t* after = NULL;
  begin();
  after = coco_problem_remove_observer(before, OBSERVER(a->in[1]));
  end();
  rewrap(before, after);
  a->out[0] = handle_value(after);
}

/* ---- problems ---- */

static void problem_free(const call_arguments* a) {
  coco_problem_t* const problem = live_problem(a->in[0]);
  begin();
  let_go(free_problem, (uintptr_t)problem);
  coco_problem_free(problem);
  end();
}

static void is_valid(const call_arguments* a) {
  a->out[0] = logical_value(coco_problem_is_valid(PROBLEM(a->in[0])));
}

/* The point of an evaluation: a row or a column with as many entries as there are variables. */
static const double* point_of(const char* name, coco_problem_t* problem, const mxArray* x) {
  if (!is_double(x)) fail(name, "notDoubleArray", "Input x must be an array of real doubles.");
  if (mxGetNumberOfElements(x) != coco_problem_get_dimension(problem) ||
      (mxGetNumberOfDimensions(x) == 2 && mxGetM(x) != 1 && mxGetN(x) != 1)) {
    fail(name, "wrongDimension", "Input x does not comply with problem dimension.");
  }
  return mxGetPr(full_of(x));
}

static void evaluate_function(const call_arguments* a) {
  coco_problem_t* const problem = live_problem(a->in[0]);
  const double* const x = point_of(a->where, problem, a->in[1]);
  a->out[0] = mxCreateDoubleMatrix(1, coco_problem_get_number_of_objectives(problem), mxREAL);
  begin();
  coco_evaluate_function(problem, x, mxGetPr(a->out[0]));
  end();
}

static void evaluate_constraint(const call_arguments* a) {
  coco_problem_t* const problem = live_problem(a->in[0]);
  const size_t constraints = coco_problem_get_number_of_constraints(problem);
  const double* const x = point_of(a->where, problem, a->in[1]);
  if (constraints == 0) {
    fail("coco", "noConstraints", "problem %s has no constraints", coco_problem_get_id(problem));
  }
  a->out[0] = mxCreateDoubleMatrix(1, constraints, mxREAL);
  begin();
  coco_evaluate_constraint(problem, x, mxGetPr(a->out[0]));
  end();
}

static void recommend(const call_arguments* a) {
  coco_problem_t* const problem = live_problem(a->in[0]);
  const double* const x = point_of(a->where, problem, a->in[1]);
  begin();
  coco_recommend_solution(problem, x);
  end();
}

/* Counts are int32, which programs combine with each other and with doubles. */
#define COUNT(function, getter)                                        \
  static void function(const call_arguments* a) {                      \
    a->out[0] = int32_value((uint64_t)getter(live_problem(a->in[0]))); \
  }
COUNT(dimension, coco_problem_get_dimension)
COUNT(objectives, coco_problem_get_number_of_objectives)
COUNT(constraints, coco_problem_get_number_of_constraints)
COUNT(integer_variables, coco_problem_get_number_of_integer_variables)
COUNT(evaluations, coco_problem_get_evaluations)
COUNT(evaluations_constraints, coco_problem_get_evaluations_constraints)
COUNT(final_target_hit, coco_problem_final_target_hit)

#define TEXT(function, getter)                              \
  static void function(const call_arguments* a) {           \
    a->out[0] = text_value(getter(live_problem(a->in[0]))); \
  }
TEXT(problem_id, coco_problem_get_id)
TEXT(problem_name, coco_problem_get_name)

#define BOUNDS(function, getter)                                                 \
  static void function(const call_arguments* a) {                                \
    coco_problem_t* const problem = live_problem(a->in[0]);                      \
    a->out[0] = row_value(getter(problem), coco_problem_get_dimension(problem)); \
  }
BOUNDS(smallest_values, coco_problem_get_smallest_values_of_interest)
BOUNDS(largest_values, coco_problem_get_largest_values_of_interest)

static void largest_fvalues(const call_arguments* a) {
  coco_problem_t* const problem = live_problem(a->in[0]);
  const size_t m = coco_problem_get_number_of_objectives(problem);
  const double* const nadir = m > 1 ? coco_problem_get_largest_fvalues_of_interest(problem) : NULL;
  if (nadir == NULL) {
    fail("coco", "oneObjective", "problem %s has no largest values of interest",
         coco_problem_get_id(problem));
  }
  a->out[0] = row_value(nadir, m);
}

static void initial_solution(const call_arguments* a) {
  coco_problem_t* const problem = live_problem(a->in[0]);
  a->out[0] = mxCreateDoubleMatrix(1, coco_problem_get_dimension(problem), mxREAL);
  coco_problem_get_initial_solution(problem, mxGetPr(a->out[0]));
}

static void best_value(const call_arguments* a) {
  a->out[0] = double_value(coco_problem_get_best_value(live_problem(a->in[0])));
}

static void set_log_level(const call_arguments* a) {
  const int none = mxGetNumberOfElements(a->in[0]) == 0 && !mxIsChar(a->in[0]);
  a->out[0] = text_value(
      coco_set_log_level(none ? "" : text_argument(a->where, a->in[0], "the level of messages")));
}

const call coco_calls[] = {
    {"cocoEvaluateFunction", 2, 2, evaluate_function},
    {"cocoEvaluateConstraint", 2, 2, evaluate_constraint},
    {"cocoObserver", 2, 2, observer},
    {"cocoObserverFree", 1, 1, observer_free},
    {"cocoObserverSignalRestart", 2, 2, signal_restart},
    {"cocoProblemAddObserver", 2, 2, add_observer},
    {"cocoProblemFinalTargetHit", 1, 1, final_target_hit},
    {"cocoProblemFree", 1, 1, problem_free},
    {"cocoProblemGetBestValue", 1, 1, best_value},
    {"cocoProblemGetDimension", 1, 1, dimension},
    {"cocoProblemGetEvaluations", 1, 1, evaluations},
    {"cocoProblemGetEvaluationsConstraints", 1, 1, evaluations_constraints},
    {"cocoProblemGetId", 1, 1, problem_id},
    {"cocoProblemGetInitialSolution", 1, 1, initial_solution},
    {"cocoProblemGetLargestFValuesOfInterest", 1, 1, largest_fvalues},
    {"cocoProblemGetLargestValuesOfInterest", 1, 1, largest_values},
    {"cocoProblemGetName", 1, 1, problem_name},
    {"cocoProblemGetNumberOfConstraints", 1, 1, constraints},
    {"cocoProblemGetNumberOfIntegerVariables", 1, 1, integer_variables},
    {"cocoProblemGetNumberOfObjectives", 1, 1, objectives},
    {"cocoProblemGetSmallestValuesOfInterest", 1, 1, smallest_values},
    {"cocoProblemIsValid", 1, 1, is_valid},
    {"cocoProblemRemoveObserver", 2, 2, remove_observer},
    {"cocoRecommendSolution", 2, 2, recommend},
    {"cocoSetLogLevel", 1, 1, set_log_level},
    {"cocoSuite", 3, 3, suite},
    {"cocoSuiteFree", 1, 1, suite_free},
    {"cocoSuiteGetNextProblem", 2, 2, next_problem},
    {"cocoSuiteGetProblem", 2, 2, problem_at},
    {NULL, 0, 0, NULL},
};
