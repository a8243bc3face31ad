/* What is left to explore; see dpor.c. */
#ifndef RADDLE_EXPLORE_STRATEGY_DPOR_SEARCH_H
#define RADDLE_EXPLORE_STRATEGY_DPOR_SEARCH_H

#include "explore/classes.h"
#include "explore/strategy/dpor/course.h"
#include "explore/strategy/strategies.h"

/* A run to be made: its prefix, its inputs, and what is expected of it. */
struct item {
  struct subproblem part; /* schedule and input; the rest is in `expected` */
  struct expected expected;
  enum {
    ITEM_NEW,
    ITEM_EXTRA, /* shows a failure that another one hid */
    ITEM_SHOWN, /* the same, of a class whose run was void because of a failed assumption */
  } kind;
};

/* An item that the run read last has found, for weights.c. */
struct share {
  uint32_t depth; /* of the node it belongs to */
  uint32_t item;  /* of the pending ones */
};

#define LATER_LEVELS 16

/* What only this strategy leaves out: writers that waited for ever for several readers. */
enum { GAP_WRITERS };

/* How far the exploration seemed to be after some runs. */
struct mark {
  uint64_t runs;
  double done;
};

struct search {
  struct smt *smt;
  struct strategy_env env;
  struct course course;
  const struct expected *expected;          /* of the run read last */
  vec(struct item) pending;                 /* the last one is next */
  vec(struct item) later[LATER_LEVELS];     /* put off, see later.c; [0] goes first */
  vec(uint64_t) moved;                      /* for later.c */
  vec(struct item) planned;                 /* made or being made, not learnt yet; [0] is the oldest */
  vec(struct item) unused;                  /* whose memory is used again */
  vec(uint32_t) clock, known, others, past; /* for reverse.c */
  conflict_list put_off;                    /* conflicts of the step before the one read last */
  vec(struct decision) question;
  vec(uint64_t) failures; /* hidden ones that were looked into */
  vec(struct share) shares;
  uint64_t histories, led_to; /* histories that were run; those that they led to, no deeper than they are */
  struct input answer;
  struct classes classes; /* env.options.checks_classes only */
  struct strategy_stats stats;
  uint64_t found_steps, found_segments; /* of the items that the run read last has shown */
  double done;
  uint64_t weighed;    /* runs that `done` sums up */
  struct mark mark[2]; /* the last two powers of two of them, newer first */
  bool has_started;
  bool is_endless;  /* the program by itself does not end */
  uint64_t longest; /* steps of a run that ended */
};

/* Is there room for one more item that the run read last shows, and time? If not, that is counted. */
bool search_may_add(struct search *);
/* A fresh item, to be filled in; it is pending. */
struct item *search_add(struct search *);
/* It is filled in. One that no plan can hold is dropped, and counted. */
void search_added(struct search *);

/* One more step of its prefix: by a thread, or as in the run read last. */
void item_add_thread(struct item *, uint32_t thread);
void item_add_step(struct item *, const struct course *, uint32_t step);

/* The run read last shows that its thread could have taken step `step`, or its pending operation, before the head `head`. */
struct reversal {
  uint32_t head;
  uint32_t slot;         /* of the thread that goes first */
  const uint32_t *clock; /* what comes before its operation, and that; for what comes behind the head */
  uint32_t step;         /* the operation was carried out in that step; NONE: it was not */
  bool is_behind;        /* it was carried out behind the head, which had made it wait */
  uint32_t sure;         /* as in struct chunk */
  uint32_t head_fixed;   /* decisions of the head that this reversal depends on */
  uint32_t head_op;      /* number of the first operation of the head that conflicts with it */
  const uint32_t *
      first_clock; /* what comes before it once it goes before the head; only for what comes before the head */
};
void reverse(struct search *, const struct reversal *); /* the child it shows, if it is to be found here */
/* Its conditions: the operation has the highest rank of those by which the history is seen, and all else is by default. */
bool reverse_is_highest(const struct course *, const struct reversal *);
bool reverse_is_default(const struct course *, const struct reversal *);
/* Does no step before `end` come after this one? */
bool reverse_is_maximal(const struct course *, uint32_t step, uint32_t end);
uint64_t reverse_rank(const struct course *, uint32_t step);
/* Sets s->clock to what comes before an operation of the thread, behind step `previous` of it, if it goes before `head`;
 * NULL: it touches nothing. */
void reverse_set_clock(struct search *, uint32_t slot, uint32_t previous, const struct sync_touch *,
                       uint32_t head);
/* Looks for all that could have been otherwise in the steps from `from` on. */
void reverse_step(struct search *, uint32_t step);
bool reverse_is_due(const struct search *, uint32_t start, uint32_t last);
bool reverse_is_due_to_head(const struct search *, uint32_t start, uint32_t head);
void reverse_pending(struct search *, uint32_t from, uint32_t announced_from);

/* The other outcomes of the decisions that are new in the run read last, of its steps up to `until`. */
void decisions_flip(struct search *, const struct expected *, uint32_t until);
/* Decisions of the head that the reversal depends on and that were flipped, for its chunk. */
uint16_t decisions_flipped(const struct course *, const struct reversal *);
/* Could the reversal not have been found where the decisions of the run that were flipped went the default way? */
bool decisions_are_default(struct search *, const struct reversal *);

/* Puts off those of the pending items, from `first` on, that others should go before. */
void later_put_off(struct search *, size_t first);
bool later_take(struct search *); /* the next of them is pending again; false: there is none */
size_t later_count(const struct search *);

/* The share of the item, whose run was read, goes to the items from `first` on, which were found, and to what is done. */
/* Has the estimate proved wrong: are there more runs already than it once said there would be? */
bool weights_are_wrong(const struct search *);
void weights_share(struct search *, const struct item *, size_t first);

#endif
