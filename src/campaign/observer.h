/* Whom a campaign tells what happens: whoever opened it gives a struct of functions, each of
 * which may be NULL.
 *
 * They are called by the worker that found something, one at a time, with the campaign's lock
 * held. The facts (campaign/facts.h) are a snapshot for the time of the call; so is the run,
 * which the mapping of c->target holds. */
#ifndef RADDLE_CAMPAIGN_OBSERVER_H
#define RADDLE_CAMPAIGN_OBSERVER_H

#include <stdbool.h>
#include <stdint.h>

struct bug;
struct campaign;
struct run;

#define OBSERVER_NO_MARK UINT64_MAX

struct campaign_observer {
  void *context; /* the first argument of all */
  /* Before the first run. If the campaign goes on with an earlier session, `mark` is what that
   * had saved; else OBSERVER_NO_MARK. */
  void (*opened)(void *, const struct campaign *, uint64_t mark);
  /* A run that covers something new, to be kept under this name below the output directory.
   * False: it was not. */
  bool (*test)(void *, const struct campaign *, const struct run *, const char *name);
  /* A run that is a path of its own (TESTS_PATH). False: it was not kept. */
  bool (*path)(void *, const struct campaign *, const struct run *);
  /* A new bug, and the run that confirms it. When this returns the bug's test is safe: the
   * campaign counts the bug after that. */
  void (*bug)(void *, const struct campaign *, const struct bug *, const struct run *);
  /* The same bug, now one of the campaign's. What takes long belongs here: nobody changes the
   * facts meanwhile, and the guard may read them (c->is_only_read). */
  void (*explain)(void *, const struct campaign *, const struct bug *, const struct run *);
  /* `run`, made at access granularity, turns round the race that is this bug. */
  void (*reversed)(void *, const struct campaign *, const struct bug *, const struct run *);
  void (*tick)(void *, const struct campaign *);    /* about ten times a second */
  void (*refresh)(void *, const struct campaign *); /* about once a second, and after a new bug */
  /* The state is about to be saved: a number to be told when the campaign is resumed. */
  uint64_t (*mark)(void *);
  /* Is something missing of what was to be kept? Asked at the end. */
  bool (*has_failed)(void *);
  /* The facts are final. */
  void (*closed)(void *, const struct campaign *);
  /* Last resort: a limit was reached, and a worker does not come to an end. The facts are final
   * if `closed` was called (is_told). To end the process, if at all: never returns. NULL: the
   * campaign ends when the worker does. */
  void (*give_up)(void *, const struct campaign *, bool is_told);
  /* A sentence for the user; one that is a warning tells of something that does not work as it
   * should. */
  void (*say)(void *, bool is_warning, const char *sentence);
};

/* The same, with functions that do nothing where there were none (but for give_up); NULL: none
 * at all. */
struct campaign_observer observer_complete(const struct campaign_observer *);

#endif
