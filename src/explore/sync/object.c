#include "explore/sync/object.h"
#include "base/check.h"
#include "explore/sync/relations.h"
#include <errno.h>

#define NOBODY UINT32_MAX
#define SLOT_MASK ((1u << COND_SHIFT) - 1)

uint32_t sync_object_size(enum event_object class, uint32_t slots, bool has_holders) {
  switch (class) {
  case ON_LOCK: return has_holders ? LOCK_HOLDS + slots : LOCK_HOLDS;
  case ON_COND: return COND_QUEUE + slots;
  case ON_BARRIER: return BARRIER_INSIDE + slots;
  default: return 1;
  }
}

void sync_log_undo(sync_log *log, size_t mark) {
  while (log->count > mark) {
    struct sync_change c = vec_pop(log);
    *c.word = c.old;
  }
}

static void set(struct sync_object *o, uint32_t at, uint32_t value) {
  if (o->word[at] == value) return;
  if (o->log) vec_push(o->log, ((struct sync_change){&o->word[at], o->word[at]}));
  o->word[at] = value;
}

static enum sync_presence presence_of(const struct sync_others *others, uint32_t slot) {
  return others ? others->presence(others->context, slot) : PRESENT;
}

static bool has_misuse(const struct event *e, enum misuse what) {
  return e->kind == EV_MISUSE && (enum misuse)(e->value >> EVENT_MISUSE) == what;
}

bool sync_is_own_misuse(const struct event *e) { return has_misuse(e, MISUSE_BUSY) && e->aux != EV_DESTROY; }

/* ---- locks (runtime/sync/mutex.c, rwlock.c, spin.c) ---- */

static bool is_reader(uint32_t hold) { return hold & ~LOCK_QUEUED; }
static bool is_queued(uint32_t hold) { return hold & LOCK_QUEUED; }

/* A slot that reads or queues, and keeps it up; NOBODY. */
static uint32_t find_holder(const struct sync_object *o, bool (*does)(uint32_t),
                            const struct sync_others *others) {
  uint32_t found = NOBODY;
  for (uint32_t s = 0; o->has_holders && s < o->slots; s++) {
    if (!does(o->word[LOCK_HOLDS + s])) continue;
    enum sync_presence presence = presence_of(others, s);
    if (presence == PRESENT) return s;
    if (presence == PRESENT_AT_END) found = s;
  }
  return found;
}

static bool is_busy(const struct sync_object *o, bool (*does)(uint32_t), const struct sync_others *others) {
  return o->word[LOCK_OWNER] || find_holder(o, does, others) != NOBODY;
}

/* Nobody owns it, and nobody holds it in that way. */
static enum sync_answer is_free(const struct sync_object *o, bool (*does)(uint32_t),
                                const struct sync_others *others, uint32_t *who) {
  uint32_t owner = o->word[LOCK_OWNER];
  *who = owner && presence_of(others, owner - 1) != RELEASED ? owner - 1 : find_holder(o, does, others);
  return *who == NOBODY ? SYNC_YES : SYNC_HELD;
}

static enum sync_answer if_so(bool is_so) { return is_so ? SYNC_YES : SYNC_LACKS; }

static bool tells(const struct event *e) {
  return e->value == EBUSY || e->value == ETIMEDOUT || e->value == EAGAIN;
}

static enum sync_answer can_lock(const struct sync_object *o, const struct event *e,
                                 const struct sync_others *others, uint32_t *who) {
  enum sync_answer answer = is_free(o, is_reader, others, who);
  if (answer != SYNC_YES) return answer;
  return if_so(o->word[LOCK_LEFT] == (e->value == EOWNERDEAD ? LEFT_DYING : LEFT_WELL));
}

static enum sync_answer can_fail(const struct sync_object *o, const struct event *e,
                                 const struct sync_others *others) {
  if (e->value == ENOTRECOVERABLE) return if_so(o->word[LOCK_LEFT] == LEFT_LOST && !o->word[LOCK_OWNER]);
  return if_so(!tells(e) || is_busy(o, e->aux & EVENT_WANTS_READ ? is_queued : is_reader, others));
}

static enum sync_answer can_on_lock(const struct sync_object *o, uint32_t slot, const struct event *e,
                                    const struct sync_others *others, uint32_t *who) {
  switch (e->kind) {
  case EV_LOCK: return can_lock(o, e, others, who);
  case EV_UNLOCK: return o->word[LOCK_OWNER] == slot + 1 ? SYNC_YES : SYNC_NEVER;
  case EV_QUEUE: return if_so(is_busy(o, is_reader, others));
  case EV_LOCK_FAIL: return can_fail(o, e, others);
  case EV_READ_LOCK: return is_free(o, is_queued, others, who);
  case EV_READ_UNLOCK: return is_reader(o->word[LOCK_HOLDS + slot]) ? SYNC_YES : SYNC_NEVER;
  case EV_DESTROY: return is_free(o, is_reader, others, who);
  case EV_MISUSE: return if_so(is_busy(o, is_reader, others));
  default: return SYNC_YES;
  }
}

static void leave_queue_of_lock(struct sync_object *o, uint32_t slot) {
  if (o->has_holders) set(o, LOCK_HOLDS + slot, o->word[LOCK_HOLDS + slot] & ~LOCK_QUEUED);
}

static void unlock(struct sync_object *o, const struct event *e) {
  set(o, LOCK_OWNER, 0);
  if (e->value) set(o, LOCK_LEFT, e->value == EOWNERDEAD ? LEFT_DYING : LEFT_LOST);
}

static void make_lock(struct sync_object *o) {
  uint32_t size = sync_object_size(ON_LOCK, o->slots, o->has_holders);
  for (uint32_t i = 0; i < size; i++) set(o, i, 0);
}

static void do_on_lock(struct sync_object *o, uint32_t slot, const struct event *e) {
  uint32_t hold = o->has_holders ? o->word[LOCK_HOLDS + slot] : 0;
  switch (e->kind) {
  case EV_LOCK:
    leave_queue_of_lock(o, slot);
    set(o, LOCK_OWNER, slot + 1);
    set(o, LOCK_LEFT, LEFT_WELL);
    break;
  case EV_UNLOCK: unlock(o, e); break;
  case EV_QUEUE: set(o, LOCK_HOLDS + slot, hold | LOCK_QUEUED); break;
  case EV_LOCK_FAIL: leave_queue_of_lock(o, slot); break;
  case EV_READ_LOCK: set(o, LOCK_HOLDS + slot, hold + 1); break;
  case EV_READ_UNLOCK: set(o, LOCK_HOLDS + slot, is_reader(hold) ? hold - 1 : hold); break;
  case EV_INIT: make_lock(o); break;
  default: break;
  }
}

/* ---- condition variables (runtime/sync/cond.c) ---- */

static uint32_t tokens_at(const struct sync_object *o, uint32_t place) {
  return o->word[place] >> COND_SHIFT;
}

static void add_tokens(struct sync_object *o, uint32_t place, uint32_t more) {
  set(o, place, o->word[place] + (more << COND_SHIFT));
  set(o, COND_TOKENS, o->word[COND_TOKENS] + more);
}

/* Where the slot stands in the queue; NOBODY. */
static uint32_t place_of(const struct sync_object *o, uint32_t slot) {
  for (uint32_t i = 0; i < o->word[COND_WAITING]; i++)
    if ((o->word[COND_QUEUE + i] & SLOT_MASK) == slot) return COND_QUEUE + i;
  return NOBODY;
}

/* The place of the oldest token for who stands at `place`; NOBODY. */
static uint32_t token_for(const struct sync_object *o, uint32_t place) {
  uint32_t end = COND_QUEUE + o->word[COND_WAITING];
  if (place == NOBODY || !o->word[COND_TOKENS]) return NOBODY;
  while (place < end && !tokens_at(o, place)) place++;
  return place < end ? place : NOBODY;
}

static bool has_token(const struct sync_object *o, uint32_t slot) {
  return token_for(o, place_of(o, slot)) != NOBODY;
}

static uint32_t unsignalled(const struct sync_object *o) {
  return o->word[COND_WAITING] - o->word[COND_TOKENS];
}

static enum sync_answer can_on_cond(const struct sync_object *o, uint32_t slot, const struct event *e) {
  bool says = !e->value || e->value == ETIMEDOUT || e->value == EINTR;
  switch (e->kind) {
  case EV_WAKE: return if_so(!says || !e->value == has_token(o, slot));
  case EV_DESTROY: return if_so(!o->word[COND_WAITING]);
  case EV_MISUSE: return if_so(unsignalled(o));
  default: return SYNC_YES;
  }
}

static void enter_queue(struct sync_object *o, uint32_t slot) {
  uint32_t waiting = o->word[COND_WAITING];
  if (place_of(o, slot) != NOBODY) return;
  set(o, COND_QUEUE + waiting, slot);
  set(o, COND_WAITING, waiting + 1);
}

/* The place, with its tokens, becomes part of the one before; tokens at the first place were for
 * nobody else. */
static void leave_queue(struct sync_object *o, uint32_t place) {
  uint32_t last = COND_QUEUE + o->word[COND_WAITING] - 1, tokens = tokens_at(o, place);
  if (place > COND_QUEUE)
    set(o, place - 1, o->word[place - 1] + (tokens << COND_SHIFT));
  else
    set(o, COND_TOKENS, o->word[COND_TOKENS] - tokens);
  for (; place < last; place++) set(o, place, o->word[place + 1]);
  set(o, last, 0);
  set(o, COND_WAITING, o->word[COND_WAITING] - 1);
}

static void notify(struct sync_object *o, uint32_t most) {
  uint32_t count = unsignalled(o);
  if (count) add_tokens(o, COND_QUEUE + o->word[COND_WAITING] - 1, count < most ? count : most);
}

static void wake(struct sync_object *o, uint32_t slot, const struct event *e) {
  uint32_t place = place_of(o, slot), token = token_for(o, place);
  if (!e->value && token != NOBODY) add_tokens(o, token, (uint32_t)-1);
  if (place != NOBODY) leave_queue(o, place);
}

static void do_on_cond(struct sync_object *o, uint32_t slot, const struct event *e) {
  switch (e->kind) {
  case EV_WAIT: enter_queue(o, slot); break;
  case EV_SIGNAL: notify(o, 1); break;
  case EV_BROADCAST: notify(o, UINT32_MAX); break;
  case EV_WAKE: wake(o, slot, e); break;
  default: break;
  }
}

/* ---- semaphores (runtime/sync/semaphore.c) ---- */

static enum sync_answer can_on_semaphore(const struct sync_object *o, const struct event *e) {
  uint32_t count = o->word[0];
  switch (e->kind) {
  case EV_SEM_WAIT: return if_so(count);
  case EV_SEM_FAIL: return if_so(!tells(e) || !count);
  case EV_SEM_VALUE: return if_so(e->value <= count && count - e->value <= e->aux);
  default: return SYNC_YES;
  }
}

static void do_on_semaphore(struct sync_object *o, const struct event *e) {
  uint32_t count = o->word[0];
  switch (e->kind) {
  case EV_POST: set(o, 0, count + 1); break;
  case EV_SEM_WAIT: set(o, 0, count ? count - 1 : 0); break;
  case EV_INIT: set(o, 0, (uint32_t)e->value); break;
  default: break;
  }
}

/* ---- barriers (runtime/sync/barrier.c) ---- */

static bool is_last(const struct sync_object *o, const struct event *e) {
  return o->word[BARRIER_ARRIVED] + 1 == e->aux >> 1;
}

static enum sync_answer can_on_barrier(const struct sync_object *o, uint32_t slot, const struct event *e) {
  bool is_asked = !(e->aux & EVENT_UNASKED);
  switch (e->kind) {
  case EV_BARRIER_ARRIVE: return if_so(!is_asked || is_last(o, e) == (e->value == e->aux >> 1));
  case EV_BARRIER_LEAVE: return if_so(!o->word[BARRIER_INSIDE + slot]);
  case EV_DESTROY: return if_so(!o->word[BARRIER_ARRIVED]);
  case EV_MISUSE: return if_so(o->word[BARRIER_ARRIVED]);
  default: return SYNC_YES;
  }
}

static void arrive(struct sync_object *o, uint32_t slot, const struct event *e) {
  bool is_open = is_last(o, e);
  set(o, BARRIER_ARRIVED, is_open ? 0 : o->word[BARRIER_ARRIVED] + 1);
  for (uint32_t s = 0; is_open && s < o->slots; s++) set(o, BARRIER_INSIDE + s, 0);
  if (!is_open) set(o, BARRIER_INSIDE + slot, 1);
}

static void do_on_barrier(struct sync_object *o, uint32_t slot, const struct event *e) {
  if (e->kind == EV_BARRIER_ARRIVE) arrive(o, slot, e);
  if (e->kind == EV_BARRIER_LEAVE) set(o, BARRIER_INSIDE + slot, 0);
  if (e->kind == EV_INIT) set(o, BARRIER_ARRIVED, 0);
}

/* ---- once (runtime/threads/once.c) ---- */

static enum sync_answer can_on_once(const struct sync_object *o, const struct event *e,
                                    const struct sync_others *others, uint32_t *who) {
  uint32_t state = o->word[0];
  if (e->kind == EV_ONCE_END) return SYNC_YES;
  if (state >= ONCE_RUNNING && presence_of(others, state - ONCE_RUNNING) != RELEASED) {
    *who = state - ONCE_RUNNING;
    return SYNC_HELD;
  }
  if (e->kind == EV_ONCE_BEGIN) return state == ONCE_RUN ? SYNC_NEVER : SYNC_YES;
  return if_so(state != ONCE_FRESH);
}

static void do_on_once(struct sync_object *o, uint32_t slot, const struct event *e) {
  if (e->kind == EV_ONCE_BEGIN) set(o, 0, ONCE_RUNNING + slot);
  if (e->kind == EV_ONCE_PASS) set(o, 0, ONCE_RUN);
  if (e->kind == EV_ONCE_END) set(o, 0, e->value ? ONCE_FRESH : ONCE_RUN);
}

/* ---- requests to cancel, lives of threads, pipes, lives of objects (runtime/threads,
 * runtime/io.c) ---- */

static enum sync_answer can_on_flag(const struct sync_object *o, const struct event *e) {
  if (e->kind != EV_CANCEL_POINT) return SYNC_YES;
  if (e->value) return if_so(o->word[0]);
  return o->word[0] ? SYNC_NEVER : SYNC_YES;
}

/* slots of a life: the thread itself. */
static enum sync_answer can_on_thread(const struct sync_object *o, const struct event *e,
                                      const struct sync_others *others, uint32_t *who) {
  bool has_ended = o->word[0];
  if (e->kind == EV_JOIN_FAIL) return tells(e) && has_ended ? SYNC_NEVER : SYNC_YES;
  if (e->kind != EV_JOIN || has_ended || presence_of(others, o->slots) == RELEASED) return SYNC_YES;
  *who = o->slots;
  return SYNC_HELD;
}

static uint32_t bytes_after(uint32_t bytes, const struct event *e) {
  if (e->kind == EV_GIVE) return bytes + (uint32_t)e->value;
  return e->kind == EV_TAKE && e->value < bytes ? bytes - (uint32_t)e->value : 0;
}

static enum sync_answer can_on_life(const struct sync_object *o, const struct event *e) {
  if (e->kind == EV_FREE || e->kind == EV_INIT) return SYNC_YES;
  bool wants_gone = e->kind == EV_MISUSE && !has_misuse(e, MISUSE_BUSY);
  return if_so(o->word[0] == (wants_gone ? OBJECT_GONE_NOW : OBJECT_THERE));
}

static void do_on_life(struct sync_object *o, const struct event *e) {
  if (e->kind == EV_FREE || e->kind == EV_DESTROY) set(o, 0, OBJECT_GONE_NOW);
  if (e->kind == EV_INIT) set(o, 0, OBJECT_THERE);
}

/* ---- all of them ---- */

enum sync_answer sync_can(const struct sync_object *o, uint32_t slot, const struct event *e,
                          const struct sync_others *others, uint32_t *who) {
  if (sync_is_own_misuse(e)) return SYNC_YES;
  switch (o->class) {
  case ON_LOCK: return can_on_lock(o, slot, e, others, who);
  case ON_COND: return can_on_cond(o, slot, e);
  case ON_SEMAPHORE: return can_on_semaphore(o, e);
  case ON_BARRIER: return can_on_barrier(o, slot, e);
  case ON_ONCE: return can_on_once(o, e, others, who);
  case ON_FLAG: return can_on_flag(o, e);
  case ON_THREAD: return can_on_thread(o, e, others, who);
  case ON_OUTSIDE: return if_so(e->kind != EV_TAKE || o->word[0]);
  case ON_ANY: return can_on_life(o, e);
  default: return SYNC_YES;
  }
}

void sync_do(struct sync_object *o, uint32_t slot, const struct event *e) {
  switch (o->class) {
  case ON_LOCK: do_on_lock(o, slot, e); break;
  case ON_COND: do_on_cond(o, slot, e); break;
  case ON_SEMAPHORE: do_on_semaphore(o, e); break;
  case ON_BARRIER: do_on_barrier(o, slot, e); break;
  case ON_ONCE: do_on_once(o, slot, e); break;
  case ON_FLAG: set(o, 0, o->word[0] | (e->kind == EV_CANCEL)); break;
  case ON_THREAD: set(o, 0, o->word[0] | (e->kind == EV_END_THREAD)); break;
  case ON_OUTSIDE: set(o, 0, bytes_after(o->word[0], e)); break;
  case ON_ANY: do_on_life(o, e); break;
  default: break;
  }
  check(o->class != ON_COND || o->word[COND_TOKENS] <= o->word[COND_WAITING]);
}

/* ---- what waits ---- */

bool sync_keeps_waiting(const struct sync_object *o, uint32_t slot, enum event_kind wanted) {
  struct event e = {.kind = (uint8_t)wanted};
  uint32_t who;
  if (!sync_may_wait(wanted) && wanted != EV_DESTROY) return false;
  switch (wanted) {
  case EV_LOCK: return is_busy(o, is_reader, NULL);
  case EV_ONCE_BEGIN:
  case EV_ONCE_PASS: return o->word[0] >= ONCE_RUNNING;
  case EV_DESTROY: return o->class == ON_COND && o->word[COND_WAITING] && !unsignalled(o);
  default: return sync_can(o, slot, &e, NULL, &who) != SYNC_YES;
  }
}

static void fail(struct event *e, enum event_kind kind) {
  e->value = e->aux;
  e->kind = (uint8_t)kind;
}

/* Nobody holds it. */
static void lock_outcome(const struct sync_object *o, struct event *e) {
  if (o->word[LOCK_LEFT] == LEFT_DYING) e->value = EOWNERDEAD;
  if (o->word[LOCK_LEFT] != LEFT_LOST) return;
  e->kind = EV_LOCK_FAIL;
  e->value = ENOTRECOVERABLE;
}

static void values_after(const struct sync_object *o, struct event *e) {
  switch (e->kind) {
  case EV_POST: e->value = o->word[0] + 1; break;
  case EV_SEM_WAIT: e->value = o->word[0] - 1; break;
  case EV_SEM_VALUE: e->value = o->word[0]; break;
  case EV_SIGNAL:
  case EV_BROADCAST: e->value = unsignalled(o); break;
  case EV_BARRIER_ARRIVE: e->value = o->word[BARRIER_ARRIVED] + 1; break;
  case EV_LOCK: lock_outcome(o, e); break;
  case EV_ONCE_BEGIN: e->kind = o->word[0] == ONCE_RUN ? EV_ONCE_PASS : EV_ONCE_BEGIN; break;
  default: break;
  }
}

bool sync_outcome(const struct sync_object *o, uint32_t slot, const struct event *wanted, struct event *out) {
  bool waits = sync_keeps_waiting(o, slot, (enum event_kind)wanted->kind);
  *out = *wanted;
  out->value = 0;
  if (!waits) {
    values_after(o, out);
    return true;
  }
  switch (wanted->kind) {
  case EV_LOCK:
  case EV_READ_LOCK: fail(out, EV_LOCK_FAIL); break;
  case EV_SEM_WAIT: fail(out, EV_SEM_FAIL); break;
  case EV_WAKE: fail(out, EV_WAKE); break;
  case EV_JOIN: fail(out, EV_JOIN_FAIL); break;
  default: return false;
  }
  return wanted->aux;
}
