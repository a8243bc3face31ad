/* Reading the options of `raddle test`: those of a campaign (campaign/options.def) and the
 * command's own (cli/options.def). */
#include "cli/options.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct option_row rows[] = {
#define SECTION(text) {.help = text},
#define OPTION(name, letter, kind, field, argument, fallback, help)                                          \
  {name, letter, &option_##kind, offsetof(struct options, field), argument, fallback, help, false, 0},
#include "cli/options.def"
#undef SECTION
#undef OPTION
};
static const struct option_table own_table = {rows, sizeof rows / sizeof rows[0]};

/* ---- words ---- */

static void suggest(const struct option_table *t, const char *name, size_t *distance, const char **best) {
  for (size_t i = 0; i < t->count; i++) {
    if (!t->rows[i].name) continue;
    size_t d = word_distance(name, t->rows[i].name);
    if (d < *distance) *distance = d, *best = t->rows[i].name;
  }
}

static char *unknown_option(const char *word) {
  const char *best = NULL;
  size_t distance = 4;
  char name[41] = {0};
  size_t dashes = word[1] == '-' ? 2 : 1;
  memcpy(name, word + dashes, strcspn(word + dashes, "=") > 40 ? 40 : strcspn(word + dashes, "="));
  suggest(campaign_option_table(), name, &distance, &best);
  suggest(&own_table, name, &distance, &best);
  if (best)
    return xprintf("unknown option '%s'; did you mean --%s? (`raddle help test` lists them)", word, best);
  return xprintf("unknown option '%s'; `raddle help test` lists them, and the program's own go after --",
                 word);
}

/* The option that `word` begins with, in that table; *text is the argument, if the word has one
 * too. */
static const struct option_row *find(const struct option_table *t, const char *word, const char **text) {
  if (word[1] != '-') {
    if (word[2]) *text = word + 2;
    return option_find_letter(t, word[1]);
  }
  size_t length = strcspn(word + 2, "=");
  if (word[2 + length]) *text = word + 2 + length + 1;
  return option_find(t, word + 2, length);
}

/* Reads argv[*i], an option, and its argument, which may be the next word. */
static char *option_word(struct options *o, int argc, char **argv, int *i) {
  const char *word = argv[*i], *text = NULL;
  void *base = &o->campaign;
  const struct option_row *row = find(campaign_option_table(), word, &text);
  if (!row) {
    base = o;
    row = find(&own_table, word, &text);
  }
  if (!row) return unknown_option(word);
  if (!row->argument && text) return xprintf("--%s takes no argument, but got '%s'", row->name, text);
  if (row->argument && !text) {
    if (*i + 1 >= argc)
      return xprintf("--%s wants an argument: --%s %s", row->name, row->name, row->argument);
    text = argv[++*i];
  }
  return option_set(row, base, text);
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

/* ---- unit mode ---- */

/* A list of options, and which of them was given. */
struct given {
  const char *name;
  bool is;
};

static const char *first_given(const struct given *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (list[i].is) return list[i].name;
  return NULL;
}

#define FIRST_GIVEN(...)                                                                                     \
  first_given((const struct given[]){__VA_ARGS__},                                                           \
              sizeof((const struct given[]){__VA_ARGS__}) / sizeof(struct given))

/* Each option has a meaning, or is refused. */
static char *settle_unit(struct options *o) {
  struct unit_options *u = &o->unit;
  const char *of_calls = FIRST_GIVEN({"threads", u->threads}, {"share", u->share});
  const char *any = FIRST_GIVEN({"precondition", u->precondition}, {"invariant", u->invariant},
                                {"check-result", u->check_result}, {"symbolic-globals", u->symbolic_globals});
  bool is_one = u->functions && !u->threads && !strchr(u->functions, ',');
  if (u->functions && u->sequence)
    return xstrdup("--function and --sequence do not go together: the sequence names the functions");
  if (u->max_calls && !u->sequence) return xstrdup("--max-calls goes with --sequence: it bounds its * and +");
  if (!u->functions && of_calls)
    return xprintf("--%s goes with --function, which names the functions to be called", of_calls);
  if (!u->functions && !u->sequence && any)
    return xprintf("--%s goes with --function or --sequence, which name the functions to be called", any);
  if (u->share && is_one)
    return xstrdup("--share is about arguments of several calls: name several functions, or add --threads 2");
  if (u->threads > UNIT_THREADS_MAX) return xprintf("--threads is 1 to %d", UNIT_THREADS_MAX);
  if (u->functions && !strcmp(u->functions, "all") && o->campaign.resume)
    return xstrdup("--resume goes on with one campaign: name its function, and with -o its directory");
  if (!u->max_calls) u->max_calls = UNIT_MAX_CALLS;
  return NULL;
}

/* ---- all of it ---- */

/* What the contract promises and this version does not do yet is said, never silently left out. */
static char *refuse_unfinished(const struct options *o) {
  if (!strcmp(o->formats, "none")) return NULL;
  return xprintf("--report %s is not available yet: only summary.json and the text report are written",
                 o->formats);
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

static char *read_all(struct options *o, int argc, char **argv, const char *environment) {
  char *why = option_set_defaults(&own_table, o);
  if (!why && environment) why = read_environment(o, environment);
  if (!why) why = read_words(o, argc, argv);
  if (!why) why = refuse_unfinished(o);
  if (!why) why = decide_color(o);
  if (!why) why = settle_unit(o);
  if (!why) why = campaign_options_settle(&o->campaign);
  if (!why && !o->what_count)
    why =
        xstrdup("nothing to test: name an instrumented program or .c files (`raddle help test` tells more)");
  return why;
}

bool options_parse(struct options *o, int argc, char **argv, const char *environment, char **why) {
  *o = (struct options){0};
  campaign_options_init(&o->campaign);
  o->campaign.out = "raddle-out";
  o->words = argv;
  o->word_count = (size_t)argc;
  *why = read_all(o, argc, argv, environment);
  return !*why;
}

void options_read(struct options *o, int argc, char **argv) {
  char *why;
  if (!options_parse(o, argc, argv, getenv("RADDLE_OPTIONS"), &why)) die_usage("%s", why);
}

void options_free(struct options *o) {
  free(o->what);
  o->what = NULL;
}

/* ---- help ---- */

/* Two columns: the right one begins at LEFT and is broken at spaces, so that no line is longer
 * than WIDTH. */
static void print_wrapped(const char *left, const char *text) {
  enum { LEFT = 35, WIDTH = 100 };
  printf("%-*s", LEFT, left);
  for (const char *word = text; *word;) {
    size_t n = strlen(word);
    if (n > WIDTH - LEFT)
      for (n = WIDTH - LEFT; n && word[n] != ' '; n--) {}
    if (!n) n = strcspn(word, " ");
    printf("%.*s\n", (int)n, word);
    word += n + (word[n] == ' ');
    if (*word) printf("%*s", LEFT, "");
  }
}

static void print_row(const struct option_row *r) {
  char left[64], letter[8] = "    ";
  if (r->letter) snprintf(letter, sizeof letter, "-%c, ", r->letter);
  snprintf(left, sizeof left, "  %s--%s %s", letter, r->name, r->argument ? r->argument : "");
  bool has_default = r->fallback && strcmp(r->fallback, "0") != 0;
  char *text = has_default ? xprintf("%s (default %s)", r->help, r->fallback) : xstrdup(r->help);
  print_wrapped(left, text);
  free(text);
}

/* The rows of a table from its i-th on, up to the next section. Returns where that is. */
static size_t print_rows(const struct option_table *t, size_t i) {
  for (; i < t->count && t->rows[i].name; i++) print_row(&t->rows[i]);
  return i;
}

static void print_own(const char *section) {
  for (size_t i = 0; i < own_table.count; i++)
    if (!own_table.rows[i].name && !strcmp(own_table.rows[i].help, section)) print_rows(&own_table, i + 1);
}

void options_help(void) {
  const struct option_table *table = campaign_option_table();
  for (size_t i = 0; i < table->count;) {
    const char *section = table->rows[i].help;
    printf("\n%s:\n", section);
    i = print_rows(table, i + 1);
    print_own(section);
  }
}
