/* Reading the options of `raddle test`. The table is options.def; a default is read like an argument, so that
 * there is one way a value gets into struct options. */
#include "cli/options.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum option_kind {
  OPT_SECTION,
  OPT_FLAG,
  OPT_FLAG32,
  OPT_COUNT,
  OPT_COUNT32,
  OPT_SECONDS,
  OPT_SIZE,
  OPT_TEXT,
  OPT_PAIR,
  OPT_IGNORE,
  OPT_CHECK,
  OPT_TESTS,
  OPT_BOUND,
  OPT_GRANULARITY,
  OPT_STAGE,
};

struct option_row {
  const char *name;
  char letter;
  enum option_kind kind;
  size_t offset;
  const char *argument, *fallback, *help;
  uint32_t bit; /* OPT_STAGE */
  bool is_explored;
};

static const struct option_row table[] = {
#define SECTION(text) {.kind = OPT_SECTION, .help = text},
#define OPTION(name, letter, kind, field, argument, fallback, help)                                          \
  {name, letter, OPT_##kind, offsetof(struct options, field), argument, fallback, help, 0, false},
#define EXPLORED(name, letter, kind, field, argument, fallback, help)                                        \
  {name, letter, OPT_##kind, offsetof(struct options, field), argument, fallback, help, 0, true},
#include "cli/options.def"
#undef SECTION
#undef OPTION
#undef EXPLORED
#define STAGE(name, text, help)                                                                              \
  {"no-" text,                                                                                               \
   0,                                                                                                        \
   OPT_STAGE,                                                                                                \
   offsetof(struct options, smt.off),                                                                        \
   NULL,                                                                                                     \
   NULL,                                                                                                     \
   "switch off a stage of the solver: " help,                                                                \
   1u << SMT_##name,                                                                                         \
   false},
#include "explore/smt.def"
#undef STAGE
};
#define JOBS_MAX 256
#define TABLE_COUNT (sizeof table / sizeof table[0])

bool duration_read(const char *text, double *seconds) {
  char *end;
  errno = 0;
  double value = strtod(text, &end);
  if (end == text || errno || !(value >= 0) || value > 1e9) return false;
  static const struct {
    const char *unit;
    double factor;
  } units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}, {"min", 60}, {"h", 3600}, {"d", 86400}};
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
    if (!strcmp(end, units[i].unit)) return *seconds = value * units[i].factor, true;
  return false;
}

bool size_read(const char *text, uint64_t *bytes) {
  static const char units[] = "kmgt";
  char *end;
  errno = 0;
  double value = strtod(text, &end);
  if (end == text || errno || !(value > 0) || !isdigit((unsigned char)*text)) return false;
  const char *unit = *end ? strchr(units, tolower((unsigned char)*end)) : NULL;
  for (const char *u = units; unit && u <= unit; u++) value *= 1024;
  if (unit) end++;
  if (tolower((unsigned char)*end) == 'b') end++;
  if (*end || value < 1 || value > 1e18) return false;
  *bytes = (uint64_t)value;
  return true;
}

size_t word_distance(const char *a, const char *b) {
  size_t m = strlen(a), n = strlen(b);
  if (m > 40 || n > 40) return 40;
  uint8_t row[41];
  for (size_t j = 0; j <= n; j++) row[j] = (uint8_t)j;
  for (size_t i = 1; i <= m; i++) {
    uint8_t corner = row[0];
    row[0] = (uint8_t)i;
    for (size_t j = 1; j <= n; j++) {
      uint8_t change = corner + (a[i - 1] != b[j - 1]);
      corner = row[j];
      uint8_t step = 1 + (row[j] < row[j - 1] ? row[j] : row[j - 1]);
      row[j] = change < step ? change : step;
    }
  }
  return row[n];
}

static bool count_read(const char *text, uint64_t limit, uint64_t *value) {
  char *end;
  if (!isdigit((unsigned char)*text)) return false;
  errno = 0;
  *value = strtoull(text, &end, 10);
  return !errno && !*end && *value <= limit;
}

static bool pair_read(const char *text, uint32_t *pair) {
  const char *comma = strchr(text, ',');
  uint64_t first, second;
  if (!comma || comma - text > 10) return false;
  char head[12] = {0};
  memcpy(head, text, (size_t)(comma - text));
  if (!count_read(head, 1000, &first) || !count_read(comma + 1, PLAN_INPUT_MAX, &second)) return false;
  pair[0] = (uint32_t)first, pair[1] = (uint32_t)second;
  return true;
}

static bool tests_read(const char *text, uint32_t *tests) {
  static const char *const names[] = {
      [TESTS_BRANCH] = "branch", [TESTS_PATH] = "path", [TESTS_NONE] = "none"};
  for (uint32_t i = 0; i < 3; i++)
    if (!strcmp(text, names[i])) return *tests = i, true;
  return false;
}

static bool bound_read(const char *text, uint32_t *bound) {
  uint64_t count;
  if (!strcmp(text, "none")) return *bound = UINT32_MAX, true;
  if (!count_read(text, INT32_MAX, &count)) return false;
  *bound = (uint32_t)count;
  return true;
}

static bool granularity_read(const char *text, uint32_t *is_sync) {
  *is_sync = !strcmp(text, "sync");
  return *is_sync || !strcmp(text, "access");
}

static char *kinds_explain(const char *option, const char *bad) {
  char list[512] = "";
  for (int k = 0; k < BUG_COUNT; k++) {
    if (k) strcat(list, ", ");
    strcat(list, bug_kind_name(k));
  }
  return xprintf("--%s: '%.*s' is no kind of bug; kinds are: %s", option, (int)strcspn(bad, ","), bad, list);
}

/* Puts one option's argument where it belongs; NULL, or a sentence about what is wrong with it. */
static char *option_set(struct options *o, const struct option_row *row, const char *text) {
  void *field = (char *)o + row->offset;
  uint64_t count;
  bug_kinds kinds = 0;
  const char *bad;
  switch (row->kind) {
  case OPT_SECTION: break;
  case OPT_FLAG: *(bool *)field = true; break;
  case OPT_FLAG32: *(uint32_t *)field = 1; break;
  case OPT_STAGE: *(uint32_t *)field |= row->bit; break;
  case OPT_TEXT: *(const char **)field = text; break;
  case OPT_COUNT:
    if (!count_read(text, UINT64_MAX, field))
      return xprintf("--%s wants a number, not '%s'", row->name, text);
    break;
  case OPT_COUNT32:
    if (!count_read(text, INT32_MAX, &count))
      return xprintf("--%s wants a number (up to %d), not '%s'", row->name, INT32_MAX, text);
    *(uint32_t *)field = (uint32_t)count;
    break;
  case OPT_SECONDS:
    if (!duration_read(text, field))
      return xprintf("--%s wants a time such as 10s, 5m or 2h, not '%s'", row->name, text);
    break;
  case OPT_SIZE:
    if (!size_read(text, field))
      return xprintf("--%s wants a size such as 800M or 2G, not '%s'", row->name, text);
    break;
  case OPT_PAIR:
    if (!pair_read(text, field))
      return xprintf("--%s wants two numbers such as 2,8, not '%s'", row->name, text);
    break;
  case OPT_TESTS:
    if (!tests_read(text, field)) return xprintf("--%s is branch, path or none, not '%s'", row->name, text);
    break;
  case OPT_BOUND:
    if (!bound_read(text, field)) return xprintf("--%s wants a number or none, not '%s'", row->name, text);
    break;
  case OPT_GRANULARITY:
    if (!granularity_read(text, field)) return xprintf("--%s is access or sync, not '%s'", row->name, text);
    break;
  case OPT_IGNORE:
    if (!bug_kinds_read(text, &kinds, &bad)) return kinds_explain(row->name, bad);
    *(bug_kinds *)field &= ~kinds;
    break;
  case OPT_CHECK:
    if (!bug_kinds_read(text, &kinds, &bad)) return kinds_explain(row->name, bad);
    *(bug_kinds *)field |= kinds;
    break;
  }
  return NULL;
}

static const struct option_row *find_long(const char *name, size_t length) {
  for (size_t i = 0; i < TABLE_COUNT; i++)
    if (table[i].name && strlen(table[i].name) == length && !memcmp(table[i].name, name, length))
      return &table[i];
  return NULL;
}

static const struct option_row *find_letter(char letter) {
  for (size_t i = 0; i < TABLE_COUNT; i++)
    if (table[i].letter && table[i].letter == letter) return &table[i];
  return NULL;
}

static char *unknown_option(const char *word) {
  const struct option_row *best = NULL;
  size_t distance = 4;
  char name[41] = {0};
  size_t dashes = word[1] == '-' ? 2 : 1;
  memcpy(name, word + dashes, strcspn(word + dashes, "=") > 40 ? 40 : strcspn(word + dashes, "="));
  for (size_t i = 0; i < TABLE_COUNT; i++) {
    if (!table[i].name) continue;
    size_t d = word_distance(name, table[i].name);
    if (d < distance) distance = d, best = &table[i];
  }
  if (best)
    return xprintf("unknown option '%s'; did you mean --%s? (`raddle help test` lists them)", word,
                   best->name);
  return xprintf("unknown option '%s'; `raddle help test` lists them, and the program's own go after --",
                 word);
}

/* Reads argv[*i], an option, and its argument, which may be the next word. */
static char *option_word(struct options *o, int argc, char **argv, int *i) {
  const char *word = argv[*i];
  const struct option_row *row;
  const char *text = NULL;
  if (word[1] == '-') {
    size_t length = strcspn(word + 2, "=");
    row = find_long(word + 2, length);
    if (word[2 + length]) text = word + 2 + length + 1;
  } else {
    row = find_letter(word[1]);
    if (row && word[2]) text = word + 2;
  }
  if (!row) return unknown_option(word);
  if (!row->argument && text) return xprintf("--%s takes no argument, but got '%s'", row->name, text);
  if (row->argument && !text) {
    if (*i + 1 >= argc)
      return xprintf("--%s wants an argument: --%s %s", row->name, row->name, row->argument);
    text = argv[++*i];
  }
  return option_set(o, row, text);
}

static char *read_words(struct options *o, int argc, char **argv) {
  static char *no_args[] = {NULL};
  o->program_args = no_args;
  o->what = xcalloc((size_t)argc + 1, sizeof *o->what);
  for (int i = 0; i < argc; i++) {
    if (!strcmp(argv[i], "--")) {
      o->program_args = argv + i + 1;
      break;
    }
    if (argv[i][0] != '-' || !argv[i][1]) {
      o->what[o->what_count++] = argv[i];
      continue;
    }
    char *why = option_word(o, argc, argv, &i);
    if (why) return why;
  }
  return NULL;
}

/* RADDLE_OPTIONS holds options separated by blanks; no quoting. */
static char *read_environment(struct options *o, const char *environment) {
  vec(char *) words = {0};
  char *text = xstrdup(environment); /* lives on: TEXT options point into it */
  for (char *word = strtok(text, " \t\n"); word; word = strtok(NULL, " \t\n")) vec_push(&words, word);
  char *why = NULL;
  for (int i = 0; !why && i < (int)words.count; i++) {
    if (words.at[i][0] == '-' && words.at[i][1] && strcmp(words.at[i], "--") != 0)
      why = option_word(o, (int)words.count, words.at, &i);
    else
      why = xprintf("'%s' is no option", words.at[i]);
  }
  vec_free(&words);
  if (!why) return NULL;
  char *whole = xprintf("in the environment variable RADDLE_OPTIONS: %s", why);
  free(why);
  return whole;
}

/* What the contract promises and this version does not do yet is said, never silently left out. */
static char *refuse_unfinished(const struct options *o) {
  if (o->function)
    return xprintf("--function is not available yet: write a main() that calls %s with raddle.h inputs",
                   o->function);
  if (strcmp(o->formats, "none") != 0)
    return xprintf("--report %s is not available yet: only summary.json and the text report are written",
                   o->formats);
  return NULL;
}

static char *decide_color(struct options *o) {
  if (!strcmp(o->color, "always"))
    o->report.color = true;
  else if (!strcmp(o->color, "never"))
    o->report.color = false;
  else if (strcmp(o->color, "auto") != 0)
    return xprintf("--color is auto, always or never, not '%s'", o->color);
  else
    o->report.color = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
  return NULL;
}

/* Only exhaustive can bound preemptions: a class has runs with few and with many. */
static char *bound_preemptions(struct options *o) {
  if (o->strategy.preemptions == PREEMPTIONS_UNBOUNDED) return NULL;
  if (!o->strategy_name) o->strategy_name = "exhaustive";
  if (!strcmp(o->strategy_name, "exhaustive")) return NULL;
  return xprintf("--preemptions goes with --strategy exhaustive, not with %s", o->strategy_name);
}

static char *choose_strategy(struct options *o) {
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

static char *read_all(struct options *o, int argc, char **argv, const char *environment) {
  char *why = NULL;
  for (size_t i = 0; !why && i < TABLE_COUNT; i++)
    if (table[i].fallback) why = option_set(o, &table[i], table[i].fallback);
  if (!why && environment) why = read_environment(o, environment);
  if (!why) why = read_words(o, argc, argv);
  if (!why) why = refuse_unfinished(o);
  if (!why) why = decide_color(o);
  if (!why) why = bound_preemptions(o);
  if (!why) why = choose_strategy(o);
  if (!why && !o->strategy.pct_depth) why = xstrdup("--pct-depth is at least 1");
  if (!why && (!o->jobs || o->jobs > JOBS_MAX)) why = xprintf("--jobs is 1 to %d", JOBS_MAX);
  if (!why && !o->what_count)
    why =
        xstrdup("nothing to test: name an instrumented program or .c files (`raddle help test` tells more)");
  o->strategy.checks_classes = o->verify;
  o->strategy.max_steps = o->target.max_steps;
  o->target.check_leaks = o->kinds >> BUG_LEAK & 1;
  o->target.is_code_notable = o->kinds >> BUG_EXIT_CODE & 1;
  return why;
}

bool options_parse(struct options *o, int argc, char **argv, const char *environment, char **why) {
  *o = (struct options){.kinds = BUG_KINDS_DEFAULT};
  *why = read_all(o, argc, argv, environment);
  return !*why;
}

void options_read(struct options *o, int argc, char **argv) {
  char *why;
  if (!options_parse(o, argc, argv, getenv("RADDLE_OPTIONS"), &why)) die_usage("%s", why);
}

static char *kinds_text(bug_kinds kinds) {
  char list[512] = "";
  for (int k = 0; k < BUG_COUNT; k++) {
    if (!(kinds >> k & 1)) continue;
    if (*list) strcat(list, ",");
    strcat(list, bug_kind_name(k));
  }
  return xstrdup(list);
}

/* Only of kinds that EXPLORED has. */
static char *value_text(const struct options *o, const struct option_row *row) {
  const void *field = (const char *)o + row->offset;
  const uint32_t *number = field;
  switch (row->kind) {
  case OPT_FLAG: return xstrdup(*(const bool *)field ? "on" : "off");
  case OPT_FLAG32: return xstrdup(*number ? "on" : "off");
  case OPT_COUNT: return xprintf("%lu", *(const uint64_t *)field);
  case OPT_COUNT32: return xprintf("%u", *number);
  case OPT_BOUND: return *number == UINT32_MAX ? xstrdup("none") : xprintf("%u", *number);
  case OPT_PAIR: return xprintf("%u,%u", number[0], number[1]);
  case OPT_GRANULARITY: return xstrdup(*number ? "sync" : "access");
  case OPT_TEXT: return xstrdup(*(const char *const *)field ? *(const char *const *)field : "");
  default: return kinds_text(*(const bug_kinds *)field);
  }
}

void options_explored(const struct options *o, void (*tell)(void *, const char *, const char *),
                      void *context) {
  for (size_t i = 0; i < TABLE_COUNT; i++) {
    if (!table[i].is_explored) continue;
    char *value = value_text(o, &table[i]);
    tell(context, table[i].name, value);
    free(value);
  }
}

void options_free(struct options *o) {
  free(o->what);
  o->what = NULL;
}

void options_help(void) {
  for (size_t i = 0; i < TABLE_COUNT; i++) {
    const struct option_row *r = &table[i];
    if (r->kind == OPT_SECTION) {
      printf("\n%s:\n", r->help);
      continue;
    }
    char left[64], letter[8] = "    ";
    if (r->letter) snprintf(letter, sizeof letter, "-%c, ", r->letter);
    snprintf(left, sizeof left, "%s--%s %s", letter, r->name, r->argument ? r->argument : "");
    bool has_default = r->fallback && strcmp(r->fallback, "0") != 0;
    printf("  %-32s %s%s%s%s\n", left, r->help, has_default ? " (default " : "",
           has_default ? r->fallback : "", has_default ? ")" : "");
  }
}
