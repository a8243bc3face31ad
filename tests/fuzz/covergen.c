/* Random small programs with threads and many branches on what was read, for comparing what strategies cover.
 *
 *   covergen SEED COUNT [WITHOUT]   one C file with the programs of the seeds SEED, SEED + 1, ...; which of them is run is an input
 *   covergen SEED                   how many statements the program of that seed has
 *
 * A program is a list of statements (covergen.def) for main and for each thread; they are numbered from 0 as they are made. WITHOUT is a
 * list as "3,7u,8": statements that are left out, with `u` only what is around their bodies. So whoever finds that a program is
 * explored badly can make it smaller. Creating a thread and joining it are statements too: without the first there is neither the
 * second nor the thread. Nothing is known of a program but that it has few interleavings.
 *
 * Every body begins with a statement of its own, on a line of its own: a block that tells where a run has been. */
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { THREADS = 4, STATEMENTS = 120, WAYS_MAX = 200000 };

/* What a thread holds: bits 0 and 1 are the mutexes, ANY in a table stands for one of them. SECTION: in an atomic section, where nobody
 * may wait; the same is asked of main when all is over. */
enum { ANY = 1, ANY_ZERO = 1 << 16, RW = 4, SECTION = 8, SPINNING = 16, ALL = 31 };

enum group {
#define GROUP(name, weight) name,
#define DO(...)
#define AROUND(...)
#define WHEN(...)
#define EITHER(...)
#define SWITCH(...)
#include "covergen.def"
  GROUP_COUNT
};
#undef GROUP

static const struct {
  const char *name;
  unsigned weight;
} groups[] = {
#define GROUP(name, weight) {#name, weight},
#include "covergen.def"
};
#undef GROUP
#undef DO
#undef AROUND
#undef WHEN
#undef EITHER
#undef SWITCH

enum shape { SIMPLE, BRACKETS, CONDITIONAL, ALTERNATIVE, CASES, CREATION, JOINING, CANCELLING };
static const unsigned bodies_of[] = {0, 1, 2, 2, 3, 0, 0, 0};

static const struct row {
  enum shape shape;
  enum group group;
  unsigned weight, steps, outcomes, needs, takes;
  const char *text, *end;
} table[] = {
#define GROUP(name, weight)
#define DO(group, weight, steps, outcomes, needs, ...)                                                       \
  {SIMPLE, group, weight, steps, outcomes, needs, 0, #__VA_ARGS__, NULL},
#define AROUND(group, weight, steps, outcomes, needs, takes, begin, end)                                     \
  {BRACKETS, group, weight, steps, outcomes, needs, takes, #begin, #end},
#define WHEN(group, weight, steps, outcomes, needs, takes, condition, end)                                   \
  {CONDITIONAL, group, weight, steps, outcomes, needs, takes, #condition, #end},
#define EITHER(group, weight, steps, outcomes, needs, condition)                                             \
  {ALTERNATIVE, group, weight, steps, outcomes, needs, 0, #condition, NULL},
#define SWITCH(group, weight, steps, outcomes, needs, value)                                                 \
  {CASES, group, weight, steps, outcomes, needs, 0, #value, NULL},
#include "covergen.def"
};
enum { ROWS = sizeof table / sizeof *table };

static const struct row creation = {CREATION, PLAIN, 0, 1, 1, 0, 0, NULL, NULL};
static const struct row cancelling = {CANCELLING, PLAIN, 0, 1, 1, 0, 0, NULL, NULL};
static const struct row joining = {JOINING, PLAIN, 0, 1, 1, 0, 0, NULL, NULL};

struct statement {
  const struct row *row;
  unsigned number, thread; /* thread: that it is in, or that is created or joined */
  unsigned reg, small, large, variable, other_variable, atomic, lock;
  struct statement *body[3], *next;
};

static uint64_t random_state;
static struct statement pool[STATEMENTS];
static unsigned pool_count;
static struct statement *thread[THREADS]; /* 0: main */
static unsigned threads, created_by[THREADS], creation_of[THREADS];
static unsigned variables, self, semaphore;
static int loaded; /* register that was read into and has not been looked at yet; -1: none */
static bool is_used[GROUP_COUNT], is_forbidden[GROUP_COUNT];
static enum { KEPT, LEFT_OUT, UNWRAPPED } fate[STATEMENTS];

static unsigned below(unsigned n) {
  random_state = random_state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(random_state >> 33) % n;
}

/* ---- making a program ---- */

static bool fits(const struct row *r, unsigned steps, unsigned held) {
  if (r->group == BRANCH && loaded < 0) return false;
  if (!is_used[r->group] || r->steps > steps || r->needs & held) return false;
  if (held & SECTION && r->group >= BLOCKING) return false;
  return r->takes != ANY || (held & 3) != 3;
}

static const struct row *choose_row(unsigned steps, unsigned held) {
  bool is_branching = below(3);
  for (unsigned tries = 0; tries < 400; tries++) {
    const struct row *r = &table[below(ROWS)];
    if (loaded >= 0 && tries < 200 && is_branching && r->group != BRANCH) continue;
    if (below(4) < r->weight && fits(r, steps, held)) return r;
  }
  return NULL;
}

static struct statement *new_statement(const struct row *r) {
  struct statement *s = &pool[pool_count];
  *s = (struct statement){.row = r, .number = pool_count++, .thread = self};
  s->reg = below(2);
  s->small = below(3);
  s->large = 1 + below(2);
  s->variable = below(variables);
  s->other_variable = below(variables);
  s->atomic = below(2);
  return s;
}

static struct statement *make_list(unsigned *steps, unsigned held, unsigned length, unsigned depth);

static unsigned held_in(const struct statement *s, unsigned held) {
  if (s->row->takes == ANY) return held | 1u << s->lock;
  return held | (s->row->takes == ANY_ZERO ? 1 : s->row->takes);
}

/* Of the bodies only one is run. */
static void make_bodies(struct statement *s, unsigned *steps, unsigned held, unsigned depth) {
  unsigned least = *steps;
  for (unsigned i = 0; i < bodies_of[s->row->shape]; i++) {
    unsigned left = *steps;
    s->body[i] = make_list(&left, i ? held : held_in(s, held), i ? below(2) : 1 + below(2), depth + 1);
    if (left < least) least = left;
  }
  *steps = least;
}

/* Branches are on what was read. */
static void note_loaded(struct statement *s) {
  if (s->row->group == BRANCH) {
    s->reg = (unsigned)loaded;
    loaded = -1;
  } else if (strstr(s->row->text, "R = ") || strstr(s->row->text, "&R")) {
    loaded = (int)s->reg;
  }
}

static struct statement *make(unsigned *steps, unsigned held, unsigned depth) {
  const struct row *r = choose_row(*steps, held);
  if (!r || pool_count > STATEMENTS - THREADS * 4 || (depth > 1 && r->shape != SIMPLE)) return NULL;
  struct statement *s = new_statement(r);
  s->lock = below(2);
  if (held & 1u << s->lock) s->lock = 1 - s->lock;
  *steps -= r->steps;
  note_loaded(s);
  make_bodies(s, steps, held, depth);
  return s;
}

static struct statement **end_of(struct statement **list) {
  while (*list) list = &(*list)->next;
  return list;
}

static struct statement *make_list(unsigned *steps, unsigned held, unsigned length, unsigned depth) {
  struct statement *first = NULL;
  for (unsigned i = 0; i < length; i++) *end_of(&first) = make(steps, held, depth);
  return first;
}

static void append(unsigned t, unsigned steps, unsigned held, unsigned length) {
  self = t;
  *end_of(&thread[t]) = make_list(&steps, held, length, 0);
}

static void append_special(unsigned t, const struct row *r, unsigned child) {
  self = t;
  struct statement *s = new_statement(r);
  s->thread = child;
  *end_of(&thread[t]) = s;
  if (r == &creation) creation_of[child] = s->number, created_by[child] = t;
  if (r == &joining) loaded = (int)s->reg;
}

static unsigned max(unsigned a, unsigned b) { return a > b ? a : b; }

static unsigned steps_of(const struct statement *s) {
  unsigned n = 0;
  for (; s; s = s->next)
    n += s->row->steps + max(max(steps_of(s->body[0]), steps_of(s->body[1])), steps_of(s->body[2]));
  return n;
}

static double outcomes_of(const struct statement *s) {
  double n = 1;
  for (; s; s = s->next)
    n *= s->row->outcomes *
         fmax(fmax(outcomes_of(s->body[0]), outcomes_of(s->body[1])), outcomes_of(s->body[2]));
  return n;
}

/* As if nobody ever waited and nobody joined: where threads do there are far fewer interleavings. */
static bool is_small(void) {
  unsigned total = 0;
  double ways = 0, outcomes = 1;
  for (unsigned t = 1; t < threads; t++) {
    unsigned steps = steps_of(thread[t]);
    total += steps;
    ways -= lgamma(steps + 1);
    outcomes *= outcomes_of(thread[t]);
  }
  ways = exp(ways + lgamma(total + 1));
  if (total < 4 || outcomes_of(thread[0]) * outcomes > 60) return false;
  return ways * outcomes <= (is_used[CONDITION] || is_used[BARRIER] ? 10.0 : 1.0) * WAYS_MAX;
}

static enum group some_group(void) {
  unsigned sum = 0;
  for (int g = 0; g < GROUP_COUNT; g++) sum += groups[g].weight;
  unsigned at = below(sum);
  for (int g = 0;; g++) {
    if (at < groups[g].weight) return (enum group)g;
    at -= groups[g].weight;
  }
}

/* Few sorts of statements in one program, so that they meet. */
static void choose_groups(void) {
  memset(is_used, 0, sizeof is_used);
  is_used[below(3) ? PLAIN : ATOMIC] = true;
  is_used[BRANCH] = true;
  for (unsigned i = 1 + below(4); i--;) is_used[some_group()] = true;
  if (is_used[CONDITION] || is_used[MUTEX] || is_used[TRY] || is_used[RWLOCK]) is_used[PLAIN] = true;
  for (int g = 0; g < GROUP_COUNT; g++) is_used[g] &= !is_forbidden[g];
}

/* Main sets the variables, makes the threads, does something itself, joins them, and looks at what they have left. */
static void make_main(void) {
  loaded = -1;
  bool is_nested = is_used[CREATE] && threads > 2;
  unsigned last = is_nested ? threads - 1 : threads;
  append(0, 3, SECTION, below(3));
  for (unsigned t = 1; t < last; t++) append_special(0, &creation, t);
  append(0, 2, 0, below(2));
  if (is_used[CANCEL]) append_special(0, &cancelling, 1 + below(last - 1));
  for (unsigned t = 1; t < last; t++)
    if (!is_used[UNJOINED] || below(2)) append_special(0, &joining, t);
  append(0, 4, SECTION, 1 + below(3));
}

static void make_thread(unsigned t) {
  loaded = -1;
  bool makes_another = is_used[CREATE] && threads > 2 && t == 1;
  unsigned length = threads == 3 ? 6 : 4, steps = threads == 3 ? 6 + below(6) : 3 + below(5);
  if (makes_another) {
    append(t, 2, 0, below(2));
    append_special(t, &creation, threads - 1);
  }
  append(t, steps, 0, length);
  if (makes_another && below(3)) {
    append_special(t, &joining, threads - 1);
    append(t, 2, 0, below(2));
  }
}

static void make_program(uint64_t seed) {
  random_state = seed * 0x9e3779b97f4a7c15ull + 11;
  do {
    choose_groups();
    memset(thread, 0, sizeof thread);
    pool_count = 0;
    threads = 3 + (below(3) == 0);
    variables = below(2) ? 2 : 3 + below(2);
    semaphore = below(3);
    make_main();
    for (unsigned t = 1; t < threads; t++) make_thread(t);
  } while (!is_small());
}

/* ---- in C ---- */

static const char *const variable_name[] = {"x", "y", "s", "c"};

static void print_name(const struct statement *s, char what) {
  switch (what) {
  case 'R': putchar("ab"[s->reg]); break;
  case 'Q': putchar("ba"[s->reg]); break;
  case 'K': printf("%u", s->small); break;
  case 'L': printf("%u", s->large); break;
  case 'V': printf("%s", variable_name[s->variable]); break;
  case 'X': printf("%s", variable_name[s->other_variable]); break;
  case 'A': printf("a%u", s->atomic); break;
  case 'M': printf("m%u", s->lock); break;
  case 'T': printf("%u", s->thread); break;
  default: putchar(what); break;
  }
}

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Capital letters that stand alone are names. */
static void print_text(const struct statement *s, const char *text) {
  for (const char *c = text; *c; c++)
    if (isupper((unsigned char)*c) && !is_letter(c[1]) && (c == text || !is_letter(c[-1])))
      print_name(s, *c);
    else
      putchar(*c);
}

static void print_line(const struct statement *s, unsigned depth, const char *before, const char *text,
                       const char *after) {
  printf("%*s%s", 2 * (int)depth, "", before);
  print_text(s, text);
  printf("%s\n", after);
}

static void print_list(uint64_t seed, const struct statement *s, unsigned depth);

static void print_body(uint64_t seed, const struct statement *s, unsigned i, unsigned depth) {
  printf("%*sat = %u;\n", 2 * (int)depth, "", 3 * s->number + i);
  print_list(seed, s->body[i], depth);
}

static void print_if(uint64_t seed, const struct statement *s, unsigned depth) {
  print_line(s, depth, "if (", s->row->text, ") {");
  print_body(seed, s, 0, depth + 1);
  if (s->row->end) print_line(s, depth + 1, "", s->row->end, "");
  print_line(s, depth, "", "} else {", "");
  print_body(seed, s, 1, depth + 1);
  print_line(s, depth, "", "}", "");
}

static void print_switch(uint64_t seed, const struct statement *s, unsigned depth) {
  static const char *const label[] = {"case 1:", "case 2:", "default:"};
  print_line(s, depth, "switch (", s->row->text, ") {");
  for (unsigned i = 0; i < 3; i++) {
    print_line(s, depth, "", label[i], "");
    print_body(seed, s, i, depth + 1);
    print_line(s, depth + 1, "", "break;", "");
  }
  print_line(s, depth, "", "}", "");
}

static void print_creation(uint64_t seed, const struct statement *s, unsigned depth) {
  printf("%*spthread_create(&id[%u], 0, thread%lu_%u, (void *)(long)%u);\n", 2 * (int)depth, "", s->thread,
         seed, s->thread, s->small);
}

static void print_joining(const struct statement *s, unsigned depth) {
  if (fate[creation_of[s->thread]] == LEFT_OUT) return;
  printf("%*spthread_join(id[%u], &value);\n", 2 * (int)depth, "", s->thread);
  printf("%*s%c = (int)(long)value;\n", 2 * (int)depth, "", "ab"[s->reg]);
}

static void print_cancelling(const struct statement *s, unsigned depth) {
  if (fate[creation_of[s->thread]] == LEFT_OUT) return;
  printf("%*spthread_cancel(id[%u]);\n", 2 * (int)depth, "", s->thread);
}

static void print_statement(uint64_t seed, const struct statement *s, unsigned depth) {
  switch (s->row->shape) {
  case SIMPLE: print_line(s, depth, "", s->row->text, ""); break;
  case BRACKETS:
    print_line(s, depth, "", s->row->text, "");
    print_list(seed, s->body[0], depth + 1);
    print_line(s, depth, "", s->row->end, "");
    break;
  case CONDITIONAL:
  case ALTERNATIVE: print_if(seed, s, depth); break;
  case CASES: print_switch(seed, s, depth); break;
  case CREATION: print_creation(seed, s, depth); break;
  case JOINING: print_joining(s, depth); break;
  case CANCELLING: print_cancelling(s, depth); break;
  }
}

static void print_list(uint64_t seed, const struct statement *s, unsigned depth) {
  for (; s; s = s->next) {
    if (fate[s->number] == KEPT) print_statement(seed, s, depth);
    for (unsigned i = 0; i < 3 && fate[s->number] == UNWRAPPED; i++) print_list(seed, s->body[i], depth);
  }
}

static const char *const preamble =
    "#include <pthread.h>\n#include <raddle.h>\n#include <sched.h>\n#include <semaphore.h>\n"
    "#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n\n"
    "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
    "static const struct timespec far = {4000000000, 0};\n"
    "static int x, y, array[2], result[4], given, *box, *p = &x;\nstatic short s;\nstatic char c, text[8] = "
    "\"cd\", name[8];\n"
    "static union {\n  long whole;\n  short half[4];\n  char byte[8];\n} mixed;\n"
    "static struct pair {\n  int first;\n  short second;\n  char third[6];\n} pair[2];\n"
    "static atomic_int a0, a1, spinlock;\n"
    "static pthread_mutex_t m0 = PTHREAD_MUTEX_INITIALIZER, m1 = PTHREAD_MUTEX_INITIALIZER;\n"
    "static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;\n"
    "static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;\n"
    "static pthread_once_t once = PTHREAD_ONCE_INIT;\n"
    "static pthread_barrier_t barrier;\nstatic sem_t semaphore;\nstatic pthread_t id[4];\n"
    "static void set_x(void) { x = 2; }\n";

static const char *const locals = "  int a = 0, b = 0, expected = 0;\n  volatile int at = 0;\n  struct pair "
                                  "copy = {0};\n  void *value = 0;\n";

static bool exists(unsigned t) { return !t || (fate[creation_of[t]] != LEFT_OUT && exists(created_by[t])); }

static void print_thread(uint64_t seed, unsigned t) {
  printf("\nstatic void *thread%lu_%u(void *argument) {\n%s  b = (int)(long)argument;\n", seed, t, locals);
  print_list(seed, thread[t], 1);
  printf("  return (void *)(long)a;\n}\n");
}

static void print_main(uint64_t seed) {
  printf("\nstatic void program%lu(void) {\n%s", seed, locals);
  if (is_used[SEMAPHORE] || is_used[CANCEL]) printf("  sem_init(&semaphore, 0, %u);\n", semaphore);
  if (is_used[BARRIER]) printf("  pthread_barrier_init(&barrier, 0, 2);\n");
  if (is_used[HEAP]) printf("  box = malloc(sizeof *box);\n  *box = 0;\n");
  if (is_used[INPUT]) printf("  given = raddle_int(\"given\");\n  raddle_assume(given >= 0 && given < 4);\n");
  print_list(seed, thread[0], 1);
  printf("}\n");
}

static void print_program(uint64_t seed) {
  for (unsigned t = threads; --t;)
    if (exists(t)) print_thread(seed, t);
  print_main(seed);
}

static void print_file(uint64_t seed, uint64_t count) {
  printf("%s", preamble);
  for (uint64_t i = 0; i < count; i++) make_program(seed + i), print_program(seed + i);
  printf("\nint main(int argc, char **argv) {\n#ifdef BY_ARGUMENT\n");
  printf(
      "  int which = argc > 1 ? atoi(argv[1]) : 0;\n#else\n  int which = raddle_int(\"which\");\n#endif\n");
  printf("  switch (which) {\n");
  for (uint64_t i = 0; i < count; i++)
    printf("  %s%lu: program%lu(); break;\n", i + 1 < count ? "case " : "default: case ", i, seed + i);
  printf("  }\n  return 0;\n}\n");
}

/* ---- the command line ---- */

static void read_fates(const char *list) {
  while (list && isdigit((unsigned char)*list)) {
    char *end;
    unsigned long number = strtoul(list, &end, 10);
    if (number < STATEMENTS) fate[number] = *end == 'u' ? UNWRAPPED : LEFT_OUT;
    list = end + strspn(end, "u,");
  }
}

static bool is_listed(const char *list, const char *name) {
  size_t length = strlen(name);
  for (; *list; list += strcspn(list, ","), list += *list == ',')
    if (!strncasecmp(list, name, length) && (list[length] == ',' || !list[length])) return true;
  return false;
}

int main(int argc, char **argv) {
  const char *only = getenv("ONLY");
  if (argc < 2 || argc > 4) return fprintf(stderr, "usage: covergen SEED [COUNT [WITHOUT]]\n"), 2;
  uint64_t seed = strtoul(argv[1], NULL, 10);
  for (int g = 0; only && g < GROUP_COUNT; g++) is_forbidden[g] = !is_listed(only, groups[g].name);
  if (argc == 2) return make_program(seed), printf("%u\n", pool_count), 0;
  if (argc == 4) read_fates(argv[3]);
  print_file(seed, strtoul(argv[2], NULL, 10));
  return 0;
}
