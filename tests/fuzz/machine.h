/* A random program as dporgen writes it and machine.c carries it out: a word in which every character c but '/' is a number below 79,
 * c - '0'.
 *
 *   semaphore has_inputs {op}* / {op}* [/ {op}*]     the semaphore's value, flags, the threads' code
 *   op: act sort register small large variable lock target
 *
 * BEGIN carries out a statement (dporgen.def) that has no body, or what comes before the body, and goes to `target` if its condition does
 * not hold; END carries out what comes after the body; JUMP goes to `target`. */
#ifndef MACHINE_H
#define MACHINE_H

enum act { BEGIN, END, JUMP };
enum flag { HAS_INPUTS = 1, LAST_FIRST = 2 }; /* inputs; threads are joined in the reverse order */

struct op {
  unsigned char act, sort, reg, small, large, variable, lock, target;
};

/* At most: operations of a thread, programs explored at once. */
enum { MACHINE_THREADS = 3, MACHINE_OPS = 60, MACHINE_PROGRAMS = 10, MACHINE_STATES = 8 };

/* Sets of locks: bits 0 and 1 are the mutexes, ANY in a table stands for one of them. SECTION: in an atomic section, where nobody
 * may wait. */
enum { ANY = 1, RW = 4, SECTION = 8, ALL = 15 };

enum sort {
#define DO(name, ...) SORT_##name,
#define AROUND(name, ...) SORT_##name,
#define WHEN(name, ...) SORT_##name,
#define EITHER(name, ...) SORT_##name,
#include "dporgen.def"
#undef DO
#undef AROUND
#undef WHEN
#undef EITHER
  SORT_COUNT
};

#endif
