// From the sources compiled once to the kernels compiled once per instruction set.
//
// A kernel source defines, inside `namespace optimeter::inline OPTIMETER_ISA`, a function
// `const Table& some_table()` that returns a constant of function pointers; the struct `Table` is
// declared in `namespace optimeter` by a header that both sides include. A source that is compiled
// once writes, at global scope, OPTIMETER_TABLES(Table, some_table) and then calls
// `some_table(active_isa())`.
//
// Kernel sources must not include this header: there the namespaces are inline.
#pragma once

#include "optimeter/simd.hpp"

#ifdef OPTIMETER_ISA
#error "dispatch.hpp is for sources that are compiled once, not for kernels"
#endif

#if defined(OPTIMETER_X86_64)
#define OPTIMETER_TABLES(Table, name)        \
  namespace optimeter {                      \
  namespace baseline {                       \
  const Table& name();                       \
  }                                          \
  namespace avx2 {                           \
  const Table& name();                       \
  }                                          \
  namespace avx512 {                         \
  const Table& name();                       \
  }                                          \
  static inline const Table& name(Isa isa) { \
    switch (isa) {                           \
      case Isa::avx512:                      \
        return avx512::name();               \
      case Isa::avx2:                        \
        return avx2::name();                 \
      case Isa::baseline:                    \
        break;                               \
    }                                        \
    return baseline::name();                 \
  }                                          \
  }
#else
#define OPTIMETER_TABLES(Table, name)                               \
  namespace optimeter {                                             \
  namespace baseline {                                              \
  const Table& name();                                              \
  }                                                                 \
  static inline const Table& name(Isa) { return baseline::name(); } \
  }
#endif
