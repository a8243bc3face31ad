/* Operations that waited, and could have gone before the step that made them wait. */
#include "explore/strategy/dpor/blocking.h"
#include "explore/strategy/dpor/search.h"

struct waiter {
  struct search *search;
  struct pending pending;
  uint32_t from;    /* heads before this step are of no interest */
  uint32_t readers; /* that kept it waiting for ever, so far */
};

/* What comes before the operation when it goes on, but for what comes after the head. */
struct behind {
  struct search *search;
  uint32_t head;
  bool is_by_others; /* not the head alone kept it waiting: it is found where it goes before the rest */
};

static void join_others(void *context, const struct op *op) {
  struct behind *b = context;
  struct course *c = &b->search->course;
  if (!clock_has(c, course_clock(c, op->step), b->head))
    clock_join_op(c, b->search->others.at, op);
  else
    b->is_by_others |= c->steps.at[op->step].slot != c->steps.at[b->head].slot ||
                       (op->kind == EV_READ_LOCK && op->step != b->head);
}

/* A reader keeps a writer waiting, but need not come before other readers: which of these come before the writer is only seen
 * when that goes on. */
static void reader_before(struct search *s, const struct pending *p, struct reversal *r) {
  struct course *c = &s->course;
  uint32_t step = p->until;
  vec_reserve(&s->others, c->stride);
  for (uint32_t i = 0; i < c->threads.count; i++) s->others.at[i] = p->known[i];
  s->others.at[p->slot] = c->steps.at[step].index;
  struct behind b = {s, r->head, false};
  course_conflicts(c, EFFECT_WRITE, p->object, 1, step, join_others, &b);
  if (b.is_by_others) return;
  clock_join(c, s->clock.at, s->others.at);
  r->clock = s->others.at;
  r->is_behind = true;
  if (blocking_lets(c, p, r->head, r->clock) && reverse_is_highest(c, r)) reverse(s, r);
}

static void disabled_by(void *context, uint32_t head) {
  struct waiter *w = context;
  struct search *s = w->search;
  const struct pending *p = &w->pending;
  struct course *c = &s->course;
  bool is_taken = p->until < c->steps.count;
  bool is_reader = p->kind == EV_LOCK && c->run.events[c->steps.at[head].event].kind == EV_READ_LOCK;
  if (!c->steps.at[head].is_head || clock_has(c, p->known, head)) return;
  if (head < w->from && !(is_reader && is_taken)) return;
  reverse_set_clock(s, p->slot, is_taken ? c->steps.at[p->until].previous : c->threads.at[p->slot].last,
                    blocking_effect(p->kind), p->object, 1, head);
  struct reversal r = {.head = head,
                       .slot = p->slot,
                       .clock = p->known,
                       .first_clock = s->clock.at,
                       .step = is_taken ? p->until : NONE};
  /* Only when the writer goes on is it seen which readers it goes behind; if it never does, it is taken to go before all. */
  if (is_reader && !is_taken) s->stats.writers_unknown += w->readers++ == 1;
  if (is_reader && is_taken)
    reader_before(s, p, &r);
  else if (reverse_is_highest(c, &r))
    reverse(s, &r);
}

static uint32_t announced_at(const struct course *c, uint32_t slot, uint32_t previous, uint32_t until) {
  uint32_t at = previous ? previous : c->threads.at[slot].born;
  for (size_t i = c->decisions.count; i-- > 0 && c->decisions.at[i].step > at;)
    if (c->decisions.at[i].slot == slot && c->decisions.at[i].step < until) return c->decisions.at[i].step;
  return at;
}

/* `index`: of its thread's elements, the operation itself. */
static void look_at(struct search *s, struct pending p, uint32_t previous, uint32_t index, uint32_t from,
                    uint32_t announced_from) {
  struct course *c = &s->course;
  const uint32_t *own = previous ? course_clock(c, previous) : c->born.at + (size_t)p.slot * c->stride;
  vec_reserve(&s->known, c->stride);
  for (uint32_t i = 0; i < c->threads.count; i++) s->known.at[i] = own[i];
  s->known.at[p.slot] = index - 1;
  p.known = s->known.at;
  p.announced = announced_at(c, p.slot, previous, p.until);
  struct waiter w = {s, p, p.announced >= announced_from ? 0 : from, 0};
  blocking_find(c, &p, disabled_by, &w);
}

void reverse_pending(struct search *s, uint32_t from, uint32_t announced_from) {
  struct course *c = &s->course;
  for (uint32_t k = from; k < c->steps.count; k++) {
    const struct dpor_step *t = &c->steps.at[k];
    const struct event *e = &c->run.events[t->event];
    if (!(e->taken & EVENT_WAITED)) continue;
    look_at(s, (struct pending){.slot = t->slot, .kind = e->kind, .object = e->addr, .until = k}, t->previous,
            t->index, from, announced_from);
  }
  for (uint32_t i = 0; i < c->run.trace->waiting_count; i++) {
    const struct waiting *w = &c->run.waiting[i];
    uint32_t slot = c->slot_of[w->thread] - 1;
    if (slot == NONE) continue;
    const struct dpor_thread *t = &c->threads.at[slot];
    look_at(s,
            (struct pending){
                .slot = slot, .kind = w->kind, .object = w->object, .until = (uint32_t)c->steps.count},
            t->last, t->elements + 1, from, announced_from);
  }
}
