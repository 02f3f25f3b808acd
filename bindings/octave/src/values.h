/* Values of Octave and Matlab: read from arguments, made for results. Documented C MEX interface
 * only, so that mkoctfile and Matlab's mex both build it. */
#ifndef OPTIMETER_OCTAVE_VALUES_H
#define OPTIMETER_OCTAVE_VALUES_H

#include <stddef.h>
#include <stdint.h>

#include "mex.h"

/* What a call is given: what the identifiers of its errors begin with, values, how many results are
 * wanted, and where they go. */
typedef struct call_arguments {
  const char* where;
  int given;
  const mxArray** in;
  int wanted;
  mxArray** out;
} call_arguments;

/* One call: how many arguments it takes, and what it does. Errors leave it by `fail`, never through
 * a frame of C++. */
typedef struct call {
  const char* name;
  int least;
  int most;
  void (*run)(const call_arguments* arguments);
} call;

extern const call own_calls[]; /* end with a name that is NULL */
extern const call coco_calls[];

/* Raises the error `where:what`; does not return. */
void fail(const char* where, const char* what, const char* format, ...);

/* The text of a char array or a string; NULL for anything else. Freed when the call is over. */
char* text_of(const mxArray* value);
/* The same; `where:notString` for anything else. */
char* text_argument(const char* where, const mxArray* value, const char* what);

/* The number behind a handle: the first element of a numeric array; 0 for an empty one and for
 * anything that is no number, so that it is no handle. */
uintptr_t handle_of(const mxArray* value);
mxArray* handle_value(const void* handle);

/* A whole number; `where:what` and `accepted` in the message otherwise. */
int64_t whole_argument(const char* where, const char* what, const mxArray* value, int64_t least);

/* Whether it is a real double array, possibly sparse. */
int is_double(const mxArray* value);
/* Its class for messages, or that it is complex. */
const char* class_of(const mxArray* value);
/* The array without sparse storage. */
const mxArray* full_of(const mxArray* value);

mxArray* double_value(double value);
mxArray* row_value(const double* values, size_t size);
mxArray* int32_value(uint64_t value);
mxArray* logical_value(int value);
mxArray* text_value(const char* text);

/* What is given back when the session ends: records are completed then. */
void keep(void (*give_back)(uintptr_t), uintptr_t handle);
/* No longer; without effect if it is not kept. */
void let_go(void (*give_back)(uintptr_t), uintptr_t handle);
void give_back_all(void);

#endif
