/* The run is cut into blocks: a step and the operations of an atomic section that go with it. A block is the unit that a
 * schedule moves.
 *
 * A block depends on the first access if one of its events comes after that access's block in the partial order of
 * the trace (explore/order.h). A section of which only a later part depends on it is left out as a whole, and with it what
 * depends on its earlier parts: it becomes another source of dependence, and the search starts again. */
#include "detect/reverse.h"
#include "wire/layout.h"

#define NO_BLOCK UINT32_MAX

struct cut {
  const struct order *order;
  const struct event *event;
  uint32_t count;
  uint32_t *block;       /* by event: the step it belongs to; NO_BLOCK for notes */
  uint8_t *is_out;       /* by step: depends on a source */
  vec(uint32_t) sources; /* steps; the first is that of the first access */
};

/* ---- blocks ---- */

struct fusing {
  uint32_t step;  /* the thread's last one */
  uint32_t depth; /* of atomic sections */
};

static bool is_access_step(const struct event *e, struct fusing *f) {
  bool is_inside = f->depth > 0;
  if (e->kind == EV_ATOMIC_BEGIN) f->depth++;
  if (e->kind == EV_ATOMIC_END && f->depth) f->depth--;
  bool is_plain = e->kind == EV_READ || e->kind == EV_WRITE || e->kind == EV_FREE;
  return !(e->taken & EVENT_FUSED) || (is_plain && !is_inside && !(e->taken & EVENT_BOUND));
}

static void find_blocks(struct cut *c) {
  struct fusing *fusing = xcalloc(LAYOUT_THREADS, sizeof *fusing);
  for (uint32_t i = 0; i < c->count; i++) {
    struct fusing *f = &fusing[c->event[i].thread];
    c->block[i] = NO_BLOCK;
    if (!event_is_visible(&c->event[i])) continue;
    if (is_access_step(&c->event[i], f)) f->step = i;
    c->block[i] = f->step;
  }
  free(fusing);
}

static struct cut cut_open(const struct order *order, const struct event *event, uint32_t count) {
  struct cut c = {.order = order,
                  .event = event,
                  .count = count,
                  .block = xmalloc((count + 1) * sizeof *c.block),
                  .is_out = xcalloc(count + 1, 1)};
  find_blocks(&c);
  return c;
}

static void cut_close(struct cut *c) {
  free(c->block), free(c->is_out);
  vec_free(&c->sources);
}

/* ---- dependence ---- */

static bool depends(const struct cut *c, uint32_t i) {
  for (size_t k = 0; k < c->sources.count; k++) {
    uint32_t source = c->sources.at[k];
    if (source <= i && (source == i || order_before(c->order, source, i))) return true;
  }
  return false;
}

/* Is part of the block i belongs to, before i, still in? */
static bool has_part_before(const struct cut *c, uint32_t i) {
  return c->block[i] != i && !c->is_out[c->block[i]];
}

/* The search for dependent blocks; true if it has found another source. */
static bool spread(struct cut *c, uint32_t second) {
  for (uint32_t i = c->sources.at[0]; i < c->count; i++) {
    if (c->block[i] == NO_BLOCK || c->block[i] == second || !depends(c, i)) continue;
    bool is_new_source = has_part_before(c, i);
    c->is_out[c->block[i]] = 1;
    if (!is_new_source) continue;
    vec_push(&c->sources, c->block[i]);
    return true;
  }
  return false;
}

/* Does something that comes after the first access, notes included, come before the second? */
static bool has_third(const struct cut *c, uint32_t first, uint32_t second) {
  uint32_t last = c->count - 1;
  for (uint32_t i = c->sources.at[0]; i < last; i++) {
    if (c->block[i] == first || c->block[i] == second) continue;
    if (order_before(c->order, i, last) && depends(c, i)) return true;
  }
  return false;
}

/* ---- schedules ---- */

static void add_step(struct step_list *s, uint32_t thread) {
  if (s->runs.count && vec_last(&s->runs).thread == thread)
    vec_last(&s->runs).count++;
  else
    vec_push(&s->runs, ((struct plan_run){thread, 1}));
}

static void write_steps(const struct cut *c, uint32_t first, uint32_t second, struct step_list *out) {
  vec_clear(&out->runs);
  for (uint32_t i = 0; i < c->count; i++)
    if (c->block[i] == i && !c->is_out[i] && i != second) add_step(out, c->event[i].thread);
  add_step(out, c->event[second].thread);
  add_step(out, c->event[first].thread);
}

bool steps_reversed(struct order *order, const struct event *event, uint32_t thread_count,
                    const struct race *r, struct step_list *out) {
  uint32_t count = r->second + 1;
  order_read(order, event, count, thread_count);
  struct cut c = cut_open(order, event, count);
  uint32_t first = c.block[r->first], second = c.block[r->second];
  vec_push(&c.sources, first);
  while (spread(&c, second)) continue;
  bool can = !has_third(&c, first, second);
  if (can) write_steps(&c, first, second, out);
  cut_close(&c);
  return can;
}

/* ---- accesses of another run ---- */

struct access_name access_name(const struct event *event, uint32_t at) {
  struct access_name n = {event[at], 0};
  for (uint32_t i = 0; i < at; i++)
    n.number += event_is_visible(&event[i]) && event[i].thread == event[at].thread;
  return n;
}

uint32_t access_find(const struct event *event, uint32_t count, const struct access_name *n) {
  uint32_t number = 0;
  for (uint32_t i = 0; i < count; i++) {
    const struct event *e = &event[i];
    if (e->thread != n->event.thread || !event_is_visible(e) || number++ != n->number) continue;
    bool is_it = e->kind == n->event.kind && e->addr == n->event.addr && e->site == n->event.site;
    return is_it ? i : UINT32_MAX;
  }
  return UINT32_MAX;
}
