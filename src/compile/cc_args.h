/* A command line of clang's, taken apart: what to compile and how, what to link and how.
 *
 * Options are looked up in the table of cc_args.c; an option that is not there goes to both
 * steps, as clang itself would have it. The order of what concerns the linker is kept, because
 * it matters there. */
#ifndef RADDLE_COMPILE_CC_ARGS_H
#define RADDLE_COMPILE_CC_ARGS_H

#include "base/vec.h"
#include <stdbool.h>

typedef vec(const char *) words;

enum input_kind {
  INPUT_C,       /* compiled and instrumented */
  INPUT_FOREIGN, /* assembly, C++ and the like: compiled by clang alone */
  INPUT_LINK,    /* objects, archives, shared libraries */
};

struct cc_input {
  const char *path;     /* "-": standard input */
  const char *language; /* of -x, or 0 */
  enum input_kind kind;
};

struct link_item {
  const char *word; /* 0: the object made of an input */
  size_t input;
};

struct cc_args {
  words all; /* response files expanded */
  words compile;
  vec(struct cc_input) inputs;
  vec(struct link_item) link;
  const char *output;
  bool passes_through;        /* clang alone can do it: -E, -S, --version ... */
  bool compiles_only;         /* -c */
  bool links_without_runtime; /* -shared, -r */
  bool is_shared;             /* -shared */
  bool names_linker;          /* -fuse-ld= and the like */
  bool is_static, is_pic, has_debug, is_verbose;
  bool function_sections, data_sections;
  bool writes_deps, has_dep_file, has_dep_target; /* -MD or -MMD, -MF, -MT or -MQ */
};

/* Prints a line for each option that raddle cannot honour. */
void cc_args_read(struct cc_args *a, int argc, char **argv);
void cc_args_free(struct cc_args *a);

#endif
