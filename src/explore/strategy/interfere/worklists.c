/* The lowest degree comes first, and of those the ones whose sink has not been covered (section
 * 7.5, prioritised exploration).
 *
 * A join or a lock may need many interferences, and any way to get there will do. When PATIENCE
 * candidates for such a sink have not sufficed, the others for it are taken out of this order: they
 * are *urgent*, the last made first, so that the search goes for depth; a run that scouts shows a
 * way. Urgent ones go behind the low degrees, so that what those cover is not covered by them.
 * Branches always keep the order of degrees.
 *
 * Invariant: a candidate is in one list until it is taken; sinks that were met meanwhile are
 * dropped then. */
#include "explore/strategy/interfere/worklists.h"
#include "base/check.h"

#define PATIENCE 100
#define LOW_DEGREE 2

void worklists_open(struct worklists *w, struct candidates *c, bool has_priority) {
  *w = (struct worklists){.candidates = c, .has_priority = has_priority};
}

void worklists_close(struct worklists *w) {
  for (size_t k = 0; k < w->work.count; k++)
    for (int p = 0; p < PRIORITIES; p++) vec_free(&w->work.at[k].queue[p].items);
  vec_free(&w->work);
  vec_free(&w->urgent);
  vec_free(&w->late.items);
  vec_free(&w->tries);
  vec_free(&w->covered);
}

static const struct node *sink_of(const struct worklists *w, uint32_t candidate) {
  return forest_node(w->candidates->forest, w->candidates->all.at[candidate].sink);
}

/* ---- order ---- */

static uint8_t *covered(struct worklists *w, const struct event *e) {
  size_t i = 2 * (size_t)e->site + e->taken;
  while (w->covered.count <= i) vec_push(&w->covered, 0);
  return &w->covered.at[i];
}

void worklists_note(struct worklists *w, const struct event *e) {
  if (event_is_path(e)) *covered(w, e) = 1;
}

static enum priority priority_of(struct worklists *w, uint32_t candidate) {
  const struct node *sink = sink_of(w, candidate);
  if (sink->is_cut) return LAST;
  if (!w->has_priority || !event_is_path(&sink->label)) return UNCOVERED;
  return *covered(w, &sink->label) ? COVERED : UNCOVERED;
}

static uint32_t *tries_for(struct worklists *w, uint32_t candidate) {
  uint32_t sink = w->candidates->all.at[candidate].sink;
  while (w->tries.count <= sink) vec_push(&w->tries, 0);
  return &w->tries.at[sink];
}

static bool any_way_will_do(const struct worklists *w, uint32_t candidate) {
  const struct node *sink = sink_of(w, candidate);
  return !event_is_path(&sink->label) && !sink->is_cut;
}

static bool is_urgent(struct worklists *w, uint32_t candidate) {
  return *tries_for(w, candidate) > PATIENCE && any_way_will_do(w, candidate);
}

bool worklists_wants_scout(struct worklists *w, uint32_t candidate) {
  bool wants = *tries_for(w, candidate) == PATIENCE + 1 && any_way_will_do(w, candidate);
  if (wants) vec_push(&w->urgent, candidate);
  return wants;
}

/* ---- in and out ---- */

static void file(struct worklists *w, uint32_t candidate, enum priority p) {
  uint32_t k = w->candidates->all.at[candidate].degree;
  check(candidate < w->candidates->all.count && p < PRIORITIES);
  while (w->work.count <= k) vec_push(&w->work, (struct worklist){0});
  vec_push(&w->work.at[k].queue[p].items, candidate);
}

void worklists_file(struct worklists *w) {
  for (size_t i = 0; i < w->candidates->fresh.count; i++) {
    uint32_t candidate = w->candidates->fresh.at[i];
    if (is_urgent(w, candidate))
      vec_push(&w->urgent, candidate);
    else
      file(w, candidate, priority_of(w, candidate));
  }
  vec_clear(&w->candidates->fresh);
}

static bool queue_take(struct queue *q, uint32_t *out) {
  check(q->head <= q->items.count);
  if (q->head == q->items.count) return false;
  *out = q->items.at[q->head++];
  if (q->head == q->items.count) q->head = 0, vec_clear(&q->items);
  return true;
}

/* Those whose branch was covered elsewhere can wait. */
static bool take_of_degree(struct worklists *w, uint32_t k, uint32_t *out) {
  for (int p = 0; p < PRIORITIES; p++)
    while (queue_take(&w->work.at[k].queue[p], out)) {
      check(w->candidates->all.at[*out].degree == k);
      if (sink_of(w, *out)->is_met) continue;
      if (is_urgent(w, *out))
        vec_push(&w->late.items, *out);
      else if (p == UNCOVERED && priority_of(w, *out) == COVERED)
        file(w, *out, COVERED);
      else
        return w->degree = k, true;
    }
  return false;
}

static bool take_urgent(struct worklists *w, uint32_t *out) {
  while (w->urgent.count) {
    *out = vec_pop(&w->urgent);
    if (!sink_of(w, *out)->is_met) return true;
  }
  return false;
}

static bool take(struct worklists *w, uint32_t *out) {
  for (uint32_t k = 0; k < w->work.count; k++) {
    if (k == LOW_DEGREE + 1 && take_urgent(w, out)) return true;
    if (take_of_degree(w, k, out)) return true;
  }
  if (take_urgent(w, out)) return true;
  while (queue_take(&w->late, out))
    if (!sink_of(w, *out)->is_met) return true;
  return false;
}

bool worklists_take(struct worklists *w, uint32_t *candidate) {
  check(!w->candidates->fresh.count); /* all that was made is filed */
  if (!take(w, candidate)) return false;
  check(*candidate < w->candidates->all.count && !sink_of(w, *candidate)->is_met);
  ++*tries_for(w, *candidate);
  return true;
}

static bool is_below(const struct worklists *w, uint32_t candidate, uint32_t degree) {
  return w->candidates->all.at[candidate].degree < degree && !sink_of(w, candidate)->is_met;
}

bool worklists_has_below(const struct worklists *w, uint32_t degree) {
  for (size_t i = 0; i < w->urgent.count; i++)
    if (is_below(w, w->urgent.at[i], degree)) return true;
  for (size_t i = w->late.head; i < w->late.items.count; i++)
    if (is_below(w, w->late.items.at[i], degree)) return true;
  for (uint32_t k = 0; k < w->work.count && k < degree; k++)
    for (int p = 0; p < PRIORITIES; p++)
      for (size_t i = w->work.at[k].queue[p].head; i < w->work.at[k].queue[p].items.count; i++)
        if (is_below(w, w->work.at[k].queue[p].items.at[i], degree)) return true;
  return false;
}

uint64_t worklists_pending(const struct worklists *w) {
  uint64_t count = w->urgent.count + w->late.items.count - w->late.head;
  for (size_t k = 0; k < w->work.count; k++)
    for (int p = 0; p < PRIORITIES; p++)
      count += w->work.at[k].queue[p].items.count - w->work.at[k].queue[p].head;
  return count;
}
