/* Threads of the program: fibers on the one kernel thread of a run; see thread.c. */
#ifndef RADDLE_RUNTIME_THREAD_H
#define RADDLE_RUNTIME_THREAD_H

#include "runtime/rt.h"
#include "runtime/pthread.h"

struct thread;

/* Can a thread carry out its announced operation? */
enum readiness {
  BLOCKED,
  LATE, /* only by timing out, or by waking up for no reason */
  READY,
};
typedef enum readiness readiness_test(const struct thread *);

/* The visible operation a thread is about to do. */
struct pending {
  enum event_kind kind;
  uint64_t object;
  readiness_test *may_go; /* NULL: always READY */
  uint64_t deadline;      /* virtual nanoseconds, for LATE ones: the earliest goes first */
  uint64_t extra;         /* the test's own */
  site_ref site;
  uint32_t error; /* with which it gives up, if it does not wait as long as it has to; 0: it does */
};

#define THREAD_DECISIONS 16

/* The round of a waiting loop that the thread is in: the reads since the loop's head, and
 * whether the round did anything else. */
#define SPIN_READS 16
#define SPIN_VAIN 64 /* rounds that read nothing visible before the thread is taken to wait for ever */
struct spin_round {
  site_ref head; /* NULL: in none */
  uint32_t count, vain;
  uint32_t woken_count; /* places of the round before, which the operation under way has waited for */
  bool is_dirty;        /* it wrote, or read more than is kept here */
  bool is_gated;        /* nothing had changed: the next operation waits for a change */
  struct {
    uint64_t address, value;
    uint32_t size;
    expr_id expr;
  } read[SPIN_READS];
  struct {
    uint64_t address;
    uint32_t size;
  } woken[SPIN_READS];
};

struct thread {
  uint32_t id; /* index into the thread table, and into ST->thread */
  uint32_t child_count;
  enum { THREAD_UNUSED, THREAD_ALIVE, THREAD_ENDED, THREAD_STOPPED } state; /* STOPPED: see ghost.c */
  uint64_t sp;        /* where it was left, when it does not run */
  uint64_t fs;        /* its thread pointer: TLS and errno */
  uint64_t stack_low; /* its stack is mapped from here on */
  uint64_t stack_top;
  uint32_t local_count; /* HOT's, when it does not run */
  struct hot_local *local;
  site_ref site;    /* HOT's, when it does not run */
  int64_t budget;   /* the same: a function of what the thread did, not of how it was scheduled */
  uint16_t tag;     /* of its present segment (wire/owner.h) */
  uint32_t fused;   /* depth of atomic sections: no scheduling points inside */
  uint32_t starter; /* thread to go back to at the first announcement; UINT32_MAX: started already */
  uint64_t clock;   /* virtual nanoseconds; a function of what happened before, never of the schedule alone */
  uint32_t input_count; /* input bytes asked for */
  uint32_t last_span;   /* where the last of them were found */
  expr_id decided;      /* an address whose place was decided last (hooks_share.c) */
  uint32_t read_count; /* PLAN_FRESH: read events, each a variable; and conditions that decided values last */
  uint32_t decision_count;
  expr_id decision[THREAD_DECISIONS];
  void (*entry)(void);
  struct pending next;
  struct pthread_part posix; /* what the POSIX and C11 models know of it */
  struct spin_round spin;    /* last: its arrays are not cleared when a thread begins */
};

#define THREAD_NONE UINT32_MAX

#define TLS_IMAGE_MAX (256u << 10)
struct tls_state {
  bool has_fsgsbase;
  uint64_t main_fs;
  uint64_t below, size; /* bytes below the thread pointer, and in all */
  char image[TLS_IMAGE_MAX];
  struct {
    struct {
      uint64_t value, to_free;
    } entry[64];
  } dtv[LAYOUT_THREADS];
};

#define THREAD_NAMES (2 * LAYOUT_THREADS)
struct thread_names {
  uint32_t known; /* entries of the thread table that are in `slot` */
  uint32_t slot[THREAD_NAMES];
};

void thread_open(void) RT(thread_open);               /* in the server, once */
void thread_begin(void) RT(thread_begin);             /* a run: main alone */
void thread_resume_main(void) RT(thread_resume_main); /* the run was left, perhaps by another thread */
void thread_reset(void) RT(thread_reset);             /* after a run: stacks and TLS of the threads it had */

static inline struct thread *thread_self(void) { return HOT->self; }
struct thread *thread_number(uint32_t id) RT(thread_number); /* NULL if this run has no such thread */

/* Makes a thread and runs the thread on its own stack up to its first visible operation. `entry`
 * must end in thread_end. `prepare` gets the new thread and `data` before that. NULL: too many
 * threads. */
struct thread *thread_create(void (*entry)(void), uint64_t routine, void (*prepare)(struct thread *, void *),
                             void *data) RT(thread_create);
/* The running thread is over; does not return. */
_Noreturn void thread_end(void) RT(thread_end);
/* Stops the running thread for good, unnoticed by the other threads; does not return. */
_Noreturn void thread_stop(void) RT(thread_stop);

/* The innermost frame of a thread that does not run (context.S says where its frame pointer was
 * saved). */
static inline uint64_t thread_left_frame(const struct thread *t) { return ((const uint64_t *)t->sp)[6]; }
/* Switches to another thread; returns when someone switches back. */
void thread_switch(struct thread *to) RT(thread_switch);

/* Stacks. */
bool thread_owns_address(uint64_t address, uint32_t *id) RT(thread_owns_address); /* stack or TLS */
bool thread_map_main_stack(uint64_t bytes) RT(thread_map_main_stack);
void thread_clear_stack(struct thread *, uint64_t top) RT(thread_clear_stack);
bool thread_on_stack(const struct thread *, uint64_t address) RT(thread_on_stack);
/* Maps more of the stack that holds the address; false if no stack does. */
bool thread_grow_stack(uint64_t address) RT(thread_grow_stack);

#endif
