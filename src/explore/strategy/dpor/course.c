#include "explore/strategy/dpor/footprint.h"
#include <string.h>

#define STRIDE_UNIT 8u

void course_open(struct course *c, const struct thread_name *names) {
  *c = (struct course){.names = names, .slot_of = xcalloc(UINT16_MAX + 1, sizeof *c->slot_of)};
}

void course_close(struct course *c) {
  vec_free(&c->steps);
  vec_free(&c->rows);
  vec_free(&c->now);
  vec_free(&c->born);
  vec_free(&c->threads);
  vec_free(&c->decisions);
  vec_free(&c->gates);
  vec_free(&c->chunks);
  vec_free(&c->before);
  vec_free(&c->ranks);
  vec_free(&c->words);
  objects_free(&c->objects);
  free(c->slot_of);
}

/* ---- threads ---- */

static uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t x = (a ^ b * 0x9e3779b97f4a7c15ull) * 0xbf58476d1ce4e5b9ull;
  return x ^ x >> 29;
}

/* By the place in the creation tree: numbers may differ from one target to another. */
static uint64_t rank_of(struct course *c, uint32_t number) {
  while (c->ranks.count <= number) vec_push(&c->ranks, 0);
  if (c->ranks.at[number]) return c->ranks.at[number];
  const struct thread_name *n = c->names ? &c->names[number] : NULL;
  uint64_t above = number && n ? rank_of(c, n->parent) : 1;
  return c->ranks.at[number] = mix(above, n ? n->index : number) | 1;
}

/* It begins with what its creator knows. */
static void thread_add(struct course *c, uint32_t number, uint32_t step, uint32_t creator) {
  uint32_t slot = (uint32_t)c->threads.count;
  if (slot == c->stride) die("internal error: a run has more threads than it says");
  size_t at = (size_t)slot * c->stride;
  vec_push(&c->threads, ((struct dpor_thread){.number = number, .born = step, .rank = rank_of(c, number)}));
  c->slot_of[number] = slot + 1;
  vec_reserve(&c->now, at + c->stride);
  vec_reserve(&c->born, at + c->stride);
  c->now.count = c->born.count = at + c->stride;
  if (creator != NONE)
    memcpy(c->now.at + at, course_now(c, creator), c->stride * sizeof *c->now.at);
  else
    memset(c->now.at + at, 0, c->stride * sizeof *c->now.at);
  memcpy(c->born.at + at, c->now.at + at, c->stride * sizeof *c->now.at);
}

/* ---- forgetting the end of the run before ---- */

static void cut_thread(struct course *c, uint32_t slot, uint32_t steps) {
  struct dpor_thread *t = &c->threads.at[slot];
  while (t->last >= steps) t->last = c->steps.at[t->last].previous;
  const uint32_t *from = t->last ? course_clock(c, t->last) : c->born.at + (size_t)slot * c->stride;
  memcpy(course_now(c, slot), from, c->stride * sizeof *from);
  t->elements = t->last ? c->steps.at[t->last].index : 0;
}

static void cut_all(struct course *c) {
  for (uint32_t i = 0; i < c->threads.count; i++) c->slot_of[c->threads.at[i].number] = 0;
  objects_cut(&c->objects, 0);
  vec_clear(&c->steps);
  vec_clear(&c->rows);
  vec_clear(&c->threads);
  vec_clear(&c->decisions);
  vec_clear(&c->gates);
  vec_clear(&c->chunks);
  c->places = 0;
}

/* Keeps the first `steps` steps. */
static void cut(struct course *c, uint32_t steps) {
  if (!steps) {
    cut_all(c);
    return;
  }
  objects_cut(&c->objects, steps);
  while (vec_last(&c->threads).born >= steps) c->slot_of[vec_pop(&c->threads).number] = 0;
  for (uint32_t i = 0; i < c->threads.count; i++) cut_thread(c, i, steps);
  while (c->decisions.count && vec_last(&c->decisions).step >= steps) c->decisions.count--;
  c->places = 0;
  for (uint32_t i = 0; i < c->decisions.count; i++) {
    const struct decision *d = &c->decisions.at[i];
    if (c->threads.at[d->slot].elements < d->index) c->threads.at[d->slot].elements = d->index;
    course_now(c, d->slot)[d->slot] = c->threads.at[d->slot].elements;
    if (d->place != NONE) c->places = d->place + 1;
  }
  while (c->gates.count && vec_last(&c->gates).step >= steps) c->gates.count--;
  c->steps.count = steps;
  c->rows.count = (size_t)steps * c->stride;
}

/* The chunks of the steps that are kept; the last one may be of another length than in the run before. */
static void set_chunks(struct course *c, const struct expected *x) {
  vec_clear(&c->chunks);
  for (size_t i = 0; i < x->chunks.count && x->chunks.at[i].start < c->steps.count; i++) {
    struct chunk k = x->chunks.at[i];
    if (k.head != NONE && k.head >= c->steps.count) k.head = NONE;
    vec_push(&c->chunks, k);
  }
}

/* ---- comparing with the run before ---- */

/* Values may change with the input, and so may the success of a compare-exchange. */
static uint64_t print_of(const struct event *e) {
  uint64_t kind = e->kind == EV_ATOMIC_UPDATE ? EV_ATOMIC_READ : e->kind;
  return mix(mix(kind << 56 | (uint64_t)e->thread << 32 | e->site, e->addr), 1);
}

static bool is_decision(const struct event *e) { return event_is_path(e) && e->expr; }

static bool is_flipped(const struct expected *x, uint32_t decision) {
  if (decision == x->flipped) return true;
  for (size_t i = 0; i < x->flipped_before.count; i++)
    if (x->flipped_before.at[i] == decision) return true;
  return false;
}

struct place {
  uint32_t start;
  bool is_head;
};

/* Which chunk a step belongs to. */
static struct place place_of(const struct expected *x, uint32_t step, uint32_t thread) {
  size_t i = x->chunks.count;
  while (i > 0 && x->chunks.at[i - 1].start > step) i--;
  if (!i) return (struct place){step, true};
  const struct chunk *k = &x->chunks.at[i - 1];
  if (step < k->start + k->count) return (struct place){k->start, false};
  bool is_to_come = i == x->chunks.count && step == x->steps && thread == x->chosen;
  return (struct place){step == k->head || is_to_come ? k->start : step, true};
}

static bool is_same_step(const struct course *c, const struct expected *x, uint32_t step, uint32_t event) {
  const struct dpor_step *s = &c->steps.at[step];
  const struct event *e = &c->run.events[event];
  struct place p = place_of(x, step, e->thread);
  if (s->start != p.start || s->is_head != p.is_head || (p.is_head && p.start != step && s->inside))
    return false;
  return s->event == event && s->print == print_of(e);
}

static bool is_same_decision(const struct course *c, const struct expected *x, uint32_t i,
                             const struct event *e) {
  const struct decision *d = &c->decisions.at[i];
  return d->cond == e->expr && d->taken == e->taken && d->is_flipped == is_flipped(x, i);
}

/* How many steps are as in the run before. */
static uint32_t same_steps(const struct course *c, const struct expected *x) {
  uint32_t step = 0, decision = 0;
  if (!c->steps.count) return 0;
  for (uint32_t i = 0; i < c->event_count; i++) {
    const struct event *e = &c->run.events[i];
    if (event_is_step(e)) {
      step++;
      if (step == c->steps.count || !is_same_step(c, x, step, i)) return step;
    } else if (is_decision(e)) {
      if (decision == c->decisions.count || !is_same_decision(c, x, decision, e)) return step;
      decision++;
    }
  }
  /* The one before went on, or ended in the middle of a step: the last step is read again. */
  return step;
}

/* ---- what a step conflicts with ---- */

void clock_join_op(const struct course *c, uint32_t *clock, const struct op *op) {
  uint32_t slot = c->slot_of[c->run.events[op->event].thread] - 1;
  clock_join(c, clock, course_clock(c, op->step));
  if (clock[slot] < op->index) clock[slot] = op->index;
}

struct finding {
  struct course *course;
  uint32_t event;
  bool is_found;
};

static void add_before(void *context, const struct op *op) {
  struct finding *f = context;
  struct course *c = f->course;
  uint32_t slot = c->steps.at[op->step].slot;
  f->is_found = true;
  for (size_t i = 0; i < c->before.count; i++) {
    struct conflict *known = &c->before.at[i];
    if (c->steps.at[known->op.step].slot != slot) continue;
    if (known->op.index < op->index) *known = (struct conflict){*op, f->event};
    return;
  }
  vec_push(&c->before, ((struct conflict){*op, f->event}));
}

/* ---- reading ---- */

static void read_touch(struct course *c, const struct event *e, uint32_t event, uint32_t slot) {
  uint32_t step = (uint32_t)c->steps.count - 1;
  struct finding f = {c, event, false};
  struct sync_touch t;
  if (event_object(e) == ON_BARRIER) objects_rounds(&c->objects, c->run.events, e, step, add_before, &f);
  if (sync_touch_of(e, &t)) {
    const struct op op = {
        .step = step, .event = event, .index = c->threads.at[slot].elements, .kind = e->kind};
    objects_meet(&c->objects, &t, op, add_before, &f);
  }
  for (size_t i = 0; i < c->before.count; i++) clock_join_op(c, course_clock(c, step), &c->before.at[i].op);
  /* A conflict behind decisions is there because of them. */
  if (f.is_found && slot == c->steps.at[step].slot)
    course_clock(c, step)[slot] = c->threads.at[slot].elements;
}

static void read_decision(struct course *c, const struct expected *x, const struct event *e, uint32_t slot) {
  const struct path *p = c->run.path;
  bool is_first = c->places < p->steps.count && p->steps.at[c->places].cond == e->expr;
  uint32_t number = (uint32_t)c->decisions.count, index = ++c->threads.at[slot].elements;
  course_now(c, slot)[slot] = index;
  vec_push(&c->decisions, ((struct decision){.cond = e->expr,
                                             .taken = e->taken,
                                             .kind = e->kind,
                                             .is_flipped = is_flipped(x, number),
                                             .slot = slot,
                                             .index = index,
                                             .step = (uint32_t)c->steps.count - 1,
                                             .place = is_first ? c->places++ : NONE}));
}

/* The decisions of the step so far are inside of it: they may decide what else it does. */
static void note_inside(struct course *c, uint32_t slot) {
  struct dpor_step *s = &vec_last(&c->steps);
  if (s->slot == slot && s->index) s->inside = c->threads.at[slot].elements - s->index;
}

static void note_fused(struct course *c, const struct event *e, uint32_t slot) {
  struct dpor_step *s = &vec_last(&c->steps);
  if (s->slot != slot || e->taken & EVENT_BOUND || e->kind == EV_SPIN) return;
  s->is_compound = c->was_compound = true;
  s->is_straight &= !s->is_closed;
  s->is_closed |= e->kind == EV_ATOMIC_END;
  note_inside(c, slot);
  s->is_straight &= !s->inside;
}

/* Whether a compare-exchange writes may be decided by inputs: then the decision belongs to the operation. */
static void bind_decision(struct course *c, uint32_t event, uint32_t slot) {
  const struct event *e = &c->run.events[event];
  uint32_t index = c->threads.at[slot].elements;
  if (!event || e[-1].kind != EV_EXPECT || e[-1].thread != e->thread || e[-1].site != e->site) return;
  vec_last(&c->decisions).is_bound = true;
  note_inside(c, slot);
  vec_last(&c->steps).is_compound = c->was_compound = true;
  objects_last(&c->objects, e[-1].addr)->index = index;
  course_clock(c, (uint32_t)c->steps.count - 1)[slot] = index;
}

static void read_event(struct course *c, const struct expected *x, uint32_t event) {
  const struct event *e = &c->run.events[event];
  uint32_t step = (uint32_t)c->steps.count - 1, slot = c->slot_of[e->thread] - 1;
  if (is_decision(e)) {
    read_decision(c, x, e, slot);
    bind_decision(c, event, slot);
  }
  if (e->kind == EV_GATE) vec_push(&c->gates, ((struct gate){slot, step, event}));
  if (e->kind == EV_CREATE) {
    uint32_t own = c->threads.at[slot].elements;
    if (slot == c->steps.at[step].slot)
      memcpy(course_now(c, slot), course_clock(c, step), c->stride * sizeof own);
    course_now(c, slot)[slot] = own;
    thread_add(c, e->aux, step, slot);
  }
  if (event_is_visible(e) && e->taken & EVENT_FUSED) note_fused(c, e, slot);
  if (e->kind == EV_END_THREAD) note_inside(c, slot);
  if (event_is_visible(e) || e->kind == EV_END_THREAD) read_touch(c, e, event, slot);
}

/* Decisions of the head that had been flipped when its history was found. */
static void mark_flipped(struct course *c, uint32_t step) {
  const struct chunk *k = &vec_last(&c->chunks);
  for (size_t i = c->decisions.count; i > 0 && c->decisions.at[i - 1].step == step; i--) {
    struct decision *d = &c->decisions.at[i - 1];
    uint32_t offset = d->index - c->steps.at[step].index;
    if (d->slot != c->steps.at[step].slot || offset > k->head_fixed || offset > CHUNK_FLIPPED) continue;
    if (k->head_flipped >> (offset - 1) & 1 && !footprint_is_changed(c, step, offset, k->start + k->kept))
      d->is_flipped = d->is_moved = true;
  }
}

/* Reads on until the next step begins. */
static void read_rest(struct course *c, const struct expected *x) {
  while (c->next_event < c->event_count && !event_is_step(&c->run.events[c->next_event]))
    read_event(c, x, c->next_event++);
  uint32_t step = (uint32_t)c->steps.count - 1, slot = c->steps.at[step].slot;
  if (!step) return;
  memcpy(course_now(c, slot), course_clock(c, step), c->stride * sizeof(uint32_t));
  course_now(c, slot)[slot] = c->threads.at[slot].elements;
}

static void add_row(struct course *c, const uint32_t *from) {
  vec_reserve(&c->rows, c->rows.count + c->stride);
  uint32_t *row = c->rows.at + c->rows.count;
  c->rows.count += c->stride;
  if (from)
    memcpy(row, from, c->stride * sizeof *row);
  else
    memset(row, 0, c->stride * sizeof *row);
}

static void begin(struct course *c, const struct expected *x) {
  uint32_t threads = c->run.trace->thread_count;
  c->stride = (threads + STRIDE_UNIT - 1) / STRIDE_UNIT * STRIDE_UNIT;
  c->next_event = 0;
  thread_add(c, 0, 0, NONE);
  vec_push(&c->steps, ((struct dpor_step){0}));
  add_row(c, NULL);
  vec_clear(&c->before);
  read_rest(c, x);
}

static void note_chunk(struct course *c, const struct expected *x, uint32_t step, struct place p) {
  if (p.start == step && p.is_head) return;
  if (!c->chunks.count || vec_last(&c->chunks).start != p.start) {
    for (size_t i = 0; i < x->chunks.count; i++)
      if (x->chunks.at[i].start == p.start) vec_push(&c->chunks, x->chunks.at[i]);
    vec_last(&c->chunks).head = NONE;
  }
  if (p.is_head) vec_last(&c->chunks).head = step;
}

bool course_next(struct course *c, const struct expected *x) {
  if (c->next_event == c->event_count) return false;
  const struct event *e = &c->run.events[c->next_event];
  uint32_t step = (uint32_t)c->steps.count, slot = c->slot_of[e->thread] - 1;
  struct dpor_thread *t = &c->threads.at[slot];
  struct place p = place_of(x, step, e->thread);
  add_row(c, course_now(c, slot));
  course_clock(c, step)[slot] = ++t->elements;
  vec_push(&c->steps, ((struct dpor_step){.slot = slot,
                                          .index = t->elements,
                                          .event = c->next_event,
                                          .previous = t->last,
                                          .start = p.start,
                                          .is_head = p.is_head,
                                          .is_straight = e->kind == EV_ATOMIC_BEGIN && e->aux,
                                          .print = print_of(e)}));
  t->last = step;
  note_chunk(c, x, step, p);
  vec_clear(&c->before);
  read_event(c, x, c->next_event++);
  read_rest(c, x);
  if (p.is_head && p.start != step && vec_last(&c->chunks).head_flipped) mark_flipped(c, step);
  return true;
}

/* Did the steps that were known happen? Their order may be another one. */
static bool is_as_expected(const struct course *c, const struct expected *x) {
  uint32_t step = 0;
  uint64_t print = 0;
  for (uint32_t i = 0; i < c->event_count && step + 1 < x->known; i++)
    if (event_is_step(&c->run.events[i])) step++, print += print_of(&c->run.events[i]);
  return step + 1 >= x->known && print == x->print;
}

bool course_read(struct course *c, const struct run *run, const struct expected *x) {
  c->run = *run;
  c->event_count = run->trace->event_count + run->trace->ghost_count;
  if (!is_as_expected(c, x)) return false;
  bool has_room = c->stride >= run->trace->thread_count && c->stride;
  uint32_t same = has_room ? same_steps(c, x) : 0, fresh = expected_new(x);
  cut(c, x->steps == 1 ? 0 : same < fresh ? same : fresh);
  set_chunks(c, x);
  if (!c->steps.count) {
    begin(c, x);
    return true;
  }
  uint32_t next = c->steps.count > 1 ? vec_last(&c->steps).event + 1 : 0;
  while (next < c->event_count && !event_is_step(&run->events[next])) next++;
  c->next_event = next;
  return true;
}
