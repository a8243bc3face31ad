#include "explore/history/history.h"
#include "base/check.h"
#include "base/hash.h"
#include <string.h>

#define STRIDE_UNIT 8u

void history_open(struct history *h) {
  *h = (struct history){.slot_of = xcalloc(UINT16_MAX + 1, sizeof *h->slot_of)};
}

void history_close(struct history *h) {
  vec_free(&h->steps);
  vec_free(&h->rows);
  vec_free(&h->now);
  vec_free(&h->born);
  vec_free(&h->threads);
  vec_free(&h->decisions);
  vec_free(&h->gates);
  vec_free(&h->before);
  objects_free(&h->objects);
  free(h->slot_of);
}

/* ---- threads ---- */

/* It begins with what its creator knows. */
static void thread_add(struct history *h, uint32_t number, uint32_t step, uint32_t creator) {
  uint32_t slot = (uint32_t)h->threads.count;
  if (slot == h->stride) die("internal error: a run has more threads than it says");
  size_t at = (size_t)slot * h->stride;
  check(!h->slot_of[number] && (!slot || vec_last(&h->threads).born <= step));
  vec_push(&h->threads, ((struct history_thread){.number = number, .born = step}));
  h->slot_of[number] = slot + 1;
  vec_reserve(&h->now, at + h->stride);
  vec_reserve(&h->born, at + h->stride);
  h->now.count = h->born.count = at + h->stride;
  if (creator != NONE)
    memcpy(h->now.at + at, history_now(h, creator), h->stride * sizeof *h->now.at);
  else
    memset(h->now.at + at, 0, h->stride * sizeof *h->now.at);
  memcpy(h->born.at + at, h->now.at + at, h->stride * sizeof *h->now.at);
}

/* ---- forgetting the end of the run before ---- */

static void cut_thread(struct history *h, uint32_t slot, uint32_t steps) {
  struct history_thread *t = &h->threads.at[slot];
  while (t->last >= steps) t->last = h->steps.at[t->last].previous;
  const uint32_t *from = history_known(h, slot, t->last);
  memcpy(history_now(h, slot), from, h->stride * sizeof *from);
  t->elements = t->last ? h->steps.at[t->last].index : 0;
}

static void cut_all(struct history *h) {
  for (uint32_t i = 0; i < h->threads.count; i++) h->slot_of[h->threads.at[i].number] = 0;
  objects_cut(&h->objects, 0);
  vec_clear(&h->steps);
  vec_clear(&h->rows);
  vec_clear(&h->threads);
  vec_clear(&h->decisions);
  vec_clear(&h->gates);
  h->places = 0;
}

/* Keeps the first `steps` steps. */
static void cut(struct history *h, uint32_t steps) {
  if (!steps) {
    cut_all(h);
    return;
  }
  objects_cut(&h->objects, steps);
  while (vec_last(&h->threads).born >= steps) h->slot_of[vec_pop(&h->threads).number] = 0;
  for (uint32_t i = 0; i < h->threads.count; i++) cut_thread(h, i, steps);
  while (h->decisions.count && vec_last(&h->decisions).step >= steps) h->decisions.count--;
  h->places = 0;
  for (uint32_t i = 0; i < h->decisions.count; i++) {
    const struct history_decision *d = &h->decisions.at[i];
    if (h->threads.at[d->slot].elements < d->index) h->threads.at[d->slot].elements = d->index;
    history_now(h, d->slot)[d->slot] = h->threads.at[d->slot].elements;
    if (d->place != NONE) h->places = d->place + 1;
  }
  while (h->gates.count && vec_last(&h->gates).step >= steps) h->gates.count--;
  h->steps.count = steps;
  h->rows.count = (size_t)steps * h->stride;
}

/* ---- what a step conflicts with ---- */

void clock_join_op(const struct history *h, uint32_t *clock, const struct op *op) {
  uint32_t slot = h->slot_of[h->events[op->event].thread] - 1;
  clock_join(h, clock, history_clock(h, op->step));
  if (clock[slot] < op->index) clock[slot] = op->index;
}

struct finding {
  struct history *history;
  uint32_t event;
  bool is_found;
};

static void add_before(void *context, const struct op *op) {
  struct finding *f = context;
  struct history *h = f->history;
  uint32_t slot = h->steps.at[op->step].slot;
  f->is_found = true;
  for (size_t i = 0; i < h->before.count; i++) {
    struct conflict *known = &h->before.at[i];
    if (h->steps.at[known->op.step].slot != slot) continue;
    if (known->op.index < op->index) *known = (struct conflict){*op, f->event};
    return;
  }
  vec_push(&h->before, ((struct conflict){*op, f->event}));
}

/* ---- reading ---- */

static void read_touch(struct history *h, const struct event *e, uint32_t event, uint32_t slot) {
  uint32_t step = (uint32_t)h->steps.count - 1;
  struct finding f = {h, event, false};
  struct sync_touch t;
  if (event_object(e) == ON_BARRIER) objects_rounds(&h->objects, h->events, e, step, add_before, &f);
  if (sync_touch_of(e, &t)) {
    const struct op op = {
        .step = step, .event = event, .index = h->threads.at[slot].elements, .kind = e->kind};
    objects_meet(&h->objects, &t, op, add_before, &f);
  }
  for (size_t i = 0; i < h->before.count; i++) clock_join_op(h, history_clock(h, step), &h->before.at[i].op);
  /* A conflict behind decisions is there because of them. */
  if (f.is_found && slot == h->steps.at[step].slot)
    history_clock(h, step)[slot] = h->threads.at[slot].elements;
}

static void read_decision(struct history *h, const struct event *e, uint32_t slot) {
  const struct path *p = h->path;
  bool is_first = h->places < p->decisions.count && p->decisions.at[h->places].cond == e->expr;
  uint32_t index = ++h->threads.at[slot].elements;
  history_now(h, slot)[slot] = index;
  vec_push(&h->decisions, ((struct history_decision){.cond = e->expr,
                                                     .taken = e->taken,
                                                     .kind = e->kind,
                                                     .slot = slot,
                                                     .index = index,
                                                     .step = (uint32_t)h->steps.count - 1,
                                                     .place = is_first ? h->places++ : NONE}));
}

/* The decisions of the step so far are inside of it: they may decide what else it does. */
static void note_inside(struct history *h, uint32_t slot) {
  struct history_step *s = &vec_last(&h->steps);
  if (s->slot == slot && s->index) s->inside = h->threads.at[slot].elements - s->index;
}

static void note_fused(struct history *h, const struct event *e, uint32_t slot) {
  struct history_step *s = &vec_last(&h->steps);
  if (s->slot != slot || e->taken & EVENT_BOUND || e->kind == EV_SPIN) return;
  s->is_compound = h->was_compound = true;
  s->is_straight &= !s->is_closed;
  s->is_closed |= e->kind == EV_ATOMIC_END;
  note_inside(h, slot);
  s->is_straight &= !s->inside;
}

/* Whether a compare-exchange writes may be decided by inputs: then the decision belongs to the
 * operation. */
static void bind_decision(struct history *h, uint32_t event, uint32_t slot) {
  const struct event *e = &h->events[event];
  uint32_t index = h->threads.at[slot].elements;
  if (!event || e[-1].kind != EV_EXPECT || e[-1].thread != e->thread || e[-1].site != e->site) return;
  vec_last(&h->decisions).is_bound = true;
  note_inside(h, slot);
  vec_last(&h->steps).is_compound = h->was_compound = true;
  objects_last(&h->objects, e[-1].addr)->index = index;
  history_clock(h, (uint32_t)h->steps.count - 1)[slot] = index;
}

static void read_event(struct history *h, uint32_t event) {
  const struct event *e = &h->events[event];
  uint32_t step = (uint32_t)h->steps.count - 1, slot = h->slot_of[e->thread] - 1;
  if (event_is_decision(e)) {
    read_decision(h, e, slot);
    bind_decision(h, event, slot);
  }
  if (e->kind == EV_GATE) vec_push(&h->gates, ((struct history_gate){slot, step, event}));
  if (e->kind == EV_CREATE) {
    uint32_t own = h->threads.at[slot].elements;
    if (slot == h->steps.at[step].slot)
      memcpy(history_now(h, slot), history_clock(h, step), h->stride * sizeof own);
    history_now(h, slot)[slot] = own;
    thread_add(h, e->aux, step, slot);
  }
  if (event_is_visible(e) && e->taken & EVENT_FUSED) note_fused(h, e, slot);
  if (e->kind == EV_END_THREAD) note_inside(h, slot);
  if (event_is_visible(e) || e->kind == EV_END_THREAD) read_touch(h, e, event, slot);
}

/* Reads on until the next step begins. */
static void read_rest(struct history *h) {
  while (h->next_event < h->event_count && !event_is_step(&h->events[h->next_event]))
    read_event(h, h->next_event++);
  uint32_t step = (uint32_t)h->steps.count - 1, slot = h->steps.at[step].slot;
  if (!step) return;
  memcpy(history_now(h, slot), history_clock(h, step), h->stride * sizeof(uint32_t));
  history_now(h, slot)[slot] = h->threads.at[slot].elements;
}

static void add_row(struct history *h, const uint32_t *from) {
  vec_reserve(&h->rows, h->rows.count + h->stride);
  uint32_t *row = h->rows.at + h->rows.count;
  h->rows.count += h->stride;
  if (from)
    memcpy(row, from, h->stride * sizeof *row);
  else
    memset(row, 0, h->stride * sizeof *row);
}

static void begin(struct history *h, uint32_t threads) {
  h->stride = (threads + STRIDE_UNIT - 1) / STRIDE_UNIT * STRIDE_UNIT;
  h->next_event = 0;
  thread_add(h, 0, 0, NONE);
  vec_push(&h->steps, ((struct history_step){0}));
  add_row(h, NULL);
  vec_clear(&h->before);
  read_rest(h);
}

void history_begin(struct history *h, const struct event *events, uint32_t count, uint32_t thread_count,
                   const struct path *path, uint32_t kept) {
  check(!kept || (history_has_room(h, thread_count) && kept <= h->steps.count));
  h->events = events;
  h->event_count = count;
  h->path = path;
  cut(h, kept);
  if (!kept) {
    begin(h, thread_count);
    return;
  }
  check(h->steps.count == kept && h->places <= path->decisions.count);
  uint32_t next = kept > 1 ? vec_last(&h->steps).event + 1 : 0;
  while (next < count && !event_is_step(&events[next])) next++;
  h->next_event = next;
}

uint64_t history_print(const struct event *e) {
  uint64_t kind = e->kind == EV_ATOMIC_UPDATE ? EV_ATOMIC_READ : e->kind;
  return hash_mix(hash_mix(kind << 56 | (uint64_t)e->thread << 32 | e->site, e->addr), 1);
}

bool history_next(struct history *h) {
  if (h->next_event == h->event_count) return false;
  const struct event *e = &h->events[h->next_event];
  uint32_t step = (uint32_t)h->steps.count, slot = h->slot_of[e->thread] - 1;
  struct history_thread *t = &h->threads.at[slot];
  check(h->rows.count == (size_t)step * h->stride);
  add_row(h, history_now(h, slot));
  history_clock(h, step)[slot] = ++t->elements;
  vec_push(&h->steps, ((struct history_step){.slot = slot,
                                             .index = t->elements,
                                             .event = h->next_event,
                                             .previous = t->last,
                                             .is_straight = e->kind == EV_ATOMIC_BEGIN && e->aux,
                                             .print = history_print(e)}));
  t->last = step;
  vec_clear(&h->before);
  read_event(h, h->next_event++);
  read_rest(h);
  return true;
}

/* ---- checking ---- */

/* Clocks grow along a thread, know all that the steps they know know, and nothing that is taken later. */
static bool clocks_are_closed(const struct history *h) {
  for (uint32_t k = 1; k < h->steps.count; k++) {
    const struct history_step *s = &h->steps.at[k];
    const uint32_t *clock = history_clock(h, k);
    if (!clock_has(h, clock, k) || (s->previous && h->steps.at[s->previous].slot != s->slot)) return false;
    for (uint32_t j = 1; j < k; j++) {
      if (clock_has(h, history_clock(h, j), k)) return false;
      if (!clock_has(h, clock, j)) continue;
      for (uint32_t i = 0; i < h->threads.count; i++)
        if (i != s->slot && history_clock(h, j)[i] > clock[i]) return false;
    }
  }
  return true;
}

bool history_is_sound(const struct history *h) {
  return clocks_are_closed(h) && objects_are_sound(&h->objects);
}
