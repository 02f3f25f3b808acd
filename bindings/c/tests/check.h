/* CHECK counts and reports failures; FINISH is the exit status. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

static int failures = 0;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      ++failures;                                                              \
      fprintf(stderr, "%s:%d: %s is false\n", __FILE__, __LINE__, #condition); \
    }                                                                          \
  } while (0)

#define FINISH() \
  (fprintf(stderr, failures ? "%d checks failed\n" : "passed\n", failures), failures != 0)

#endif
