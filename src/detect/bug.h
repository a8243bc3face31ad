/* Bugs: what is wrong with a run and where, read off its trace.
 *
 * Two runs show the same bug when kind, file and line agree; for races also the second location,
 * in either order; for deadlocks what the threads of the cycle wait for, and where, instead
 * (deadlock.h). */
#ifndef RADDLE_DETECT_BUG_H
#define RADDLE_DETECT_BUG_H

#include "wire/shm.h"

struct place;
struct places;
struct symbolizer;

/* A set of bug kinds: bit (1 << kind). */
typedef uint32_t bug_kinds;
#define BUG_BIT(kind) ((bug_kinds)1 << (kind))
/* What counts as a bug unless --check or --ignore say otherwise. */
#define BUG_KINDS_DEFAULT ((BUG_BIT(BUG_COUNT) - 1) & ~BUG_BIT(BUG_LEAK) & ~BUG_BIT(BUG_EXIT_CODE))

/* There were no threads, or the run does not show all accesses to what they share. */
#define INTERFERENCES_UNKNOWN UINT32_MAX
#define INTERFERENCES_OPEN                                                                                   \
  (UINT32_MAX - 1) /* nothing was learnt from the run: the next one that shows the bug will tell */

struct bug {
  enum bug_kind kind;
  char *file;            /* "" when nothing is known of the place */
  uint32_t line, column; /* 0: unknown */
  char *function;
  char *message;
  uint64_t pc;     /* of the place, as the stack has it; 0: unknown */
  char *stack;     /* one frame per line, for people */
  uint32_t thread; /* that failed */
  /* Deadlocks: deadlock_cycle() and deadlock_stacks(); livelocks: livelock_stacks(); else NULL.
   * `stack` is that of the thread at the place. */
  char *waits, *stacks;

  /* Races: the place above is the later access of the run, this the earlier one. NULL and 0
   * otherwise. */
  char *file2, *function2, *stack2;
  uint32_t line2, column2, thread2;
  uint32_t event, event2; /* the two accesses in the run that is reported */
  char *locks, *locks2;   /* held by the two threads: "m, forks[1]" or "none" */

  /* Filled by whoever reports it. */
  uint64_t execution; /* the first that showed it */
  uint64_t count;     /* runs that showed it */
  uint32_t threads, preemptions;
  uint32_t interferences; /* that the failure depends on (detect/bug_scenario.h) */
  bool degree_is_open;    /* INTERFERENCES_OPEN was said */
  /* Races: the schedule that ordered the two accesses the other way, at access granularity. */
  struct plan_run *reversed;
  uint32_t reversed_count;
  char *test; /* path below the output directory */
};

/* Name users see ("null-deref") and what it means. */
const char *bug_kind_name(enum bug_kind);
const char *bug_kind_help(enum bug_kind);
/* Reads "abort,leak" into a set; false and the offending word's start in *bad otherwise. */
bool bug_kinds_read(const char *text, bug_kinds *kinds, const char **bad);

/* Would the program itself have ended there, or has no more to do? Else, if the kind is ignored,
 * something is left out. */
bool bug_ends_program(enum bug_kind);

/* Cheap: does this trace end in a bug of these kinds? To be asked of every run. */
bool bug_is_shown(const struct trace *t, bug_kinds kinds);

/* Same value for traces that end in the same way at the same place; differs between distinct
 * bugs, but may also differ for one bug reached through several callers. To skip bug_from_trace
 * for what is known. */
uint64_t bug_fingerprint(const struct trace *t, const struct shm *program);

/* Which bug the trace shows by its end, if one of these kinds. `symbols` may be NULL: then the
 * site tables alone tell the place. */
bool bug_from_trace(const struct trace *t, const struct shm *program, struct symbolizer *symbols,
                    bug_kinds kinds, struct bug *out);
/* Replaces every {pc:0x...} and {site:N} of a message by file:line and every {obj:0x...} by the
 * object's name. The result is to be freed. */
char *bug_message(const char *raw, const struct shm *program, struct symbolizer *symbols);
bool bug_is_same(const struct bug *a, const struct bug *b);
/* File and line, and those of a second place if there is one; without a place the same message. */
bool bug_has_same_place(const struct bug *a, const struct bug *b);
/* Where the thread waits, or else the stack at which the run ended. To be freed. */
char *bug_stack_of_thread(const struct places *, const struct trace *, uint32_t thread, const struct place *);
/* "file.c:12", or "unknown place". */
const char *bug_place(const struct bug *b, char *buffer, size_t size);
void bug_free(struct bug *b);

#endif
