/* A race is turned round if no third block comes after the first access and before the second
 * (blocks.h). Most races that cannot be turned round are told by a few comparisons, thread by
 * thread: the last event of each thread that comes before the second access must not come after
 * the first. For that the events of each thread are listed; who comes before a given event is a
 * prefix of the list. */
#include "detect/reverse.h"
#include "detect/blocks.h"
#include <string.h>

struct reverser {
  const struct event *event;
  uint32_t count, thread_count;
  bool is_read;
  struct order *order;
  struct blocks blocks;
  vec(uint32_t)
      start; /* by thread, in the order of order.h: where its events begin in `by_thread`, and one more */
  vec(uint32_t) by_thread;
};

struct reverser *reverser_open(void) {
  struct reverser *r = xcalloc(1, sizeof *r);
  r->order = order_open();
  return r;
}

void reverser_close(struct reverser *r) {
  order_close(r->order);
  blocks_free(&r->blocks);
  vec_free(&r->start);
  vec_free(&r->by_thread);
  free(r);
}

/* ---- reading ---- */

static bool is_ordered(const struct event *e) {
  return event_is_visible(e) || e->kind == EV_CREATE || e->kind == EV_END_THREAD;
}

static void list_events(struct reverser *r) {
  uint32_t threads = order_thread_count(r->order);
  vec_reserve(&r->start, threads + 2);
  vec_reserve(&r->by_thread, r->count + 1);
  uint32_t *start = r->start.at;
  memset(start, 0, (threads + 2) * sizeof *start);
  for (uint32_t i = 0; i < r->count; i++)
    if (is_ordered(&r->event[i])) start[order_index(r->order, r->event[i].thread) + 2]++;
  for (uint32_t t = 0; t < threads; t++) start[t + 2] += start[t + 1];
  for (uint32_t i = 0; i < r->count; i++)
    if (is_ordered(&r->event[i])) r->by_thread.at[start[order_index(r->order, r->event[i].thread) + 1]++] = i;
}

void reverser_begin(struct reverser *r, const struct event *event, uint32_t count, uint32_t thread_count) {
  r->event = event;
  r->count = count;
  r->thread_count = thread_count;
  r->is_read = false;
}

static void read_run(struct reverser *r) {
  if (r->is_read) return;
  r->is_read = true;
  order_read(r->order, r->event, r->count, r->thread_count);
  blocks_read(&r->blocks, r->order, r->event, r->count, CUT_ACCESSES);
  list_events(r);
}

/* ---- a third ---- */

/* The last event of the thread that comes before `second` and is not of its block; NO_BLOCK:
 * none. */
static uint32_t last_before(const struct reverser *r, uint32_t thread, uint32_t second) {
  const uint32_t *list = r->by_thread.at, *block = r->blocks.block.at;
  uint32_t low = r->start.at[thread], high = r->start.at[thread + 1], begin = low;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (list[middle] < second && order_before(r->order, list[middle], second))
      low = middle + 1;
    else
      high = middle;
  }
  while (low > begin && block[list[low - 1]] == block[second]) low--;
  return low > begin ? list[low - 1] : NO_BLOCK;
}

/* Only one that is found by this: some others are not. */
static bool has_plain_third(const struct reverser *r, const struct race *race) {
  const uint32_t *block = r->blocks.block.at;
  uint32_t first = block[race->first];
  for (uint32_t t = 0; t < order_thread_count(r->order); t++) {
    uint32_t last = last_before(r, t, race->second);
    if (last == NO_BLOCK || last <= first || block[last] == first) continue;
    if (order_before(r->order, first, last)) return true;
  }
  return false;
}

/* Does something that comes after the first access, notes included, come before the second? */
static bool has_third(const struct blocks *b, uint32_t first, uint32_t second, uint32_t last) {
  for (uint32_t i = 0; i < last; i++) {
    if (b->block.at[i] == first || b->block.at[i] == second) continue;
    if (order_before(b->order, i, last) && blocks_depends(b, i)) return true;
  }
  return false;
}

/* ---- schedules ---- */

static void write_steps(const struct blocks *b, uint32_t first, uint32_t second, uint32_t last,
                        struct step_list *out) {
  vec_clear(&out->runs);
  for (uint32_t i = 0; i < last; i++)
    if (b->block.at[i] == i && !b->is_out.at[i] && i != second) steps_add(out, b->event[i].thread);
  steps_add(out, b->event[second].thread);
  steps_add(out, b->event[first].thread);
}

bool reverser_steps(struct reverser *r, const struct race *race, struct step_list *out) {
  struct blocks *b = &r->blocks;
  read_run(r);
  if (has_plain_third(r, race)) return false;
  uint32_t first = b->block.at[race->first], second = b->block.at[race->second];
  blocks_restore(b);
  vec_push(&b->sources, first);
  blocks_leave_out(b, race->second + 1, second);
  if (has_third(b, first, second, race->second)) return false;
  write_steps(b, first, second, race->second, out);
  return true;
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
