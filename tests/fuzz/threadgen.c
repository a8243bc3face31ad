/* threadgen SEED [MAX [sync]]: a random small program with threads, and what a complete exploration of it must find.
 *
 * The program is kept as code for a little machine (struct op) and printed as C. Here it is run on all interleavings by
 * plain recursion, knowing nothing of raddle but what a step is: every operation on a lock, condition variable,
 * semaphore, barrier or atomic, every join, and every access to a variable that two threads share. Inputs
 * are not guessed: every value is a table over all VALUES inputs, and a branch splits the set of inputs that are still possible. So
 * each leaf of the recursion is one interleaving with one outcome for each branch.
 *
 * First line of the output: what was counted, as shell assignments in a comment:
 *   interleavings   leaves                           deadlocks  those of them in which threads wait for ever
 *   classes         leaves up to swapping independent neighbouring steps
 *   states          which final states there are, as a list of numbers below STATES (a hash of the variables)
 *   shared          variables that must turn out to be shared
 * The program ends in a failing assertion on a line of its own for each final state, so that a complete exploration
 * reports exactly these as bugs. MAX bounds the number of interleavings: programs with more are thrown away. With `sync` accesses
 * to variables are no steps, as with raddle's --granularity sync; they still depend on each other. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES = 256, THREADS = 4, REGISTERS = 2, VARIABLES = 3, ATOMICS = 2, LOCKS = 2, STATES = 8 };
enum { CODE_MAX = 64, TRACE_MAX = 200, TEXT_MAX = 8192, MEMBERS = VARIABLES * 2 };

static uint64_t random_state;

static unsigned below(unsigned n) {
  random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(random_state >> 33) % n;
}

/* ---- the program ---- */

/* A variable is 8 bytes: two halves, or read and written as one. */
enum part { LOW, HIGH, WHOLE };

enum op_kind {
  OP_LOAD,   /* reg = object.part */
  OP_STORE,  /* object.part = reg */
  OP_ADD,    /* reg += value: no step, nor are the next five */
  OP_INPUT,  /* reg = input number `object` */
  OP_BRANCH, /* if reg < value goes on, else to `target` */
  OP_JUMP,   /* to `target` */
  OP_CREATE, /* thread `object` */
  OP_END,    /* the thread has ended */
  OP_LOCK,   /* mutex */
  OP_UNLOCK,
  OP_TRY, /* reg = 0 if it could be taken, else 1: trylock, or a timed lock that times out whenever it cannot be had */
  OP_READ_LOCK, /* the read-write lock; writers */
  OP_READ_UNLOCK,
  OP_WRITE_LOCK,
  OP_WRITE_UNLOCK,
  OP_WAIT, /* enter the queue of the condition variable; UNLOCK, WAKE and LOCK follow as operations of their own */
  OP_WAKE,
  OP_WAKE_TIMED, /* or times out: reg = 1 */
  OP_SIGNAL,
  OP_BROADCAST,
  OP_POST,
  OP_SEM_WAIT,
  OP_SEM_TRY, /* reg as for OP_TRY */
  OP_ATOMIC_LOAD,
  OP_ATOMIC_STORE,
  OP_ATOMIC_ADD, /* reg = what was there; adds value */
  OP_CAS,        /* if it is `value`, it becomes `target`; reg = 1 if it was */
  OP_ARRIVE,     /* at the barrier */
  OP_LEAVE,
  OP_YIELD,
  OP_JOIN, /* thread `object` */
};

struct op {
  enum op_kind kind;
  unsigned object, part, reg, value, target;
};

struct thread {
  struct op code[CODE_MAX];
  unsigned count;
  char text[TEXT_MAX];
  size_t length;
  unsigned depth; /* of the C text */
  bool exists;
  unsigned inputs;
};

static struct thread thread[THREADS];
static unsigned barrier_users;
static bool is_sync; /* granularity */
static enum { GLOBAL, HEAP, LOCAL } home[VARIABLES];
static unsigned variables, atomics; /* that are used */
static unsigned palette[6];         /* sorts of statements: few in one program, so that they meet */

/* ---- making one ---- */

static void emit(struct thread *t, struct op o) {
  if (t->count < CODE_MAX) t->code[t->count++] = o;
}

__attribute__((format(printf, 2, 3))) static void say(struct thread *t, const char *format, ...) {
  va_list arguments;
  char line[256];
  va_start(arguments, format);
  vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  t->length +=
      (size_t)snprintf(t->text + t->length, TEXT_MAX - t->length, "%*s%s\n", (int)(2 * t->depth), "", line);
}

static const char *const part_name[] = {[LOW] = "half[0]", [HIGH] = "half[1]", [WHOLE] = "whole"};

static const char *place(unsigned v, unsigned part) {
  static char text[4][40];
  static unsigned next;
  char *at = text[next++ % 4];
  snprintf(at, sizeof text[0], home[v] == GLOBAL ? "v%u.%s" : "v%u->%s", v, part_name[part]);
  return at;
}

static void body(struct thread *t, unsigned self, unsigned length, unsigned held, unsigned nesting);

static unsigned some_part(void) { return below(3) ? LOW : below(2) ? HIGH : WHOLE; }

static void make_access(struct thread *t) {
  unsigned v = below(variables), part = some_part(), reg = below(REGISTERS), value = below(4);
  switch (below(4)) {
  case 0:
    say(t, "r%u = %s & 255;", reg, place(v, part));
    emit(t, (struct op){.kind = OP_LOAD, .object = v, .part = part, .reg = reg});
    break;
  case 1:
    say(t, "r%u = (r%u + %u) & 255;", reg, reg, value);
    say(t, "%s = r%u;", place(v, part), reg);
    emit(t, (struct op){.kind = OP_ADD, .reg = reg, .value = value});
    emit(t, (struct op){.kind = OP_STORE, .object = v, .part = part, .reg = reg});
    break;
  case 2:
    say(t, "r%u = %u;", reg, value);
    say(t, "%s = r%u;", place(v, part), reg);
    emit(t, (struct op){.kind = OP_ADD, .reg = reg, .value = value, .target = 1});
    emit(t, (struct op){.kind = OP_STORE, .object = v, .part = part, .reg = reg});
    break;
  default:
    say(t, "r%u = %s & 255;", reg, place(v, part));
    say(t, "r%u = (r%u + %u) & 255;", reg, reg, value + 1);
    say(t, "%s = r%u;", place(v, part), reg);
    emit(t, (struct op){.kind = OP_LOAD, .object = v, .part = part, .reg = reg});
    emit(t, (struct op){.kind = OP_ADD, .reg = reg, .value = value + 1});
    emit(t, (struct op){.kind = OP_STORE, .object = v, .part = part, .reg = reg});
    break;
  }
}

static void make_atomic(struct thread *t) {
  unsigned a = below(atomics), reg = below(REGISTERS), value = below(3), desired = below(3);
  switch (below(4)) {
  case 0:
    say(t, "r%u = atomic_load(&a%u) & 255;", reg, a);
    emit(t, (struct op){.kind = OP_ATOMIC_LOAD, .object = a, .reg = reg});
    break;
  case 1:
    say(t, "atomic_store(&a%u, r%u);", a, reg);
    emit(t, (struct op){.kind = OP_ATOMIC_STORE, .object = a, .reg = reg});
    break;
  case 2:
    say(t, "r%u = atomic_fetch_add(&a%u, %u) & 255;", reg, a, value);
    emit(t, (struct op){.kind = OP_ATOMIC_ADD, .object = a, .reg = reg, .value = value});
    break;
  default:
    say(t, "expected = %u;", value);
    say(t, "r%u = atomic_compare_exchange_strong(&a%u, &expected, %u);", reg, a, desired);
    emit(t, (struct op){.kind = OP_CAS, .object = a, .reg = reg, .value = value, .target = desired});
    break;
  }
}

/* if (reg < value) ... else ... */
static void make_if(struct thread *t, unsigned self, unsigned reg, unsigned value, unsigned held,
                    unsigned nesting) {
  unsigned branch = t->count;
  say(t, "if (r%u < %u) {", reg, value);
  emit(t, (struct op){.kind = OP_BRANCH, .reg = reg, .value = value});
  t->depth++;
  body(t, self, 1 + below(2), held, nesting + 1);
  t->depth--;
  unsigned jump = t->count;
  emit(t, (struct op){.kind = OP_JUMP});
  t->code[branch].target = t->count;
  say(t, "} else {");
  t->depth++;
  body(t, self, below(2), held, nesting + 1);
  t->depth--;
  say(t, "}");
  t->code[jump].target = t->count;
}

static void make_locked(struct thread *t, unsigned self, unsigned held, unsigned nesting) {
  unsigned m = below(LOCKS);
  if (held & 1u << m) m = 1 - m;
  if (held & 1u << m) return;
  if (below(4)) {
    say(t, "pthread_mutex_lock(&m%u);", m);
    emit(t, (struct op){.kind = OP_LOCK, .object = m});
    body(t, self, 1 + below(2), held | 1u << m, nesting + 1);
    say(t, "pthread_mutex_unlock(&m%u);", m);
    emit(t, (struct op){.kind = OP_UNLOCK, .object = m});
    return;
  }
  unsigned reg = below(REGISTERS), branch = t->count + 1;
  say(t,
      below(2) ? "r%u = pthread_mutex_trylock(&m%u) != 0;"
               : "r%u = pthread_mutex_timedlock(&m%u, &far) != 0;",
      reg, m);
  say(t, "if (r%u < 1) {", reg);
  emit(t, (struct op){.kind = OP_TRY, .object = m, .reg = reg});
  emit(t, (struct op){.kind = OP_BRANCH, .reg = reg, .value = 1});
  t->depth++;
  body(t, self, below(2), held | 1u << m, nesting + 1);
  say(t, "pthread_mutex_unlock(&m%u);", m);
  emit(t, (struct op){.kind = OP_UNLOCK, .object = m});
  t->depth--;
  say(t, "}");
  t->code[branch].target = t->count;
}

/* Condition variable c goes with mutex 0. */
static void make_wait(struct thread *t, unsigned held) {
  if (held) return;
  say(t, "pthread_mutex_lock(&m0);");
  emit(t, (struct op){.kind = OP_LOCK});
  if (below(3)) {
    unsigned reg = below(REGISTERS), v = below(variables), branch = t->count + 1;
    say(t, "r%u = %s & 255;", reg, place(v, LOW));
    say(t, "if (r%u < 1) {", reg);
    emit(t, (struct op){.kind = OP_LOAD, .object = v, .part = LOW, .reg = reg});
    emit(t, (struct op){.kind = OP_BRANCH, .reg = reg, .value = 1});
    say(t, "  pthread_cond_wait(&c, &m0);");
    emit(t, (struct op){.kind = OP_WAIT});
    emit(t, (struct op){.kind = OP_UNLOCK});
    emit(t, (struct op){.kind = OP_WAKE});
    emit(t, (struct op){.kind = OP_LOCK});
    say(t, "}");
    t->code[branch].target = t->count;
  } else if (below(2)) {
    unsigned reg = below(REGISTERS);
    say(t, "r%u = pthread_cond_timedwait(&c, &m0, &far) != 0;", reg);
    emit(t, (struct op){.kind = OP_WAIT});
    emit(t, (struct op){.kind = OP_UNLOCK});
    emit(t, (struct op){.kind = OP_WAKE_TIMED, .reg = reg});
    emit(t, (struct op){.kind = OP_LOCK});
  } else {
    say(t, "pthread_cond_wait(&c, &m0);");
    emit(t, (struct op){.kind = OP_WAIT});
    emit(t, (struct op){.kind = OP_UNLOCK});
    emit(t, (struct op){.kind = OP_WAKE});
    emit(t, (struct op){.kind = OP_LOCK});
  }
  say(t, "pthread_mutex_unlock(&m0);");
  emit(t, (struct op){.kind = OP_UNLOCK});
}

static void make_rwlock(struct thread *t, unsigned self, unsigned held, unsigned nesting) {
  if (held & 4) return;
  bool is_reader = below(3);
  say(t, "pthread_rwlock_%slock(&rw);", is_reader ? "rd" : "wr");
  emit(t, (struct op){.kind = is_reader ? OP_READ_LOCK : OP_WRITE_LOCK});
  body(t, self, below(2), held | 4, nesting + 1);
  say(t, "pthread_rwlock_unlock(&rw);");
  emit(t, (struct op){.kind = is_reader ? OP_READ_UNLOCK : OP_WRITE_UNLOCK});
}

static void make_input(struct thread *t, unsigned self) {
  unsigned which = self - 1,
           reg = below(REGISTERS); /* an input belongs to its thread: two of them have one */
  if (t->inputs || which > 1) return;
  t->inputs++;
  say(t, "r%u = raddle_uchar(\"x%u\") & 15;", reg, which);
  emit(t, (struct op){.kind = OP_INPUT, .object = which, .reg = reg});
}

static void make_call(struct thread *t, const char *call, enum op_kind kind) {
  say(t, "%s;", call);
  emit(t, (struct op){.kind = kind});
}

static void make_sem_try(struct thread *t) {
  unsigned reg = below(REGISTERS);
  say(t, "r%u = sem_%s != 0;", reg, below(2) ? "trywait(&s)" : "timedwait(&s, &far)");
  emit(t, (struct op){.kind = OP_SEM_TRY, .reg = reg});
}

static void make_notify(struct thread *t) {
  if (below(2))
    make_call(t, "pthread_cond_signal(&c)", OP_SIGNAL);
  else
    make_call(t, "pthread_cond_broadcast(&c)", OP_BROADCAST);
}

enum { SORTS = 12, FIRST_NESTED = 7 };

static void make_statement(struct thread *t, unsigned self, unsigned held, unsigned nesting) {
  if (t->count > CODE_MAX - 24) return;
  unsigned sort = palette[below(6)];
  if (nesting > 2 && sort >= FIRST_NESTED) sort = 0;
  switch (sort) {
  case 0:
  case 1: make_access(t); break;
  case 2: make_atomic(t); break;
  case 3: make_notify(t); break;
  case 4: make_call(t, "sem_post(&s)", OP_POST); break;
  case 5: make_call(t, "sched_yield()", OP_YIELD); break;
  case 6: make_input(t, self); break;
  case 7:
  case 8: make_locked(t, self, held, nesting); break;
  case 9: make_if(t, self, below(REGISTERS), 1 + below(6), held, nesting); break;
  case 10:
    if (below(2))
      make_wait(t, held);
    else
      make_notify(t);
    break;
  default:
    if (below(2))
      make_rwlock(t, self, held, nesting);
    else if (below(3))
      make_call(t, "sem_wait(&s)", OP_SEM_WAIT);
    else
      make_sem_try(t);
    break;
  }
}

static void body(struct thread *t, unsigned self, unsigned length, unsigned held, unsigned nesting) {
  for (unsigned i = 0; i < length; i++) make_statement(t, self, held, nesting);
}

static void make_barrier(struct thread *t) {
  say(t, "pthread_barrier_wait(&b);");
  emit(t, (struct op){.kind = OP_ARRIVE});
  emit(t, (struct op){.kind = OP_LEAVE});
}

static void make_create(struct thread *t, unsigned child) {
  say(t, "pthread_create(&id%u, 0, thread%u, 0);", child, child);
  emit(t, (struct op){.kind = OP_CREATE, .object = child});
}

static void make_join(struct thread *t, unsigned child) {
  say(t, "pthread_join(id%u, 0);", child);
  emit(t, (struct op){.kind = OP_JOIN, .object = child});
}

/* Main creates 1 and 2; 3 is made by main or by 1, perhaps later. */
static void make_program(void) {
  unsigned parent_of_3 = below(2), has_3 = below(3) == 0, size = 1 + below(3);
  memset(thread, 0, sizeof thread);
  variables = 1 + below(VARIABLES);
  atomics = 1 + below(ATOMICS);
  for (int i = 0; i < 6; i++) palette[i] = below(SORTS);
  if (below(2)) palette[0] = 0, palette[1] = 6, palette[2] = 9;
  for (int v = 0; v < VARIABLES; v++) home[v] = below(4) ? GLOBAL : below(2) ? HEAP : LOCAL;
  barrier_users = below(6) == 0 ? 2 : 0;
  for (unsigned i = 0; i < THREADS; i++) thread[i].depth = 1, thread[i].exists = i < 3 || has_3;
  make_create(&thread[0], 1);
  if (below(5) == 0) body(&thread[0], 0, 1, 0, 1);
  make_create(&thread[0], 2);
  if (has_3 && !parent_of_3) make_create(&thread[0], 3);
  for (unsigned i = 0; i < THREADS; i++) {
    struct thread *t = &thread[i];
    if (!t->exists) continue;
    if (i == 1 && has_3 && parent_of_3) {
      body(t, i, below(2), 0, 0);
      make_create(t, 3);
    }
    body(t, i, i == 0 || i == 3 ? below(2) : size + below(2), 0, 0);
    if (barrier_users && (i == 1 || i == 2)) {
      make_barrier(t);
      body(t, i, below(2), 0, 0);
    }
    if (i == 1 && has_3 && parent_of_3) make_join(t, 3);
  }
  if (has_3 && !parent_of_3) make_join(&thread[0], 3);
  make_join(&thread[0], 1);
  make_join(&thread[0], 2);
  for (unsigned i = 0; i < THREADS; i++) emit(&thread[i], (struct op){.kind = OP_END});
}

/* ---- running it ---- */

typedef struct {
  uint8_t at[VALUES];
} table; /* a value for each input */

struct token {
  unsigned for_whom; /* set of threads */
};

struct state {
  bool is_alive[THREADS], has_ended[THREADS], is_released[THREADS];
  unsigned pc[THREADS];
  table reg[THREADS][REGISTERS], half[VARIABLES][2], atomic[ATOMICS];
  unsigned holder[LOCKS]; /* 1 + thread */
  unsigned writer, readers, semaphore;
  unsigned waiting; /* set of threads at the condition variable */
  struct token token[8];
  unsigned tokens;
  unsigned arrived; /* set of threads at the barrier */
  unsigned starter[THREADS],
      starters; /* threads that wait until the one they create has come to its first step */
  bool possible[VALUES];
};

/* What is known of an event to say which others it depends on. */
enum effect { NOTHING, READS, ADDS, WRITES };
struct event {
  unsigned thread, object, first, last; /* object and its bytes */
  enum effect effect;
  unsigned label;  /* what it was, with its outcome */
  unsigned joined; /* 1 + thread: everything of that thread comes before */
  unsigned made;   /* 1 + thread: everything of that thread comes after */
};
enum object {
  OBJECT_MUTEX = VARIABLES,
  OBJECT_ATOMIC = OBJECT_MUTEX + LOCKS,
  OBJECT_RW = OBJECT_ATOMIC + ATOMICS,
  OBJECT_COND,
  OBJECT_SEM,
  OBJECT_BARRIER,
  OBJECT_NONE
};

static struct event trace[TRACE_MAX];
static unsigned trace_count;

static bool is_visible[VARIABLES]; /* accesses to the variable are steps */

static struct {
  unsigned long max, interleavings, deadlocks, classes;
  bool is_final[STATES], is_shared[VARIABLES];
  bool is_too_large;
  uint64_t *class;
  size_t class_size;
} found;

static const struct op *next_op(const struct state *s, unsigned t) { return &thread[t].code[s->pc[t]]; }

static bool is_step(const struct op *o) {
  if (o->kind == OP_LOAD || o->kind == OP_STORE) return is_visible[o->object] && !is_sync;
  return !(o->kind >= OP_ADD && o->kind <= OP_END);
}

static unsigned bit(unsigned t) { return 1u << t; }

static bool may_wake(const struct state *s, unsigned t) {
  for (unsigned i = 0; i < s->tokens; i++)
    if (s->token[i].for_whom & bit(t)) return true;
  return false;
}

static bool can_go(const struct state *s, unsigned t) {
  if (!s->is_alive[t]) return false;
  const struct op *o = next_op(s, t);
  switch (o->kind) {
  case OP_LOCK: return !s->holder[o->object];
  case OP_READ_LOCK: return !s->writer;
  case OP_WRITE_LOCK: return !s->writer && !s->readers;
  case OP_WAKE: return may_wake(s, t);
  case OP_SEM_WAIT: return s->semaphore > 0;
  case OP_LEAVE: return s->is_released[t];
  case OP_JOIN: return s->has_ended[o->object];
  default: return true;
  }
}

static void note(unsigned t, unsigned object, unsigned first, unsigned last, enum effect effect,
                 unsigned label) {
  if (trace_count == TRACE_MAX) abort();
  trace[trace_count++] = (struct event){t, object, first, last, effect, label, 0, 0};
}

static void set_all(table *t, unsigned v) { memset(t->at, (int)v, VALUES); }

/* The thread wakes: it takes the token that the fewest others could take, if there is one, and is for nobody else any more. */
static void wake(struct state *s, unsigned t) {
  unsigned best = s->tokens, kept = 0;
  for (unsigned i = 0; i < s->tokens; i++)
    if (s->token[i].for_whom & bit(t) &&
        (best == s->tokens ||
         __builtin_popcount(s->token[i].for_whom) < __builtin_popcount(s->token[best].for_whom)))
      best = i;
  if (best < s->tokens) s->token[best].for_whom = 0;
  for (unsigned i = 0; i < s->tokens; i++) {
    s->token[i].for_whom &= ~bit(t);
    if (s->token[i].for_whom) s->token[kept++] = s->token[i];
  }
  s->tokens = kept;
  s->waiting &= ~bit(t);
}

static void notify(struct state *s, unsigned limit) {
  unsigned unsignalled = (unsigned)__builtin_popcount(s->waiting) - s->tokens;
  for (unsigned i = 0; i < limit && i < unsignalled; i++) s->token[s->tokens++].for_whom = s->waiting;
}

static void arrive(struct state *s, unsigned t) {
  s->arrived |= bit(t);
  s->is_released[t] = false;
  if ((unsigned)__builtin_popcount(s->arrived) < barrier_users) return;
  for (unsigned i = 0; i < THREADS; i++) s->is_released[i] |= s->arrived & bit(i);
  s->arrived = 0;
}

static void go_on(struct state *s, unsigned t);
static void explore(const struct state *s);

/* The inputs fall into those for which `holds` and the others; goes on with each set that is not empty. */
static void split(const struct state *s, const bool *holds, void (*then)(struct state *, unsigned, bool),
                  unsigned t) {
  for (int side = 1; side >= 0; side--) {
    struct state *one = malloc(sizeof *one);
    unsigned before = trace_count;
    bool is_any = false;
    *one = *s;
    for (int i = 0; i < VALUES; i++) is_any |= one->possible[i] &= holds[i] == side;
    if (is_any) then(one, t, side);
    trace_count = before;
    free(one);
  }
}

static void after_branch(struct state *s, unsigned t, bool holds) {
  const struct op *o = next_op(s, t);
  note(t, OBJECT_NONE, 0, 0, NOTHING, 1000 + s->pc[t] * 2 + holds);
  s->pc[t] = holds ? s->pc[t] + 1 : o->target;
  go_on(s, t);
}

static void after_cas(struct state *s, unsigned t, bool holds) {
  const struct op *o = next_op(s, t);
  note(t, OBJECT_ATOMIC + o->object, 0, 7, holds ? WRITES : READS, 2000 + s->pc[t] * 2 + holds);
  if (holds) set_all(&s->atomic[o->object], o->target);
  set_all(&s->reg[t][o->reg], holds);
  s->pc[t]++;
  go_on(s, t);
}

static void load(struct state *s, unsigned t, const struct op *o) {
  if (o->part != WHOLE) {
    s->reg[t][o->reg] = s->half[o->object][o->part];
    return;
  }
  s->reg[t][o->reg] = s->half[o->object][LOW]; /* whole & 255 */
}

static void store(struct state *s, unsigned t, const struct op *o) {
  if (o->part == WHOLE) {
    s->half[o->object][LOW] = s->reg[t][o->reg];
    set_all(&s->half[o->object][HIGH], 0);
  } else
    s->half[o->object][o->part] = s->reg[t][o->reg];
}

static void note_access(unsigned t, const struct op *o, unsigned pc) {
  unsigned first = o->part == HIGH ? 4 : 0, last = o->part == LOW ? 3 : 7;
  note(t, o->object, first, last, o->kind == OP_LOAD ? READS : WRITES, pc);
}

/* An operation without choices. */
static void carry_out(struct state *s, unsigned t) {
  const struct op *o = next_op(s, t);
  unsigned pc = s->pc[t]++;
  switch (o->kind) {
  case OP_LOAD: load(s, t, o), note_access(t, o, pc); break;
  case OP_STORE: store(s, t, o), note_access(t, o, pc); break;
  case OP_ADD:
    for (int i = 0; i < VALUES; i++)
      s->reg[t][o->reg].at[i] = (uint8_t)((o->target ? 0 : s->reg[t][o->reg].at[i]) + o->value);
    break;
  case OP_INPUT:
    for (int i = 0; i < VALUES; i++) s->reg[t][o->reg].at[i] = (uint8_t)(o->object ? i >> 4 : i & 15);
    break;
  case OP_JUMP: s->pc[t] = o->target; break;
  case OP_CREATE:
    note(t, OBJECT_NONE, 0, 0, NOTHING, pc);
    trace[trace_count - 1].made = o->object + 1;
    s->is_alive[o->object] = true;
    break;
  case OP_END:
    s->is_alive[t] = false;
    s->has_ended[t] = true;
    break;
  case OP_LOCK: s->holder[o->object] = t + 1, note(t, OBJECT_MUTEX + o->object, 0, 0, WRITES, pc); break;
  case OP_UNLOCK: s->holder[o->object] = 0, note(t, OBJECT_MUTEX + o->object, 0, 0, WRITES, pc); break;
  case OP_TRY: {
    bool is_taken = s->holder[o->object] != 0;
    set_all(&s->reg[t][o->reg], is_taken);
    if (!is_taken) s->holder[o->object] = t + 1;
    note(t, OBJECT_MUTEX + o->object, 0, 0, is_taken ? READS : WRITES, 3000 + pc * 2 + is_taken);
    break;
  }
  case OP_READ_LOCK: s->readers++, note(t, OBJECT_RW, 0, 0, ADDS, pc); break;
  case OP_READ_UNLOCK: s->readers--, note(t, OBJECT_RW, 0, 0, ADDS, pc); break;
  case OP_WRITE_LOCK: s->writer = t + 1, note(t, OBJECT_RW, 0, 0, WRITES, pc); break;
  case OP_WRITE_UNLOCK: s->writer = 0, note(t, OBJECT_RW, 0, 0, WRITES, pc); break;
  case OP_WAIT: s->waiting |= bit(t), note(t, OBJECT_COND, 0, 0, WRITES, pc); break;
  case OP_WAKE: wake(s, t), note(t, OBJECT_COND, 0, 0, WRITES, pc); break;
  case OP_WAKE_TIMED: {
    bool is_late = !may_wake(s, t);
    set_all(&s->reg[t][o->reg], is_late);
    wake(s, t);
    note(t, OBJECT_COND, 0, 0, WRITES, 5000 + pc * 2 + is_late);
    break;
  }
  case OP_SIGNAL: notify(s, 1), note(t, OBJECT_COND, 0, 0, WRITES, pc); break;
  case OP_BROADCAST: notify(s, THREADS), note(t, OBJECT_COND, 0, 0, WRITES, pc); break;
  case OP_POST: s->semaphore++, note(t, OBJECT_SEM, 0, 0, ADDS, pc); break;
  case OP_SEM_WAIT: s->semaphore--, note(t, OBJECT_SEM, 0, 0, WRITES, pc); break;
  case OP_SEM_TRY: {
    bool is_empty = !s->semaphore;
    set_all(&s->reg[t][o->reg], is_empty);
    if (!is_empty) s->semaphore--;
    note(t, OBJECT_SEM, 0, 0, is_empty ? READS : WRITES, 6000 + pc * 2 + is_empty);
    break;
  }
  case OP_ATOMIC_LOAD:
    s->reg[t][o->reg] = s->atomic[o->object], note(t, OBJECT_ATOMIC + o->object, 0, 7, READS, pc);
    break;
  case OP_ATOMIC_STORE:
    s->atomic[o->object] = s->reg[t][o->reg], note(t, OBJECT_ATOMIC + o->object, 0, 7, WRITES, pc);
    break;
  case OP_ATOMIC_ADD:
    s->reg[t][o->reg] = s->atomic[o->object];
    for (int i = 0; i < VALUES; i++) s->atomic[o->object].at[i] += (uint8_t)o->value;
    note(t, OBJECT_ATOMIC + o->object, 0, 7, WRITES, pc);
    break;
  case OP_ARRIVE: arrive(s, t), note(t, OBJECT_BARRIER, 0, 0, ADDS, pc); break; /* in any order */
  case OP_LEAVE: note(t, OBJECT_BARRIER, 0, 0, READS, pc); break;
  case OP_YIELD: note(t, OBJECT_NONE, 0, 0, NOTHING, pc); break;
  case OP_JOIN:
    note(t, OBJECT_NONE, 0, 0, NOTHING, pc);
    trace[trace_count - 1].joined = o->object + 1;
    break;
  default: abort();
  }
}

/* Thread t, in the middle of its run, up to its next step. A thread that creates another one waits until that has come to
 * its first step. */
static void go_on(struct state *s, unsigned t) {
  for (;;) {
    const struct op *o = next_op(s, t);
    if (is_step(o)) {
      if (!s->starters) break;
      t = s->starter[--s->starters];
      continue;
    }
    if (o->kind == OP_BRANCH) {
      bool holds[VALUES];
      for (int i = 0; i < VALUES; i++) holds[i] = s->reg[t][o->reg].at[i] < o->value;
      split(s, holds, after_branch, t);
      return;
    }
    carry_out(s, t);
    if (o->kind == OP_CREATE) {
      s->starter[s->starters++] = t;
      t = o->object;
    }
    if (o->kind == OP_END) {
      if (!s->starters) break;
      t = s->starter[--s->starters];
    }
  }
  explore(s);
}

/* ---- what is found at a leaf ---- */

static bool depend(const struct event *a, const struct event *b) {
  if (a->thread == b->thread) return true;
  if (b->joined == a->thread + 1 || a->made == b->thread + 1) return true;
  if (a->object != b->object || a->object == OBJECT_NONE) return false;
  if (a->last < b->first || b->last < a->first) return false;
  return a->effect && b->effect && (a->effect != b->effect || a->effect == WRITES);
}

/* The same for traces that differ by swaps of independent neighbours only: always the lowest thread that can go first. */
static uint64_t normal_form(void) {
  static bool is_taken[TRACE_MAX];
  uint64_t hash = 1469598103934665603ull;
  memset(is_taken, 0, sizeof is_taken);
  for (unsigned n = 0; n < trace_count; n++) {
    unsigned best = TRACE_MAX;
    for (unsigned i = 0; i < trace_count; i++) {
      bool is_free = !is_taken[i] && (best == TRACE_MAX || trace[i].thread < trace[best].thread);
      for (unsigned k = 0; k < i && is_free; k++) is_free = is_taken[k] || !depend(&trace[k], &trace[i]);
      if (is_free) best = i;
    }
    is_taken[best] = true;
    hash = (hash ^ (trace[best].thread << 16 | trace[best].label)) * 1099511628211ull;
    hash ^= hash >> 29;
  }
  return hash | 1;
}

static void add_class(uint64_t c) {
  size_t i = c % found.class_size;
  while (found.class[i] && found.class[i] != c) i = (i + 1) % found.class_size;
  found.classes += !found.class[i];
  found.class[i] = c;
}

/* Clocks of creation and joining alone: a variable that two threads touch, one writing, with neither before the other, is
 * shared. */
static void find_shared(void) {
  unsigned clock[THREADS][THREADS] = {{0}}, at[THREADS] = {0}, end[THREADS][THREADS] = {{0}};
  unsigned stamp[TRACE_MAX][THREADS];
  for (unsigned i = 0; i < trace_count; i++) {
    const struct event *e = &trace[i];
    unsigned t = e->thread;
    clock[t][t] = ++at[t];
    if (e->joined)
      for (unsigned k = 0; k < THREADS; k++)
        if (end[e->joined - 1][k] > clock[t][k]) clock[t][k] = end[e->joined - 1][k];
    if (e->made) memcpy(clock[e->made - 1], clock[t], sizeof clock[t]);
    memcpy(end[t], clock[t], sizeof clock[t]);
    memcpy(stamp[i], clock[t], sizeof clock[t]);
    for (unsigned k = 0; k < i && e->object < VARIABLES; k++) {
      const struct event *f = &trace[k];
      if (f->object != e->object || f->thread == t || (e->effect == READS && f->effect == READS)) continue;
      if (stamp[i][f->thread] < stamp[k][f->thread]) found.is_shared[e->object] = true;
    }
  }
}

/* For every input that is still possible: the number that main makes of the variables in the end. */
static unsigned final_state(const struct state *s, int input) {
  unsigned sum = 0;
  for (unsigned v = 0; v < VARIABLES; v++)
    sum = sum * 5 + s->half[v][LOW].at[input] + 3u * s->half[v][HIGH].at[input];
  for (unsigned a = 0; a < ATOMICS; a++) sum = sum * 5 + s->atomic[a].at[input];
  return sum % STATES;
}

static void add_leaf(void) {
  if (++found.interleavings > found.max) {
    found.is_too_large = true;
    return;
  }
  add_class(normal_form());
  find_shared();
}

/* Main tells the final states apart, and that is a branch too. */
static void add_leaves(const struct state *s) {
  bool is_final[STATES] = {0};
  if (!s->has_ended[0]) {
    found.deadlocks++;
    add_leaf();
    return;
  }
  for (int i = 0; i < VALUES; i++)
    if (s->possible[i]) is_final[final_state(s, i)] = true;
  for (unsigned k = 0; k < STATES; k++) {
    if (!is_final[k]) continue;
    found.is_final[k] = true;
    note(0, OBJECT_NONE, 0, 0, NOTHING, 4000 + k);
    add_leaf();
    trace_count--;
  }
}

/* ---- all interleavings ---- */

static void explore(const struct state *s) {
  bool is_leaf = true;
  struct state *one = malloc(sizeof *one);
  for (unsigned t = 0; t < THREADS && !found.is_too_large; t++) {
    if (!can_go(s, t)) continue;
    unsigned before = trace_count;
    const struct op *o = next_op(s, t);
    is_leaf = false;
    *one = *s;
    if (o->kind == OP_CAS) {
      bool holds[VALUES];
      for (int i = 0; i < VALUES; i++) holds[i] = s->atomic[o->object].at[i] == o->value;
      split(one, holds, after_cas, t);
    } else {
      carry_out(one, t);
      go_on(one, t);
    }
    trace_count = before;
  }
  if (is_leaf && !found.is_too_large) add_leaves(s);
  free(one);
}

static void count(unsigned long max) {
  struct state *s = calloc(1, sizeof *s);
  found.class_size = 4 * max + 3;
  uint64_t *class = realloc(found.class, found.class_size * sizeof *class);
  memset(class, 0, found.class_size * sizeof *class);
  memset(&found, 0, sizeof found);
  found.class = class;
  found.class_size = 4 * max + 3;
  found.max = max;
  for (int i = 0; i < VALUES; i++) s->possible[i] = true;
  s->is_alive[0] = true;
  trace_count = 0;
  go_on(s, 0);
  free(s);
}

/* First with all variables visible, to see which are shared; then with these alone. */
static bool count_program(unsigned long max) {
  for (int v = 0; v < VARIABLES; v++) is_visible[v] = true;
  count(6 * max);
  if (found.is_too_large) return false;
  memcpy(is_visible, found.is_shared, sizeof is_visible);
  count(max);
  return !found.is_too_large;
}

/* Most programs that come out at random have hardly any interleaving, or always deadlock. */
static bool is_worth_it(void) {
  if ((found.interleavings < 20 || found.classes < 4) && below(20)) return false;
  return found.deadlocks < found.interleavings || below(10) == 0;
}

/* ---- printing it ---- */

static void print_counts(unsigned long seed) {
  const char *separator = "";
  unsigned shared = 0;
  for (int v = 0; v < VARIABLES; v++) shared += is_visible[v];
  printf("// seed=%lu interleavings=%lu classes=%lu deadlocks=%lu shared=%u states=\"", seed,
         found.interleavings, found.classes, found.deadlocks, shared);
  for (int i = 0; i < STATES; i++)
    if (found.is_final[i]) printf("%s%d", separator, i), separator = " ";
  printf("\"\n");
}

static const char *const preamble =
    "#include <pthread.h>\n#include <raddle.h>\n#include <sched.h>\n#include <semaphore.h>\n"
    "#include <stdatomic.h>\n#include <stdlib.h>\n#include <time.h>\n\n"
    "typedef union {\n  unsigned half[2];\n  unsigned long whole;\n} variable;\n"
    "static _Atomic long a0, a1;\n"
    "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n"
    "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"
    "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\n"
    "static const struct timespec far = {4000000000, 0};\n"
    "static sem_t s;\nstatic pthread_barrier_t b;\nstatic pthread_t id1, id2, id3;\n";

static void print_final(void) {
  printf("  unsigned long sum = 0;\n");
  for (unsigned v = 0; v < VARIABLES; v++)
    printf("  sum = sum * 5 + (%s & 255) + 3 * (%s & 255);\n", place(v, LOW), place(v, HIGH));
  for (unsigned a = 0; a < ATOMICS; a++) printf("  sum = sum * 5 + (a%u & 255);\n", a);
  printf("  switch (sum %% %d) {\n", STATES);
  for (int i = 0; i < STATES; i++) printf("  case %d: raddle_assert(!\"state %d\"); break;\n", i, i);
  printf("  }\n");
}

static void print_thread(unsigned i) {
  printf("\nstatic void *thread%u(void *argument) {\n  unsigned long r0 = 0, r1 = 0;\n  long expected;\n", i);
  printf("%s  (void)r0, (void)r1, (void)expected;\n  return argument;\n}\n", thread[i].text);
}

static void print_program(void) {
  printf("%s", preamble);
  for (unsigned v = 0; v < VARIABLES; v++)
    printf("static variable %sv%u;\n", home[v] == GLOBAL ? "" : "*", v);
  for (unsigned i = THREADS; --i;)
    if (thread[i].exists) print_thread(i);
  printf("\nint main(void) {\n  unsigned long r0 = 0, r1 = 0;\n  long expected;\n");
  for (unsigned v = 0; v < VARIABLES; v++) {
    if (home[v] == HEAP) printf("  v%u = calloc(1, sizeof *v%u);\n", v, v);
    if (home[v] == LOCAL) printf("  variable local%u = {0};\n  v%u = &local%u;\n", v, v, v);
  }
  printf("  sem_init(&s, 0, 0);\n  pthread_barrier_init(&b, 0, 2);\n");
  printf("%s  (void)r0, (void)r1, (void)expected;\n", thread[0].text);
  print_final();
  printf("  return 0;\n}\n");
}

int main(int argc, char **argv) {
  if (argc < 2) return fprintf(stderr, "usage: threadgen SEED [MAX [sync]]\n"), 2;
  unsigned long seed = strtoul(argv[1], NULL, 10), max = argc > 2 ? strtoul(argv[2], NULL, 10) : 4000;
  is_sync = argc > 3;
  random_state = seed * 0x9e3779b97f4a7c15ull + 1;
  do make_program();
  while (!count_program(max) || !is_worth_it());
  print_counts(seed);
  print_program();
  free(found.class);
  return 0;
}
