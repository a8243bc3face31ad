/* Sequences of calls: random ones are written down together with the list of calls that they stand for,
 * which is made from the grammar alone; the parser's tree must stand for the same. Then bad ones, with the
 * place that is wrong. */
#include "unit/sequence.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 1000, MAX_CALLS = 2, MOST = 200 };

static uint64_t seed = 88172645463325252ull;
static unsigned below(unsigned n) {
  seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
  return (unsigned)(seed * 0x2545f4914f6cdd1dull >> 33) % n;
}

/* ---- sets of lists of calls: each list is a text, a letter for each call ---- */

typedef vec(char *) lists;

static void set_add(lists *s, const char *text) {
  for (size_t i = 0; i < s->count; i++)
    if (!strcmp(s->at[i], text)) return;
  vec_push(s, xstrdup(text));
}

static void set_free(lists *s) {
  for (size_t i = 0; i < s->count; i++) free(s->at[i]);
  vec_free(s);
}

static lists set_of(const char *text) {
  lists s = {0};
  set_add(&s, text);
  return s;
}

/* Each of the one followed by each of the other. */
static lists set_product(const lists *a, const lists *b) {
  lists s = {0};
  for (size_t i = 0; i < a->count; i++)
    for (size_t k = 0; k < b->count && s.count < MOST; k++) {
      char *text = xprintf("%s%s", a->at[i], b->at[k]);
      set_add(&s, text);
      free(text);
    }
  return s;
}

static void set_unite(lists *s, const lists *with) {
  for (size_t i = 0; i < with->count; i++) set_add(s, with->at[i]);
}

static lists set_power(const lists *s, unsigned least, unsigned most) {
  lists all = {0}, power = set_of("");
  for (unsigned n = 0; n <= most; n++) {
    if (n >= least) set_unite(&all, &power);
    lists next = set_product(&power, s);
    set_free(&power);
    power = next;
  }
  set_free(&power);
  return all;
}

/* ---- random sequences ---- */

static lists make_sequence(char *text, unsigned depth);

static void add(char *text, const char *what) {
  strcat(text, what);
  if (!below(4)) strcat(text, " ");
}

static lists make_group(char *text, unsigned depth) {
  lists all = {0};
  add(text, "(");
  for (unsigned n = 1 + below(3), i = 0; i < n; i++) {
    if (i) add(text, "|");
    lists one = make_sequence(text, depth - 1);
    set_unite(&all, &one);
    set_free(&one);
  }
  add(text, ")");
  return all;
}

static lists make_item(char *text, unsigned depth) {
  char letter[] = {(char)('a' + below(3)), 0}, braces[32];
  bool is_group = depth && below(3) == 0;
  if (!is_group) add(text, letter);
  lists once = is_group ? make_group(text, depth) : set_of(letter);
  unsigned least = 1, most = 1;
  switch (below(7)) {
  case 0: add(text, "?"), least = 0; break;
  case 1: add(text, "*"), least = 0, most = MAX_CALLS; break;
  case 2: add(text, "+"), most = MAX_CALLS; break;
  case 3:
    least = most = below(3);
    snprintf(braces, sizeof braces, "{%u}", least);
    add(text, braces);
    break;
  case 4:
    least = below(2), most = least + below(2);
    snprintf(braces, sizeof braces, "{ %u,%u }", least, most);
    add(text, braces);
    break;
  default: break;
  }
  lists all = set_power(&once, least, most);
  set_free(&once);
  return all;
}

static lists make_sequence(char *text, unsigned depth) {
  lists all = set_of("");
  for (unsigned n = 1 + below(2), i = 0; i < n; i++) {
    if (i) add(text, ",");
    lists item = make_item(text, depth), longer = set_product(&all, &item);
    set_free(&all);
    set_free(&item);
    all = longer;
  }
  return all;
}

/* ---- what the parser's tree stands for ---- */

static lists expand(const struct sequence *s) {
  lists all = set_of("");
  for (size_t i = 0; i < s->items.count; i++) {
    const struct sequence_item *item = &s->items.at[i];
    lists once = item->name ? set_of(item->name) : (lists){0};
    for (size_t k = 0; k < item->alternatives.count; k++) {
      lists one = expand(&item->alternatives.at[k]);
      set_unite(&once, &one);
      set_free(&one);
    }
    lists times = set_power(&once, item->least, item->most), longer = set_product(&all, &times);
    set_free(&once);
    set_free(&times);
    set_free(&all);
    all = longer;
  }
  return all;
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void agree(void **state) {
  unsigned compared = 0;
  (void)state;
  for (unsigned round = 0; round < ROUNDS; round++) {
    char text[4096] = "", *why = NULL;
    lists expected = make_sequence(text, 2);
    struct sequence *s = sequence_parse(text, MAX_CALLS, &why);
    if (!s) fail_msg("%s", why);
    lists got = expand(s);
    if (expected.count < MOST) {
      compared++;
      qsort(expected.at, expected.count, sizeof *expected.at, by_text);
      qsort(got.at, got.count, sizeof *got.at, by_text);
      if (expected.count != got.count) fail_msg("%s: %zu lists, not %zu", text, got.count, expected.count);
      for (size_t i = 0; i < got.count; i++) assert_string_equal(expected.at[i], got.at[i]);
    }
    set_free(&expected);
    set_free(&got);
    sequence_free(s);
  }
  assert_true(compared > ROUNDS / 2);
}

/* ---- bad ones ---- */

/* `column`: of the mark, from 0 */
static void refuse(const char *text, size_t column, const char *what) {
  char *why = NULL;
  assert_null(sequence_parse(text, 3, &why));
  assert_non_null(why);
  char *end = xprintf("\n  %s\n  %*s^", text, (int)column, "");
  if (!strstr(why, what)) fail_msg("'%s' says: %s", text, why);
  if (strlen(why) < strlen(end) || strcmp(why + strlen(why) - strlen(end), end) != 0)
    fail_msg("'%s': the mark is elsewhere: %s", text, why);
  free(end);
  free(why);
}

static void bad(void **state) {
  (void)state;
  refuse("", 0, "name of a function");
  refuse("a,", 2, "name of a function");
  refuse("a b", 2, "a comma");
  refuse("a**", 2, "a comma");
  refuse("*a", 0, "name of a function");
  refuse("(a|b", 4, "a ) is missing");
  refuse("(a|)", 3, "name of a function");
  refuse("a)", 1, "a comma");
  refuse("a{}", 2, "a number");
  refuse("a{2", 3, "a } is missing");
  refuse("a{3,2}", 2, "smaller");
  refuse("a{1001}", 2, "at most 1000");
  refuse("a{-1}", 2, "a number");
  refuse("new, 3*", 5, "name of a function");
}

static void note(void *text, const char *name) {
  strcat(text, name);
  strcat(text, " ");
}

static void names(void **state) {
  char text[64] = "", *why = NULL;
  (void)state;
  struct sequence *s = sequence_parse("b, (a|(b|c, a)*)+, d", 3, &why);
  assert_non_null(s);
  sequence_each_name(s, note, text);
  assert_string_equal(text, "b a c d ");
  sequence_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(agree), cmocka_unit_test(bad), cmocka_unit_test(names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
