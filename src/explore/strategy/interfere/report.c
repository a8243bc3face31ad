/* What the strategy leaves out, its object in strategy_stats of summary.json, and its row of table
 * 1 of con2colic testing (FSE 2013). */
#include "base/json_out.h"
#include "explore/strategy/interfere/own.h"
#include "explore/strategy/strategies.h"
#include <string.h>

const struct strategy_gap interfere_gaps[] = {
#define LEFT_OUT(name, key, reason, meaning, advice) GAP(key, reason, meaning, advice),
#include "explore/strategy/interfere/interfere.def"
    {0}};

/* ---- summary.json ---- */

static const char *const reason_texts[INTERFERE_REASONS] = {
#define REASON(name, text) [INTERFERE_##name] = text,
#include "explore/strategy/interfere/interfere.def"
};

/* The strategy knows neither that the campaign stops nor what else was left out: "max coverage"
 * means that nothing was. */
static const char *reason_text(const struct interfere_figures *f, const struct campaign_figures *c) {
  bool is_open = f->reason == INTERFERE_RUNNING || f->reason == INTERFERE_MAX_COVERAGE;
  for (uint32_t i = 0; is_open && i < c->reason_count; i++)
    if (strcmp(c->reasons[i], interfere_gaps[INTERFERE_GAP_BRANCHES].reason.name) != 0) return c->reasons[i];
  return reason_texts[f->reason < INTERFERE_REASONS ? f->reason : INTERFERE_RUNNING];
}

static json_t *by_k(const struct interfere_figures *f) {
  uint32_t degrees = f->max_k < INTERFERE_DEGREES ? f->max_k + 1 : INTERFERE_DEGREES;
  json_t *list = json_array();
  for (uint32_t k = 0; k < degrees; k++)
    json_array_append_new(list, json_integer((json_int_t)f->branches_by_k[k]));
  return list;
}

static void put(json_t *stats, const void *figures, const struct campaign_figures *c) {
  const struct interfere_figures *f = figures;
  json_t *o = json_object();
  json_put_count(o, "threads", f->threads);
  json_put_count(o, "inputs", f->inputs);
  json_put_count(o, "branches", c->branches);
  json_put_count(o, "covered", c->branches_covered);
  json_put_count(o, "max_k", f->max_k);
  json_put_text(o, "reason", reason_text(f, c));
  json_object_set_new(o, "branches_by_k", by_k(f));
#define COUNT(field, meaning) json_put_count(o, #field, f->field);
#include "explore/strategy/interfere/interfere.def"
  json_put_count(o, "queries", c->queries);
  json_put_real(o, "time", c->time, 6);
  json_object_set_new(stats, "interfere", o);
}

/* ---- the row ---- */

static long number(const json_t *o, const char *key) {
  return (long)json_integer_value(json_object_get(o, key));
}

/* "14/8/2": up to the last degree that covered something. */
static void by_degree(struct buffer *b, const json_t *s) {
  const json_t *list = json_object_get(s, "branches_by_k");
  size_t count = json_array_size(list);
  while (count > 1 && !json_integer_value(json_array_get(list, count - 1))) count--;
  for (size_t k = 0; k < count; k++)
    buffer_format(b, "%s%ld", k ? "/" : "", (long)json_integer_value(json_array_get(list, k)));
}

/* The smallest number of interferences above `above` that a bug needs; -1: there is no such bug. */
static long next_degree(const json_t *bugs, long above) {
  long least = -1;
  for (size_t i = 0; i < json_array_size(bugs); i++) {
    const json_t *k = json_object_get(json_array_get(bugs, i), "interferences");
    long degree = k ? (long)json_integer_value(k) : -1;
    if (degree > above && (least < 0 || degree < least)) least = degree;
  }
  return least;
}

/* "yes (1, 2)": the degrees of the bugs, each once. */
static void bug_degrees(struct buffer *b, const json_t *bugs) {
  if (!json_array_size(bugs)) {
    buffer_text(b, "no");
    return;
  }
  const char *separator = "yes (";
  for (long k = -1; (k = next_degree(bugs, k)) >= 0; separator = ", ")
    buffer_format(b, "%s%ld", separator, k);
  buffer_text(b, *separator == ',' ? ")" : "yes (?)"); /* of none of them it is known */
}

struct cell {
  const char *title;
  struct buffer text;
};

static void print_cells(struct buffer *b, struct cell *cell, size_t count) {
  for (int line = 0; line < 2; line++)
    for (size_t i = 0; i < count; i++) {
      size_t title = strlen(cell[i].title), width = title > cell[i].text.count ? title : cell[i].text.count;
      const char *text = line ? buffer_string(&cell[i].text) : cell[i].title;
      if (i + 1 < count)
        buffer_format(b, "%-*s  ", (int)width, text);
      else
        buffer_format(b, "%s\n", text);
    }
}

static void describe(struct buffer *b, const json_t *summary) {
  enum { THREADS, INPUTS, BRANCHES, BY_K, MAX_K, GAIN, BUG, CANDIDATES, TIME, CELLS };
  struct cell cell[CELLS] = {{"threads", {0}}, {"inputs", {0}},         {"branches", {0}},
                             {"by k", {0}},    {"max k (reason)", {0}}, {"k=0 -> max", {0}},
                             {"bug (k)", {0}}, {"candidates", {0}},     {"time", {0}}};
  const json_t *s = json_object_get(json_object_get(summary, "strategy_stats"), "interfere");
  if (!s) return;
  const char *reason = json_string_value(json_object_get(s, "reason"));
  buffer_format(&cell[THREADS].text, "%ld", number(s, "threads"));
  buffer_format(&cell[INPUTS].text, "%ld", number(s, "inputs"));
  buffer_format(&cell[BRANCHES].text, "%ld", number(s, "branches"));
  by_degree(&cell[BY_K].text, s);
  buffer_format(&cell[MAX_K].text, "%ld (%s)", number(s, "max_k"), reason ? reason : "?");
  buffer_format(&cell[GAIN].text, "%ld -> %ld",
                (long)json_integer_value(json_array_get(json_object_get(s, "branches_by_k"), 0)),
                number(s, "covered"));
  bug_degrees(&cell[BUG].text, json_object_get(summary, "bugs"));
  buffer_format(&cell[CANDIDATES].text, "%ld", number(s, "candidates"));
  buffer_format(&cell[TIME].text, "%.1f s", json_number_value(json_object_get(s, "time")));
  buffer_text(b, "\n");
  print_cells(b, cell, CELLS);
  buffer_format(
      b,
      "candidates: %ld realizable, %ld unrealizable (data %ld, order %ld), %ld dead, %ld duplicates; "
      "%ld queries\n",
      number(s, "realizable"), number(s, "unrealizable_data") + number(s, "unrealizable_order"),
      number(s, "unrealizable_data"), number(s, "unrealizable_order"), number(s, "dead"),
      number(s, "duplicates"), number(s, "queries"));
  for (int i = 0; i < CELLS; i++) buffer_free(&cell[i].text);
}

const struct strategy_report interfere_report = {sizeof(struct interfere_figures), put, describe};
