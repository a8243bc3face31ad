/* Library functions that the program defines itself; see cc_own.c. */
#ifndef RADDLE_COMPILE_CC_OWN_H
#define RADDLE_COMPILE_CC_OWN_H

#include "compile/cc_args.h"

/* Symbols that stand for a function of calls.def in the program's calls begin with these. */
#define OWN_CALL "__raddle_call_"
#define OWN_DO "__raddle_do_"
/* The program's own function of a model's name: under that name itself the C library and the
 * runtime would call it. */
#define OWN_MINE "__raddle_mine_"

enum own_kind { OWN_MODEL, OWN_NATIVE, OWN_MALLOC };

struct own {
  const char *name;
  enum own_kind kind;
  bool is_defined; /* by a file or library of the program */
  bool is_called;  /* by one that is instrumented */
  bool is_mine;    /* it is instrumented, and has the other name */
  bool is_wanted;  /* by one that is not instrumented: under the plain name */
};

/* Looks into the files that are linked; object[i] is the object that input i was compiled to. The
 * result ends with a NULL name. */
const struct own *own_find(const struct cc_args *a, char **object);
/* Does the program call dlopen? */
bool own_loads_libraries(const struct cc_args *a, char **object);

#endif
