/* The second oracle: random programs in a small language of threads (ops.def), all that each can do by brute force (enumerate.c), and
 * what raddle says about the C program.
 *
 *   oracle check FIRST COUNT     compares COUNT programs, of the seeds from FIRST on that are not too large; a program with a difference
 *                                is made smaller and printed. Exit code 1 if there is any.
 *   oracle c SEED                the program of a seed, and what it can do
 *   oracle groups                the groups of operations that are on, and why others are not
 *
 * Environment: RADDLE, RADDLE_CC, BLOCKS (programs), ORACLE_DIR (to work in), GROUPS_ONLY=PLAIN,MUTEX, GROUPS_ALSO=FREEING (that are
 * off), STRATEGY=dpor (only this one), EXCEPT=no (strategies get all groups), RACES=all (of every program), SHRINK=no, SHOWN=9 (how
 * many programs are printed), SAVE=DIR (and kept there).
 *
 * Fifty programs are in one C file and are told apart by an argument, since compiling takes longer than exploring. */
#include "compare.h"
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 50, INTERLEAVINGS_MAX = 10000000 };

static const struct strategy strategies[] = {
    {"dpor", ALL, true, 1e9, false},
    {"interfere", BRANCHES, false, 1e9, false},
    /* these take turns */
    {"exhaustive", ALL, false, 300, true},
    {"fgdpor", ALL, false, 1e9, false},
    {"raceflip", ALL, false, 1e9, false},
    {"random", SAMPLE, false, 1e9, false},
    {"pct", SAMPLE, false, 1e9, false},
};
enum { STRATEGIES = sizeof strategies / sizeof *strategies, EVERY_TIME = 2 };

static struct program programs[AT_ONCE], single;
static struct outcomes outcomes[AT_ONCE], single_outcomes;
static struct tools tools;
static uint32_t groups;
static unsigned different, named, shown, checked, campaigns, left_out;
static double executions;
static bool has_every_race; /* RACES=all */

static const char *setting(const char *name, const char *otherwise) {
  const char *v = getenv(name);
  return v && *v ? v : otherwise;
}

static uint32_t groups_on(void) {
  uint32_t mask = 0;
  const char *only = getenv("GROUPS_ONLY"), *also = setting("GROUPS_ALSO", "");
  for (unsigned g = 0; g < GROUPS; g++)
    if (only && *only ? is_listed(only, group_table[g].name)
                      : group_table[g].is_on || is_listed(also, group_table[g].name))
      mask |= 1u << g;
  return mask;
}

/* ---- one program ---- */

/* Prints it, and learns what it can do; false: it is none for us. */
static bool prepare(struct program *p, struct outcomes *o, uint64_t seed, const enum fate *fate,
                    struct text *t, const char *prefix) {
  size_t count = t->count;
  unsigned line = t->line;
  program_make(p, seed, groups, fate);
  program_print(p, t, prefix);
  program_enumerate(p, o);
  if (!o->is_too_large && o->interleavings <= INTERLEAVINGS_MAX) {
    program_print_states(p, t, prefix, o);
    return true;
  }
  t->count = count, t->line = line;
  t->at[count] = 0;
  return false;
}

static void show_outcomes(const struct outcomes *o) {
  printf("  states:");
  for (unsigned i = 0; i < o->state_count; i++) printf(" %#llx", (unsigned long long)o->states[i]);
  for (unsigned i = 0; i < LINES; i++) {
    if (o->fails[i]) printf("; fails in line %u", i);
    if (o->misused[i]) printf("; misuse in line %u", i);
  }
  if (o->is_deadlocked) printf("; deadlock, waiting in lines");
  for (unsigned i = 0; i < LINES; i++)
    if (o->blocks[i]) printf(" %u", i);
  for (unsigned i = 0; i < o->race_count; i++) printf("; race %u %u", o->races[i].first, o->races[i].second);
  printf("; %.0f interleavings, %u global states\n", o->interleavings, o->graph);
}

/* ---- making a program smaller ---- */

/* What sort of difference it is: the words before the first number. */
static void sort_of(char *to, size_t size, const char *text) {
  size_t n = strcspn(text, "0123456789:\n");
  snprintf(to, size, "%.*s", (int)(n < size ? n : size - 1), text);
}

static bool has_sort(const char *text, const char *sort) {
  char line[100];
  for (; *text; text += strcspn(text, "\n") + 1) {
    sort_of(line, sizeof line, text);
    if (!strcmp(line, sort)) return true;
  }
  return false;
}

/* As a program of its own; `known`: if it is this one nothing is tried. */
static bool try_alone(struct verdict *v, struct text *t, uint64_t seed, const enum fate *fate,
                      const struct strategy *s, const char *known) {
  struct binary b;
  t->count = 0;
  text_head(t);
  memset(v, 0, sizeof *v);
  if (!prepare(&single, &single_outcomes, seed, fate, t, "")) return false;
  text_tail(t, 0);
  if ((known && !strcmp(known, t->at)) || !binary_make(&b, &tools, t, "single")) return false;
  compare(v, &tools, &b, NULL, s, &single, &single_outcomes);
  binary_free(&b);
  return true;
}

/* One statement after the other, outer ones first. */
static bool shrink_once(enum fate *fate, unsigned count, uint64_t seed, const struct strategy *s,
                        const char *sort, struct text *t) {
  struct verdict v;
  bool has_changed = false;
  char *known = NULL;
  for (unsigned n = 0; n < count; n++)
    for (enum fate f = LEFT_OUT; f <= UNWRAPPED && fate[n] == KEPT; f++) {
      fate[n] = f;
      if (!try_alone(&v, t, seed, fate, s, known) || !has_sort(v.text, sort)) {
        fate[n] = KEPT;
        continue;
      }
      has_changed = true;
      free(known);
      known = strdup(t->at);
    }
  free(known);
  return has_changed;
}

static void shrink(enum fate *fate, uint64_t seed, const struct strategy *s, const char *sort,
                   struct text *t) {
  program_make(&single, seed, groups, NULL);
  unsigned count = single.node_count;
  while (shrink_once(fate, count, seed, s, sort, t)) {}
}

/* The statement of main's file that matters to a reader. */
static void show_program(const struct text *t) {
  const char *from = strstr(t->at, "/* seed");
  unsigned line = 1;
  for (const char *c = t->at; c < from; c++) line += *c == '\n';
  for (const char *c = from; c && *c; line++) {
    size_t n = strcspn(c, "\n");
    printf("  %4u %.*s\n", line, (int)n, c);
    c += n + (c[n] == '\n');
  }
}

/* As a file, with what is wrong in its first line. */
static void save(const char *dir, uint64_t seed, const struct strategy *s, struct verdict *v,
                 const struct text *t) {
  char path[300];
  snprintf(path, sizeof path, "%s/seed%llu-%s.c", dir, (unsigned long long)seed, s->name);
  FILE *f = fopen(path, "w");
  if (!f) return;
  for (char *c = v->text; *c; c++)
    if (*c == '\n') *c = ';';
  fprintf(f, "/* %s: %s */ %s", s->name, v->text, t->at);
  fclose(f);
}

static void report(uint64_t seed, const struct strategy *s, const struct verdict *found) {
  static enum fate fate[NODES];
  struct text t = {0};
  struct verdict v = *found;
  char sort[100];
  printf("seed %llu, strategy %s:\n%s", (unsigned long long)seed, s->name, found->text);
  if (shown++ >= (unsigned)atoi(setting("SHOWN", "5"))) return;
  sort_of(sort, sizeof sort, found->text);
  memset(fate, 0, sizeof fate);
  if (!strcmp(setting("SHRINK", "yes"), "yes")) shrink(fate, seed, s, sort, &t);
  if (!try_alone(&v, &t, seed, fate, s, NULL) || !v.count)
    printf("  alone, as a program of its own, it agrees:\n");
  printf("%s", v.text);
  show_program(&t);
  show_outcomes(&single_outcomes);
  if (getenv("SAVE")) save(getenv("SAVE"), seed, s, &v, &t);
  fflush(stdout);
  free(t.at);
}

/* ---- many programs ---- */

static bool is_wanted(const struct strategy *s) {
  const char *only = getenv("STRATEGY");
  return !only || !*only || is_listed(only, s->name);
}

/* Not yet: the table of groups says so. */
static bool is_excepted(const struct program *p, const struct strategy *s) {
  if (!strcmp(setting("EXCEPT", "yes"), "no")) return false;
  for (unsigned g = 0; g < GROUPS; g++)
    if (p->has[g] && is_listed(group_table[g].known, s->name)) return true;
  return false;
}

static void check_with(unsigned i, const struct binary *b, const struct strategy *s) {
  struct verdict v;
  char argument[20];
  if (!is_wanted(s) || is_excepted(&programs[i], s)) return;
  snprintf(argument, sizeof argument, "%u", i);
  compare(&v, &tools, b, argument, s, &programs[i], &outcomes[i]);
  campaigns++;
  executions += v.executions;
  named += v.is_named;
  if (!v.count) return;
  different++;
  report(programs[i].seed, s, &v);
}

/* To report races takes longer than to find everything else: one program in four is looked at for them. The other strategies have every
 * second program. */
static void check_program(unsigned i, const struct binary *b) {
  uint64_t seed = programs[i].seed;
  const struct strategy *turn = &strategies[EVERY_TIME + seed / 2 % (STRATEGIES - EVERY_TIME)];
  if (outcomes[i].interleavings > turn->most) turn++;
  for (unsigned k = 0; k < EVERY_TIME; k++) {
    struct strategy s = strategies[k];
    s.with_races = s.with_races && (seed % 4 == 0 || has_every_race);
    check_with(i, b, &s);
  }
  if (seed % 2 == 0) check_with(i, b, turn);
  checked++;
}

/* Checks up to `most` programs; returns the seed after the last. */
static uint64_t check_file(uint64_t seed, unsigned most) {
  struct text t = {0};
  struct binary b;
  char prefix[20], name[40];
  unsigned count = 0;
  text_head(&t);
  snprintf(name, sizeof name, "programs.%llu", (unsigned long long)seed);
  for (; count < AT_ONCE && count < most; seed++) {
    snprintf(prefix, sizeof prefix, "p%u_", count);
    if (prepare(&programs[count], &outcomes[count], seed, NULL, &t, prefix))
      count++;
    else
      left_out++;
  }
  text_tail(&t, count);
  if (!binary_make(&b, &tools, &t, name)) {
    fprintf(stderr, "oracle: %s/%s.c does not compile\n", tools.dir, name);
    exit(2);
  }
  for (unsigned i = 0; i < count; i++) check_program(i, &b);
  binary_free(&b);
  remove(b.path);
  free(t.at);
  return seed;
}

/* Three files of four are compiled with no effort for speed, as quick_cc of tests/e2e/lib.sh has it; with LONG=1 none is. */
static int check(uint64_t first, unsigned count) {
  uint64_t seed = first;
  bool is_quick = !*setting("LONG", "");
  for (unsigned file = 0; checked < count; file++) {
    setenv("RADDLE_CC_QUICK", is_quick && file % 4 ? "1" : "0", 1);
    seed = check_file(seed, count - checked);
  }
  printf("seeds %llu to %llu: %u programs, %u campaigns, %.0f executions, %u differences (%u known and "
         "named, %u too large)\n",
         (unsigned long long)first, (unsigned long long)(seed - 1), checked, campaigns, executions, different,
         named, left_out);
  return different > 0;
}

static int show(uint64_t seed) {
  struct text t = {0};
  text_head(&t);
  if (!prepare(&single, &single_outcomes, seed, NULL, &t, "")) return puts("too large"), 1;
  text_tail(&t, 0);
  printf("%s/*", t.at);
  show_outcomes(&single_outcomes);
  puts("*/");
  free(t.at);
  return 0;
}

static int show_groups(void) {
  for (unsigned g = 0; g < GROUPS; g++)
    printf("%-12s %s%s%s %s\n", group_table[g].name, group_table[g].is_on ? "on" : "off",
           *group_table[g].known ? ", known: " : "", group_table[g].known, group_table[g].why);
  return 0;
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  groups = groups_on();
  has_every_race = !strcmp(setting("RACES", ""), "all");
  tools = (struct tools){setting("RADDLE", "build/raddle"), setting("RADDLE_CC", "build/raddle-cc"),
                         setting("BLOCKS", "build/tests/blocks"), setting("ORACLE_DIR", ".")};
  if (argc == 2 && !strcmp(argv[1], "groups")) return show_groups();
  if (argc == 3 && !strcmp(argv[1], "c")) return show(strtoull(argv[2], NULL, 10));
  if (argc == 4 && !strcmp(argv[1], "check"))
    return check(strtoull(argv[2], NULL, 10), (unsigned)strtoul(argv[3], NULL, 10));
  fputs("usage: oracle check FIRST COUNT | oracle c SEED | oracle groups\n", stderr);
  return 2;
}
