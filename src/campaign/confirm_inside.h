/* The inside of confirm, for the files that make it up: confirm.c (a run, replays), and a confirmer
 * for each sort of proof (detect/detector.h): confirm_end.c (bugs that end a run), confirm_race.c
 * and confirm_livelock.c.
 *
 * The mapping holds one run at a time: each replay overwrites the trace, and `view` is of the
 * run made last. The plan that is to be confirmed is kept aside (confirm_keep_plan) and is back
 * in place when confirm_run returns. */
#ifndef RADDLE_CAMPAIGN_CONFIRM_INSIDE_H
#define RADDLE_CAMPAIGN_CONFIRM_INSIDE_H

#include "campaign/confirm.h"
#include "detect/detector.h"
#include "detect/schedule.h"
#include "explore/path.h"

struct confirm {
  struct desk *desk;
  const struct campaign_options *options;
  struct target *target;
  struct shm *shm;
  void *search[PROOFS]; /* of the confirmers; NULL: their bugs do not count */
  uint64_t runs;        /* looked at */
  uint32_t degree;      /* that the strategy knows for the run; INTERFERENCES_UNKNOWN */
  struct path_builder *builder;
  struct path path;
  struct input input;
  struct view view; /* of the run that is looked at */
  struct packed_plan *original;
  struct schedule schedule; /* of the run that was to be confirmed */
};

/* Finds and confirms the bugs that one sort of replay proves. */
struct confirmer {
  bool is_last_resort; /* to be asked only if no other has found something */
  void *(*open)(struct confirm *);
  void (*close)(void *);
  /* Does the run seem to show something new? Makes no replays. */
  bool (*look)(void *, const struct view *);
  /* If so: with the run's plan in the mapping, and its schedule in struct confirm. Another plan
   * may be there afterwards. */
  void (*confirm)(void *);
};
extern const struct confirmer confirm_same_end, confirm_both_orders, confirm_fair_end;

/* ---- replays (confirm.c) ---- */

void confirm_keep_plan(struct confirm *);
void confirm_put_plan(struct confirm *);
/* Runs the plan in the mapping. */
const struct trace *confirm_run_plan(struct confirm *, enum plan_mode, uint32_t flags);
/* The schedule from its first to its last step. */
const struct trace *confirm_run_schedule(struct confirm *, const struct schedule *, uint32_t flags);
/* The run in the mapping as reports want it. */
struct run confirm_read_run(struct confirm *);
/* Has somebody a reason to look for more bugs? */
bool confirm_may_go_on(const struct confirm *);

/* 1 + the index of the bug among those of the campaign; 0: it is new. */
size_t confirm_find_bug(const struct campaign *, const struct bug *);
/* The run in the mapping shows the bug. False: somebody else has reported it meanwhile.
 * `degree`: for strategies that keep it. *index: of the bug. */
bool confirm_report(struct confirm *, struct bug *, uint32_t degree, size_t *index);
/* A bug was seen once, and the replay does not show it. */
void confirm_note_unconfirmed(struct confirm *, bool was_killed);

/* ---- by the end of the run (confirm_end.c) ---- */

struct end_test {
  struct confirm *confirm;
  uint64_t fingerprint;
  uint32_t degree;       /* interferences there may be; UINT32_MAX: as many as like */
  uint32_t kind, thread; /* of the run that is to be made again */
};

/* Does the run in the mapping end as the one to be confirmed did? `context` is a struct
 * end_test. */
bool end_is_alike(void *context);
bool end_is_known(struct confirm *);
/* The bug that the end of the run in the mapping shows. */
bool end_read_bug(struct confirm *, struct bug *);

#endif
