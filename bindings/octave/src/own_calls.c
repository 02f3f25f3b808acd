/* The calls behind optimeter_*.m, over optimeter.h. */
#include <string.h>

#include "optimeter.h"
#include "values.h"

#define SUITE(value) ((optimeter_suite*)handle_of(value))
#define OBSERVER(value) ((optimeter_observer*)handle_of(value))
#define PROBLEM(value) ((optimeter_problem*)handle_of(value))

/* ---- errors ---- */

static const char* status_word(optimeter_status status) {
  switch (status) {
    case OPTIMETER_INVALID_HANDLE:
      return "invalidHandle";
    case OPTIMETER_STOPPED:
      return "stopped";
    case OPTIMETER_FILE_ERROR:
      return "fileError";
    case OPTIMETER_OUT_OF_MEMORY:
      return "outOfMemory";
    case OPTIMETER_FAILURE:
      return "failure";
    default:
      return "invalidArgument";
  }
}

/* Raises what went wrong last. */
static void fail_last(void) {
  fail("optimeter", status_word(optimeter_last_status()), "%s", optimeter_last_message());
}

static void check(optimeter_status status) {
  if (status != OPTIMETER_OK) fail_last();
}

static optimeter_problem* live_problem(const mxArray* value) {
  optimeter_problem* const problem = PROBLEM(value);
  if (!optimeter_problem_is_valid(problem)) {
    fail("optimeter", "invalidHandle", "this is not, or no longer, a problem");
  }
  return problem;
}

static void free_observer(uintptr_t handle) {
  optimeter_observer_free((optimeter_observer*)handle);
}

/* ---- suites ---- */

static void version(const call_arguments* a) { a->out[0] = text_value(optimeter_version()); }

static void suites(const call_arguments* a) {
  const size_t size = optimeter_number_of_suites();
  size_t i = 0;
  a->out[0] = mxCreateCellMatrix(1, size);
  for (i = 0; i < size; ++i) mxSetCell(a->out[0], i, text_value(optimeter_suite_name_at(i)));
}

/* The numbers of a selection; freed when the call is over. */
static const int64_t* numbers_of(const char* name, const char* what, const mxArray* value,
                                 size_t* size) {
  const mxArray* const full = full_of(value);
  int64_t* numbers = NULL;
  size_t i = 0;
  *size = mxGetNumberOfElements(full);
  if (!is_double(full) || *size == 0) {
    fail(name, what, "%s must be whole numbers, at least one; got %s", what, class_of(value));
  }
  numbers = (int64_t*)mxMalloc(*size * sizeof(int64_t));
  for (i = 0; i < *size; ++i) {
    const double number = mxGetPr(full)[i];
    if (!(number > -9007199254740992.0 && number < 9007199254740992.0) ||
        number != (double)(int64_t)number) {
      fail(name, what, "%s must be whole numbers; got %g", what, number);
    }
    numbers[i] = (int64_t)number;
  }
  return numbers;
}

/* Options come in pairs of a name and a value. */
static const char* option_name(const call_arguments* a, int at) {
  const char* const option = text_argument(a->where, a->in[at], "the name of an option");
  if (at + 1 == a->given) fail(a->where, "options", "option '%s' has no value", option);
  return option;
}

static void new_suite(const call_arguments* a) {
  const char* const wanted = text_argument(a->where, a->in[0], "the name of a suite");
  optimeter_selection selection;
  optimeter_suite* made = NULL;
  int i = 1;
  memset(&selection, 0, sizeof selection);
  selection.size = sizeof selection;
  for (; i < a->given; i += 2) {
    const char* const option = option_name(a, i);
    const mxArray* const value = a->in[i + 1];
    if (strcmp(option, "functions") == 0) {
      selection.functions = numbers_of(a->where, option, value, &selection.number_of_functions);
    } else if (strcmp(option, "dimensions") == 0) {
      selection.dimensions = numbers_of(a->where, option, value, &selection.number_of_dimensions);
    } else if (strcmp(option, "instances") == 0) {
      selection.instances = numbers_of(a->where, option, value, &selection.number_of_instances);
    } else if (strcmp(option, "year") == 0) {
      selection.year = whole_argument(a->where, option, value, 1);
    } else if (strcmp(option, "noise") == 0) {
      const char* const noise = text_argument(a->where, value, "noise");
      selection.coco_noise = strcmp(noise, "coco") == 0;
      if (!selection.coco_noise && strcmp(noise, "independent") != 0) {
        fail(a->where, option, "noise must be 'independent' or 'coco'; got '%s'", noise);
      }
    } else {
      fail(a->where, "options",
           "unknown option '%s'; accepted: functions, dimensions, instances, year, noise", option);
    }
  }
  made = optimeter_suite_new(wanted, &selection);
  if (made == NULL) fail_last();
  a->out[0] = handle_value(made);
}

static size_t size_of(optimeter_suite* suite) {
  size_t size = 0;
  optimeter_clear_error();
  size = optimeter_suite_size(suite);
  if (optimeter_last_status() != OPTIMETER_OK) fail_last();
  return size;
}

static void number_of_problems(const call_arguments* a) {
  a->out[0] = double_value((double)size_of(SUITE(a->in[0])));
}

/* problem(suite, position), problem(suite, function, dimension, instance), and the latter with the
 * name of a suite. Positions count from 1, as everywhere in this language. */
static void new_problem(const call_arguments* a) {
  const char* const suite = text_of(a->in[0]);
  optimeter_problem* made = NULL;
  if (a->given == 3 || (a->given == 2 && suite != NULL)) {
    fail(a->where, "nrhs",
         "optimeter_problem takes a suite with a position, or a suite or its name with function, "
         "dimension and instance");
  }
  if (a->given == 2) {
    const int64_t position = whole_argument(a->where, "position", a->in[1], 1);
    const size_t size = size_of(SUITE(a->in[0]));
    if ((uint64_t)position > size) {
      fail(a->where, "invalidArgument",
           "the problems of this suite have the positions 1 to %zu; got %lld", size,
           (long long)position);
    }
    made = optimeter_suite_problem(SUITE(a->in[0]), (size_t)position - 1);
  } else {
    const int64_t function = whole_argument(a->where, "function", a->in[1], 0);
    const int64_t dimension = whole_argument(a->where, "dimension", a->in[2], 0);
    const int64_t instance = whole_argument(a->where, "instance", a->in[3], 0);
    if (suite != NULL) {
      made = optimeter_problem_new(suite, function, dimension, instance);
    } else {
      const size_t size = size_of(SUITE(a->in[0]));
      const size_t found = optimeter_suite_find(SUITE(a->in[0]), function, dimension, instance);
      if (found < size) made = optimeter_suite_problem(SUITE(a->in[0]), found);
    }
  }
  if (made == NULL) fail_last();
  a->out[0] = handle_value(made);
}

/* ---- evaluation ---- */

typedef optimeter_status evaluate_one(optimeter_problem*, const double*, size_t, double*, size_t);
typedef optimeter_status evaluate_all(optimeter_problem*, size_t, const double*, size_t, double*,
                                      size_t);

/* The points, one in a row: changed from columns one behind the other to rows, or back. */
static void transpose(const double* from, size_t rows, size_t columns, double* to) {
  size_t i = 0;
  for (; i < rows; ++i) {
    size_t j = 0;
    for (; j < columns; ++j) to[i * columns + j] = from[j * rows + i];
  }
}

/* One point, a row or a column, gives a row of values; n points, (n, d), give n rows. */
static mxArray* values_of(const char* name, optimeter_problem* problem, const mxArray* x,
                          size_t outputs, evaluate_one* one, evaluate_all* several) {
  const size_t d = optimeter_problem_dimension(problem);
  mxArray* values = NULL;
  size_t points = 0;
  double* rows = NULL;
  double* results = NULL;
  if (!is_double(x)) {
    fail(name, "x", "x must be an array of real doubles; got %s", class_of(x));
  }
  x = full_of(x);
  points = mxGetM(x); /* each of these calls takes time: no more than are needed */
  if ((points == 1 || points == d) && mxGetNumberOfElements(x) == d) {
    if (outputs == 1) { /* a scalar is made faster than a matrix */
      double y = 0.0;
      check(one(problem, mxGetPr(x), d, &y, 1));
      return double_value(y);
    }
    values = mxCreateDoubleMatrix(1, outputs, mxREAL);
    check(one(problem, mxGetPr(x), d, mxGetPr(values), outputs));
    return values;
  }
  if (mxGetNumberOfDimensions(x) != 2 || mxGetN(x) != d) {
    fail(name, "x", "x must have %lu columns, the variables of %s; got %lu x %lu", (unsigned long)d,
         optimeter_problem_id(problem), (unsigned long)mxGetM(x), (unsigned long)mxGetN(x));
  }
  values = mxCreateDoubleMatrix(points, outputs, mxREAL);
  if (points == 0) return values;
  rows = (double*)mxMalloc(points * d * sizeof(double));
  results = (double*)mxMalloc((points * outputs + 1) * sizeof(double));
  transpose(mxGetPr(x), points, d, rows);
  check(several(problem, points, rows, points * d, results, points * outputs));
  transpose(results, outputs, points, mxGetPr(values));
  mxFree(results);
  mxFree(rows);
  return values;
}

static void evaluate(const call_arguments* a) {
  optimeter_problem* const problem = PROBLEM(a->in[0]);
  const size_t objectives = optimeter_problem_objectives(problem);
  if (objectives == 0) live_problem(a->in[0]); /* which tells why */
  a->out[0] = values_of(a->where, problem, a->in[1], objectives, optimeter_problem_evaluate,
                        optimeter_problem_evaluate_batch);
}

static void constraints(const call_arguments* a) {
  optimeter_problem* const problem = live_problem(a->in[0]);
  a->out[0] = values_of(a->where, problem, a->in[1], optimeter_problem_constraints(problem),
                        optimeter_problem_evaluate_constraints,
                        optimeter_problem_evaluate_constraints_batch);
}

static void recommend(const call_arguments* a) {
  optimeter_problem* const problem = live_problem(a->in[0]);
  if (!is_double(a->in[1])) {
    fail(a->where, "x", "x must be an array of real doubles; got %s", class_of(a->in[1]));
  }
  check(optimeter_problem_recommend(problem, mxGetPr(full_of(a->in[1])),
                                    mxGetNumberOfElements(a->in[1])));
}

static void restart(const call_arguments* a) {
  check(optimeter_problem_restart(live_problem(a->in[0])));
}

static void limit(const call_arguments* a) {
  optimeter_problem* const problem = live_problem(a->in[0]);
  const int at_target = a->given > 2 && whole_argument(a->where, "at_target", a->in[2], 0) != 0;
  check(optimeter_problem_limit(
      problem, (uint64_t)whole_argument(a->where, "evaluations", a->in[1], 0), at_target));
}

static void reseed(const call_arguments* a) {
  optimeter_problem* const problem = live_problem(a->in[0]);
  check(optimeter_problem_reseed(problem, (uint64_t)whole_argument(a->where, "seed", a->in[1], 0)));
}

/* ---- what there is to know ---- */

/* Adds a field to a struct of one element. */
static void add(mxArray* all, const char* name, mxArray* value) {
  mxSetFieldByNumber(all, 0, mxAddField(all, name), value);
}

static void info(const call_arguments* a) {
  const optimeter_problem* const p = live_problem(a->in[0]);
  const size_t d = optimeter_problem_dimension(p);
  mxArray* const all = mxCreateStructMatrix(1, 1, 0, NULL);
  add(all, "id", text_value(optimeter_problem_id(p)));
  add(all, "name", text_value(optimeter_problem_name(p)));
  add(all, "suite", text_value(optimeter_problem_suite(p)));
  add(all, "group", text_value(optimeter_problem_group(p)));
  add(all, "function", double_value((double)optimeter_problem_function(p)));
  add(all, "dimension", double_value((double)d));
  add(all, "instance", double_value((double)optimeter_problem_instance(p)));
  add(all, "objectives", double_value((double)optimeter_problem_objectives(p)));
  add(all, "constraints", double_value((double)optimeter_problem_constraints(p)));
  add(all, "integer_variables", double_value((double)optimeter_problem_integer_variables(p)));
  add(all, "lower_bounds", row_value(optimeter_problem_lower_bounds(p), d));
  add(all, "upper_bounds", row_value(optimeter_problem_upper_bounds(p), d));
  add(all, "initial_solution", row_value(optimeter_problem_initial_solution(p), d));
  a->out[0] = all;
}

static void state(const call_arguments* a) {
  const optimeter_problem* const p = live_problem(a->in[0]);
  const int several = optimeter_problem_objectives(p) > 1;
  mxArray* const all = mxCreateStructMatrix(1, 1, 0, NULL);
  add(all, "evaluations", double_value((double)optimeter_problem_evaluations(p)));
  add(all, "constraint_evaluations",
      double_value((double)optimeter_problem_evaluations_constraints(p)));
  add(all, "best_value", double_value(optimeter_problem_best_value(p)));
  add(all, "target_hit", logical_value(optimeter_problem_target_hit(p)));
  add(all, "indicator", double_value(several ? optimeter_problem_indicator(p) : mxGetNaN()));
  add(all, "observed", logical_value(optimeter_problem_is_observed(p)));
  a->out[0] = all;
}

static void reveal(const call_arguments* a) {
  optimeter_problem* const problem = live_problem(a->in[0]);
  const size_t d = optimeter_problem_dimension(problem);
  mxArray* const x = mxCreateDoubleMatrix(1, d, mxREAL);
  check(optimeter_problem_reveal(problem, mxGetPr(x), d, 0));
  a->out[0] = double_value(optimeter_problem_optimal_value(problem));
  if (a->wanted > 1) a->out[1] = x;
}

/* ---- observers ---- */

static void set_trigger(const char* name, optimeter_options* options, const mxArray* value) {
  const char* trigger = NULL;
  double* values = NULL;
  size_t size = 0;
  size_t i = 1;
  if (!mxIsCell(value)) {
    check(optimeter_options_add_trigger(options, text_argument(name, value, "a trigger"), NULL, 0));
    return;
  }
  if (mxGetNumberOfElements(value) == 0 || mxGetCell(value, 0) == NULL) {
    fail(name, "trigger", "a trigger must be its name, or a cell of its name and its numbers");
  }
  trigger = text_argument(name, mxGetCell(value, 0), "a trigger");
  size = mxGetNumberOfElements(value) - 1;
  values = (double*)mxMalloc((size + 1) * sizeof(double));
  for (; i <= size; ++i) {
    const mxArray* const one = mxGetCell(value, i);
    if (one == NULL || !is_double(one) || mxGetNumberOfElements(one) != 1) {
      fail(name, "trigger", "the numbers of trigger '%s' must be doubles", trigger);
    }
    values[i - 1] = mxGetScalar(one);
  }
  check(optimeter_options_add_trigger(options, trigger, values, size));
}

/* Whole numbers are for options of every kind of number. */
static void set_number(optimeter_options* options, const char* option, double number) {
  const int whole = number > -1e15 && number < 1e15 && number == (double)(int64_t)number;
  if (whole) {
    check(optimeter_options_set_integer(options, option, (int64_t)number));
  } else {
    check(optimeter_options_set_real(options, option, number));
  }
}

static void set_option(const char* name, optimeter_options* options, const char* option,
                       const mxArray* value) {
  const char* const text = text_of(value);
  if (strcmp(option, "trigger") == 0) {
    set_trigger(name, options, value);
  } else if (text != NULL) {
    check(optimeter_options_set_text(options, option, text));
  } else if (mxIsCell(value)) {
    size_t i = 0;
    for (; i < mxGetNumberOfElements(value); ++i) {
      check(optimeter_options_add_text(options, option,
                                       text_argument(name, mxGetCell(value, i), option)));
    }
  } else if (mxIsLogical(value) && mxGetNumberOfElements(value) == 1) {
    check(optimeter_options_set_integer(options, option, mxIsLogicalScalarTrue(value) ? 1 : 0));
  } else if (mxIsNumeric(value) && mxGetNumberOfElements(value) == 1) {
    set_number(options, option, mxGetScalar(value));
  } else {
    size_t size = 0;
    const int64_t* const numbers = numbers_of(name, option, value, &size);
    check(optimeter_options_set_integers(options, option, numbers, size));
  }
}

static void new_observer(const call_arguments* a) {
  const char* const folder = text_argument(a->where, a->in[0], "the folder");
  const char* format = "coco";
  static optimeter_options* options = NULL; /* left behind by a call that failed */
  optimeter_observer* made = NULL;
  int i = 1;
  optimeter_options_free(options);
  options = NULL;
  for (; i < a->given; i += 2) {
    if (strcmp(option_name(a, i), "format") == 0) {
      format = text_argument(a->where, a->in[i + 1], "format");
    }
  }
  options = optimeter_options_new(format);
  if (options == NULL) fail_last();
  for (i = 1; i < a->given; i += 2) {
    const char* const option = option_name(a, i);
    if (strcmp(option, "format") != 0) set_option(a->where, options, option, a->in[i + 1]);
  }
  made = optimeter_observer_new(folder, options);
  if (made == NULL) fail_last();
  keep(free_observer, (uintptr_t)made);
  a->out[0] = handle_value(made);
}

static void observe(const call_arguments* a) {
  check(optimeter_observer_observe(OBSERVER(a->in[0]), live_problem(a->in[1])));
}

static void folder(const call_arguments* a) {
  const char* found = NULL;
  optimeter_clear_error();
  found = optimeter_observer_folder(OBSERVER(a->in[0]));
  if (optimeter_last_status() != OPTIMETER_OK) fail_last();
  a->out[0] = text_value(found);
}

static void close_observer(const call_arguments* a) {
  let_go(free_observer, handle_of(a->in[0]));
  check(optimeter_observer_close(OBSERVER(a->in[0])));
  optimeter_observer_free(OBSERVER(a->in[0]));
}

/* Gives back a problem, a suite or an observer; 0 and [] are nothing to give back. */
static void give_back(const call_arguments* a) {
  const uintptr_t handle = handle_of(a->in[0]);
  if (handle == 0 && (mxIsNumeric(a->in[0]) || mxIsLogical(a->in[0]))) return;
  if (optimeter_problem_is_valid((optimeter_problem*)handle)) {
    optimeter_problem_free((optimeter_problem*)handle);
    return;
  }
  optimeter_clear_error();
  optimeter_suite_free((optimeter_suite*)handle);
  if (optimeter_last_status() == OPTIMETER_OK) return;
  optimeter_clear_error();
  let_go(free_observer, handle);
  optimeter_observer_free((optimeter_observer*)handle);
  if (optimeter_last_status() != OPTIMETER_OK) {
    fail("optimeter", "invalidHandle", "this is not, or no longer, a problem, suite or observer");
  }
}

enum { kAny = 64 };

const call own_calls[] = {
    {"evaluate", 2, 2, evaluate}, /* the first: see optimeter_call.c */
    {"constraints", 2, 2, constraints},
    {"state", 1, 1, state},
    {"info", 1, 1, info},
    {"problem", 2, 4, new_problem},
    {"size", 1, 1, number_of_problems},
    {"suite", 1, kAny, new_suite},
    {"suites", 0, 0, suites},
    {"recommend", 2, 2, recommend},
    {"restart", 1, 1, restart},
    {"limit", 2, 3, limit},
    {"reseed", 2, 2, reseed},
    {"reveal", 1, 1, reveal},
    {"observer", 1, kAny, new_observer},
    {"observe", 2, 2, observe},
    {"folder", 1, 1, folder},
    {"close", 1, 1, close_observer},
    {"free", 1, 1, give_back},
    {"version", 0, 0, version},
    {NULL, 0, 0, NULL},
};
