// A test framework in a page: CHECK counts and reports failures, `finish` is the exit status.
#pragma once

#include <cstdio>
#include <string>

namespace test {

inline int& failures() {
  static int count = 0;
  return count;
}

inline void report(bool passed, const char* what, const char* file, int line,
                   const std::string& context) {
  if (passed) return;
  ++failures();
  std::fprintf(stderr, "%s:%d: %s is false %s\n", file, line, what, context.c_str());
}

inline int finish() {
  std::fprintf(stderr, failures() == 0 ? "passed\n" : "%d checks failed\n", failures());
  return failures() == 0 ? 0 : 1;
}

}  // namespace test

#define CHECK(condition) test::report((condition), #condition, __FILE__, __LINE__, "")
#define CHECK_FOR(condition, context) \
  test::report((condition), #condition, __FILE__, __LINE__, (context))
#define CHECK_THROWS(expression, exception)                                          \
  do {                                                                               \
    bool thrown = false;                                                             \
    try {                                                                            \
      static_cast<void>(expression);                                                 \
    } catch (const exception&) {                                                     \
      thrown = true;                                                                 \
    }                                                                                \
    test::report(thrown, #expression " throws " #exception, __FILE__, __LINE__, ""); \
  } while (false)
