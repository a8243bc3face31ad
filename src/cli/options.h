/* The options of `raddle test`, filled once from RADDLE_OPTIONS and the command line, const ever after.
 *
 * The list itself is options.def; each module's own options are a struct of that module, so that the loop
 * hands over `&o->smt`, `&o->report`, ... and nobody sees more than they need. */
#ifndef RADDLE_CLI_OPTIONS_H
#define RADDLE_CLI_OPTIONS_H

#include "detect/bug.h"
#include "explore/smt.h"
#include "explore/strategy.h"
#include "explore/target.h"
#include "campaign/facts.h"

struct options {
  struct target_options target; /* all but program and argv, which belong to the run */
  struct smt_options smt;
  struct strategy_options strategy;
  struct report_options report;

  const struct strategy_vtable *chosen; /* --strategy, or what to begin with; never NULL after options_read */
  double max_time;                      /* seconds; 0: no limit */
  uint64_t max_memory;                  /* bytes; 0: half of the machine */
  uint64_t max_execs;                   /* 0: no limit */
  bug_kinds kinds; /* what counts as a bug: the default, --check added, --ignore taken away */
  uint64_t jobs;   /* workers */
  bool keep_going;
  bool verify; /* check every recorded condition and observation against the concrete input */

  /* Accepted only with the one value that is implemented; see refuse_unfinished in options.c. */
  const char *function, *formats;

  /* What to test: .c files or one program, and the arguments after `--`. Pointers into argv. */
  char **what;
  size_t what_count;
  char **program_args; /* NULL-terminated */

  const char *strategy_name; /* as typed; NULL: the campaign chooses, by whether there are threads */
  const char *color;
};

/* Reads `raddle test`'s arguments (without "test" itself). Ends the process with exit code 2 and a hint if
 * they make no sense; `argv` must outlive *o. */
void options_read(struct options *o, int argc, char **argv);
/* The same, but returns false and a sentence (to be freed) in *why. */
bool options_parse(struct options *o, int argc, char **argv, const char *environment, char **why);
void options_free(struct options *o);
/* Tells the options that change what there is to explore, each with its value as text. */
void options_explored(const struct options *o, void (*tell)(void *, const char *name, const char *value),
                      void *context);
/* The table of options as help text. */
void options_help(void);
/* "10s", "5m", "2h", "1.5" (seconds); false if it is none of these. */
bool duration_read(const char *text, double *seconds);
/* "1500000", "512M", "2G", "1.5g"; false if it is none of these, or 0. */
bool size_read(const char *text, uint64_t *bytes);
/* How many single-character edits apart two words are: for "did you mean". */
size_t word_distance(const char *a, const char *b);

#endif
