/* getopt.h: getopt, getopt_long and getopt_long_only, as the GNU library has them: options may come
 * after other arguments, which are moved behind them, unless the option string or POSIXLY_CORRECT
 * says otherwise.
 *
 * Arguments [first, last) of argv are those that are not options and were passed over so far;
 * `next` is the rest of an argument with several short options. Messages are written by
 * functions without hooks, which get what may be symbolic in memory. */
#define _GNU_SOURCE
#include "model.h"
#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

char *MODEL(getenv)(const char *name);
char *MODEL(strchr)(const char *s, int c);
int MODEL(strcmp)(const char *a, const char *b);

enum order { PERMUTE, REQUIRE, IN_ORDER };

static struct {
  bool is_begun;
  enum order order;
  int first, last;
  int option; /* what optopt becomes */
  const char *next;
} state;

/* What one call was given. */
struct request {
  int argc;
  char **argv;
  const char *letters; /* behind + and - */
  const struct option *names;
  int *index;
  bool long_only, is_loud;
};

/* Messages. */

UNINSTRUMENTED void complain_letter(const char *program, const char *what, const int *letter) {
  fprintf(stderr, "%s: %s -- '%c'\n", program, what, *letter);
}
UNINSTRUMENTED void complain_name(const char *program, const char *before, const char *prefix,
                                  const char *name, const char *what) {
  fprintf(stderr, "%s: %s '%s%s'%s\n", program, before, prefix, name, what);
}

/* Order. */

static void swap(char **a, char **b) {
  char *c = *a;
  *a = *b;
  *b = c;
}

/* [first, last) and [last, optind) change places. */
static void exchange(char **argv) {
  int bottom = state.first, middle = state.last, top = optind;
  while (top > middle && middle > bottom) {
    int left = middle - bottom, right = top - middle, n = right > left ? left : right;
    int other = right > left ? top - left : middle;
    for (int i = 0; i < n; i++) swap(&argv[bottom + i], &argv[other + i]);
    if (right > left)
      top -= n;
    else
      bottom += n;
  }
  state.first += optind - state.last;
  state.last = optind;
}

static void begin(const char *letters) {
  if (optind == 0) optind = 1;
  state.first = state.last = optind;
  state.next = NULL;
  state.order = letters[0] == '-'                  ? IN_ORDER
                : letters[0] == '+'                ? REQUIRE
                : MODEL(getenv)("POSIXLY_CORRECT") ? REQUIRE
                                                   : PERMUTE;
  state.is_begun = true;
}

static bool is_option(const char *argument) { return argument[0] == '-' && argument[1] != 0; }

static void pass_over(const struct request *r) {
  if (state.first != state.last && state.last != optind)
    exchange(r->argv);
  else if (state.last != optind)
    state.first = optind;
  while (optind < r->argc && !is_option(r->argv[optind])) optind++;
  state.last = optind;
}

/* "--": everything behind it is no option. */
static void pass_end(const struct request *r) {
  optind++;
  if (state.first != state.last && state.last != optind)
    exchange(r->argv);
  else if (state.first == state.last)
    state.first = optind;
  state.last = optind = r->argc;
}

/* Long options. */

static bool matches(const struct option *o, const char *name, size_t n) {
  return MODEL(strncmp)(o->name, name, n) == 0;
}

static int find_exact(const struct request *r, size_t n) {
  for (int i = 0; r->names[i].name; i++)
    if (matches(&r->names[i], state.next, n) && n == MODEL(strlen)(r->names[i].name)) return i;
  return -1;
}

static bool differs(const struct request *r, const struct option *a, const struct option *b) {
  return r->long_only || a->has_arg != b->has_arg || a->flag != b->flag || a->val != b->val;
}

enum { NOT_FOUND = -1, AMBIGUOUS = -2 };

static int find_abbreviated(const struct request *r, size_t n) {
  int found = NOT_FOUND;
  bool is_ambiguous = false;
  for (int i = 0; r->names[i].name; i++) {
    if (!matches(&r->names[i], state.next, n)) continue;
    if (found < 0)
      found = i;
    else
      is_ambiguous |= differs(r, &r->names[found], &r->names[i]);
  }
  return is_ambiguous ? AMBIGUOUS : found;
}

static int refuse(const struct request *r, const char *before, const char *prefix, const char *what) {
  if (r->is_loud) complain_name(r->argv[0], before, prefix, state.next, what);
  state.next = NULL;
  optind++;
  state.option = 0;
  return '?';
}

static int long_argument(const struct request *r, const struct option *o, const char *end,
                         const char *prefix) {
  if (*end && o->has_arg) {
    optarg = (char *)end + 1;
  } else if (*end) {
    if (r->is_loud) complain_name(r->argv[0], "option", prefix, o->name, " doesn't allow an argument");
    state.option = o->val;
    return '?';
  } else if (o->has_arg == required_argument) {
    if (optind < r->argc) {
      optarg = r->argv[optind++];
    } else {
      if (r->is_loud) complain_name(r->argv[0], "option", prefix, o->name, " requires an argument");
      state.option = o->val;
      return r->letters[0] == ':' ? ':' : '?';
    }
  }
  return 0;
}

/* -1: it may be a short one. */
static int long_option(const struct request *r, const char *prefix) {
  const char *end = state.next;
  while (*end && *end != '=') end++;
  size_t n = (size_t)(end - state.next);
  int i = find_exact(r, n);
  if (i < 0) i = find_abbreviated(r, n);
  if (i == AMBIGUOUS) return refuse(r, "option", prefix, " is ambiguous");
  if (i < 0) {
    if (r->long_only && r->argv[optind][1] != '-' && MODEL(strchr)(r->letters, *state.next)) return -1;
    return refuse(r, "unrecognized option", prefix, "");
  }
  const struct option *o = &r->names[i];
  optind++;
  state.next = NULL;
  int wrong = long_argument(r, o, end, prefix);
  if (wrong) return wrong;
  if (r->index) *r->index = i;
  if (!o->flag) return o->val;
  *o->flag = o->val;
  return 0;
}

/* Short options. */

static int lack_argument(const struct request *r, int letter) {
  if (r->is_loud) complain_letter(r->argv[0], "option requires an argument", &letter);
  state.option = letter;
  return r->letters[0] == ':' ? ':' : '?';
}

/* -W name is --name where the option string has W; */
static int option_of_w(const struct request *r, int letter) {
  if (*state.next == 0) {
    if (optind == r->argc) return lack_argument(r, letter);
    state.next = r->argv[optind];
  }
  struct request plain = *r;
  plain.long_only = false;
  return long_option(&plain, "-W ");
}

static int short_argument(const struct request *r, int letter, bool is_optional) {
  const char *rest = state.next;
  state.next = NULL;
  if (*rest) {
    optarg = (char *)rest;
    optind++;
  } else if (!is_optional) {
    if (optind == r->argc) return lack_argument(r, letter);
    optarg = r->argv[optind++];
  }
  return letter;
}

static int short_option(const struct request *r) {
  int letter = *state.next++;
  const char *found = MODEL(strchr)(r->letters, letter);
  if (*state.next == 0) optind++;
  if (!found || letter == ':' || letter == ';') {
    if (r->is_loud) complain_letter(r->argv[0], "invalid option", &letter);
    state.option = letter;
    return '?';
  }
  if (found[0] == 'W' && found[1] == ';' && r->names) return option_of_w(r, letter);
  return found[1] == ':' ? short_argument(r, letter, found[2] == ':') : letter;
}

/* The next argument. True: *result is the answer. */
static bool next_argument(const struct request *r, int *result) {
  if (state.last > optind) state.last = optind;
  if (state.first > optind) state.first = optind;
  if (state.order == PERMUTE) pass_over(r);
  if (optind != r->argc && MODEL(strcmp)(r->argv[optind], "--") == 0) pass_end(r);
  *result = -1;
  if (optind == r->argc) {
    if (state.first != state.last) optind = state.first;
    return true;
  }
  char *argument = r->argv[optind];
  if (!is_option(argument)) {
    if (state.order == REQUIRE) return true;
    optarg = argument;
    optind++;
    *result = 1;
    return true;
  }
  state.next = argument + 1;
  if (r->names && argument[1] == '-') {
    state.next++;
    *result = long_option(r, "--");
    return true;
  }
  if (r->names && r->long_only && (argument[2] || !MODEL(strchr)(r->letters, argument[1]))) {
    *result = long_option(r, "-");
    if (*result != -1) return true;
    state.next = argument + 1;
  }
  return false;
}

static int get(struct request r) {
  int result;
  if (r.argc < 1) return -1;
  optarg = NULL;
  if (optind == 0 || !state.is_begun) begin(r.letters);
  if (r.letters[0] == '-' || r.letters[0] == '+') r.letters++;
  r.is_loud = opterr && r.letters[0] != ':';
  bool is_new = !state.next || *state.next == 0;
  if (!is_new || !next_argument(&r, &result)) result = short_option(&r);
  optopt = state.option;
  return result;
}

int MODEL(getopt)(int argc, char *const *argv, const char *letters) {
  return get((struct request){.argc = argc, .argv = (char **)argv, .letters = letters});
}

int MODEL(getopt_long)(int argc, char *const *argv, const char *letters, const struct option *names,
                       int *index) {
  return get((struct request){
      .argc = argc, .argv = (char **)argv, .letters = letters, .names = names, .index = index});
}

int MODEL(getopt_long_only)(int argc, char *const *argv, const char *letters, const struct option *names,
                            int *index) {
  return get((struct request){.argc = argc,
                              .argv = (char **)argv,
                              .letters = letters,
                              .names = names,
                              .index = index,
                              .long_only = true});
}
