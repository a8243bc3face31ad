#include "campaign/options.h"
#include "base/die.h"
#include "base/vec.h"
#include <pthread.h>
#include <string.h>

#define JOBS_MAX 256
#define ARGUMENTS_MAX 1000

/* ---- kinds of values ---- */

/* How many, and how long: "2,8". */
static bool arguments_read(const char *text, uint32_t *pair) {
  const char *comma = strchr(text, ',');
  uint64_t first, second;
  if (!comma || comma - text > 10) return false;
  char head[12] = {0};
  memcpy(head, text, (size_t)(comma - text));
  if (!count_read(head, ARGUMENTS_MAX, &first) || !count_read(comma + 1, PLAN_INPUT_MAX, &second))
    return false;
  pair[0] = (uint32_t)first, pair[1] = (uint32_t)second;
  return true;
}

static char *read_arguments(const struct option_row *r, void *field, const char *text) {
  if (arguments_read(text, field)) return NULL;
  return xprintf("--%s wants two numbers such as 2,8, not '%s'", r->name, text);
}

static char *show_arguments(const struct option_row *r, const void *field) {
  const uint32_t *number = field;
  (void)r;
  return xprintf("%u,%u", number[0], number[1]);
}

static const char *const tests_names[] = {
    [TESTS_BRANCH] = "branch", [TESTS_PATH] = "path", [TESTS_NONE] = "none"};

static char *read_tests(const struct option_row *r, void *field, const char *text) {
  for (uint32_t i = 0; i < sizeof tests_names / sizeof tests_names[0]; i++)
    if (!strcmp(text, tests_names[i])) return *(uint32_t *)field = i, NULL;
  return xprintf("--%s is branch, path or none, not '%s'", r->name, text);
}

static char *show_tests(const struct option_row *r, const void *field) {
  (void)r;
  return xstrdup(tests_names[*(const uint32_t *)field]);
}

static char *read_granularity(const struct option_row *r, void *field, const char *text) {
  bool is_sync = !strcmp(text, "sync");
  if (!is_sync && strcmp(text, "access") != 0)
    return xprintf("--%s is access or sync, not '%s'", r->name, text);
  *(uint32_t *)field = is_sync;
  return NULL;
}

static char *show_granularity(const struct option_row *r, const void *field) {
  (void)r;
  return xstrdup(*(const uint32_t *)field ? "sync" : "access");
}

/* "assert, abort, ..." */
static char *kinds_text(bug_kinds kinds, const char *between) {
  char list[512] = "";
  for (int k = 0; k < BUG_COUNT; k++) {
    if (!(kinds >> k & 1)) continue;
    if (*list) strcat(list, between);
    strcat(list, bug_kind_name(k));
  }
  return xstrdup(list);
}

static char *kinds_explain(const char *option, const char *bad) {
  char *list = kinds_text(BUG_BIT(BUG_COUNT) - 1, ", ");
  char *why =
      xprintf("--%s: '%.*s' is no kind of bug; kinds are: %s", option, (int)strcspn(bad, ","), bad, list);
  free(list);
  return why;
}

static char *read_ignore(const struct option_row *r, void *field, const char *text) {
  bug_kinds kinds;
  const char *bad;
  if (!bug_kinds_read(text, &kinds, &bad)) return kinds_explain(r->name, bad);
  *(bug_kinds *)field &= ~kinds;
  return NULL;
}

static char *read_check(const struct option_row *r, void *field, const char *text) {
  bug_kinds kinds;
  const char *bad;
  if (!bug_kinds_read(text, &kinds, &bad)) return kinds_explain(r->name, bad);
  *(bug_kinds *)field |= kinds;
  return NULL;
}

static char *show_kinds(const struct option_row *r, const void *field) {
  (void)r;
  return kinds_text(*(const bug_kinds *)field, ",");
}

static const struct option_kind option_arguments = {read_arguments, show_arguments};
static const struct option_kind option_tests = {read_tests, show_tests};
static const struct option_kind option_granularity = {read_granularity, show_granularity};
static const struct option_kind option_ignore = {read_ignore, show_kinds};
static const struct option_kind option_check = {read_check, show_kinds};

/* ---- the table ---- */

static const struct option_row rows[] = {
#define ROW(name, letter, kind, field, argument, fallback, help, is_explored)                                \
  {name,        letter, &option_##kind, offsetof(struct campaign_options, field), argument, fallback, help,  \
   is_explored, 0},
#define SECTION(text) {.help = text},
#define STRATEGIES() {.help = NULL},
#define OPTION(...) ROW(__VA_ARGS__, false)
#define EXPLORED(...) ROW(__VA_ARGS__, true)
#include "campaign/options.def"
#undef ROW
#undef SECTION
#undef STRATEGIES
#undef OPTION
#undef EXPLORED
#define STAGE(stage, text, what)                                                                             \
  {.name = "no-" text,                                                                                       \
   .kind = &option_bit,                                                                                      \
   .offset = offsetof(struct campaign_options, smt.off),                                                     \
   .help = "switch off a stage of the solver: " what,                                                        \
   .bit = 1u << SMT_##stage},
#include "explore/smt.def"
#undef STAGE
};

static vec(struct option_row) all_rows; /* made once, never changed */
static struct option_table all;

static void add_own(size_t strategy) {
  const struct option_table *own = &strategies[strategy]->options;
  for (size_t i = 0; i < own->count; i++) {
    struct option_row row = own->rows[i];
    row.offset += offsetof(struct campaign_options, own) + strategy * STRATEGY_OWN_SIZE;
    vec_push(&all_rows, row);
  }
}

static void make_table(void) {
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    bool is_place_of_own = !rows[i].name && !rows[i].help;
    if (!is_place_of_own) vec_push(&all_rows, rows[i]);
    for (size_t k = 0; is_place_of_own && strategies[k]; k++) add_own(k);
  }
  all = (struct option_table){all_rows.at, all_rows.count};
}

const struct option_table *campaign_option_table(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_table);
  return &all;
}

void campaign_options_init(struct campaign_options *o) {
  *o = (struct campaign_options){.kinds = BUG_KINDS_DEFAULT};
  char *why = option_set_defaults(campaign_option_table(), o);
  if (why) die("internal error: a default is refused: %s", why);
}

/* ---- what follows ---- */

/* An option may be of use to its strategy alone: it chooses that strategy. */
static char *follow_options(struct campaign_options *o) {
  for (size_t i = 0; strategies[i]; i++) {
    const struct strategy_vtable *v = strategies[i];
    const struct option_row *r =
        v->chosen_by ? option_find(&v->options, v->chosen_by, strlen(v->chosen_by)) : NULL;
    if (!r || option_is_default(r, o->own.at[i])) continue;
    if (!o->strategy_name) o->strategy_name = v->name;
    if (strcmp(o->strategy_name, v->name) != 0)
      return xprintf("--%s goes with --strategy %s, not with %s", r->name, v->name, o->strategy_name);
  }
  return NULL;
}

static char *choose_strategy(struct campaign_options *o) {
  if (!o->strategy_name) {
    o->chosen = strategy_default(false);
    return NULL;
  }
  o->chosen = strategy_find(o->strategy_name);
  if (o->chosen) return NULL;
  const char *best = NULL;
  size_t distance = 4;
  for (size_t i = 0; strategies[i]; i++) {
    size_t d = word_distance(o->strategy_name, strategies[i]->name);
    if (d < distance) distance = d, best = strategies[i]->name;
  }
  if (best)
    return xprintf("unknown strategy '%s'; did you mean %s? (`raddle strategies` lists them)",
                   o->strategy_name, best);
  return xprintf("unknown strategy '%s'; `raddle strategies` lists them", o->strategy_name);
}

char *campaign_options_settle(struct campaign_options *o) {
  char *why = follow_options(o);
  if (!why) why = choose_strategy(o);
  if (!why && (!o->jobs || o->jobs > JOBS_MAX)) why = xprintf("--jobs is 1 to %d", JOBS_MAX);
  o->strategy.checks_classes = o->verify;
  o->target.check_leaks = o->kinds >> BUG_LEAK & 1;
  o->target.is_code_notable = o->kinds >> BUG_EXIT_CODE & 1;
  return why;
}
