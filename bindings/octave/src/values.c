#include "values.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void fail(const char* where, const char* what, const char* format, ...) {
  char id[128];
  char text[2048];
  va_list arguments;
  snprintf(id, sizeof id, "%s:%s", where, what);
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  mexErrMsgIdAndTxt(id, "%s", text);
}

char* text_of(const mxArray* value) {
  mxArray* plain = NULL;
  mxArray* given = (mxArray*)value;
  if (mxIsChar(value)) return mxArrayToString(value);
  if (!mxIsClass(value, "string") || mxGetNumberOfElements(value) != 1) return NULL;
  if (mexCallMATLAB(1, &plain, 1, &given, "char") != 0 || plain == NULL) return NULL;
  return mxArrayToString(plain);
}

char* text_argument(const char* where, const mxArray* value, const char* what) {
  char* const text = text_of(value);
  if (text == NULL) {
    fail(where, "notString", "%s must be a string; got %s", what, mxGetClassName(value));
  }
  return text;
}

uintptr_t handle_of(const mxArray* value) {
  if ((!mxIsNumeric(value) && !mxIsLogical(value)) || mxGetNumberOfElements(value) == 0) return 0;
  if (mxIsSparse(value)) return 0;
  switch (mxGetClassID(value)) {
    case mxINT64_CLASS:
      return (uintptr_t)*(const int64_t*)mxGetData(value);
    case mxUINT64_CLASS:
      return (uintptr_t)*(const uint64_t*)mxGetData(value);
    default: {
      const double number = mxGetScalar(value);
      /* Beyond 2^53 a double is not the number that it was made from. */
      return number >= 1 && number <= 9007199254740992.0 ? (uintptr_t)number : 0;
    }
  }
}

mxArray* handle_value(const void* handle) {
  mxArray* const value = mxCreateNumericMatrix(1, 1, mxINT64_CLASS, mxREAL);
  *(int64_t*)mxGetData(value) = (int64_t)(uintptr_t)handle;
  return value;
}

int64_t whole_argument(const char* where, const char* what, const mxArray* value, int64_t least) {
  const int number = (mxIsNumeric(value) || mxIsLogical(value)) && !mxIsComplex(value);
  double given = 0.0;
  if (!number || mxGetNumberOfElements(value) != 1) {
    fail(where, what, "%s must be a whole number of at least %lld; got %s", what, (long long)least,
         class_of(value));
  }
  given = mxGetScalar(value);
  if (!(given >= (double)least) || given != floor(given) || given > 9007199254740992.0) {
    fail(where, what, "%s must be a whole number of at least %lld; got %g", what, (long long)least,
         given);
  }
  return (int64_t)given;
}

int is_double(const mxArray* value) { return mxIsDouble(value) && !mxIsComplex(value); }

const char* class_of(const mxArray* value) {
  return mxIsComplex(value) ? "complex numbers" : mxGetClassName(value);
}

const mxArray* full_of(const mxArray* value) {
  mxArray* full = NULL;
  mxArray* given = (mxArray*)value;
  if (!mxIsSparse(value)) return value;
  if (mexCallMATLAB(1, &full, 1, &given, "full") != 0 || full == NULL) return value;
  return full;
}

mxArray* double_value(double value) { return mxCreateDoubleScalar(value); }

mxArray* row_value(const double* values, size_t size) {
  mxArray* const row = mxCreateDoubleMatrix(1, size, mxREAL);
  if (size > 0) memcpy(mxGetPr(row), values, size * sizeof(double));
  return row;
}

mxArray* int32_value(uint64_t value) {
  mxArray* const number = mxCreateNumericMatrix(1, 1, mxINT32_CLASS, mxREAL);
  *(int32_t*)mxGetData(number) = value > INT32_MAX ? INT32_MAX : (int32_t)value;
  return number;
}

mxArray* logical_value(int value) { return mxCreateLogicalScalar(value != 0); }

mxArray* text_value(const char* text) { return mxCreateString(text == NULL ? "" : text); }

/* ---- what is kept ---- */

typedef struct kept {
  void (*give_back)(uintptr_t);
  uintptr_t handle;
} kept;

static kept* all = NULL;
static size_t number = 0;
static size_t room = 0;

void keep(void (*give_back)(uintptr_t), uintptr_t handle) {
  if (handle == 0) return;
  if (number == room) {
    const size_t more = room == 0 ? 64 : 2 * room;
    kept* const grown = (kept*)realloc(all, more * sizeof(kept));
    if (grown == NULL) return; /* it is then given back by nobody, as in COCO */
    all = grown;
    room = more;
  }
  all[number].give_back = give_back;
  all[number].handle = handle;
  ++number;
}

void let_go(void (*give_back)(uintptr_t), uintptr_t handle) {
  size_t i = number;
  while (i > 0) { /* the youngest ones come and go */
    --i;
    if (all[i].handle == handle && all[i].give_back == give_back) {
      memmove(all + i, all + i + 1, (number - i - 1) * sizeof(kept));
      --number;
      return;
    }
  }
}

void give_back_all(void) {
  while (number > 0) {
    --number;
    all[number].give_back(all[number].handle);
  }
  free(all);
  all = NULL;
  room = 0;
}
