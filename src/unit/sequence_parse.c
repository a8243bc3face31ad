/* A parser by recursive descent: one function for each rule of the grammar (sequence.h). */
#include "unit/sequence.h"
#include <ctype.h>
#include <stdio.h>

enum { DEPTH_MAX = 100, TIMES_MAX = 1000 };

struct parser {
  const char *text, *at;
  uint32_t max_calls;
  unsigned depth;
  char *why; /* the first thing that is wrong */
};

/* The text again, with a mark below the place. */
static void complain(struct parser *p, const char *place, const char *what) {
  if (!p->why) p->why = xprintf("--sequence: %s\n  %s\n  %*s^", what, p->text, (int)(place - p->text), "");
}

static char next(struct parser *p) {
  while (*p->at == ' ' || *p->at == '\t' || *p->at == '\n') p->at++;
  return *p->at;
}

static bool take(struct parser *p, char sign) {
  if (next(p) != sign) return false;
  p->at++;
  return true;
}

static void expect(struct parser *p, char sign, const char *what) {
  if (!p->why && !take(p, sign)) complain(p, p->at, what);
}

static char *parse_name(struct parser *p) {
  const char *begin = p->at;
  while (isalnum((unsigned char)*p->at) || *p->at == '_') p->at++;
  return xprintf("%.*s", (int)(p->at - begin), begin);
}

static uint32_t parse_number(struct parser *p) {
  uint32_t n = 0;
  next(p);
  const char *begin = p->at;
  for (; isdigit((unsigned char)*p->at); p->at++)
    if (n <= TIMES_MAX) n = n * 10 + (uint32_t)(*p->at - '0');
  if (p->at == begin) complain(p, begin, "a number is expected here, as in {2} or {1,3}");
  if (n > TIMES_MAX) complain(p, begin, "at most 1000 times");
  return n;
}

static void parse_braces(struct parser *p, struct sequence_item *item) {
  const char *begin = p->at;
  item->least = item->most = parse_number(p);
  if (!p->why && take(p, ',')) item->most = parse_number(p);
  expect(p, '}', "a } is missing here");
  if (!p->why && item->most < item->least) complain(p, begin, "the second number is smaller than the first");
}

static void parse_times(struct parser *p, struct sequence_item *item) {
  item->least = item->most = 1;
  if (take(p, '?'))
    item->least = 0;
  else if (take(p, '*'))
    item->least = 0, item->most = p->max_calls;
  else if (take(p, '+'))
    item->most = p->max_calls ? p->max_calls : 1;
  else if (take(p, '{'))
    parse_braces(p, item);
}

static struct sequence parse_sequence(struct parser *p);

static void parse_group(struct parser *p, struct sequence_item *item) {
  if (++p->depth > DEPTH_MAX) complain(p, p->at, "more than 100 parentheses in one another");
  do vec_push(&item->alternatives, parse_sequence(p));
  while (!p->why && take(p, '|'));
  expect(p, ')', "a ) is missing here");
  p->depth--;
}

static struct sequence_item parse_item(struct parser *p) {
  struct sequence_item item = {0};
  if (take(p, '('))
    parse_group(p, &item);
  else if (isalpha((unsigned char)*p->at) || *p->at == '_')
    item.name = parse_name(p);
  else
    complain(p, p->at, "the name of a function is expected here");
  if (!p->why) parse_times(p, &item);
  return item;
}

static struct sequence parse_sequence(struct parser *p) {
  struct sequence s = {0};
  do vec_push(&s.items, parse_item(p));
  while (!p->why && take(p, ','));
  return s;
}

static void clear(struct sequence *s) {
  for (size_t i = 0; i < s->items.count; i++) {
    struct sequence_item *item = &s->items.at[i];
    free(item->name);
    for (size_t k = 0; k < item->alternatives.count; k++) clear(&item->alternatives.at[k]);
    vec_free(&item->alternatives);
  }
  vec_free(&s->items);
}

void sequence_free(struct sequence *s) {
  if (s) clear(s);
  free(s);
}

struct sequence *sequence_parse(const char *text, uint32_t max_calls, char **why) {
  struct parser p = {.text = text, .at = text, .max_calls = max_calls};
  struct sequence *s = xmalloc(sizeof *s);
  *s = parse_sequence(&p);
  if (!p.why && next(&p)) complain(&p, p.at, "a comma, ?, *, + or {n} is expected here");
  if (!p.why) return s;
  sequence_free(s);
  *why = p.why;
  return NULL;
}

/* ---- names ---- */

static bool has_before(const struct sequence *s, const struct sequence_item *end, const char *name,
                       bool *is_over);

static bool item_has(const struct sequence_item *item, const struct sequence_item *end, const char *name,
                     bool *is_over) {
  if (item == end) return *is_over = true, false;
  if (item->name) return !strcmp(item->name, name);
  for (size_t i = 0; i < item->alternatives.count && !*is_over; i++)
    if (has_before(&item->alternatives.at[i], end, name, is_over)) return true;
  return false;
}

/* Is the name in what comes before that item? */
static bool has_before(const struct sequence *s, const struct sequence_item *end, const char *name,
                       bool *is_over) {
  for (size_t i = 0; i < s->items.count && !*is_over; i++)
    if (item_has(&s->items.at[i], end, name, is_over)) return true;
  return false;
}

static void each_name(const struct sequence *whole, const struct sequence *s,
                      void (*tell)(void *, const char *), void *context) {
  for (size_t i = 0; i < s->items.count; i++) {
    const struct sequence_item *item = &s->items.at[i];
    bool is_over = false;
    if (item->name && !has_before(whole, item, item->name, &is_over)) tell(context, item->name);
    for (size_t k = 0; k < item->alternatives.count; k++)
      each_name(whole, &item->alternatives.at[k], tell, context);
  }
}

void sequence_each_name(const struct sequence *s, void (*tell)(void *, const char *name), void *context) {
  each_name(s, s, tell, context);
}
