/* Each place where a thread can be cancelled has two outcomes (runtime/threads/cancel.h). Where one
 * was seen the other dangles:
 *
 *                    goes on                              is cancelled
 *   testcancel       CANCEL_POINT 0                       CANCEL_POINT 1
 *   a sleep          YIELD, CANCEL_POINT 0                CANCEL_POINT 1, aux says that it is one
 *   a wait           SEM_WAIT or the like, CANCEL_POINT 0 SEM_FAIL or the like with ECANCELED, CANCEL_POINT 1
 *   asynchronous     CANCEL_POINT 0, the operation        CANCEL_POINT 1; if it waits, LOCK_FAIL with ECANCELED comes before
 *
 * All of a line is one step: what comes second is fused. A step that dangles has its
 * CANCEL_POINT below it, so that the request and the step are put into an order. */
#include "explore/strategy/interfere/cancelled.h"
#include "explore/sync/relations.h"
#include <errno.h>

/* ---- nodes ---- */

static struct event point(uint32_t thread, uint64_t flag, uint64_t value, bool is_fused) {
  return (struct event){.kind = EV_CANCEL_POINT,
                        .taken = is_fused ? EVENT_FUSED : 0,
                        .thread = (uint16_t)thread,
                        .addr = flag,
                        .value = value};
}

/* The first part of a step that dangles. */
static uint32_t add(struct extraction *x, struct forest *f, uint32_t parent, const struct event *label) {
  bool is_new;
  uint32_t n = forest_child(f, parent, label, &is_new);
  if (is_new) f->nodes.at[n].run = x->run;
  return n;
}

static void dangle_point(struct extraction *x, struct forest *f, uint32_t parent, uint32_t thread,
                         uint64_t flag, uint64_t value, bool is_fused) {
  const struct event label = point(thread, flag, value, is_fused);
  extraction_dangle(x, f, parent, &label);
}

/* `step`: what is recorded first, without its value. */
static void dangle_cancelled(struct extraction *x, struct forest *f, uint32_t parent, struct event step,
                             uint64_t flag) {
  if (step.kind == EV_CANCEL_POINT) {
    step.addr = flag, step.value = 1;
    extraction_dangle(x, f, parent, &step);
    return;
  }
  step.value = ECANCELED;
  dangle_point(x, f, add(x, f, parent, &step), step.thread, flag, 1, true);
}

/* ---- points ---- */

/* testcancel, or a thread that can be cancelled anywhere: then its operation is part of the
 * step. */
static void note_step(struct extraction *x, struct forest *f, uint32_t node, const struct event *next) {
  const struct node *n = forest_node(f, node);
  const struct event e = n->label;
  uint32_t parent = n->parent;
  bool is_async = next && event_is_visible(next) && next->taken & EVENT_FUSED;
  if (is_async && sync_looks_for_cancel(next)) return; /* it has a point of its own */
  struct event step = {.kind = EV_CANCEL_POINT, .thread = e.thread, .site = e.site};
  if (is_async && sync_waits_cancellably(next)) step.kind = EV_LOCK_FAIL, step.addr = next->addr;
  dangle_cancelled(x, f, parent, step, e.addr);
}

/* The other ways in which the wait can end dangle already: there is no request then either. */
static void add_points(struct extraction *x, struct forest *f, uint32_t operation,
                       const struct event *point_label) {
  uint32_t parent = forest_node(f, operation)->parent;
  for (uint32_t c = forest_node(f, parent)->child; c != NONE; c = forest_node(f, c)->sibling) {
    const struct event e = forest_node(f, c)->label;
    if (c == operation || e.thread != point_label->thread || !sync_looks_for_cancel(&e) ||
        e.value == ECANCELED)
      continue;
    add(x, f, c, point_label);
  }
}

/* A thread that can be cancelled anywhere has looked before the operation. */
static bool is_point_before(const struct forest *f, uint32_t node) {
  const struct event *e = &forest_node(f, node)->label;
  return e->kind == EV_CANCEL_POINT && !e->value && event_is_step(e);
}

static bool may_be_cancelled(const struct event *e) {
  return sync_looks_for_cancel(e) || e->kind == EV_YIELD || e->kind == EV_TAKE || e->kind == EV_GIVE;
}

/* It is part of the operation before, or, in an atomic section, testcancel. */
static void note_fused(struct extraction *x, struct forest *f, uint32_t node) {
  const struct event e = forest_node(f, node)->label;
  uint32_t operation = forest_node(f, node)->parent, parent = forest_node(f, operation)->parent;
  struct event step = forest_node(f, operation)->label;
  if (!may_be_cancelled(&step)) return dangle_point(x, f, operation, e.thread, e.addr, 1, true);
  add_points(x, f, operation, &e);
  if (!event_is_step(&step) && is_point_before(f, parent)) {
    parent = forest_node(f, parent)->parent;
    step.taken = 0;
  }
  dangle_cancelled(x, f, parent, sync_cancelled_step(&step), e.addr);
}

/* ---- the other way round: the thread was cancelled, and might not have been ---- */

static void dangle_passed(struct extraction *x, struct forest *f, uint32_t parent, struct event operation,
                          uint64_t flag) {
  dangle_point(x, f, add(x, f, parent, &operation), operation.thread, flag, 0, true);
}

static void note_cancelled_wait(struct extraction *x, struct forest *f, uint32_t parent, struct event e,
                                uint64_t flag) {
  uint32_t error = e.kind == EV_JOIN_FAIL ? 0 : e.aux;
  struct event other = e;
  other.kind = (uint8_t)sync_uncancelled(&e);
  other.value = 0;
  dangle_passed(x, f, parent, other, flag);
  e.value = error;
  if (error) dangle_passed(x, f, parent, e, flag);
}

static void note_cancelled(struct extraction *x, struct forest *f, uint32_t node) {
  const struct node *n = forest_node(f, node);
  const struct event e = n->label;
  const struct event before = forest_node(f, n->parent)->label;
  uint32_t parent = n->parent, above = forest_node(f, parent)->parent;
  bool is_fused = !event_is_step(&e), has_waited = is_fused && before.value == ECANCELED;
  struct event yield = {.kind = EV_YIELD, .taken = e.taken, .thread = e.thread, .site = e.site};
  if (has_waited && sync_looks_for_cancel(&before)) return note_cancelled_wait(x, f, above, before, e.addr);
  if (has_waited && before.kind == EV_LOCK_FAIL) return dangle_point(x, f, above, e.thread, e.addr, 0, false);
  if (e.aux == EV_YIELD) return dangle_passed(x, f, parent, yield, e.addr);
  if (!e.aux) dangle_point(x, f, parent, e.thread, e.addr, 0, is_fused);
}

void cancelled_note_point(struct extraction *x, struct forest *f, uint32_t node, const struct event *next) {
  const struct event *e = &forest_node(f, node)->label;
  if (e->value)
    note_cancelled(x, f, node);
  else if (event_is_step(e))
    note_step(x, f, node, next);
  else
    note_fused(x, f, node);
}

/* ---- waiting ---- */

/* Nobody looks for a way to be cancelled before it is known that there is a request. */
void cancelled_note_request(struct extraction *x, struct forest *f, const struct event *e) {
  for (size_t i = 0; i < x->cancelled.count; i++)
    if (x->cancelled.at[i] == e->aux) return;
  vec_push(&x->cancelled, e->aux);
  for (size_t i = 0; i < x->blocked.count; i++)
    if (x->blocked.at[i].step.thread == e->aux)
      dangle_cancelled(x, f, x->blocked.at[i].node, x->blocked.at[i].step, x->blocked.at[i].flag);
}

static void note_blocked(struct extraction *x, struct forest *f, uint32_t node, const struct waiting *w,
                         const struct event *operation) {
  struct blocked b = {node, sync_cancelled_step(operation), w->cancel_flag};
  if (w->cancelled_as == EV_LOCK_FAIL) {
    b.step = *operation;
    b.step.kind = EV_LOCK_FAIL, b.step.aux = 0;
  }
  vec_push(&x->blocked, b);
  for (size_t i = 0; i < x->cancelled.count; i++)
    if (x->cancelled.at[i] == w->thread) dangle_cancelled(x, f, node, b.step, b.flag);
}

void cancelled_dangle_waiting(struct extraction *x, struct forest *f, uint32_t node, const struct waiting *w,
                              const struct event *operation) {
  struct event e = *operation;
  uint32_t parent = node;
  if (w->cancelled_as && w->is_async) {
    const struct event before = point(w->thread, w->cancel_flag, 0, false);
    parent = add(x, f, node, &before);
    e.taken = EVENT_FUSED;
  }
  if (w->cancelled_as && sync_looks_for_cancel(&e))
    dangle_passed(x, f, parent, e, w->cancel_flag);
  else
    extraction_dangle(x, f, parent, &e);
  if (w->cancelled_as) note_blocked(x, f, node, w, operation);
}
