/* A picture has the events of the causal scenario that say something to people. Above FOLD_ABOVE of
 * them, those that have no part in an interference, a creation or the failure are folded, as many
 * in a row as their thread has. If there are more than NODES_MAX nodes left all the same,
 * everything before the last NODES_MAX is folded, whatever it is, and interferences in there are
 * not drawn.
 *
 * Invariant: an edge leads from a node to a later one. A folded node stands where its first
 * event was. */
#include "report/scenario_picture.h"
#include "base/check.h"
#include "detect/names.h"
#include "detect/place.h"
#include "detect/symbolize.h"
#include "detect/bug_scenario.h"
#include "report/event_text.h"
#include <stdio.h>
#include <string.h>

#define FOLD_ABOVE 200
#define NODES_MAX 400
#define VALUE_TEXT 40
#define NO_NODE UINT32_MAX

static const char *const node_names[] = {
#define NODE(name, text) text,
    PICTURE_NODES(NODE)
#undef NODE
};
static const char *const edge_names[] = {
#define EDGE(name, text) text,
    PICTURE_EDGES(EDGE)
#undef EDGE
};

const char *picture_node_name(enum picture_node_kind k) { return node_names[k]; }
const char *picture_edge_name(enum picture_edge_kind k) { return edge_names[k]; }

struct painter {
  struct picture *picture;
  const struct shm *shm;
  const struct event *events;
  uint32_t count;
  struct bug_scenario scenario;
  struct places places;
  struct names *names;
  struct event_texts *texts;
  bool *is_fixed;       /* by event: not to be folded */
  uint32_t *node;       /* by event; NO_NODE: it is not drawn */
  vec(uint32_t) last;   /* by thread: its last node so far; NO_NODE: none */
  vec(uint32_t) column; /* by thread; only of those in the scenario */
};

/* ---- which events ---- */

static bool is_worth_showing(const struct event *e) {
  if (e->kind == EV_SPIN) return event_is_step(e);
  return event_is_visible(e) || e->kind == EV_CREATE || (event_is_path(e) && e->kind != EV_CONCRETIZE);
}

static bool is_shown(const struct painter *p, uint32_t i) {
  return causal_has(&p->scenario.causal, p->events, i) && is_worth_showing(&p->events[i]);
}

static void fix_events(struct painter *p) {
  const interferences *all = &p->scenario.all;
  for (size_t i = 0; i < all->count; i++)
    if (is_shown(p, all->at[i].read)) p->is_fixed[all->at[i].read] = p->is_fixed[all->at[i].write] = true;
  for (uint32_t i = 0; i < p->count; i++)
    if (p->events[i].kind == EV_CREATE && causal_has_thread(&p->scenario.causal, p->events[i].aux))
      p->is_fixed[i] = true;
  for (int i = 0; i < 2; i++)
    if (p->scenario.race[i] < p->count) p->is_fixed[p->scenario.race[i]] = true;
}

static uint32_t shown_count(const struct painter *p) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < p->count; i++) count += is_shown(p, i);
  return count;
}

/* ---- nodes ---- */

static uint32_t *last_of(struct painter *p, uint32_t thread) {
  while (p->last.count <= thread) vec_push(&p->last, NO_NODE);
  return &p->last.at[thread];
}

static void add_edge(struct painter *p, enum picture_edge_kind kind, uint32_t from, uint32_t to) {
  check(from < to && to < p->picture->nodes.count);
  vec_push(&p->picture->edges, ((struct picture_edge){kind, from, to}));
}

static void add_node(struct painter *p, uint32_t thread, struct picture_node n) {
  uint32_t *last = last_of(p, thread);
  n.column = p->column.at[thread];
  vec_push(&p->picture->nodes, n);
  *last = (uint32_t)p->picture->nodes.count - 1;
}

/* Events before `whole` are folded whatever they are. */
static void add_event(struct painter *p, uint32_t i, bool folds, uint32_t whole) {
  uint32_t thread = p->events[i].thread, last = *last_of(p, thread);
  bool is_folded = i < whole || (folds && !p->is_fixed[i]);
  struct picture_node *before = last == NO_NODE ? NULL : &p->picture->nodes.at[last];
  if (is_folded && before && before->kind == NODE_FOLDED)
    before->count++;
  else
    add_node(p, thread, (struct picture_node){is_folded ? NODE_FOLDED : NODE_OPERATION, 0, i, 1, NULL, NULL});
  p->node[i] = *last_of(p, thread);
}

static void add_events(struct painter *p, bool folds, uint32_t whole) {
  vec_clear(&p->picture->nodes);
  vec_clear(&p->last);
  for (uint32_t i = 0; i < p->count; i++) {
    p->node[i] = NO_NODE;
    if (is_shown(p, i)) add_event(p, i, folds, whole);
  }
}

static void place_events(struct painter *p) {
  struct picture *picture = p->picture;
  bool folds = shown_count(p) > FOLD_ABOVE;
  add_events(p, folds, 0);
  if (picture->nodes.count > NODES_MAX)
    add_events(p, folds, picture->nodes.at[picture->nodes.count - NODES_MAX].event);
}

/* ---- words ---- */

/* "file.c:12", or "". */
static char *place_of_file(const char *file, uint32_t line) {
  const char *slash = strrchr(file, '/');
  return line ? xprintf("%s:%u", slash ? slash + 1 : file, line) : xstrdup("");
}

static char *place_text(const struct painter *p, uint32_t site) {
  struct place place;
  return place_of_site(&p->places, site, &place) ? place_of_file(place.file, place.line) : xstrdup("");
}

/* "branch false: x < 3". The outcome comes first: a long condition may be cut. */
static void format_decision(const struct painter *p, struct buffer *b, const struct event *e) {
  struct buffer text = {0};
  const char *name = event_name(e->kind);
  event_format(p->texts, &text, e);
  buffer_string(&text);
  char *outcome = strstr(text.at, "   is ");
  if (outcome) *outcome = 0;
  buffer_format(b, "%s %s:%s", name, e->taken ? "true" : "false", text.at + strlen(name));
  buffer_free(&text);
}

/* "read v->cnt 10", "lock m" */
static void format_label(const struct painter *p, struct buffer *b, const struct event *e) {
  struct variable v;
  char value[VALUE_TEXT];
  if (event_is_path(e)) {
    format_decision(p, b, e);
    return;
  }
  if (!event_is_visible(e) || !e->addr || e->kind == EV_CANCEL || e->kind == EV_CANCEL_POINT) {
    event_format(p->texts, b, e);
    return;
  }
  name_event(p->names, e, &v);
  buffer_text(b, event_name(e->kind));
  if (*v.text)
    buffer_format(b, " %s", v.text);
  else
    buffer_format(b, " 0x%lx", e->addr);
  if (event_is_access(e) && e->kind != EV_FREE && e->aux <= 8)
    buffer_format(b, " %s", name_value(p->names, &v, e->value, e->aux, value, sizeof value));
}

static char *label_text(const struct painter *p, const struct event *e) {
  struct buffer b = {0};
  format_label(p, &b, e);
  buffer_string(&b);
  return b.at;
}

static void name_node(struct painter *p, struct picture_node *n) {
  const struct event *e = &p->events[n->event];
  if (n->count > 1) {
    n->label = xprintf("... %u events", n->count);
    n->place = xstrdup("");
    return;
  }
  bool is_race = n->event == p->scenario.race[0] || n->event == p->scenario.race[1];
  n->kind = is_race ? NODE_FAILURE : event_is_path(e) ? NODE_BRANCH : NODE_OPERATION;
  n->label = label_text(p, e);
  n->place = place_text(p, e->site);
}

/* ---- where it ends ---- */

static const struct waiting *waiting_of(const struct painter *p, uint32_t thread) {
  const struct waiting *w = shm_waiting(p->shm);
  for (uint32_t i = 0; i < p->shm->trace.waiting_count && i < LAYOUT_THREADS; i++)
    if (w[i].thread == thread) return &w[i];
  return NULL;
}

static struct picture_node waiting_node(const struct painter *p, const struct waiting *w) {
  struct event would = {.kind = (uint8_t)w->kind, .site = w->site, .addr = w->object};
  if (w->kind == EV_JOIN) would.aux = w->holder, would.addr = 0;
  char *what = label_text(p, &would);
  struct picture_node n = {.kind = NODE_FAILURE, .place = place_text(p, w->site)};
  n.label = xprintf("waits: %s", what);
  free(what);
  return n;
}

static void add_failures(struct painter *p, const struct bug *bug) {
  for (size_t i = 0; i < p->scenario.failed.count; i++) {
    uint32_t thread = p->scenario.failed.at[i];
    const struct waiting *w = p->scenario.failed_wait ? waiting_of(p, thread) : NULL;
    if (w) {
      add_node(p, thread, waiting_node(p, w));
      continue;
    }
    struct picture_node n = {.kind = NODE_FAILURE, .place = place_of_file(bug->file, bug->line)};
    n.label = xprintf("%s%s%s", bug_kind_name(bug->kind), *bug->message ? ": " : "", bug->message);
    add_node(p, thread, n);
  }
}

/* ---- edges ---- */

static void add_local_edges(struct painter *p) {
  vec_clear(&p->last);
  for (uint32_t i = 0; i < p->picture->nodes.count; i++) {
    uint32_t thread = p->picture->columns.at[p->picture->nodes.at[i].column].thread,
             *last = last_of(p, thread);
    if (*last != NO_NODE) add_edge(p, EDGE_LOCAL, *last, i);
    *last = i;
  }
}

static uint32_t first_node(const struct painter *p, uint32_t thread) {
  for (uint32_t i = 0; i < p->picture->nodes.count; i++)
    if (p->picture->nodes.at[i].column == p->column.at[thread]) return i;
  return NO_NODE;
}

static void add_creations(struct painter *p) {
  for (uint32_t i = 0; i < p->count; i++) {
    const struct event *e = &p->events[i];
    if (e->kind != EV_CREATE || p->node[i] == NO_NODE || !causal_has_thread(&p->scenario.causal, e->aux))
      continue;
    uint32_t first = first_node(p, e->aux);
    if (first != NO_NODE) add_edge(p, EDGE_CREATE, p->node[i], first);
  }
}

static void add_interferences(struct painter *p) {
  const interferences *all = &p->scenario.all;
  for (size_t i = 0; i < all->count; i++) {
    uint32_t from = p->node[all->at[i].write], to = p->node[all->at[i].read];
    if (to != NO_NODE && p->picture->nodes.at[to].kind != NODE_FOLDED)
      add_edge(p, EDGE_INTERFERENCE, from, to);
  }
}

/* ---- the whole ---- */

static void title_column(struct painter *p, uint32_t thread, const char *routine) {
  struct picture_column *c = &p->picture->columns.at[p->column.at[thread]];
  free(c->title);
  c->title = xprintf("thread %u%s%s", thread, *routine ? ": " : "", routine);
}

static void add_columns(struct painter *p) {
  const struct causal_scenario *causal = &p->scenario.causal;
  for (uint32_t t = 0; t < causal->end.count; t++) {
    vec_push(&p->column, (uint32_t)p->picture->columns.count);
    if (!causal_has_thread(causal, t)) continue;
    vec_push(&p->picture->columns, ((struct picture_column){t, NULL}));
    title_column(p, t, t ? "" : "main");
  }
  for (uint32_t i = 0; i < p->count; i++)
    if (p->events[i].kind == EV_CREATE && causal_has_thread(causal, p->events[i].aux))
      title_column(p, p->events[i].aux, event_routine(p->texts, p->events[i].addr));
}

static char *title_of(const struct painter *p, const struct bug *bug) {
  char place[512];
  uint32_t degree = bug_degree(p->shm, bug);
  bug_place(bug, place, sizeof place);
  if (degree == INTERFERENCES_UNKNOWN) return xprintf("%s at %s", bug_kind_name(bug->kind), place);
  return xprintf("%s at %s: %u interference%s", bug_kind_name(bug->kind), place, degree,
                 degree == 1 ? "" : "s");
}

static void close_painter(struct painter *p, bool owns_names) {
  places_close(&p->places);
  event_texts_close(p->texts);
  if (owns_names) names_close(p->names);
  bug_scenario_free(&p->scenario);
  free(p->is_fixed);
  free(p->node);
  vec_free(&p->last);
  vec_free(&p->column);
}

void picture_make(struct picture *picture, const struct shm *s, struct symbolizer *symbols,
                  const struct bug *bug) {
  struct painter p = {.picture = picture, .shm = s, .events = shm_event(s), .count = s->trace.event_count};
  *picture = (struct picture){0};
  p.places = places_open(s, symbols);
  p.names = symbols ? symbolizer_names(symbols, s) : names_open(s, NULL);
  p.texts = event_texts_open(s, p.names, symbols);
  p.is_fixed = xcalloc(p.count + 1, sizeof *p.is_fixed);
  p.node = xcalloc(p.count + 1, sizeof *p.node);
  bug_scenario_read(&p.scenario, s, bug);
  picture->title = title_of(&p, bug);
  add_columns(&p);
  fix_events(&p);
  place_events(&p);
  for (size_t i = 0; i < picture->nodes.count; i++) name_node(&p, &picture->nodes.at[i]);
  add_failures(&p, bug);
  add_local_edges(&p);
  add_creations(&p);
  add_interferences(&p);
  close_painter(&p, !symbols);
}

void picture_free(struct picture *p) {
  for (size_t i = 0; i < p->columns.count; i++) free(p->columns.at[i].title);
  for (size_t i = 0; i < p->nodes.count; i++) free(p->nodes.at[i].label), free(p->nodes.at[i].place);
  vec_free(&p->columns);
  vec_free(&p->nodes);
  vec_free(&p->edges);
  free(p->title);
}
