/* A trace: what one execution did, as the runtime records it in the shared mapping.
 *
 * Events are in the order they happened. The same plan always gives the same trace, bit for bit,
 * whether the run was made in-process or forked. */
#ifndef RADDLE_WIRE_TRACE_H
#define RADDLE_WIRE_TRACE_H

#include "wire/expr.h"
#include "wire/plan.h"
#include <stdint.h>

enum event_kind {
#define EVENT(name, text, help) EV_##name,
#define VISIBLE(name, text, effect, object, role, orders, help) EV_##name,
#include "wire/events.def"
#undef EVENT
#undef VISIBLE
  EV_COUNT
};

enum end_kind {
#define END(name, text, help) END_##name,
#include "wire/ends.def"
#undef END
  END_COUNT
};

enum bug_kind {
#define KIND(name, text, help, shown_by) BUG_##name,
#include "wire/kinds.def"
#undef KIND
  BUG_COUNT
};

/* How a run shows a bug. */
enum shown_by {
  SHOWN_BY_FAILURE, /* of a thread, at work, which ends the run */
  SHOWN_BY_REST,    /* the run ended, and no thread was at work: they wait, or go round */
  SHOWN_BY_EXIT,    /* the program came to its end */
  SHOWN_BY_EVENTS,  /* wherever the run then went */
};
static inline enum shown_by bug_shown_by(enum bug_kind kind) {
  static const unsigned char by[] = {
#define KIND(name, text, help, shown_by) SHOWN_BY_##shown_by,
#include "wire/kinds.def"
#undef KIND
  };
  return kind < BUG_COUNT ? (enum shown_by)by[kind] : SHOWN_BY_FAILURE;
}

/* The columns of events.def. */
enum effect { EFFECT_NONE, EFFECT_READ, EFFECT_ADD, EFFECT_WRITE };
enum event_object {
  ON_NOTHING,
  ON_LOCK,
  ON_COND,
  ON_SEMAPHORE,
  ON_BARRIER,
  ON_ONCE,
  ON_FLAG,
  ON_THREAD,
  ON_OUTSIDE,
  ON_KEYS,
  ON_MEMORY,
  ON_ANY
};
enum event_role {
  ROLE_NONE,
  ROLE_LOOKS,
  ROLE_CHANGES,
  ROLE_TAKES,
  ROLE_GIVES,
  ROLE_ENTERS,
  ROLE_LEAVES,
  ROLE_MAKES,
  ROLE_ENDS
};
enum event_orders {
  ORDERS_NOTHING,
  ORDERS_LEARNS,
  ORDERS_LEARNS_ALL,
  ORDERS_LEARNS_IF_0,
  ORDERS_LEARNS_IF_NOT_0,
  ORDERS_LEARNS_ROUND,
  ORDERS_LEARNS_LIFE,
  ORDERS_TELLS,
  ORDERS_TELLS_WRITERS,
  ORDERS_ROUND,
  ORDERS_BOTH,
  ORDERS_OPENS,
  ORDERS_CLOSES
};

/* In `taken` of a visible operation. */
#define EVENT_FUSED 1  /* goes with the step before it, no one else could run */
#define EVENT_BOUND 2  /* fused, and would be at any granularity: the write of a copy, which its read began */
#define EVENT_WAITED 4 /* the operation waits as long as it has to: it could not have gone on before it did */

/* `addr` of TAKE and GIVE, if it is none of the pipes and files behind it: all that lies
 * outside. */
#define TRACE_WORLD UINT64_C(0x7e0000000000)

/* In `taken` of EXTERNAL: why the verdict must name the call. */
enum external_kind { EXTERNAL_CALL, EXTERNAL_NO_INPUT, EXTERNAL_ORDER };

/* In `aux` of INIT: the object lies at addr, in the program's memory; before it was made anew it
 * was taken (a lock with an owner, a semaphore of value 0), or had readers. */
#define EVENT_IN_MEMORY 1u
#define EVENT_WAS_TAKEN 2u
#define EVENT_HAD_READERS 4u

/* In `aux` of BARRIER_ARRIVE: nobody asks who came last. Then arrivals of one round come in any
 * order, and those of different rounds do not. */
#define EVENT_UNASKED 1u

/* In `aux` of LOCK_FAIL. */
#define EVENT_WANTS_READ 0x80000000u

/* `value` of LOCK: had the lock been taken, the step would have been a QUEUE. */
#define EVENT_WOULD_QUEUE 0x10000u

/* In `aux` of HELD. */
#define EVENT_HELD_ONCE 0x80000000u

/* In `value` of MISUSE, from this bit on: what is wrong. */
#define EVENT_MISUSE 32
enum misuse {
  MISUSE_BUSY,  /* who has the object, or is about to use it */
  MISUSE_GONE,  /* it was destroyed, or its memory is freed */
  MISUSE_BLANK, /* what is in memory there is not such an object */
};

/* trace.value of END_LIMIT, beside 0 and 1: a bound of the heap behind pointer inputs. */
enum input_bound { BOUND_OBJECTS = 2, BOUND_DEPTH, BOUND_ARRAY };

struct event {
  uint8_t kind;  /* enum event_kind */
  uint8_t taken; /* path events: outcome of the condition; visible operations: EVENT_FUSED, EVENT_BOUND */
  uint16_t thread;
  uint32_t site; /* index into the program's site table */
  expr_id expr;
  uint32_t aux;
  uint64_t addr;
  uint64_t value;
};

static inline int event_is_path(const struct event *e) { return e->kind <= EV_CONCRETIZE; }
static inline int event_is_visible(const struct event *e) { return e->kind >= EV_READ; }
/* With PLAN_GO_ON a run that one thread ended goes on without it, as if it waited for ever:
 * trace.event_count events are the run, the trace.ghost_count ones behind them only show what
 * was still to come. */

/* One of those that a plan's schedule counts. */
static inline int event_is_step(const struct event *e) {
  return event_is_visible(e) && !(e->taken & EVENT_FUSED);
}
/* addr and aux are bytes of memory, as opposed to the name of a synchronisation object. */
static inline int event_is_access(const struct event *e) {
  return e->kind >= EV_READ && e->kind <= EV_ATOMIC_UPDATE;
}

struct event_columns {
  uint8_t effect, object, role, orders;
};
static inline const struct event_columns *event_columns(uint32_t kind) {
  static const struct event_columns columns[] = {
#define EVENT(name, text, help) {0},
#define VISIBLE(name, text, effect, object, role, orders, help)                                              \
  {EFFECT_##effect, ON_##object, ROLE_##role, ORDERS_##orders},
#include "wire/events.def"
#undef EVENT
#undef VISIBLE
  };
  return &columns[kind];
}
static inline enum event_object event_object(const struct event *e) {
  return (enum event_object)event_columns(e->kind)->object;
}
static inline enum event_role event_role(const struct event *e) {
  return (enum event_role)event_columns(e->kind)->role;
}
static inline enum event_orders event_orders(const struct event *e) {
  return (enum event_orders)event_columns(e->kind)->orders;
}
static inline enum effect event_effect(const struct event *e) {
  if (e->kind == EV_BARRIER_ARRIVE && e->aux & EVENT_UNASKED) return EFFECT_ADD;
  return (enum effect)event_columns(e->kind)->effect;
}
static inline int effects_conflict(enum effect a, enum effect b) {
  return a && b && !(a == b && a != EFFECT_WRITE);
}

/* Threads by their place in the creation tree: thread t is the index-th child of `parent`.
 * Thread 0 is main. The table lasts for the campaign, so a number means the same thread in every
 * run; only the start routine is of the run that created it last. */
struct thread_name {
  uint32_t parent, index;
  uint64_t routine;
};

/* A visible object, see runtime/sharing.c. The list only grows, and lasts for the campaign. */
enum visible_kind {
  VISIBLE_GLOBAL, /* id: index into the program's globals */
  VISIBLE_HEAP,   /* id: return address of the allocating call */
  VISIBLE_LOCAL,  /* id: index into the program's locals */
  VISIBLE_PLACE,  /* id: address; size: bytes */
  VISIBLE_CUT, /* id: address, where blocks that are copied or filled are cut into parts (runtime/hooks_block.c) */
};
struct visible {
  uint32_t kind, size;
  uint64_t id;
};

#define TRACE_STACK_MAX 64
/* Return addresses, innermost first, without the runtime's own frames at either end. */
struct waiting_stack {
  uint64_t pc[TRACE_STACK_MAX];
};

/* What a thread that cannot go on waits for; given with deadlocks, cuts and at the end of a run. */
struct waiting {
  uint32_t thread;
  uint32_t kind;        /* enum event_kind of the operation it would do */
  uint32_t site;        /* where it waits */
  uint32_t holder;      /* thread that holds the object, or that it joins; UINT32_MAX: none */
  uint32_t holder_site; /* where that thread took it */
  uint32_t is_ended;    /* the holder has ended */
  uint32_t goes_round;  /* a livelock: it does not wait, it repeats what it did */
  uint32_t
      error; /* with which it would give up, as in aux of the operation; 0: it waits as long as it has to */
  uint32_t
      stack_count; /* frames in the entry of the same number of region `waiting_stack`; with PLAN_WAITING */
  uint32_t
      cancelled_as; /* enum event_kind of the step if it were cancelled there; 0: that would not let it go on */
  uint32_t is_async;    /* it looks for a request before each operation (PTHREAD_CANCEL_ASYNCHRONOUS) */
  uint64_t cancel_flag; /* its flag, as in addr of CANCEL_POINT, if it can be cancelled there */
  uint64_t object;
};

/* Input bytes have one flat numbering for the whole campaign, whichever thread asks for them:
 * bytes [first, first + count) of `thread` are the flat bytes [flat, flat + count). A request
 * takes the first span that covers it. The bytes of the object with label k, behind a pointer
 * input, are those of "thread" LAYOUT_THREADS + k, numbered from its slot on (wire/layout.h). */
struct input_span {
  uint32_t thread, first, count, flat;
};

/* One input object the run asked for, in order; tests are written from these. */
#define INPUT_NAME_MAX 40
struct input_object {
  uint32_t thread;
  uint32_t first; /* first input byte, of this thread */
  uint32_t flat;  /* the same in the flat numbering, which plans and expressions use */
  uint32_t bytes;
  uint8_t is_signed;
  uint8_t is_scalar; /* show as a number rather than as bytes */
  uint8_t pad[2];
  uint32_t type;  /* its type, or that of its elements: 1 + the row in the program's types; 0: unknown */
  uint32_t label; /* an object behind a pointer input; else 0 */
  char name[INPUT_NAME_MAX];
};

#define TRACE_MESSAGE_MAX 512
struct trace {
  uint32_t end;     /* enum end_kind */
  uint32_t kind;    /* enum bug_kind when end == END_BUG */
  int64_t value;    /* exit code, wait status */
  uint64_t address; /* memory errors: what was accessed */
  uint32_t site;    /* where it ended, if a hook knows it; else 0 and the stack tells */
  uint32_t event_count;
  uint32_t object_count;
  uint32_t input_count;   /* flat input bytes up to the last one the run asked for */
  uint32_t ghost_count;   /* events behind those of the run (PLAN_GO_ON) */
  uint32_t ghost_steps;   /* steps among them */
  uint32_t thread_count;  /* threads that were created, main included */
  uint32_t step_count;    /* visible operations that are steps */
  uint32_t enabled_count; /* words of the enabled region (PLAN_ENABLED) */
  uint32_t waiting_count; /* threads that could not go on at the end */
  uint32_t discovered;    /* objects found to be shared that plan.visible_count does not cover */
  uint32_t ghosts_end;    /* what cut the ghosts short: END_FULL, END_LOST or END_LIMIT; else 0 */
  uint32_t cycle_event;   /* a livelock: from this event on the run repeats */
  uint32_t cycle_steps;   /* and so many steps are a round of it */
  uint32_t is_bounded;    /* main had returned, the others went on until max_steps */
  uint32_t thread;        /* that ended the run */
  uint32_t new_coverage;  /* coverage bytes first set by this run */
  uint32_t output_hash;   /* of what the program wrote to stdout, if captured */
  uint32_t stack_count;
  uint64_t steps;                  /* loop iterations counted against the budget */
  uint64_t stack[TRACE_STACK_MAX]; /* program counters, innermost first; return addresses but for [0]
                                      when pc_is_exact */
  /* The stacks at the events asked for in plan.stack_at. */
  uint32_t asked_count[PLAN_STACKS];
  uint64_t asked[PLAN_STACKS][TRACE_STACK_MAX];
  uint32_t was_killed;             /* by the explorer, after --run-timeout */
  uint32_t pc_is_exact;            /* stack[0] is the faulting instruction itself */
  char message[TRACE_MESSAGE_MAX]; /* e.g. the assertion's text, "read of 4 bytes at ... 4 bytes past" */
};

#endif
