/* All that a program can do, by brute force: every state that some interleaving reaches is visited once.
 *
 * The meaning is that of POSIX with sequentially consistent memory. Where POSIX leaves a choice, all that matters is taken:
 *   - a thread's end comes some time after its last operation (pthread_tryjoin_np may still find it running);
 *   - an operation with a time limit that cannot succeed may time out at any time, or wait on;
 *   - a signal is for one of those that wait at that time, any of them; no wake-ups for no reason. Who is cancelled although it was
 *     signalled hands the signal on to another that waited at that time;
 *   - a cancellation point at which a request is pending acts on it, even if it could also succeed;
 *   - the thread that completes a barrier's round is the serial one (as glibc has it);
 *   - readers may join readers though a writer waits (glibc's default), unless the lock's kind is that writers go first;
 *   - a thread that cannot go on at sem_wait has not made the call yet. So whoever destroys the semaphore does no wrong, and the call
 *     that follows is misuse. (The other view, destroyed under a thread that waits, is the same fault, found at the other end.)
 *   - locking a default mutex twice, unlocking what one does not hold, and using what is destroyed is misuse, and ends the run.
 * A failed assertion or assumption, misuse, exit() and main's return end the process. Nobody able to go on is a deadlock.
 * (Threads that wait for ever for a lock while others go on may be reported as one too.)
 * A race is two accesses, one writing, not both atomic, that are next to each other in some interleaving. An atomic section is one
 * step; its accesses race with plain ones of others.
 *
 * Steps that nobody else can notice are done together with the one before. Loops are bounded and waiting loops just wait, so the
 * graph has no cycles, and depth-first search counts interleavings too. */
#include "code.h"
#include <stdlib.h>
#include <string.h>

enum {
  TABLE = 1 << 16,
  GRAPH_MAX = 30000,
  FRAMES = 4,
  CLEANUPS = 8,
  FREE = 0,
  ONCE_ENTRY = 0x40,
  ALL_CELLS = 99
};
enum { E_PERM = 1, E_AGAIN = 11, E_BUSY = 16, E_DEADLK = 35, E_TIMEDOUT = 110, CANCELED = 6, SERIAL = 5 };
enum status { ABSENT, LIVE, OVER };
enum phase { BEFORE, WAITING, WOKEN, CANCELLING };
enum once_state { ONCE_FRESH, ONCE_RUNNING, ONCE_OVER };

struct actor {
  uint8_t status, phase, is_picked, eligible, wake_code;
  uint8_t is_asked, refuses, is_ending, result, is_detached, is_joined;
  uint8_t has_overflow; /* a value is too large for the final state */
  uint8_t key[KEYS], reg[REGS + 1], loop[LOOPS];
  uint8_t frame_count, cleanup_count, cleanup[CLEANUPS];
  uint16_t pc, frame[FRAMES];
};

struct mutex_state {
  uint8_t owner, depth, is_gone;
};

struct state {
  uint8_t cell[CELLS], atom[ATOMS];
  struct mutex_state mutex[MUTEXES + SPINLOCKS];
  uint8_t are_cells_freed;
  uint8_t sem[SEMS], sem_is_gone[SEMS];
  uint8_t writer[RWLOCKS], readers[RWLOCKS][THREADS];
  uint8_t arrived[BARRIERS], once[ONCES];
  struct actor actor[THREADS];
};

struct seen {
  struct state state;
  double ways;
};

struct access {
  uint16_t line;
  uint8_t cell;
  bool is_write;
};

struct search {
  const struct program *p;
  struct outcomes *out;
  struct code code;
  struct seen *seen;
  uint32_t *table, count;
  double ways; /* of the state being expanded */
  bool moved;
  /* accesses of an atomic section, while it is tried out */
  bool is_trying;
  struct access tried[64];
  unsigned tried_count;
  void (*on_tried)(struct search *, void *);
  void *on_tried_context;
};

static double visit(struct search *x, const struct state *s);

/* ---- outcomes ---- */

static void add_state(struct outcomes *o, uint64_t key) {
  unsigned i = 0;
  while (i < o->state_count && o->states[i] < key) i++;
  if (i < o->state_count && o->states[i] == key) return;
  if (o->state_count == STATES_MAX) {
    o->is_too_large = true;
    return;
  }
  memmove(&o->states[i + 1], &o->states[i], (o->state_count - i) * sizeof key);
  o->states[i] = key;
  o->state_count++;
}

/* is_near: nothing of the kind comes between the two. */
static void add_race(struct outcomes *o, uint16_t a, uint16_t b, bool is_near) {
  struct pair pair = {a < b ? a : b, a < b ? b : a};
  unsigned i = 0;
  while (i < o->race_count && (o->races[i].first != pair.first || o->races[i].second != pair.second)) i++;
  if (i == PAIRS_MAX) {
    o->is_too_large = true;
    return;
  }
  if (i == o->race_count) o->may_race[o->race_count++] = true;
  o->races[i] = pair;
  if (is_near) o->may_race[i] = false;
}

static uint64_t key_of(const struct search *x, const struct actor *main) {
  uint64_t key = 0;
  for (unsigned r = 0; r < REGS; r++)
    if (x->p->final_regs >> r & 1) key |= (uint64_t)main->reg[r] << 8 * r;
  return key;
}

/* ---- what nobody else notices ---- */

static uint8_t value_of(const struct actor *a, uint8_t v) { return v & IN_REGISTER ? a->reg[v & 0x7f] : v; }

static bool holds(const struct actor *a, const struct condition *c) {
  uint8_t x = a->reg[c->what], y = value_of(a, c->value);
  return c->how == REG_EQ ? x == y : c->how == REG_NE ? x != y : x < y;
}

static uint8_t object_of(const struct actor *a, const struct instr *i, unsigned count) {
  return i->index == NO_INDEX ? i->object : (uint8_t)(value_of(a, i->index) % count);
}

static void set(struct actor *a, uint8_t reg, unsigned value) {
  if (value > UINT8_MAX) a->has_overflow = true;
  if (reg != NO_REG) a->reg[reg] = (uint8_t)value;
}

/* The next thing that a thread does when it is ending: handlers, destructors, its end. */
static void unwind(const struct search *x, struct actor *a) {
  a->frame_count = 0;
  if (a->cleanup_count) {
    uint8_t entry = a->cleanup[--a->cleanup_count];
    a->cleanup[a->cleanup_count] = 0;
    a->pc = entry & ONCE_ENTRY ? x->code.once_reset[entry & ~ONCE_ENTRY] : x->code.start[HANDLER_0 + entry];
    return;
  }
  for (unsigned k = 0; k < KEYS; k++)
    if (a->key[k]) {
      a->key[k] = 0;
      a->pc = x->code.start[DESTRUCTOR_0 + k];
      return;
    }
  a->pc = x->code.end;
}

static void forget_frames(struct actor *a) {
  a->frame_count = 0;
  memset(a->frame, 0, sizeof a->frame);
  memset(a->loop, 0, sizeof a->loop);
}

static void begin_end(const struct search *x, struct actor *a, uint8_t result) {
  a->is_ending = true;
  a->result = result;
  a->phase = BEFORE;
  forget_frames(a);
  unwind(x, a);
}

static void call(struct actor *a, uint16_t function) {
  if (a->frame_count == FRAMES) abort();
  a->frame[a->frame_count++] = a->pc;
  a->pc = function;
}

static void push(struct actor *a, uint8_t entry) {
  if (a->cleanup_count == CLEANUPS) abort();
  a->cleanup[a->cleanup_count++] = entry;
}

static void pop(struct actor *a) { a->cleanup[--a->cleanup_count] = 0; }

static void do_return(const struct search *x, struct actor *a) {
  if (a->is_ending && !a->frame_count) {
    unwind(x, a);
  } else if (a->frame_count) {
    a->pc = a->frame[--a->frame_count];
    a->frame[a->frame_count] = 0;
  } else {
    begin_end(x, a, a->reg[0]);
  }
}

static void do_local(const struct search *x, struct actor *a, const struct instr *i) {
  a->pc++;
  switch (i->op) {
  case I_SET: set(a, i->reg, value_of(a, i->value)); break;
  case I_PLUS: set(a, i->reg, a->reg[i->reg] + value_of(a, i->value)); break;
  case I_JUMP: a->pc = i->jump; break;
  case I_BRANCH:
    if (!holds(a, &i->condition)) a->pc = i->jump;
    break;
  case I_LOOP_BEGIN: a->loop[i->object] = (uint8_t)(i->other + 1); break;
  case I_LOOP_TEST:
    if (!--a->loop[i->object]) a->pc = i->jump;
    break;
  case I_PUSH: push(a, i->object); break;
  case I_POP:
    pop(a);
    if (i->other) call(a, x->code.start[HANDLER_0 + i->object]);
    break;
  case I_NOTHING: break;
  case I_CANCEL_STATE: a->refuses = i->value; break;
  case I_SETSPECIFIC: a->key[i->object] = value_of(a, i->value); break;
  case I_GETSPECIFIC: set(a, i->reg, a->key[i->object]); break;
  default: do_return(x, a);
  }
}

static const struct instr *next_of(const struct search *x, const struct actor *a) {
  return &x->code.at[a->pc];
}

/* Up to the next thing that matters to others. */
static void settle(const struct search *x, struct actor *a) {
  while (next_of(x, a)->op <= I_LAST_LOCAL) do_local(x, a, next_of(x, a));
  if (next_of(x, a)->op == I_ASSERT || next_of(x, a)->op == I_ASSUME) return;
  a->reg[SCRATCH] = next_of(x, a)->op == I_WRITE ? a->reg[SCRATCH] : 0;
}

/* ---- steps: each makes a state that follows, and hands it to `goes_on` ---- */

static void goes_on(struct search *x, struct state *s, unsigned t) {
  settle(x, &s->actor[t]);
  if (s->actor[t].has_overflow) x->out->is_too_large = true;
  x->moved = true;
  double here = x->ways, ways = visit(x, s);
  x->ways = here + ways;
  x->moved = true;
}

/* The step is done, the thread is at its next instruction. */
static void passes(struct search *x, struct state *s, unsigned t) {
  s->actor[t].pc++;
  goes_on(x, s, t);
}

static bool waits_for_lock(const struct search *x, const struct state *s, unsigned t) {
  const struct actor *a = &s->actor[t];
  const struct instr *i = next_of(x, a);
  if (a->status != LIVE || i->patience != FOR_EVER) return false;
  if (i->op == I_LOCK) return s->mutex[object_of(a, i, MUTEXES)].owner;
  if (i->op == I_COND_WAIT) return a->phase != BEFORE && s->mutex[i->second].owner;
  return i->op == I_READ_LOCK || i->op == I_WRITE_LOCK;
}

static void note_waiting(struct search *x, const struct state *s) {
  for (unsigned t = 0; t < x->p->threads; t++)
    if (waits_for_lock(x, s, t)) x->out->may_be_deadlocked = true;
}

static void ends(struct search *x) {
  x->moved = true;
  x->ways += 1;
}

static void is_misused(struct search *x, const struct instr *i) {
  x->out->misused[i->line] = true;
  ends(x);
}

/* What POSIX leaves undefined and nobody promises to report: no program for us. */
static void is_undefined(struct search *x) {
  x->out->is_too_large = true;
  ends(x);
}

static bool is_due(const struct actor *a) { return a->is_asked && !a->refuses && !a->is_ending; }

static void is_cancelled(struct search *x, struct state *s, unsigned t) {
  begin_end(x, &s->actor[t], CANCELED);
  goes_on(x, s, t);
}

/* An operation that cannot succeed now. */
static void gives_up(struct search *x, const struct state *s, unsigned t, const struct instr *i,
                     unsigned busy) {
  if (i->patience == FOR_EVER) return;
  struct state n = *s;
  set(&n.actor[t], i->reg, i->patience == NOT ? busy : E_TIMEDOUT);
  passes(x, &n, t);
}

static void do_input(struct search *x, const struct state *s, unsigned t, const struct instr *i) {
  for (unsigned v = 0; v < i->other; v++) {
    struct state n = *s;
    set(&n.actor[t], i->reg, v);
    passes(x, &n, t);
  }
}

static uint8_t sum(struct actor *a, unsigned x, unsigned y) {
  if (x + y > UINT8_MAX) a->has_overflow = true;
  return (uint8_t)(x + y);
}

static void do_memory(struct state *s, struct actor *a, const struct instr *i) {
  bool is_cell = i->op == I_READ || i->op == I_WRITE;
  uint8_t *cell = &s->cell[is_cell ? object_of(a, i, CELLS) : 0];
  uint8_t *atom = &s->atom[is_cell ? 0 : i->object], old = *atom;
  switch (i->op) {
  case I_READ: set(a, i->reg, *cell); break;
  case I_WRITE:
    *cell = sum(a, value_of(a, i->value), i->reg == SCRATCH ? a->reg[SCRATCH] : 0);
    a->reg[SCRATCH] = 0;
    break;
  case I_ATOM_READ: set(a, i->reg, old); break;
  case I_ATOM_WRITE: *atom = value_of(a, i->value); break;
  case I_ATOM_ADD:
    *atom = sum(a, old, value_of(a, i->value));
    set(a, i->reg, old);
    break;
  case I_ATOM_SWAP:
    *atom = value_of(a, i->value);
    set(a, i->reg, old);
    break;
  case I_ATOM_CAS: {
    bool is_equal = old == value_of(a, i->value);
    if (is_equal) *atom = value_of(a, i->other);
    set(a, i->reg, i->second ? old : is_equal);
    break;
  }
  default: abort();
  }
}

static void note_access(struct search *x, const struct actor *a, const struct instr *i) {
  if (i->op != I_READ && i->op != I_WRITE) return;
  if (x->tried_count < 64)
    x->tried[x->tried_count++] = (struct access){i->line, object_of(a, i, CELLS), i->op == I_WRITE};
}

static bool is_freed(const struct state *s, const struct instr *i) {
  return s->are_cells_freed &&
         (i->op == I_READ || i->op == I_WRITE || i->op == I_SPIN_PLAIN || i->op == I_FREE);
}

static void has_failed(struct search *x, const struct instr *i) {
  if (i->op == I_ASSERT)
    x->out->fails[i->line] = true;
  else
    x->out->assumes = true;
}

/* Runs an atomic section; an input in it splits what follows. */
static void in_section(struct search *x, struct state *s, unsigned t) {
  struct actor *a = &s->actor[t];
  for (;;) {
    while (next_of(x, a)->op <= I_LAST_LOCAL) do_local(x, a, next_of(x, a));
    const struct instr *i = next_of(x, a);
    if (i->op == I_INPUT) {
      unsigned tried = x->tried_count;
      for (unsigned v = 0; v < i->other; v++) {
        struct state n = *s;
        set(&n.actor[t], i->reg, v);
        n.actor[t].pc++;
        x->tried_count = tried;
        in_section(x, &n, t);
      }
      return;
    }
    bool is_checked = i->op == I_ASSERT || i->op == I_ASSUME;
    bool is_over = i->op == I_SECTION_END || (is_checked && !holds(a, &i->condition));
    if (is_over && x->is_trying) {
      x->on_tried(x, x->on_tried_context);
      return;
    }
    if (i->op == I_SECTION_END) {
      passes(x, s, t);
      return;
    }
    if (is_over) {
      has_failed(x, i);
      ends(x);
      return;
    }
    a->pc++;
    if (is_checked) continue;
    if (x->is_trying) note_access(x, a, i);
    if (is_freed(s, i)) {
      if (x->is_trying)
        x->on_tried(x, x->on_tried_context);
      else
        is_misused(x, i);
      return;
    }
    do_memory(s, a, i);
  }
}

static enum mutex_type type_of(const struct search *x, unsigned mutex) {
  return mutex < MUTEXES ? x->p->mutex_type[mutex] : NORMAL;
}

static void do_lock(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  struct actor *a = &s->actor[t];
  unsigned number = object_of(a, i, MUTEXES);
  struct mutex_state *m = &s->mutex[number];
  enum mutex_type type = type_of(x, number);
  bool is_mine = m->owner == t + 1;
  if (m->is_gone) {
    is_misused(x, i);
  } else if (is_mine && type == RECURSIVE) {
    m->depth++;
    set(a, i->reg, 0);
    passes(x, s, t);
  } else if (is_mine && type == ERRORCHECK) {
    set(a, i->reg, i->patience == NOT ? E_BUSY : E_DEADLK);
    passes(x, s, t);
  } else if (is_mine && i->patience == FOR_EVER) {
    is_misused(x, i);
  } else if (m->owner) {
    gives_up(x, s, t, i, E_BUSY);
  } else {
    m->owner = (uint8_t)(t + 1);
    m->depth = 1;
    set(a, i->reg, 0);
    passes(x, s, t);
  }
}

static void do_unlock(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  struct actor *a = &s->actor[t];
  unsigned number = object_of(a, i, MUTEXES);
  struct mutex_state *m = &s->mutex[number];
  bool is_mine = m->owner == t + 1;
  if (m->is_gone || (!is_mine && type_of(x, number) == NORMAL)) {
    is_misused(x, i);
    return;
  }
  set(a, i->reg, is_mine ? 0 : E_PERM);
  if (is_mine && !--m->depth) m->owner = FREE;
  passes(x, s, t);
}

static bool has_readers(const struct state *s, unsigned lock) {
  for (unsigned t = 0; t < THREADS; t++)
    if (s->readers[lock][t]) return true;
  return false;
}

static bool has_queue(const struct search *x, const struct state *s, unsigned lock) {
  for (unsigned t = 0; t < x->p->threads; t++) {
    const struct instr *i = next_of(x, &s->actor[t]);
    bool queues = i->op == I_WRITE_LOCK && i->object == lock && s->actor[t].phase == WAITING;
    if (s->actor[t].status == LIVE && queues) return true;
  }
  return false;
}

static void do_rwlock(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  uint8_t *writer = &s->writer[i->object];
  bool writes = i->op == I_WRITE_LOCK;
  if (*writer == t + 1) {
    set(&s->actor[t], i->reg, i->patience == NOT ? E_BUSY : E_DEADLK);
    passes(x, s, t);
    return;
  }
  bool is_kept_out = !writes && x->p->prefers_writers && has_queue(x, s, i->object);
  if (*writer || is_kept_out || (writes && has_readers(s, i->object))) {
    /* A writer that goes before readers is first seen to wait. */
    bool queues = writes && x->p->prefers_writers && i->patience != NOT;
    if (queues && s->actor[t].phase == BEFORE) {
      s->actor[t].phase = WAITING;
      goes_on(x, s, t);
      return;
    }
    s->actor[t].phase = BEFORE;
    gives_up(x, s, t, i, E_BUSY);
    return;
  }
  s->actor[t].phase = BEFORE;
  if (writes)
    *writer = (uint8_t)(t + 1);
  else
    s->readers[i->object][t]++;
  set(&s->actor[t], i->reg, 0);
  passes(x, s, t);
}

static void do_rw_unlock(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  if (s->writer[i->object] == t + 1)
    s->writer[i->object] = FREE;
  else if (s->readers[i->object][t])
    s->readers[i->object][t]--;
  else {
    is_undefined(x);
    return;
  }
  passes(x, s, t);
}

/* Who waits on the condition variable and has not been signalled. */
static unsigned waiters(const struct search *x, const struct state *s, unsigned cond) {
  unsigned mask = 0;
  for (unsigned t = 0; t < x->p->threads; t++) {
    const struct actor *a = &s->actor[t];
    const struct instr *i = next_of(x, a);
    bool waits = a->status == LIVE && i->op == I_COND_WAIT && i->object == cond && a->phase == WAITING;
    if (waits && !a->is_picked) mask |= 1u << t;
  }
  return mask;
}

static void pick(struct state *s, unsigned t, unsigned others) {
  s->actor[t].is_picked = true;
  s->actor[t].eligible = (uint8_t)(others & ~(1u << t));
}

static void do_notify(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  unsigned mask = waiters(x, s, i->object);
  for (unsigned w = 0; w < THREADS && i->value; w++)
    if (mask >> w & 1) pick(s, w, 0);
  if (!mask || i->value) {
    passes(x, s, t);
    return;
  }
  for (unsigned w = 0; w < THREADS; w++) {
    if (!(mask >> w & 1)) continue;
    struct state n = *s;
    pick(&n, w, mask);
    passes(x, &n, t);
  }
}

/* It waited and is cancelled: a signal that was for it is for another one. */
static void leave_queue(struct search *x, const struct state *s, unsigned t, const struct instr *i) {
  struct state n = *s;
  struct actor *a = &n.actor[t];
  unsigned others = a->is_picked ? a->eligible & waiters(x, s, i->object) : 0;
  a->phase = CANCELLING;
  a->is_picked = a->eligible = 0;
  if (!others) goes_on(x, &n, t);
  for (unsigned w = 0; w < THREADS; w++) {
    if (!(others >> w & 1)) continue;
    struct state m = n;
    pick(&m, w, others);
    goes_on(x, &m, t);
  }
}

static void wakes(struct search *x, const struct state *s, unsigned t, unsigned code) {
  struct state n = *s;
  struct actor *a = &n.actor[t];
  a->phase = WOKEN;
  a->is_picked = a->eligible = 0;
  a->wake_code = (uint8_t)code;
  goes_on(x, &n, t);
}

static void takes_mutex_again(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  struct mutex_state *m = &s->mutex[i->second];
  struct actor *a = &s->actor[t];
  if (m->is_gone) is_undefined(x);
  if (m->owner || m->is_gone) return;
  m->owner = (uint8_t)(t + 1), m->depth = 1;
  if (a->phase == CANCELLING) {
    is_cancelled(x, s, t);
    return;
  }
  set(a, i->reg, a->wake_code);
  a->phase = BEFORE, a->wake_code = 0;
  passes(x, s, t);
}

static void do_wait(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  struct actor *a = &s->actor[t];
  struct mutex_state *m = &s->mutex[i->second];
  if (a->phase == BEFORE && (m->owner != t + 1 || m->is_gone)) {
    is_misused(x, i);
  } else if (a->phase == BEFORE) {
    m->owner = FREE, m->depth = 0;
    a->phase = WAITING;
    goes_on(x, s, t);
  } else if (a->phase != WAITING) {
    takes_mutex_again(x, s, t, i);
  } else if (is_due(a)) {
    leave_queue(x, s, t, i);
  } else if (a->is_picked) {
    wakes(x, s, t, 0);
  } else if (i->patience == SOON) {
    wakes(x, s, t, E_TIMEDOUT);
  }
}

static void do_sem_wait(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  unsigned number = object_of(&s->actor[t], i, SEMS);
  if (s->sem_is_gone[number]) {
    is_misused(x, i);
  } else if (i->patience != NOT && is_due(&s->actor[t])) {
    is_cancelled(x, s, t);
  } else if (s->sem[number]) {
    s->sem[number]--;
    set(&s->actor[t], i->reg, 0);
    passes(x, s, t);
  } else {
    gives_up(x, s, t, i, E_AGAIN);
  }
}

static void do_post(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  unsigned number = object_of(&s->actor[t], i, SEMS);
  if (s->sem_is_gone[number]) {
    is_misused(x, i);
    return;
  }
  s->sem[number]++;
  passes(x, s, t);
}

static void do_barrier(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  struct actor *a = &s->actor[t];
  if (a->phase == WAITING) return;
  if (a->phase == WOKEN) {
    a->phase = BEFORE;
    set(a, i->reg, a->wake_code);
    a->wake_code = 0;
    passes(x, s, t);
    return;
  }
  a->phase = WAITING;
  bool is_last = ++s->arrived[i->object] == x->p->barrier[i->object];
  for (unsigned w = 0; w < x->p->threads && is_last; w++) {
    const struct instr *at = next_of(x, &s->actor[w]);
    if (at->op == I_BARRIER && at->object == i->object && s->actor[w].phase == WAITING)
      s->actor[w].phase = WOKEN;
  }
  if (is_last) {
    s->arrived[i->object] = 0;
    a->wake_code = SERIAL;
  }
  goes_on(x, s, t);
}

static void do_once(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  struct actor *a = &s->actor[t];
  uint8_t *once = &s->once[i->object];
  if (*once == ONCE_RUNNING) return;
  a->pc++;
  if (*once == ONCE_FRESH) {
    *once = ONCE_RUNNING;
    push(a, (uint8_t)(ONCE_ENTRY | i->object));
    call(a, x->code.start[ONCE_0 + i->object]);
  }
  goes_on(x, s, t);
}

static void do_join(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  struct actor *target = &s->actor[i->object];
  if (i->patience != NOT && is_due(&s->actor[t])) {
    is_cancelled(x, s, t);
  } else if (target->is_joined || target->is_detached || target->status == ABSENT) {
    is_undefined(x);
  } else if (target->status != OVER) {
    gives_up(x, s, t, i, E_BUSY);
  } else {
    target->is_joined = true;
    set(&s->actor[t], i->reg, i->patience == FOR_EVER ? target->result : 0);
    target->result = 0;
    passes(x, s, t);
  }
}

static void do_cancel(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  struct actor *target = &s->actor[i->second ? t : i->object];
  if (target->is_joined) {
    is_misused(x, i);
    return;
  }
  if (target->status == ABSENT || (target->status == OVER && target->is_detached)) {
    is_undefined(x);
    return;
  }
  if (!target->is_ending) target->is_asked = true;
  passes(x, s, t);
}

static void do_destroy(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  bool is_mutex = i->second == KIND_MUTEX;
  uint8_t *is_gone = is_mutex ? &s->mutex[i->object].is_gone : &s->sem_is_gone[i->object];
  bool is_busy = is_mutex && s->mutex[i->object].owner;
  if (*is_gone || is_busy) {
    is_misused(x, i);
    return;
  }
  *is_gone = true;
  if (!is_mutex) s->sem[i->object] = 0;
  passes(x, s, t);
}

static void do_init(struct search *x, struct state *s, unsigned t, const struct instr *i) {
  bool is_mutex = i->second == KIND_MUTEX;
  uint8_t *is_gone = is_mutex ? &s->mutex[i->object].is_gone : &s->sem_is_gone[i->object];
  if (!*is_gone) {
    is_undefined(x);
    return;
  }
  *is_gone = false;
  if (!is_mutex) s->sem[i->object] = i->other;
  passes(x, s, t);
}

static void is_over(struct search *x, struct state *s, unsigned t) {
  const struct actor *a = &s->actor[t];
  struct actor over;
  memset(&over, 0, sizeof over); /* states are compared byte by byte */
  over.status = OVER;
  over.is_ending = true;
  over.is_detached = a->is_detached;
  over.result = a->is_detached ? 0 : a->result;
  over.pc = x->code.end;
  s->actor[t] = over;
  x->moved = true;
  double here = x->ways, ways = visit(x, s);
  x->ways = here + ways;
}

static void start(struct search *x, struct state *s, unsigned t) {
  s->actor[t].status = LIVE;
  s->actor[t].pc = x->code.start[t];
  settle(x, &s->actor[t]);
}

static void step(struct search *x, const struct state *before, unsigned t) {
  struct state n = *before, *s = &n;
  struct actor *a = &s->actor[t];
  const struct instr *i = next_of(x, a);
  if (is_freed(s, i)) {
    is_misused(x, i);
    return;
  }
  switch (i->op) {
  case I_INPUT: do_input(x, s, t, i); break;
  case I_READ:
  case I_WRITE:
  case I_ATOM_READ:
  case I_ATOM_WRITE:
  case I_ATOM_ADD:
  case I_ATOM_SWAP:
  case I_ATOM_CAS:
    do_memory(s, a, i);
    passes(x, s, t);
    break;
  case I_SECTION_BEGIN:
    a->pc++;
    in_section(x, s, t);
    break;
  case I_LOCK: do_lock(x, s, t, i); break;
  case I_UNLOCK: do_unlock(x, s, t, i); break;
  case I_READ_LOCK:
  case I_WRITE_LOCK: do_rwlock(x, s, t, i); break;
  case I_RW_UNLOCK: do_rw_unlock(x, s, t, i); break;
  case I_COND_WAIT: do_wait(x, s, t, i); break;
  case I_COND_NOTIFY: do_notify(x, s, t, i); break;
  case I_SEM_WAIT: do_sem_wait(x, s, t, i); break;
  case I_SEM_POST: do_post(x, s, t, i); break;
  case I_SEM_VALUE:
    if (s->sem_is_gone[i->object]) {
      is_misused(x, i);
      break;
    }
    set(a, i->reg, s->sem[i->object]);
    passes(x, s, t);
    break;
  case I_BARRIER: do_barrier(x, s, t, i); break;
  case I_ONCE: do_once(x, s, t, i); break;
  case I_ONCE_DONE:
    s->once[i->object] = ONCE_OVER;
    pop(a);
    passes(x, s, t);
    break;
  case I_ONCE_RESET:
    s->once[i->object] = ONCE_FRESH;
    passes(x, s, t);
    break;
  case I_SPIN:
    if (s->atom[i->object] == i->other) passes(x, s, t);
    break;
  case I_SPIN_PLAIN:
    if (s->cell[i->object] == i->other) passes(x, s, t);
    break;
  case I_SPIN_CAS:
    if (s->atom[i->object] != value_of(a, i->value)) break;
    s->atom[i->object] = i->other;
    passes(x, s, t);
    break;
  case I_ASSERT:
  case I_ASSUME:
    if (holds(a, &i->condition)) {
      passes(x, s, t);
      break;
    }
    has_failed(x, i);
    ends(x);
    break;
  case I_LEAVE:
    begin_end(x, a, value_of(a, i->value));
    goes_on(x, s, t);
    break;
  case I_STOP:
    note_waiting(x, s);
    ends(x);
    break;
  case I_CREATE:
    start(x, s, i->object);
    passes(x, s, t);
    break;
  case I_JOIN: do_join(x, s, t, i); break;
  case I_DETACH:
    if (s->actor[i->object].is_joined || s->actor[i->object].status == ABSENT) {
      is_undefined(x);
      break;
    }
    s->actor[i->object].is_detached = true;
    if (s->actor[i->object].status == OVER) s->actor[i->object].result = 0;
    passes(x, s, t);
    break;
  case I_CANCEL: do_cancel(x, s, t, i); break;
  case I_TESTCANCEL:
    if (is_due(a))
      is_cancelled(x, s, t);
    else
      passes(x, s, t);
    break;
  case I_DESTROY: do_destroy(x, s, t, i); break;
  case I_INIT: do_init(x, s, t, i); break;
  case I_FREE:
    s->are_cells_freed = true;
    memset(s->cell, 0, sizeof s->cell);
    passes(x, s, t);
    break;
  case I_FINISH:
    add_state(x->out, key_of(x, a));
    note_waiting(x, s);
    ends(x);
    break;
  case I_END: is_over(x, s, t); break;
  default: abort();
  }
}

/* ---- races ---- */

static bool next_access(const struct search *x, const struct state *s, unsigned t, struct access *a) {
  const struct instr *i = next_of(x, &s->actor[t]);
  if (s->actor[t].status != LIVE) return false;
  bool is_free = i->op == I_FREE;
  uint8_t cell = is_free ? ALL_CELLS : object_of(&s->actor[t], i, CELLS);
  *a = (struct access){i->line, cell, i->op == I_WRITE || is_free};
  return i->op == I_READ || i->op == I_WRITE || i->op == I_SPIN_PLAIN || is_free;
}

static bool conflict(const struct access *a, const struct access *b) {
  bool is_same = a->cell == b->cell || a->cell == ALL_CELLS || b->cell == ALL_CELLS;
  return is_same && (a->is_write || b->is_write);
}

/* An access of another thread, and what a section does that conflicts with it, before or after it. */
struct outsider {
  struct access access;
  bool is_first;
  unsigned count;
  uint16_t line[32];
  bool is_near[32]; /* nothing of the kind comes between the two */
};

static void add_line(struct outsider *o, uint16_t line, bool is_near) {
  unsigned i = 0;
  while (i < o->count && o->line[i] != line) i++;
  if (i == 32) return;
  if (i == o->count) o->is_near[o->count++] = false;
  o->line[i] = line;
  o->is_near[i] |= is_near;
}

static void next_to_outsider(struct search *x, void *context) {
  struct outsider *o = context;
  bool is_near = true;
  for (unsigned i = 0; i < x->tried_count; i++) {
    const struct access *a = &x->tried[o->is_first ? i : x->tried_count - 1 - i];
    if (!conflict(a, &o->access)) continue;
    add_line(o, a->line, is_near);
    is_near = false;
  }
}

static void try_section(struct search *x, const struct state *before, unsigned t, struct outsider *o) {
  struct state s = *before;
  s.actor[t].pc++;
  x->is_trying = true;
  x->tried_count = 0;
  x->on_tried = next_to_outsider;
  x->on_tried_context = o;
  in_section(x, &s, t);
  x->is_trying = false;
}

static bool has_line(const struct outsider *o, uint16_t line) {
  for (unsigned i = 0; i < o->count; i++)
    if (o->line[i] == line) return true;
  return false;
}

/* Who reports races that were seen in both orders only must report those that are made in both; the others are races too. */
static void add_section_races(struct search *x, const struct outsider *o, const struct outsider *turned) {
  for (unsigned i = 0; i < o->count; i++)
    add_race(x->out, o->line[i], o->access.line, o->is_near[i] && has_line(turned, o->line[i]));
}

static void race_with_section(struct search *x, const struct state *s, unsigned section, unsigned other) {
  struct outsider last = {.is_first = false}, first = {.is_first = true};
  if (!next_access(x, s, other, &last.access)) return;
  first.access = last.access;
  try_section(x, s, section, &last);
  struct state after = *s;
  const struct instr *i = next_of(x, &s->actor[other]);
  if (i->op == I_WRITE && !is_freed(s, i)) do_memory(&after, &after.actor[other], i);
  try_section(x, &after, section, &first);
  add_section_races(x, &last, &first);
  add_section_races(x, &first, &last);
}

static void find_races(struct search *x, const struct state *s) {
  for (unsigned t = 0; t < x->p->threads; t++) {
    struct access a, b;
    const struct instr *i = next_of(x, &s->actor[t]);
    bool is_section = s->actor[t].status == LIVE && i->op == I_SECTION_BEGIN;
    bool is_access = next_access(x, s, t, &a);
    for (unsigned u = 0; u < x->p->threads; u++) {
      if (u == t) continue;
      if (is_section) race_with_section(x, s, t, u);
      if (is_access && u > t && next_access(x, s, u, &b) && conflict(&a, &b))
        add_race(x->out, a.line, b.line, true);
    }
  }
}

/* ---- the search ---- */

static uint64_t hash_of(const struct state *s) {
  const unsigned char *byte = (const unsigned char *)s;
  uint64_t h = 1469598103934665603ull;
  for (size_t i = 0; i < sizeof *s; i++) h = (h ^ byte[i]) * 1099511628211ull;
  return h ^ h >> 29;
}

/* The entry of this state, 0 if it is new: then `slot` is where to put its number. */
static uint32_t find(const struct search *x, const struct state *s, uint32_t *slot) {
  uint32_t at = (uint32_t)hash_of(s) % TABLE;
  while (x->table[at] && memcmp(&x->seen[x->table[at] - 1].state, s, sizeof *s) != 0) at = (at + 1) % TABLE;
  *slot = at;
  return x->table[at];
}

static bool is_process_over(const struct search *x, const struct state *s) {
  for (unsigned t = 0; t < x->p->threads; t++)
    if (s->actor[t].status == LIVE) return false;
  return true;
}

static void note_deadlock(struct search *x, const struct state *s) {
  x->out->is_deadlocked = true;
  for (unsigned t = 0; t < x->p->threads; t++)
    if (s->actor[t].status == LIVE) x->out->blocks[next_of(x, &s->actor[t])->line] = true;
}

static double visit(struct search *x, const struct state *s) {
  uint32_t slot, known = find(x, s, &slot);
  if (known) return x->seen[known - 1].ways;
  if (x->out->is_too_large || x->count == GRAPH_MAX) {
    x->out->is_too_large = true;
    return 0;
  }
  uint32_t self = x->count++;
  x->table[slot] = self + 1;
  x->seen[self].state = *s;
  if (is_process_over(x, s)) return x->seen[self].ways = 1;
  find_races(x, s);
  bool moved = x->moved;
  double ways = x->ways;
  x->ways = 0, x->moved = false;
  for (unsigned t = 0; t < x->p->threads; t++)
    if (s->actor[t].status == LIVE) step(x, &x->seen[self].state, t);
  if (!x->moved) {
    note_deadlock(x, s);
    x->ways = 1;
  }
  double result = x->seen[self].ways = x->ways;
  x->moved = moved, x->ways = ways;
  return result;
}

void program_enumerate(const struct program *p, struct outcomes *o) {
  static struct search x;
  if (!x.seen) {
    x.seen = malloc(GRAPH_MAX * sizeof *x.seen);
    x.table = malloc(TABLE * sizeof *x.table);
    if (!x.seen || !x.table) abort();
  }
  memset(o, 0, sizeof *o);
  memset(x.table, 0, TABLE * sizeof *x.table);
  x.p = p, x.out = o, x.count = 0, x.ways = 0, x.moved = false, x.is_trying = false;
  code_make(&x.code, p);
  struct state s;
  memset(&s, 0, sizeof s);
  memcpy(s.cell, p->cell, sizeof s.cell);
  memcpy(s.atom, p->atom, sizeof s.atom);
  memcpy(s.sem, p->sem, sizeof s.sem);
  start(&x, &s, 0);
  o->interleavings = visit(&x, &s);
  o->graph = x.count;
}
