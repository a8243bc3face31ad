/* Random small programs with threads, for comparing strategies with each other.
 *
 *   dporgen words FIRST COUNT [WITHOUT]   COUNT words for machine.c, one a line: the programs of the seeds FIRST, FIRST + 1, ...
 *   dporgen c SEED [WITHOUT]              the same program in C, for reading and for compiling
 *   dporgen count SEED                    how many statements it has
 *
 * A program is a list of statements (dporgen.def) for each thread; they are numbered from 0 as they are made. WITHOUT is a
 * list as "3,7u,8": statements that are left out, with `u` only what is around their bodies. So whoever finds that a program is
 * explored badly can make it smaller. Seeds from 1,000,000 on are about inputs and what is shared, in compare-exchanges and atomic sections, from
 * 2,000,000 on about read-write locks, from 3,000,000 on about barriers, from 4,000,000 on about what fails or is cut short: cancellation, objects that are made and destroyed, threads that
 * stop, copies in parts, loops. Nothing is known of a program but that it has few interleavings. */
#include "machine.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_MAX = 6, RUNS_MAX = 12000, FOCUS = 1000000 };

enum group {
  PLAIN,
  ATOMIC,
  INPUT,
  MIXED, /* inputs and what is shared; those up to here may be in atomic sections */
  SPIN,
  MUTEX,
  TRY,
  CONDITION,
  SEMAPHORE,
  RWLOCK,
  ASSERT,
  ASSUME,
  BARRIER,
  ONCE,
  YIELDING,
  SECTIONS,
  CANCELLING, /* from here on: only programs about them */
  OBJECTS,
  STOPS,
  BLOCKS,
  LOOPS,
  GROUP_COUNT
};

enum shape { SIMPLE, BRACKETS, CONDITIONAL, ALTERNATIVE };

static const struct row {
  enum shape shape;
  enum group group;
  unsigned steps, outcomes, needs, takes;
  const char *text, *end;
} table[] = {
#define DO(name, group, steps, outcomes, needs, ...)                                                         \
  {SIMPLE, group, steps, outcomes, needs, 0, #__VA_ARGS__, NULL},
#define AROUND(name, group, steps, outcomes, needs, takes, begin, end)                                       \
  {BRACKETS, group, steps, outcomes, needs, takes, #begin, #end},
#define WHEN(name, group, steps, outcomes, needs, takes, condition, end)                                     \
  {CONDITIONAL, group, steps, outcomes, needs, takes, #condition, #end},
#define EITHER(name, group, steps, outcomes, needs, condition)                                               \
  {ALTERNATIVE, group, steps, outcomes, needs, 0, #condition, NULL},
#include "dporgen.def"
};

struct statement {
  const struct row *row;
  unsigned number;
  struct op op; /* of its beginning */
  struct statement *body, *other, *next;
};

static uint64_t random_state;
static struct statement pool[MACHINE_OPS];
static unsigned pool_count;
static struct statement *thread[MACHINE_THREADS];
static unsigned threads, semaphore;
static unsigned focus; /* what the program is about; 0: anything */
static bool is_used[GROUP_COUNT];
static enum { KEPT, LEFT_OUT, UNWRAPPED } fate[MACHINE_OPS];

static unsigned below(unsigned n) {
  random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(random_state >> 33) % n;
}

/* ---- making a program ---- */

static bool fits(const struct row *r, unsigned steps, unsigned held) {
  if (!is_used[r->group] || r->steps > steps || r->needs & held) return false;
  if (held & SECTION && r->group > MIXED) return false;
  return r->takes != ANY || (held & 3) != 3;
}

static const struct row *choose_row(unsigned steps, unsigned held) {
  if (focus == 1 && is_used[SECTIONS] && fits(&table[SORT_ATOMIC_SECTION], steps, held) && !below(3))
    return &table[SORT_ATOMIC_SECTION];
  for (unsigned tries = 0; tries < 100; tries++) {
    const struct row *r = &table[below(focus == 4 ? SORT_COUNT : SORT_CANCEL)];
    if (fits(r, steps, held)) return r;
  }
  return NULL;
}

static struct statement *make_list(unsigned *steps, unsigned held, unsigned length);

/* Of two bodies only one is run. */
static void make_bodies(struct statement *s, unsigned *steps, unsigned held) {
  unsigned left = *steps, other = *steps;
  s->body = make_list(&left, held, 1 + below(s->row->group == SECTIONS ? 3 : 2));
  if (s->row->shape == ALTERNATIVE) s->other = make_list(&other, held, below(2));
  *steps = left < other ? left : other;
}

static struct statement *make(unsigned *steps, unsigned held) {
  const struct row *r = choose_row(*steps, held);
  if (!r || pool_count == MACHINE_OPS / 2) return NULL;
  struct statement *s = &pool[pool_count];
  unsigned lock = below(2);
  if (held & 1u << lock) lock = 1 - lock;
  *s = (struct statement){.row = r, .number = pool_count++};
  s->op = (struct op){.sort = (unsigned char)(r - table),
                      .reg = (unsigned char)below(2),
                      .small = (unsigned char)below(3),
                      .large = (unsigned char)(1 + below(2)),
                      .variable = (unsigned char)(below(focus == 1 ? 4 : 2) == 1),
                      .lock = (unsigned char)lock};
  if (!(held & SECTION)) *steps -= r->steps; /* a section is one step */
  if (r->shape != SIMPLE) make_bodies(s, steps, held | (r->takes == ANY ? 1u << lock : r->takes));
  return s;
}

static struct statement *make_list(unsigned *steps, unsigned held, unsigned length) {
  struct statement *first = NULL, **last = &first;
  for (unsigned i = 0; i < length; i++) {
    *last = make(steps, held);
    if (!*last) break;
    last = &(*last)->next;
  }
  return first;
}

static unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }

static unsigned steps_of(const struct statement *s) {
  unsigned n = 0;
  for (; s; s = s->next)
    n += s->row->steps + (s->row->group == SECTIONS ? 0 : max(steps_of(s->body), steps_of(s->other)));
  return n;
}

static unsigned outcomes_of(const struct statement *s) {
  unsigned n = 1;
  for (; s; s = s->next) n *= s->row->outcomes * max(outcomes_of(s->body), outcomes_of(s->other));
  return n;
}

/* How many ways there are for threads of these many steps and main, which joins them one after the other. */
static double ways(const unsigned *left, unsigned joined) {
  unsigned next[MACHINE_THREADS];
  double sum = 0;
  if (joined == threads) return 1;
  for (unsigned t = 0; t < threads; t++) {
    if (!left[t]) continue;
    memcpy(next, left, sizeof next);
    next[t]--;
    sum += ways(next, joined);
  }
  return sum + (left[joined] ? 0 : ways(left, joined + 1));
}

/* As if nobody ever waited: where threads do there are far fewer. */
static bool is_small(void) {
  unsigned left[MACHINE_THREADS] = {0}, total = 0;
  double outcomes = 1;
  for (unsigned t = 0; t < threads; t++) {
    total += left[t] = steps_of(thread[t]);
    outcomes *= outcomes_of(thread[t]);
  }
  if (total < (focus ? 2 : 4) || total > 16 || outcomes > 200) return false;
  return ways(left, 0) * outcomes <= (is_used[CONDITION] || is_used[BARRIER] ? 8.0 : 1.0) * RUNS_MAX;
}

/* Programs about one thing: seeds from FOCUS on. */
static void choose_focus(void) {
  static const enum group mates[] = {MUTEX, ASSERT, ASSUME, SEMAPHORE, TRY, YIELDING};
  if (focus == 1) is_used[MIXED] = is_used[INPUT] = true;
  if (focus == 1 && below(4)) is_used[SECTIONS] = true;
  if (focus == 2) is_used[RWLOCK] = true;
  if (focus == 3) is_used[BARRIER] = true;
  if (focus == 4) {
    static const enum group partners[] = {SEMAPHORE, CONDITION, MUTEX, TRY, ATOMIC, PLAIN, INPUT};
    is_used[CANCELLING + below(5)] = true;
    if (is_used[OBJECTS]) is_used[below(2) ? MUTEX : SEMAPHORE] = true;
    is_used[partners[below(sizeof partners / sizeof *partners)]] = true;
    if (below(3)) return;
  }
  if (focus > 1 && below(3)) return;
  is_used[mates[below(sizeof mates / sizeof *mates)]] = true;
}

/* Few sorts of statements in one program, so that they meet. */
static void choose_groups(void) {
  memset(is_used, 0, sizeof is_used);
  is_used[below(2) ? PLAIN : ATOMIC] = true;
  if (focus) {
    choose_focus();
    return;
  }
  for (unsigned i = 1 + below(3); i--;) is_used[below(CANCELLING)] = true;
  if (below(3) == 0) is_used[INPUT] = true;
  if (is_used[ASSERT] || is_used[ASSUME]) is_used[below(2) ? INPUT : PLAIN] = true;
  if (is_used[MIXED]) is_used[INPUT] = true;
}

static void make_program(uint64_t seed) {
  random_state = seed * 0x9e3779b97f4a7c15ull + 7;
  focus = (unsigned)(seed / FOCUS);
  do {
    choose_groups();
    pool_count = 0;
    threads = below(focus == 1 ? 2 : 3) ? 2 : 3;
    semaphore = below(3);
    for (unsigned t = 0; t < threads; t++) {
      unsigned steps = threads == 2 ? 4 + below(6) : 2 + below(4);
      if (focus == 1 && steps > 4) steps = 2 + below(3);
      thread[t] = make_list(&steps, 0, LENGTH_MAX);
    }
  } while (!is_small());
}

/* ---- as a word ---- */

static struct op code[MACHINE_OPS];
static unsigned code_count;

static unsigned emit(struct op o, enum act act) {
  o.act = (unsigned char)act;
  code[code_count] = o;
  return code_count++;
}

static void set_target(unsigned at) { code[at].target = (unsigned char)code_count; }

static void emit_list(const struct statement *s) {
  for (; s; s = s->next) {
    if (fate[s->number] == LEFT_OUT) continue;
    if (fate[s->number] == UNWRAPPED) {
      emit_list(s->body);
      emit_list(s->other);
      continue;
    }
    unsigned begin = emit(s->op, BEGIN);
    if (s->row->shape == SIMPLE) continue;
    emit_list(s->body);
    if (s->row->end) emit(s->op, END);
    unsigned jump = emit(s->op, JUMP);
    set_target(begin);
    emit_list(s->other);
    set_target(jump);
  }
}

static void print_number(unsigned n) { putchar('0' + (int)n); }

static void print_word(void) {
  print_number(semaphore);
  print_number((is_used[INPUT] ? HAS_INPUTS : 0) | (focus == 4 ? LAST_FIRST : 0));
  for (unsigned t = 0; t < threads; t++) {
    if (t) putchar('/');
    code_count = 0;
    emit_list(thread[t]);
    for (unsigned i = 0; i < code_count; i++)
      for (unsigned k = 0; k < sizeof(struct op); k++) print_number(((unsigned char *)&code[i])[k]);
  }
  putchar('\n');
}

/* ---- in C ---- */

static unsigned present; /* thread that is printed */

static void print_name(const struct op *o, char what) {
  switch (what) {
  case 'N': printf("%u", present); break;
  case 'T': printf("id[%d]", (int)present - 1); break;
  case 'P': printf("block[%u]", o->variable); break;
  case 'Q': printf("block[%u]", 1 - o->variable); break;
  case 'R': printf("r%u", o->reg); break;
  case 'K': printf("%u", o->small); break;
  case 'L': printf("%u", o->large); break;
  case 'V': printf("v.half[%u]", o->variable); break;
  case 'Y': printf("v.whole"); break;
  case 'A': printf("a%u", o->variable); break;
  case 'M': printf("m%u", o->lock); break;
  case 'Z': printf("m0"); break;
  case 'C': printf("cond"); break;
  case 'W': printf("rwlock"); break;
  case 'S': printf("semaphore"); break;
  case 'B': printf("barrier"); break;
  case 'O': printf("once"); break;
  case 'G': printf("given"); break;
  default: putchar(what); break;
  }
}

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Capital letters that stand alone are names. */
static void print_text(const struct op *o, const char *text) {
  for (const char *c = text; *c; c++)
    if (isupper((unsigned char)*c) && !is_letter(c[1]) && (c == text || !is_letter(c[-1])))
      print_name(o, *c);
    else
      putchar(*c);
}

static void print_line(const struct statement *s, unsigned depth, const char *before, const char *text,
                       const char *after) {
  printf("%*s%s", 2 * (int)depth, "", before);
  print_text(&s->op, text);
  printf("%s\n", after);
}

static void print_list(const struct statement *s, unsigned depth);

static void print_shape(const struct statement *s, unsigned depth) {
  bool has_braces = s->row->shape >= CONDITIONAL;
  print_line(s, depth, has_braces ? "if (" : "", s->row->text, has_braces ? ") {" : "");
  print_list(s->body, depth + 1);
  if (s->row->end) print_line(s, depth + has_braces, "", s->row->end, "");
  if (s->other) print_line(s, depth, "", "} else {", "");
  print_list(s->other, depth + 1);
  if (has_braces) print_line(s, depth, "", "}", "");
}

static void print_list(const struct statement *s, unsigned depth) {
  for (; s; s = s->next) {
    if (fate[s->number] == KEPT) print_shape(s, depth);
    if (fate[s->number] != UNWRAPPED) continue;
    print_list(s->body, depth);
    print_list(s->other, depth);
  }
}

static const char *const preamble =
    "#include <pthread.h>\n#include <raddle.h>\n#include <sched.h>\n#include <semaphore.h>\n"
    "#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n\n"
    "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
    "static const struct timespec far = {4000000000, 0};\n"
    "static union {\n  unsigned half[2];\n  unsigned long whole;\n} v;\n"
    "static unsigned given;\nstatic atomic_uint a0, a1;\n"
    "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n"
    "static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;\n"
    "static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;\n"
    "static pthread_once_t once = PTHREAD_ONCE_INIT;\n"
    "static pthread_barrier_t barrier;\nstatic sem_t semaphore;\n"
    "static const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;\n"
    "static struct { unsigned part[2]; } block[2] = {{{1, 2}}, {{3, 4}}};\nstatic pthread_t id[3];\n"
    "static void set_v(void) { v.half[0] = 2; }\n";

static void print_c(void) {
  printf("%s", preamble);
  for (unsigned t = 0; t < threads; t++) {
    printf("\nstatic void *thread%u(void *argument) {\n", t);
    printf("  unsigned r0 = 0, r1 = 0, expected = 0;\n  int count = 0;\n");
    present = t;
    print_list(thread[t], 1);
    printf("  (void)r0, (void)r1, (void)expected, (void)count;\n  return argument;\n}\n");
  }
  printf("\nint main(void) {\n");
  printf("  sem_init(&semaphore, 0, %u);\n  pthread_barrier_init(&barrier, 0, 2);\n", semaphore);
  if (is_used[INPUT]) printf("  given = raddle_uchar(\"given\") & 3;\n");
  for (unsigned t = 0; t < threads; t++) printf("  pthread_create(&id[%u], 0, thread%u, 0);\n", t, t);
  for (unsigned t = 0; t < threads; t++)
    printf("  pthread_join(id[%u], 0);\n", focus == 4 ? threads - 1 - t : t);
  printf("  (void)given, (void)set_v, (void)fresh;\n  return 0;\n}\n");
}

/* ---- the commands ---- */

static void read_fates(const char *list) {
  while (list && isdigit((unsigned char)*list)) {
    char *end;
    unsigned long number = strtoul(list, &end, 10);
    if (number < MACHINE_OPS) fate[number] = *end == 'u' ? UNWRAPPED : LEFT_OUT;
    list = end + strspn(end, "u,");
  }
}

int main(int argc, char **argv) {
  const char *command = argc > 2 ? argv[1] : "";
  unsigned long seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
  bool is_words = !strcmp(command, "words") && argc > 3;
  if (is_words) {
    read_fates(argv[4]);
    for (unsigned long left = strtoul(argv[3], NULL, 10); left--;) make_program(seed++), print_word();
    return 0;
  }
  if (strcmp(command, "c") != 0 && strcmp(command, "count") != 0)
    return fprintf(stderr, "usage: dporgen words FIRST COUNT [WITHOUT] | c SEED [WITHOUT] | count SEED\n"), 2;
  make_program(seed);
  read_fates(argv[3]);
  if (!strcmp(command, "c"))
    print_c();
  else
    printf("%u\n", pool_count);
  return 0;
}
