/* Synchronisation objects of the program; see object.c. */
#ifndef RADDLE_RUNTIME_SYNC_OBJECT_H
#define RADDLE_RUNTIME_SYNC_OBJECT_H

#include "runtime/sched.h"
#include <errno.h>
#include <time.h>

#define SYNC_MAX (1u << 20)
#define SYNC_HOLDS (1u << 18)
#define SYNC_NAMES 32u
#define SYNC_NAME_SIZE 252u /* what the library takes, and its end */

/* KIND(NAME, name, type, "as users call it") */
#define SYNC_KINDS(KIND)                                                                                     \
  KIND(MUTEX, mutex, pthread_mutex_t, "mutex")                                                               \
  KIND(COND, cond, pthread_cond_t, "condition variable")                                                     \
  KIND(RWLOCK, rwlock, pthread_rwlock_t, "read-write lock")                                                  \
  KIND(SPIN, spin, pthread_spinlock_t, "spinlock")                                                           \
  KIND(BARRIER, barrier, pthread_barrier_t, "barrier")                                                       \
  KIND(SEMAPHORE, semaphore, sem_t, "semaphore")

enum sync_kind {
#define KIND(upper, name, type, text) SYNC_##upper,
  SYNC_KINDS(KIND)
#undef KIND
};

struct sync_waiter;

/* A read lock that a thread has. */
struct hold {
  uint32_t thread;
  uint32_t depth;
  site_ref site;
  struct hold *next;
};

struct sync {
  uint64_t address;
  uint8_t kind; /* enum sync_kind */
  bool is_destroyed;
  bool is_used;        /* an operation was carried out: that one was announced nobody can tell */
  bool is_overwritten; /* by plain stores: what it is now the program's memory says */
  bool is_owned;       /* mutex, spinlock, write lock: taken */
  bool is_section;     /* and in the atomic section that its owner is in, or was */
  uint32_t owner;      /* and by whom */
  site_ref site;       /* where it was taken or destroyed last */
  uint64_t clock;      /* virtual time of the releases so far */
  union {
    struct {
      uint8_t type;  /* PTHREAD_MUTEX_NORMAL ... */
      uint8_t state; /* of a robust one: see mutex.c */
      bool is_robust, inherits, has_ceiling;
      int ceiling;
      uint32_t depth;         /* of a recursive one */
      struct sync *next_held; /* robust ones of one owner */
    } mutex;
    struct {
      struct sync_waiter *first, *last; /* in the order they came */
      uint32_t waiting, tokens;         /* threads in that list; how many of them were signalled */
      uint64_t mutex;
      clockid_t clock_id;
    } cond;
    struct {
      struct hold *readers;
      uint32_t queued; /* writers that wait, if they go before readers */
      bool prefers_writers;
      uint64_t read_clock; /* of the releases by readers: no matter to other readers */
    } rwlock;
    struct {
      struct sync_waiter *first;
      uint32_t size, arrived;
    } barrier;
    struct {
      uint32_t value;
    } semaphore;
  };
};

/* A thread in the queue of a condition variable or barrier. */
struct sync_waiter {
  struct sync_waiter *before, *after;
  uint32_t tokens;     /* signals sent when it was the last in the queue */
  bool is_released;    /* the barrier is open */
  bool was_spurious;   /* its last wake-up was for no reason */
  uint64_t clock;      /* virtual time when it opened */
  struct sync *robust; /* mutexes it holds */
};

struct sync_name {
  char text[SYNC_NAME_SIZE];
  uint32_t open; /* how often */
  bool is_linked;
};

/* A misuse that lets the run go on. A run that would end well ends with this misuse instead. */
struct sync_noted {
  bool is_one;
  uint32_t thread, site, stack_count;
  uint64_t address, stack[TRACE_STACK_MAX];
  char message[TRACE_MESSAGE_MAX];
};

struct sync_state {
  uint32_t count, hold_count, name_count, overwritten_count;
  struct sync_noted noted;
  struct hold *free_holds;
  struct sync_name name[SYNC_NAMES];
  struct sync_waiter waiter[LAYOUT_THREADS];
  struct hold hold[SYNC_HOLDS];
  struct sync object[SYNC_MAX];
};

/* How long a thread waits for an object, and how it gives up. */
struct patience {
  enum { WAIT_FOR_EVER, WAIT_UNTIL, WAIT_NOT } how;
  int error; /* what it gives up with */
  uint64_t deadline;
};
#define PATIENCE_ENDLESS ((struct patience){WAIT_FOR_EVER, 0, 0})
#define PATIENCE_NONE(error) ((struct patience){WAIT_NOT, error, 0})
/* The patience of a call with a time-out; none for an invalid or past time. */
struct patience patience_until(clockid_t, const struct timespec *abs) RT(patience_until);
bool patience_is_for(clockid_t) RT(patience_is_for); /* may one wait by this clock? */

/* The object at p, for an operation that the running thread is about to announce. */
struct sync *sync_at(volatile void *p, enum sync_kind) RT(sync_at);
/* The same for a call that is not a step: the object must exist. */
struct sync *sync_now(volatile void *p, enum sync_kind) RT(sync_now);
/* The object was destroyed, freed or overwritten: threads that use it fail instead of waiting. */
bool sync_is_void(const struct sync *) RT(sync_is_void);
/* The program is about to free a block. Does the block contain an object that threads may have
 * to wait for? */
bool sync_freed(const void *p, uint64_t size) RT(sync_freed);
/* Makes the object at p, from the bytes at `fresh` that the library's own function made. */
void sync_init(volatile void *p, enum sync_kind, const void *fresh) RT(sync_init);
/* Plain stores are about to change these visible bytes. Objects that begin among the bytes are
 * made anew. */
void sync_overwritten(const void *p, uint64_t size) RT(sync_overwritten);
/* A run is about to end well. Tells the trace if a misuse has happened. */
bool sync_has_noted(void) RT(sync_has_noted);
/* A constructor made or changed an object before the run, in a state that no initialiser leaves. */
void sync_made_early(void) RT(sync_made_early);
int sync_destroyed(struct sync *) RT(sync_destroyed); /* the operation under way; 0 */

/* Announces an operation on the object. On return the object is still usable. */
void sync_point(struct sync *, enum event_kind) RT(sync_point);
void sync_point_for(struct sync *, enum event_kind, readiness_test *, struct patience) RT(sync_point_for);
/* aux of an operation that may have to wait: how it would give up. */
static inline uint32_t sync_aux(enum event_kind kind) {
  const struct pending *n = &thread_self()->next;
  switch (kind) {
  case EV_LOCK:
  case EV_READ_LOCK:
  case EV_QUEUE:
  case EV_SEM_WAIT:
  case EV_SEM_FAIL:
  case EV_WAKE: return n->error;
  case EV_LOCK_FAIL: return n->error | (n->kind == EV_READ_LOCK ? EVENT_WANTS_READ : 0);
  default: return 0;
  }
}
/* Writes the state to the program's memory, for copies that the program makes of the object. */
void sync_write_state(const struct sync *) RT(sync_write_state);
static inline void sync_done(const struct sync *o, enum event_kind kind, uint64_t value) {
  bool is_abandoned = value == EOWNERDEAD; /* its memory may be gone */
  if (!is_abandoned && kind >= EV_LOCK && kind <= EV_SEM_WAIT) sync_write_state(o);
  sched_done(kind, o->address, sync_aux(kind), value);
}
/* The operation under way fails. */
int sync_fail(const struct sync *, enum event_kind, struct patience) RT(sync_fail);
/* For readiness tests: the object of the announced operation, and the answer if the thread would
 * have to wait. */
static inline struct sync *sync_wanted(const struct thread *t) { return (struct sync *)t->next.extra; }
static inline enum readiness sync_waits(const struct thread *t) { return t->next.deadline ? LATE : BLOCKED; }

/* Ends the run: "the mutex x ...". */
_Noreturn void sync_misuse(const struct sync *, const char *format, ...) __attribute__((format(printf, 2, 3)))
RT(sync_misuse);

/* Virtual time flows from the thread that releases to the thread that takes. */
void sync_give_clock(uint64_t *to) RT(sync_give_clock);
struct sync_waiter *sync_waiter_of(const struct thread *) RT(sync_waiter_of);

/* Locks with one owner. */
static inline bool sync_is_mine(const struct sync *o) { return o->is_owned && o->owner == thread_self()->id; }
void sync_take(struct sync *) RT(sync_take);
void sync_release(struct sync *) RT(sync_release);
/* The running thread gives back the locks taken in an atomic section that does not take place. */
void sync_leave_section(void) RT(sync_leave_section);
enum readiness sync_may_take(const struct thread *) RT(sync_may_take);
_Noreturn void sync_bad_unlock(const struct sync *) RT(sync_bad_unlock);

/* Records the locks that main holds, before main creates its first thread. */
void sync_note_held(void) RT(sync_note_held);
/* The running thread is about to end: gives up its robust mutexes, each in a step. */
void sync_thread_ended(struct thread *) RT(sync_thread_ended);

/* Takes over an object of each kind that the runtime has not seen yet, as the library or a static
 * initialiser left it. False: the object is not initialised.
 * is_early: sync_made_early() was called, so the object may look like an object in use. */
#define KIND(upper, name, type, text)                                                                        \
  bool name##_adopt(struct sync *, const void *memory, bool is_early) RT(name##_adopt);                      \
  bool name##_is_busy(const struct sync *) RT(name##_is_busy);
SYNC_KINDS(KIND)
#undef KIND

/* Mutexes, for condition variables and C11. */
int mutex_lock(struct sync *, struct patience) RT(mutex_lock);
int mutex_try_lock(struct sync *) RT(mutex_try_lock);
int mutex_unlock(struct sync *) RT(mutex_unlock);
/* Does the running thread hold the mutex? Returns 0, an error number, or -1: such a use is
 * undefined. */
int mutex_check_owned(const struct sync *) RT(mutex_check_owned);
int mutex_destroy(struct sync *) RT(mutex_destroy);
void mutex_abandon(struct sync *) RT(mutex_abandon);

int cond_wait(struct sync *cond, struct sync *mutex, struct patience) RT(cond_wait);
int cond_signal(struct sync *) RT(cond_signal);
int cond_broadcast(struct sync *) RT(cond_broadcast);
int cond_destroy(struct sync *) RT(cond_destroy);

struct hold *rwlock_other_reader(const struct sync *, const struct thread *) RT(rwlock_other_reader);

#endif
