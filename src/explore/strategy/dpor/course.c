#include "base/hash.h"
#include "explore/strategy/dpor/footprint.h"

void course_open(struct course *c, const struct thread_name *names) {
  *c = (struct course){.names = names};
  history_open(&c->h);
}

void course_close(struct course *c) {
  history_close(&c->h);
  vec_free(&c->chunk_of);
  vec_free(&c->flips);
  vec_free(&c->chunks);
  vec_free(&c->ranks);
  vec_free(&c->words);
}

/* ---- threads ---- */

/* By the place in the creation tree: numbers may differ from one target to another. */
static uint64_t rank_of(struct course *c, uint32_t number) {
  while (c->ranks.count <= number) vec_push(&c->ranks, 0);
  if (c->ranks.at[number]) return c->ranks.at[number];
  const struct thread_name *n = c->names ? &c->names[number] : NULL;
  uint64_t above = number && n ? rank_of(c, n->parent) : 1;
  uint64_t rank = (above ^ (n ? n->index : number) * HASH_GOLDEN) * HASH_ODD;
  return c->ranks.at[number] = (rank ^ rank >> 29) | 1;
}

/* The chunks of the steps that are kept; the last one may be of another length than in the run before. */
static void set_chunks(struct course *c, const struct expected *x) {
  vec_clear(&c->chunks);
  for (size_t i = 0; i < x->chunks.count && x->chunks.at[i].start < c->h.steps.count; i++) {
    struct chunk k = x->chunks.at[i];
    if (k.head != NONE && k.head >= c->h.steps.count) k.head = NONE;
    vec_push(&c->chunks, k);
  }
}

/* ---- comparing with the run before ---- */

static bool is_flipped(const struct expected *x, uint32_t decision) {
  if (decision == x->flipped) return true;
  for (size_t i = 0; i < x->flipped_before.count; i++)
    if (x->flipped_before.at[i] == decision) return true;
  return false;
}

/* Which chunk a step belongs to. */
static struct chunk_place place_of(const struct expected *x, uint32_t step, uint32_t thread) {
  size_t i = x->chunks.count;
  while (i > 0 && x->chunks.at[i - 1].start > step) i--;
  if (!i) return (struct chunk_place){step, true};
  const struct chunk *k = &x->chunks.at[i - 1];
  if (step < k->start + k->count) return (struct chunk_place){k->start, false};
  bool is_to_come = i == x->chunks.count && step == x->steps && thread == x->chosen;
  return (struct chunk_place){step == k->head || is_to_come ? k->start : step, true};
}

static bool is_same_step(const struct course *c, const struct expected *x, uint32_t step, uint32_t event) {
  const struct history_step *s = &c->h.steps.at[step];
  const struct chunk_place *was = &c->chunk_of.at[step];
  const struct event *e = &c->run.events[event];
  struct chunk_place p = place_of(x, step, e->thread);
  if (was->start != p.start || was->is_head != p.is_head || (p.is_head && p.start != step && s->inside))
    return false;
  return s->event == event && s->print == history_print(e);
}

static bool is_same_decision(const struct course *c, const struct expected *x, uint32_t i,
                             const struct event *e) {
  const struct history_decision *d = &c->h.decisions.at[i];
  return d->cond == e->expr && d->taken == e->taken && c->flips.at[i].is_flipped == is_flipped(x, i);
}

/* How many steps are as in the run before. */
static uint32_t same_steps(const struct course *c, const struct expected *x, uint32_t count) {
  uint32_t step = 0, decision = 0;
  if (!c->h.steps.count) return 0;
  for (uint32_t i = 0; i < count; i++) {
    const struct event *e = &c->run.events[i];
    if (event_is_step(e)) {
      step++;
      if (step == c->h.steps.count || !is_same_step(c, x, step, i)) return step;
    } else if (event_is_decision(e)) {
      if (decision == c->h.decisions.count || !is_same_decision(c, x, decision, e)) return step;
      decision++;
    }
  }
  /* The one before went on, or ended in the middle of a step: the last step is read again. */
  return step;
}

/* ---- reading ---- */

/* What belongs to the decisions and threads that were read; there were so many threads before. */
static void note_new(struct course *c, const struct expected *x, size_t threads) {
  for (uint32_t i = (uint32_t)c->flips.count; i < c->h.decisions.count; i++)
    vec_push(&c->flips, ((struct flip){.is_flipped = is_flipped(x, i)}));
  for (size_t i = threads; i < c->h.threads.count; i++) rank_of(c, c->h.threads.at[i].number);
}

/* Decisions of the head that had been flipped when its history was found. */
static void mark_flipped(struct course *c, uint32_t step) {
  const struct chunk *k = &vec_last(&c->chunks);
  for (size_t i = c->h.decisions.count; i > 0 && c->h.decisions.at[i - 1].step == step; i--) {
    const struct history_decision *d = &c->h.decisions.at[i - 1];
    uint32_t offset = d->index - c->h.steps.at[step].index;
    if (d->slot != c->h.steps.at[step].slot || offset > k->head_fixed || offset > CHUNK_FLIPPED) continue;
    if (k->head_flipped >> (offset - 1) & 1 && !footprint_is_changed(c, step, offset, k->start + k->kept))
      c->flips.at[i - 1] = (struct flip){true, true};
  }
}

static void note_chunk(struct course *c, const struct expected *x, uint32_t step, struct chunk_place p) {
  if (p.start == step && p.is_head) return;
  if (!c->chunks.count || vec_last(&c->chunks).start != p.start) {
    for (size_t i = 0; i < x->chunks.count; i++)
      if (x->chunks.at[i].start == p.start) vec_push(&c->chunks, x->chunks.at[i]);
    vec_last(&c->chunks).head = NONE;
  }
  if (p.is_head) vec_last(&c->chunks).head = step;
}

bool course_next(struct course *c, const struct expected *x) {
  if (c->h.next_event == c->h.event_count) return false;
  uint32_t step = (uint32_t)c->h.steps.count;
  struct chunk_place p = place_of(x, step, c->h.events[c->h.next_event].thread);
  vec_push(&c->chunk_of, p);
  note_chunk(c, x, step, p);
  size_t threads = c->h.threads.count;
  history_next(&c->h);
  note_new(c, x, threads);
  if (p.is_head && p.start != step && vec_last(&c->chunks).head_flipped) mark_flipped(c, step);
  return true;
}

/* Did the steps that were known happen? Their order may be another one. */
static bool is_as_expected(const struct event *events, uint32_t count, const struct expected *x) {
  uint32_t step = 0;
  uint64_t print = 0;
  for (uint32_t i = 0; i < count && step + 1 < x->known; i++)
    if (event_is_step(&events[i])) step++, print += history_print(&events[i]);
  return step + 1 >= x->known && print == x->print;
}

bool course_read(struct course *c, const struct run *run, const struct expected *x) {
  uint32_t count = run->trace->event_count + run->trace->ghost_count;
  if (!is_as_expected(run->events, count, x)) return false;
  c->run = *run;
  uint32_t same = history_has_room(&c->h, run->trace->thread_count) ? same_steps(c, x, count) : 0;
  uint32_t fresh = expected_new(x), kept = x->steps == 1 ? 0 : same < fresh ? same : fresh;
  history_begin(&c->h, run->events, count, run->trace->thread_count, run->path, kept);
  c->chunk_of.count = kept;
  if (!kept) vec_push(&c->chunk_of, (struct chunk_place){0});
  c->flips.count = kept ? c->h.decisions.count : 0;
  note_new(c, x, kept ? c->h.threads.count : 0);
  set_chunks(c, x);
  return true;
}
