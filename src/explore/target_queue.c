/* A queue of plans, run in batches (wire/batch.h) while the explorer looks at the first results.
 *
 *   plan:    0 ........ taken ........ started ........ count
 *            results taken | handed over    | waiting
 *
 * Plans [first, started) are the batch that was handed over last; what is before `first` was taken.
 * Once the batch has ended, `started` is what it came to: a batch that ended early leaves the rest
 * to the next one. A result in place would be overwritten by other runs (the replays for an earlier
 * result): it is put aside for them.
 *
 * Batches are made small for long runs, so that nobody waits long for one to end. This depends
 * on what the last run did and not on the clock: a campaign does the same things in the same
 * order every time. */
#include "explore/target_state.h"
#include "base/die.h"
#include <stdlib.h>

#define EVENT_COST 64        /* as loop iterations */
#define BATCH_COST 2000000ul /* some milliseconds */

static const struct packed_plan *packed_plan(const struct target *t, uint32_t i) {
  return (const struct packed_plan *)(shm_packed(t->shm) + t->queue.at[i]);
}

/* ---- filling ---- */

struct plan *target_draft(struct target *t) {
  if (!t->queue.draft) t->queue.draft = xcalloc(1, sizeof *t->queue.draft);
  return t->queue.draft;
}

void target_clear(struct target *t) {
  struct queue *q = &t->queue;
  target_settle(t);
  q->count = q->started = q->taken = q->first = 0;
  q->has_in_place = q->aside.is_full = false;
}

bool target_queue(struct target *t) {
  struct queue *q = &t->queue;
  if (q->count && q->taken == q->count) target_clear(t);
  size_t size = plan_packed_size(q->draft);
  if (q->count == TARGET_QUEUE_MAX || q->at[q->count] + size > BATCH_PACKED_MAX) return false;
  plan_pack(q->draft, shm_packed(t->shm) + q->at[q->count]);
  q->at[q->count + 1] = q->at[q->count] + (uint32_t)size;
  q->count++;
  return true;
}

uint32_t target_queued(const struct target *t) { return t->queue.count - t->queue.taken; }

/* ---- running ---- */

static uint32_t batch_size(const struct target *t) {
  const struct queue *q = &t->queue;
  uint64_t waiting = q->count - q->started, most = 1 + BATCH_COST / (1 + q->cost);
  if (t->always_fork || t->options.one_by_one || target_is_stopped(t)) return 1;
  return (uint32_t)(waiting < most ? waiting : most);
}

static void unpack(struct target *t, uint32_t i) { plan_unpack(packed_plan(t, i), &t->shm->plan); }

static void start_batch(struct target *t, uint32_t count) {
  struct queue *q = &t->queue;
  struct batch *b = &t->shm->batch;
  if (!t->server) target_restart(t);
  b->first = q->at[q->first];
  b->count = count;
  b->is_code_notable = t->options.is_code_notable;
  b->in_place = 0;
  atomic_store(&b->done, 0);
  t->shm->plan.mode = PLAN_IN_PROCESS;
  q->result_at = 0;
  q->is_outstanding = true;
  target_publish(t);
}

static void start(struct target *t) {
  struct queue *q = &t->queue;
  uint32_t count = batch_size(t);
  q->first = q->started;
  q->started += count;
  q->has_in_place = count == 1;
  q->aside.is_full = false;
  if (count > 1) {
    start_batch(t, count);
    return;
  }
  unpack(t, q->first);
  target_run_now(t);
}

/* The batch is over, or the server died under it. */
static void end_batch(struct target *t) {
  struct queue *q = &t->queue;
  struct batch *b = &t->shm->batch;
  bool survived = target_is_done(t);
  uint32_t done = atomic_load(&b->done);
  bool is_lost = done < b->count && !(survived && b->in_place);
  q->is_outstanding = false;
  q->has_in_place = is_lost || b->in_place;
  q->started = q->first + done + q->has_in_place;
  b->count = 0;
  if (!q->has_in_place) return;
  unpack(t, q->started - 1);
  target_make_sure(t, PLAN_IN_PROCESS, survived);
}

/* ---- putting aside ---- */

#define PUT_ASIDE(to, from, n)                                                                               \
  (vec_reserve(to, (n) + 1), (to)->count = (n), memcpy((to)->at, from, (n) * sizeof *(to)->at))

static uint32_t stacks_noted(const struct shm *s) {
  return s->plan.flags & PLAN_WAITING ? s->trace.waiting_count : 0;
}

static void put_aside(struct target *t) {
  struct put_aside *a = &t->queue.aside;
  const struct shm *s = t->shm;
  a->is_full = true;
  a->trace = s->trace;
  PUT_ASIDE(&a->events, shm_event(s), (size_t)s->trace.event_count + s->trace.ghost_count);
  PUT_ASIDE(&a->enabled, shm_enabled(s), s->trace.enabled_count);
  PUT_ASIDE(&a->waiting, shm_waiting(s), s->trace.waiting_count);
  PUT_ASIDE(&a->waiting_stacks, shm_waiting_stack(s), stacks_noted(s));
  PUT_ASIDE(&a->objects, shm_object(s), s->trace.object_count);
}

static void put_back(struct target *t) {
  struct put_aside *a = &t->queue.aside;
  struct shm *s = t->shm;
  a->is_full = false;
  s->trace = a->trace;
  memcpy(shm_event(s), a->events.at, a->events.count * sizeof *a->events.at);
  memcpy(shm_enabled(s), a->enabled.at, a->enabled.count * sizeof *a->enabled.at);
  memcpy(shm_waiting(s), a->waiting.at, a->waiting.count * sizeof *a->waiting.at);
  memcpy(shm_waiting_stack(s), a->waiting_stacks.at, a->waiting_stacks.count * sizeof *a->waiting_stacks.at);
  memcpy(shm_object(s), a->objects.at, a->objects.count * sizeof *a->objects.at);
  unpack(t, t->queue.started - 1);
}

void target_settle(struct target *t) {
  struct queue *q = &t->queue;
  if (q->is_outstanding) {
    target_wait(t, UINT32_MAX);
    end_batch(t);
  }
  if (q->has_in_place && q->taken < q->started && !q->aside.is_full) put_aside(t);
}

/* ---- taking ---- */

static bool is_packed(struct target *t) {
  const struct queue *q = &t->queue;
  uint32_t ready = q->is_outstanding ? atomic_load_explicit(&t->shm->batch.done, memory_order_acquire)
                                     : q->started - q->first - q->has_in_place;
  return q->taken - q->first < ready;
}

/* True if the next result is there, packed or in place. */
static bool has_result(struct target *t) {
  return is_packed(t) || (!t->queue.is_outstanding && t->queue.taken < t->queue.started);
}

static struct view view_packed(struct target *t) {
  struct queue *q = &t->queue;
  const struct packed_result *r = (const struct packed_result *)(shm_results(t->shm) + q->result_at);
  struct view v = result_unpack(r, &q->trace);
  v.input = plan_packed_input(packed_plan(t, q->taken), &v.input_count);
  q->result_at += (uint32_t)r->size;
  return v;
}

static struct view view_in_place(struct target *t) {
  if (t->queue.aside.is_full) put_back(t);
  return target_view(t);
}

bool target_take(struct target *t, struct view *out) {
  struct queue *q = &t->queue;
  if (q->taken == q->count) return false;
  if (q->taken == q->started) target_settle(t);
  if (q->taken == q->started) start(t);
  if (!has_result(t)) {
    target_wait(t, q->taken - q->first + 1);
    if (!is_packed(t)) end_batch(t);
  }
  *out = is_packed(t) ? view_packed(t) : view_in_place(t);
  q->taken++;
  q->cost = out->trace->steps + EVENT_COST * (uint64_t)out->trace->event_count;
  return true;
}

void target_recall(struct target *t) {
  target_settle(t);
  unpack(t, t->queue.taken - 1);
}

void target_drop(struct target *t) {
  target_settle(t);
  t->queue.count = t->queue.started;
}

void target_free_queue(struct target *t) {
  struct queue *q = &t->queue;
  free(q->draft);
  vec_free(&q->aside.events);
  vec_free(&q->aside.enabled);
  vec_free(&q->aside.waiting);
  vec_free(&q->aside.waiting_stacks);
  vec_free(&q->aside.objects);
}
