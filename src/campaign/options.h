/* What a campaign is to do: filled once, const ever after. The list is options.def; each module's
 * own options are a struct of that module, so that the loop hands over `&o->smt`, `&o->strategy`,
 * ... and nobody sees more than they need.
 *
 *     struct campaign_options o;
 *     campaign_options_init(&o);                        the defaults
 *     char *why = option_set(row, &o, "7");             by the rows of campaign_option_table()
 *     why = campaign_options_settle(&o);                what follows from them; NULL: they make sense */
#ifndef RADDLE_CAMPAIGN_OPTIONS_H
#define RADDLE_CAMPAIGN_OPTIONS_H

#include "base/option.h"
#include "base/vec.h"
#include "detect/bug.h"
#include "explore/smt.h"
#include "explore/strategy.h"
#include "explore/target.h"

/* A test for each newly covered branch or line, also one for each path, or none. */
enum tests_wanted { TESTS_BRANCH, TESTS_PATH, TESTS_NONE };

struct campaign_options {
  /* What is tested. The strings outlive the campaign. */
  const char *program;  /* as the user named it */
  const char *binary;   /* the instrumented executable that runs */
  char **arguments;     /* its own, NULL-terminated */
  char *const *sources; /* what it was compiled from on the fly */
  size_t source_count;
  const char
      *driver;  /* unit mode: the file that includes sources[0] and is compiled in its place; else NULL */
  double began; /* CLOCK_MONOTONIC seconds: max_time counts from here; 0: from campaign_open */

  /* The process that it runs in. */
  struct stop *stop; /* asked for an end by others; NULL: the campaign has a token of its own */
  /* The process is for this campaign alone: all that the program leaves behind is adopted,
   * counted, and ended with the campaign. */
  bool owns_process;

  /* How: the options of the table. */
  struct target_options target; /* all but what the campaign fills in: program, argv, stop, ... */
  struct smt_options smt;
  struct strategy_options strategy;
  struct strategy_settings own; /* what each strategy has beside that */

  const char *strategy_name; /* as typed; NULL: the campaign chooses, by whether there are threads */
  const struct strategy_vtable *chosen; /* --strategy, or what to begin with; never NULL once settled */
  double max_time;                      /* seconds; 0: no limit */
  uint64_t max_memory;                  /* bytes; 0: half of the machine */
  uint64_t max_execs;                   /* 0: no limit */
  bug_kinds kinds; /* what counts as a bug: the default, --check added, --ignore taken away */
  uint64_t jobs;   /* workers */
  bool keep_going;
  bool verify;      /* check every recorded condition and observation against the concrete input */
  uint32_t tests;   /* enum tests_wanted */
  const char *out;  /* output directory */
  bool resume;      /* the directory holds a campaign, which goes on */
  vec(char *) kept; /* strings that are ours, to be freed (campaign_options_set) */
};

/* All of them, in the order of the help; rows describe struct campaign_options. */
const struct option_table *campaign_option_table(void);

void campaign_options_init(struct campaign_options *);
/* After the last option was set. NULL, or a sentence (to be freed) about what does not go
 * together. */
char *campaign_options_settle(struct campaign_options *);

#endif
