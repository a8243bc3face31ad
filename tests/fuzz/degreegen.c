/* Random small programs with threads, each with the assertions that can fail and the least number of interferences that each takes, found
 * by running all interleavings of the program in an interpreter that shares nothing with raddle.
 *
 *   degreegen SEED COUNT EXPECTED   the programs of the seeds SEED, SEED + 1, ... as one C file; which of them is run is an input.
 *                                   The file EXPECTED gets a line "LINE DEGREE" for each assertion that can fail
 *
 * An interference is a read of what another thread wrote, main's writes before its first thread aside; the result that a join gets is not
 * one. A thread knows a set of interferences: its own, those that the threads knew whose writes it read, of its creator, of whom
 * it joined, and of whoever gave back the lock or posted the semaphore that it took. A failure takes as many as the failing thread knows; the
 * least over all interleavings counts. An interleaving in which others have done more than need be only knows more.
 *
 * Invariant: whatever can be run with what a thread knows, and nothing else, is an interleaving too. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  THREADS = 4,
  LENGTH = 14,
  VARIABLES = 3,
  READS = 16,
  ASSERTIONS = 32,
  VISITS_MAX = 300000,
  NEVER = 1000
};

enum op {
  LOAD,     /* R = V; */
  STORE,    /* V = K; */
  STORE_R,  /* V = R + K; */
  ADD,      /* R = atomic_fetch_add(&A, K); */
  EXCHANGE, /* compare-exchange of A from K to L; R is what was there */
  CHOOSE,   /* R = raddle_choose(2); */
  SKIP,     /* if (R == K) { the next L statements } */
  ASSERT,   /* raddle_assert(R != K); */
  ASSUME,   /* raddle_assume(R != K); */
  LOCK,
  UNLOCK,
  WAIT, /* semaphore */
  POST,
  SPIN, /* while (!V) {} */
  JOIN, /* thread K, R is its result */
  OPS
};

struct statement {
  enum op op;
  unsigned reg, variable, k, l;
  unsigned assertion, line;
};

static struct statement program[THREADS][LENGTH];
static unsigned length[THREADS], threads, assertions;
static int first_value[VARIABLES];
static unsigned least[ASSERTIONS];
static uint64_t random_state;

static unsigned below(unsigned n) {
  random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(random_state >> 33) % n;
}

/* ---- all interleavings ---- */

struct state {
  struct {
    unsigned at, reads;
    int reg[2];
    uint64_t known;
    bool is_stopped;
  } thread[THREADS];
  struct {
    int value;
    unsigned writer; /* THREADS: nobody */
    uint64_t known;
  } cell[2 * VARIABLES]; /* plain ones, then atomic ones */
  unsigned holder;       /* of the lock; THREADS: nobody */
  int count;             /* of the semaphore */
  uint64_t lock_known, count_known;
};

static uint64_t visits;

static bool is_local(enum op op) { return op == CHOOSE || op == SKIP || op == ASSERT || op == ASSUME; }

static void read_cell(struct state *s, unsigned t, unsigned cell) {
  unsigned writer = s->cell[cell].writer;
  if (writer != THREADS && writer != t)
    s->thread[t].known |= s->cell[cell].known | 1ull << (t * READS + s->thread[t].reads);
  s->thread[t].reads++;
}

static void write_cell(struct state *s, unsigned t, unsigned cell, int value) {
  s->cell[cell].value = value;
  s->cell[cell].writer = t;
  s->cell[cell].known = s->thread[t].known;
}

static bool has_ended(const struct state *s, unsigned t) {
  return !s->thread[t].is_stopped && s->thread[t].at == length[t];
}

static bool can_go_on(const struct state *s, unsigned t) {
  if (s->thread[t].is_stopped || has_ended(s, t)) return false;
  const struct statement *p = &program[t][s->thread[t].at];
  switch (p->op) {
  case LOCK: return s->holder == THREADS;
  case WAIT: return s->count > 0;
  case SPIN: return s->cell[p->variable].value;
  case JOIN: return has_ended(s, p->k);
  default: return true;
  }
}

static void fail(struct state *s, unsigned t, const struct statement *p) {
  unsigned degree = (unsigned)__builtin_popcountll(s->thread[t].known);
  if (degree < least[p->assertion]) least[p->assertion] = degree;
  s->thread[t].is_stopped = true;
}

/* A statement that others see, and is not `is_local`. */
static void step(struct state *s, unsigned t) {
  const struct statement *p = &program[t][s->thread[t].at++];
  int *reg = &s->thread[t].reg[p->reg];
  unsigned atomic = VARIABLES + p->variable;
  switch (p->op) {
  case LOAD: read_cell(s, t, p->variable), *reg = s->cell[p->variable].value; break;
  case SPIN: read_cell(s, t, p->variable); break;
  case STORE: write_cell(s, t, p->variable, (int)p->k); break;
  case STORE_R: write_cell(s, t, p->variable, *reg + (int)p->k); break;
  case ADD:
    read_cell(s, t, atomic), *reg = s->cell[atomic].value;
    write_cell(s, t, atomic, *reg + (int)p->k);
    break;
  case EXCHANGE:
    read_cell(s, t, atomic), *reg = s->cell[atomic].value;
    if (*reg == (int)p->k) write_cell(s, t, atomic, (int)p->l);
    break;
  case LOCK: s->holder = t, s->thread[t].known |= s->lock_known; break;
  case UNLOCK: s->holder = THREADS, s->lock_known = s->thread[t].known; break;
  case WAIT: s->count--, s->thread[t].known |= s->count_known; break;
  case POST: s->count++, s->count_known |= s->thread[t].known; break;
  case JOIN: *reg = s->thread[p->k].reg[0], s->thread[t].known |= s->thread[p->k].known; break;
  default: break;
  }
}

static void explore(struct state s);

/* Statements that nobody sees happen at once. False: what comes now was explored for each choice. */
static bool settle(struct state *s, unsigned t) {
  while (!s->thread[t].is_stopped && !has_ended(s, t) && is_local(program[t][s->thread[t].at].op)) {
    const struct statement *p = &program[t][s->thread[t].at++];
    int *reg = &s->thread[t].reg[p->reg];
    if (p->op == CHOOSE) {
      for (*reg = 0; *reg < 2; ++*reg) explore(*s);
      return false;
    }
    bool is_equal = *reg == (int)p->k;
    if (p->op == SKIP && !is_equal) s->thread[t].at += p->l;
    if (p->op == ASSERT && is_equal) fail(s, t, p);
    if (p->op == ASSUME && is_equal) s->thread[t].is_stopped = true;
  }
  return true;
}

static void explore(struct state s) {
  if (++visits > VISITS_MAX) return;
  for (unsigned t = 0; t < threads; t++)
    if (!settle(&s, t)) return;
  for (unsigned t = 0; t < threads; t++) {
    if (!can_go_on(&s, t)) continue;
    struct state next = s;
    step(&next, t);
    explore(next);
  }
}

static bool find_degrees(void) {
  struct state s = {.holder = THREADS};
  for (unsigned i = 0; i < 2 * VARIABLES; i++) s.cell[i].writer = THREADS;
  for (unsigned i = 0; i < VARIABLES; i++) s.cell[i].value = first_value[i];
  for (unsigned i = 0; i < assertions; i++) least[i] = NEVER;
  visits = 0;
  explore(s);
  return visits <= VISITS_MAX;
}

/* ---- making a program ---- */

static bool has_lock, has_semaphore, has_spin, has_atomics, has_choice;

static bool is_wanted(enum op op, unsigned t) {
  switch (op) {
  case ADD:
  case EXCHANGE: return has_atomics;
  case CHOOSE: return has_choice && !below(2);
  case POST: return has_semaphore;
  case WAIT: return has_semaphore && !below(2);
  case SPIN: return has_spin && t && !below(2);
  case LOCK: return has_lock;
  case ASSUME: return !below(3);
  case UNLOCK:
  case JOIN: return false;
  default: return true;
  }
}

static struct statement some(enum op op) {
  return (struct statement){op, below(2), below(VARIABLES - 1), below(3), 1 + below(2), 0, 0};
}

static void push(unsigned t, struct statement p) {
  if (p.op == ASSERT) p.assertion = assertions++;
  program[t][length[t]++] = p;
}

static void push_some(unsigned t, bool is_locked, unsigned left) {
  enum op op;
  do op = (enum op)below(OPS);
  while (!is_wanted(op, t) || (is_locked && (op == LOCK || op == WAIT || op == SPIN)) ||
         (left < 3 && op == LOCK) || (op == SKIP && left < 2) ||
         (op == ASSERT && assertions > ASSERTIONS - 2));
  struct statement p = some(op);
  if (op == STORE && has_spin) p.k = 1 + p.k % 2;
  if (op == SKIP) p.l = 1;
  if (op == ADD) p.k = 1 + p.k % 2;
  push(t, p);
  if (op == SKIP) { /* its body: something simple */
    static const enum op simple[] = {LOAD, STORE, STORE_R, ASSERT, ASSERT};
    push(t, some(simple[below(5)]));
  }
  if (op != LOCK) return;
  push_some(t, true, 1);
  push_some(t, true, 1);
  push(t, some(UNLOCK));
}

static void push_many(unsigned t, unsigned count) {
  unsigned end = length[t] + count;
  while (length[t] < end && length[t] + 5 < LENGTH) push_some(t, false, end - length[t]);
}

static void look_at(unsigned t) {
  struct statement p = some(LOAD);
  push(t, p);
  struct statement q = some(ASSERT);
  q.reg = p.reg;
  push(t, q);
}

static void make_program(uint64_t seed) {
  random_state = seed * 0x9e3779b97f4a7c15ull + 7;
  do {
    memset(length, 0, sizeof length);
    assertions = 0;
    threads = 3 + (below(3) == 0);
    has_lock = !below(3), has_semaphore = !below(3), has_spin = !below(4), has_atomics = below(2),
    has_choice = !below(3);
    for (unsigned i = 0; i < VARIABLES; i++) first_value[i] = has_spin ? 0 : (int)below(2);
    for (unsigned t = 1; t < threads; t++) push_many(t, threads == 3 ? 4 + below(3) : 2 + below(3));
    push_many(0, below(2));
    for (unsigned t = 1; t < threads; t++) {
      if (!below(4)) continue;
      struct statement p = some(JOIN);
      p.k = t;
      push(0, p);
      struct statement q = some(ASSERT);
      q.reg = p.reg;
      if (below(2)) push(0, q);
    }
    look_at(0);
    if (below(2)) look_at(1 + below(threads - 1));
  } while (!find_degrees());
}

/* ---- in C ---- */

static unsigned line = 1;

static void put(const char *text) {
  for (; *text; text++) putchar(*text), line += *text == '\n';
}

static void put_statement(struct statement *p) {
  char text[200], reg = "ab"[p->reg], variable = "xyz"[p->variable];
  p->line = line;
  switch (p->op) {
  case LOAD: snprintf(text, sizeof text, "%c = %c;\n", reg, variable); break;
  case STORE: snprintf(text, sizeof text, "%c = %u;\n", variable, p->k); break;
  case STORE_R: snprintf(text, sizeof text, "%c = %c + %u;\n", variable, reg, p->k); break;
  case ADD: snprintf(text, sizeof text, "%c = atomic_fetch_add(&a%c, %u);\n", reg, variable, p->k); break;
  case EXCHANGE:
    snprintf(text, sizeof text, "e = %u; atomic_compare_exchange_strong(&a%c, &e, %u); %c = e;\n", p->k,
             variable, p->l, reg);
    break;
  case CHOOSE: snprintf(text, sizeof text, "%c = raddle_choose(2);\n", reg); break;
  case SKIP: snprintf(text, sizeof text, "if (%c == %u)\n", reg, p->k); break;
  case ASSERT: snprintf(text, sizeof text, "raddle_assert(%c != %u);\n", reg, p->k); break;
  case ASSUME: snprintf(text, sizeof text, "raddle_assume(%c != %u);\n", reg, p->k); break;
  case LOCK: snprintf(text, sizeof text, "pthread_mutex_lock(&m);\n"); break;
  case UNLOCK: snprintf(text, sizeof text, "pthread_mutex_unlock(&m);\n"); break;
  case WAIT: snprintf(text, sizeof text, "sem_wait(&semaphore);\n"); break;
  case POST: snprintf(text, sizeof text, "sem_post(&semaphore);\n"); break;
  case SPIN: snprintf(text, sizeof text, "while (!%c) {}\n", variable); break;
  default:
    snprintf(text, sizeof text, "pthread_join(id[%u], &result); %c = (int)(long)result;\n", p->k, reg);
    break;
  }
  put("  ");
  put(text);
}

static void put_thread(uint64_t seed, unsigned t) {
  char text[200];
  snprintf(text, sizeof text, "static void *thread%lu_%u(void *p) {\n  int a = 0, b = 0, e = 0;\n", seed, t);
  put(text);
  for (unsigned i = 0; i < length[t]; i++) put_statement(&program[t][i]);
  put("  return (void *)(long)a;\n}\n");
}

static void put_main(uint64_t seed) {
  char text[200];
  snprintf(text, sizeof text,
           "static void program%lu(void) {\n  int a = 0, b = 0, e = 0;\n  void *result;\n  x = %d, y = %d;\n",
           seed, first_value[0], first_value[1]);
  put(text);
  for (unsigned t = 1; t < threads; t++) {
    snprintf(text, sizeof text, "  pthread_create(&id[%u], 0, thread%lu_%u, 0);\n", t, seed, t);
    put(text);
  }
  for (unsigned i = 0; i < length[0]; i++) put_statement(&program[0][i]);
  put("}\n\n");
}

static void put_expected(FILE *out) {
  for (unsigned t = 0; t < threads; t++)
    for (unsigned i = 0; i < length[t]; i++) {
      const struct statement *p = &program[t][i];
      if (p->op == ASSERT && least[p->assertion] != NEVER)
        fprintf(out, "%u %u\n", p->line, least[p->assertion]);
    }
}

int main(int argc, char **argv) {
  char text[100];
  if (argc != 4) return fprintf(stderr, "usage: degreegen SEED COUNT EXPECTED\n"), 2;
  uint64_t seed = strtoul(argv[1], NULL, 10), count = strtoul(argv[2], NULL, 10);
  FILE *expected = fopen(argv[3], "w");
  if (!expected) return perror(argv[3]), 1;
  put("#include <pthread.h>\n#include <raddle.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n\n"
      "static int x, y;\nstatic atomic_int ax, ay;\nstatic sem_t semaphore;\nstatic pthread_t id[4];\n"
      "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\n");
  for (uint64_t i = seed; i < seed + count; i++) {
    make_program(i);
    for (unsigned t = 1; t < threads; t++) put_thread(i, t);
    put_main(i);
    put_expected(expected);
  }
  put("int main(void) {\n  int which = raddle_int(\"which\");\n  sem_init(&semaphore, 0, 0);\n  switch "
      "(which) {\n");
  for (uint64_t i = 0; i < count; i++) {
    snprintf(text, sizeof text, "  %s%lu: program%lu(); break;\n", i + 1 < count ? "case " : "default: case ",
             i, seed + i);
    put(text);
  }
  put("  }\n  return 0;\n}\n");
  return fclose(expected);
}
