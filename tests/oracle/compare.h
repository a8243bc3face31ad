/* Runs raddle on a program and compares what it says with what the enumerator says. */
#ifndef ORACLE_COMPARE_H
#define ORACLE_COMPARE_H

#include "lang.h"

struct tools {
  const char *raddle, *raddle_cc, *blocks; /* programs */
  const char *dir;                         /* to work in */
};

/* A compiled file of programs, and the lines of its blocks. */
struct binary {
  char path[300];
  uint16_t *block_line;
  unsigned block_count;
};

enum { DIFFERENCES = 4000 };
struct verdict {
  char text[DIFFERENCES]; /* a line for each difference; "": there is none */
  unsigned count;
  double executions;
  bool is_cut;   /* a limit was reached, or: */
  bool is_named; /* a reason was given that is known: what is missing does not count */
};

/* False: it does not compile. */
bool binary_make(struct binary *, const struct tools *, const struct text *, const char *name);
void binary_free(struct binary *);

enum strategy_kind { ALL, BRANCHES, SAMPLE };
struct strategy {
  const char *name;
  enum strategy_kind kind;
  bool with_races;
  double most;       /* interleavings it can do */
  bool is_unreduced; /* it makes every interleaving: a limit may come first */
};

/* Is the name in a list like "a,b"? */
bool is_listed(const char *list, const char *name);

void compare(struct verdict *, const struct tools *, const struct binary *, const char *argument,
             const struct strategy *, const struct program *, const struct outcomes *);

#endif
