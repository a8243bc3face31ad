#include "detect/survivors.h"

/* A thread fails in the step that was carried out last, be it its own or, if it had none yet,
 * that of its creator. */
static void find_failures(struct survivors *s) {
  const struct blocks *b = &s->blocks;
  uint32_t last = NO_BLOCK;
  vec_clear(&s->failures);
  for (uint32_t i = 0; i < b->count; i++) {
    if (event_is_step(&b->event[i])) last = i;
    if (b->event[i].kind == EV_STOPPED && last != NO_BLOCK)
      vec_push(&s->failures, ((struct failure){last, i}));
  }
}

static void leave_out_failures(struct survivors *s) {
  for (size_t k = 0; k < s->failures.count; k++) vec_push(&s->blocks.sources, s->failures.at[k].step);
  blocks_leave_out(&s->blocks, s->blocks.count, NO_BLOCK);
}

static void add_left(struct survivors *s) {
  for (uint32_t i = 0; i < s->blocks.count; i++) {
    const struct event *e = &s->blocks.event[i];
    if (!blocks_is_left(&s->blocks, i)) continue;
    vec_push(&s->events, *e);
    if (event_is_step(e)) steps_add(&s->steps, e->thread);
  }
  s->left_count = (uint32_t)s->events.count;
}

/* ---- failing steps ---- */

static bool is_part(const struct blocks *b, const struct failure *f, uint32_t i) {
  return b->block.at[i] == f->step;
}

static bool comes_after_another(const struct blocks *b, const struct failure *f) {
  for (uint32_t i = f->step; i < f->stopped; i++)
    for (size_t k = 0; is_part(b, f, i) && k < b->sources.count; k++) {
      uint32_t source = b->sources.at[k];
      if (source != f->step && source < i && order_before(b->order, source, i)) return true;
    }
  return false;
}

/* Two threads may have failed in one step. */
static bool is_again(const struct survivors *s, size_t k) {
  return k && s->failures.at[k].step == s->failures.at[k - 1].step;
}

static void add_failing_steps(struct survivors *s) {
  const struct blocks *b = &s->blocks;
  for (size_t k = 0; k < s->failures.count; k++) {
    const struct failure *f = &s->failures.at[k];
    if (is_again(s, k) || comes_after_another(b, f)) continue;
    for (uint32_t i = f->step; i < f->stopped; i++)
      if (is_part(b, f, i)) vec_push(&s->events, b->event[i]);
  }
}

/* ---- all ---- */

static bool has_ghosts(const struct survivors *s, uint32_t first_ghost) {
  for (uint32_t i = first_ghost; i < s->blocks.count; i++)
    if (event_is_visible(&s->blocks.event[i]) && blocks_is_left(&s->blocks, i)) return true;
  return s->failures.count > 1;
}

bool survivors_read(struct survivors *s, const struct trace *t, const struct event *events) {
  uint32_t count = t->event_count + t->ghost_count;
  vec_clear(&s->events);
  vec_clear(&s->steps.runs);
  if (!t->ghost_steps) return false;
  if (!s->order) s->order = order_open();
  order_read(s->order, events, count, t->thread_count);
  blocks_read(&s->blocks, s->order, events, count, CUT_STEPS);
  find_failures(s);
  leave_out_failures(s);
  if (!s->failures.count || !has_ghosts(s, t->event_count)) return false;
  add_left(s);
  add_failing_steps(s);
  return true;
}

const struct step_list *survivors_steps(struct survivors *s, uint32_t event) {
  if (event < s->left_count) return &s->steps;
  vec_clear(&s->with_failure.runs);
  for (size_t i = 0; i < s->steps.runs.count; i++) vec_push(&s->with_failure.runs, s->steps.runs.at[i]);
  steps_add(&s->with_failure, s->events.at[event].thread);
  return &s->with_failure;
}

void survivors_free(struct survivors *s) {
  vec_free(&s->events);
  vec_free(&s->steps.runs);
  vec_free(&s->with_failure.runs);
  vec_free(&s->failures);
  if (s->order) order_close(s->order);
  blocks_free(&s->blocks);
}
