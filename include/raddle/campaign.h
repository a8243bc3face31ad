/* libraddle: explore a program from C.
 *
 *     struct campaign_options *o = campaign_options_new(argv);       the program, built with `raddle cc`, and its arguments
 *     char *why = campaign_options_set(o, "max-execs", "1000");      as `raddle help test` lists them, without the dashes
 *     struct campaign *c = campaign_open(o, NULL, &why);
 *     while (campaign_step(c) == CAMPAIGN_GOES_ON) continue;
 *     ... campaign_bug(c, i, &bug), campaign_count(c, &counts), campaign_verdict(c) ...
 *     campaign_close(c);
 *     campaign_options_free(o);
 *
 * Link with -lraddle -lz3 -lsqlite3 -ljansson -lxxhash -ldw -lelf -lpthread -lm;
 * examples/campaign.c is a whole program.
 *
 * Campaigns know nothing of each other: there may be several in one process, one after the other
 * or side by side in threads of their own. One campaign is for one thread at a time, but for
 * campaign_stop. The thread that opened it must live until it is closed: the program under test
 * ends with that thread. Nothing is printed, no signal is caught. Only want of memory, threads
 * or processes ends the process, with a sentence on standard error. */
#ifndef RADDLE_CAMPAIGN_H
#define RADDLE_CAMPAIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct campaign;
struct campaign_options;
struct campaign_listener;

enum campaign_state {
  CAMPAIGN_GOES_ON,
  CAMPAIGN_DONE,    /* nothing is left to explore */
  CAMPAIGN_STOPPED, /* by a limit, at the first bug, or by campaign_stop */
};

/* ---- options ---- */

/* argv[0] is the program, the others are its arguments; NULL ends them. All strings are copied. */
struct campaign_options *campaign_options_new(char *const argv[]);
/* Sets an option by its long name: "strategy", "max-time", "jobs", ... `value` is NULL for those
 * that take none ("keep-going"). Returns NULL, or a sentence (to be freed) about what is wrong.
 * "out" names a directory that exists: the state of the campaign is saved there, and "resume"
 * goes on with it; without "out" nothing is written anywhere. */
char *campaign_options_set(struct campaign_options *, const char *name, const char *value);
/* After the campaigns that were opened with them are closed. */
void campaign_options_free(struct campaign_options *);

/* ---- a campaign ---- */

/* Starts the program. NULL, and a sentence (to be freed) in *why, if the program cannot run, or if
 * the options do not go together. The listener (see below) may be NULL, or must last until the
 * campaign is closed. */
struct campaign *campaign_open(const struct campaign_options *, const struct campaign_listener *, char **why);
/* Explores for a moment, some 50 ms. The last step, the one that does not return
 * CAMPAIGN_GOES_ON, sums up; those after it do nothing. With "jobs" the other workers go on
 * between two steps. */
enum campaign_state campaign_step(struct campaign *);
/* Asks for an end: a step that is under way, or the next one, is the last. For other threads and
 * signal handlers, too. */
void campaign_stop(struct campaign *);
/* At any time; ends the program under test. */
void campaign_close(struct campaign *);

/* ---- what has come of it ---- */

struct campaign_counts {
  uint64_t executions; /* runs of the program, replays for confirmation aside */
  uint64_t classes;    /* distinct equivalence classes of runs */
  uint64_t redundant;  /* executions that reached a class already seen */
  uint64_t blocked;    /* executions that were abandoned */
  uint64_t paths, pending, bugs;
  uint32_t branches, branches_covered, lines, lines_covered;
  double seconds;
};
void campaign_count(struct campaign *, struct campaign_counts *);

struct campaign_bug {
  const char *kind;              /* "assert", "race", ... */
  const char *file, *function;   /* "" if the place is not known */
  const char *message, *stack;   /* the stack has a line for each frame */
  uint32_t line, thread;         /* line 0: not known */
  const char *file2, *function2; /* of a race: the other access; else "" */
  uint32_t line2, thread2;       /* of that */
  uint32_t threads, preemptions; /* of the run that shows it */
  uint64_t execution, count;     /* the first that showed it; how many did */
};
/* The bugs in the order in which they were found, from 0 on; false: there are no more. The
 * strings last until the campaign is closed. */
bool campaign_bug(struct campaign *, size_t index, struct campaign_bug *);

/* After the last step: "bugs", "complete" or "incomplete". */
const char *campaign_verdict(const struct campaign *);
/* The same: why the exploration is not complete, the reasons from 0 on, as summary.json names
 * them; NULL: there are no more. */
const char *campaign_reason(const struct campaign *, size_t index);

/* ---- while the campaign goes on ---- */

/* A run that covers a branch or a line for the first time. */
struct campaign_test {
  uint64_t execution;         /* its number, from 1 on */
  const unsigned char *input; /* the input bytes that the run asked for */
  size_t size;
  uint32_t threads; /* main included */
};

/* Functions that a campaign calls; each may be NULL, and gets `context` first. A campaign calls one
 * function at a time, in the thread of the worker that has found something. The functions must not
 * call the campaign, except campaign_stop. What they are shown lasts until they return. */
struct campaign_listener {
  void *context;
  /* A new bug, which a replay has confirmed. */
  void (*bug)(void *context, const struct campaign_bug *);
  /* A new test; not with the option "tests" set to "none". */
  void (*test)(void *context, const struct campaign_test *);
  /* About ten times a second, and at the end. */
  void (*progress)(void *context, const struct campaign_counts *);
  /* A sentence for the user, such as a warning that a file cannot be written. */
  void (*say)(void *context, bool is_warning, const char *sentence);
};

#endif
