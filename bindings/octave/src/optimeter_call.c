/* optimeter_call(name, ...): the one compiled function behind optimeter_*.m and coco*.m. Without a
 * name, optimeter_call(problem, x) evaluates: the shortest way, since each argument takes time.
 *
 * It stays loaded (`clear all` does not unload it), so that handles stay valid; what is still open
 * when the session ends is given back then, and records are complete. */
#include <ctype.h>
#include <string.h>

#include "values.h"

static const call* find(const call* calls, const char* name) {
  for (; calls->name != NULL; ++calls) {
    if (strcmp(calls->name, name) == 0) return calls;
  }
  return NULL;
}

/* COCO's name of a call, however it is capitalised. */
static const call* find_coco(const char* name) {
  const call* one = coco_calls;
  for (; one->name != NULL; ++one) {
    size_t i = 0;
    while (one->name[i] != '\0' &&
           tolower((unsigned char)one->name[i]) == tolower((unsigned char)name[i])) {
      ++i;
    }
    if (one->name[i] == '\0' && name[i] == '\0') return one;
  }
  return NULL;
}

static const char* const kWords[] = {"No input", "One input", "Two inputs", "Three inputs"};

/* `where` is what identifiers of errors begin with. */
static void run(const call* wanted, const char* where, int nlhs, mxArray* plhs[], int nrhs,
                const mxArray* prhs[]) {
  const call_arguments arguments = {where, nrhs, prhs, nlhs, plhs};
  if (nrhs < wanted->least || nrhs > wanted->most) {
    if (wanted->least == wanted->most && wanted->least < 4) {
      fail(where, "nrhs", "%s required.", kWords[wanted->least]);
    }
    fail(where, "nrhs", "'%s' takes %d to %d inputs; got %d", wanted->name, wanted->least,
         wanted->most, nrhs);
  }
  wanted->run(&arguments);
}

void mexFunction(int nlhs, mxArray* plhs[], int nrhs, const mxArray* prhs[]) {
  static int begun = 0;
  char name[64];
  const call* wanted = NULL;
  if (!begun) {
    begun = 1;
    mexLock();
    mexAtExit(give_back_all);
  }
  if (nrhs == 2 && mxIsNumeric(prhs[0])) {
    run(own_calls, "optimeter", nlhs, plhs, nrhs, prhs);
    return;
  }
  if (nrhs == 0 || !mxIsChar(prhs[0]) || mxGetString(prhs[0], name, sizeof name) != 0) {
    fail("optimeter", "nrhs", "the first input must be the name of a call");
  }
  wanted = find(own_calls, name);
  if (wanted != NULL) {
    run(wanted, "optimeter", nlhs, plhs, nrhs - 1, prhs + 1);
    return;
  }
  wanted = find(coco_calls, name);
  if (wanted != NULL) {
    run(wanted, wanted->name, nlhs, plhs, nrhs - 1, prhs + 1);
    return;
  }
  if (strcmp(name, "cocoCall") == 0) {
    char* const inner = nrhs > 2 ? text_of(prhs[1]) : NULL;
    if (nrhs < 3) fail("cocoCall", "nrhs", "At least two inputs required.");
    if (inner == NULL) fail("cocoCall", "notString", "the name of a function must be a string");
    wanted = find_coco(inner);
    if (wanted == NULL) fail("cocoCall", "unknownFunction", "there is no function '%s'", inner);
    run(wanted, wanted->name, nlhs, plhs, nrhs - 2, prhs + 2);
    return;
  }
  fail("optimeter", "unknownFunction", "there is no call '%s'", name);
}
