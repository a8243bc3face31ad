/* Runs that repeat for ever; see livelock.c. */
#ifndef RADDLE_RUNTIME_LIVELOCK_H
#define RADDLE_RUNTIME_LIVELOCK_H

#include "runtime/rt.h"

struct state_hash {
  uint64_t a, b;
};

struct livelock_state {
  bool is_sought;       /* the plan is POLICY_FAIR, and its prefix is over */
  bool has_late;        /* since the anchor: a thread could have gone on by a time-out */
  bool has_endless;     /* the head of a loop without a way out was passed */
  uint32_t looks;       /* at states, one before each step */
  uint32_t anchor;      /* the look that later ones are compared with */
  uint32_t heads;       /* of loops, passed since the last look */
  uint64_t brief;       /* of the anchor: what differs most often */
  struct state_hash at; /* of the anchor: everything */
  struct state_hash now;
  uint64_t uses;        /* ST->outside.uses at the anchor */
  uint64_t bytes;       /* hashed in all */
  uint32_t event, step; /* where the anchor is in the trace */
  /* By thread, since the anchor. */
  bool could[LAYOUT_THREADS], moved[LAYOUT_THREADS], looped[LAYOUT_THREADS];
};

void livelock_begin(void) RT(livelock_begin); /* a run */
bool livelock_is_sought(void) RT(livelock_is_sought);
/* Before each step behind the prefix. Does not return if the run is shown to repeat for ever. */
void livelock_look(void) RT(livelock_look);
/* The running thread passes the head of a loop. */
void livelock_at_head(bool is_endless) RT(livelock_at_head);

#endif
