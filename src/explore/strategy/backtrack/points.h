/* The decisions of the run that is explored, from the first to the last: a path through the tree of
 * all runs, depth-first.
 *
 * A point is a node where a thread was chosen; `thread` is the child being explored. Symbolic
 * branches are nodes too: branch i of the path comes after the point before step path[i].at and
 * before that point itself.
 *
 * Sleep sets (Godefroid 1996): a thread whose next step was explored from here, or from an earlier
 * point, sleeps until a step is made that conflicts with it; what would begin with that step has
 * been seen. A point holds who sleeps on arrival, and behind them the children that are finished,
 * each with all that its step touched, whatever way its branches went.
 *
 * Points above `count` keep their memory for the next run.
 * Invariant: the first count points and the path are those of the run learnt last; its input
 * drives it down the path. */
#ifndef RADDLE_EXPLORE_STRATEGY_BACKTRACK_POINTS_H
#define RADDLE_EXPLORE_STRATEGY_BACKTRACK_POINTS_H

#include "explore/strategy/backtrack/steps.h"

struct sleeper {
  uint32_t thread;
  struct touch touch; /* a step that touches nothing has one with effect NONE */
};

struct set {
  vec(uint64_t) words;
};

struct point {
  uint32_t thread;  /* STEP_NONE: none yet */
  uint32_t arrived; /* sleepers on arrival; the others are finished children */
  uint64_t print;   /* of the step */
  bool is_lost;     /* the child did not go as planned: it has not been explored */
  bool is_raced;    /* raceflip: its step races with a later one */
  struct set enabled, tried, todo;
  vec(struct sleeper) asleep;
  vec(struct touch) own; /* what the step of the child touches */
};

struct points {
  struct point *at;
  uint32_t count, capacity;
};

static inline bool set_has(const struct set *s, uint32_t thread) {
  return words_have(s->words.at, (uint32_t)s->words.count, thread);
}
void set_add(struct set *, uint32_t thread);

/* The point before a step of the run; nobody sleeps. */
struct point *points_push(struct points *, const struct steps *, const struct run_step *);
void points_free(struct points *);

bool point_is_asleep(const struct point *, uint32_t thread); /* on arrival */
/* Who sleeps when step `by` was made from point p. */
void point_inherit(struct point *, const struct point *p, const struct steps *, const struct run_step *by);
/* Child `thread` is explored, once more if it is the same. */
void point_enter(struct point *, const struct steps *, const struct run_step *);
/* The child is finished; with_sleep: it sleeps from now on. */
void point_leave(struct point *, bool with_sleep);
/* The first thread of `from` that neither was tried nor sleeps; STEP_NONE: there is none. */
uint32_t point_choose(const struct point *, const struct set *from);

#endif
