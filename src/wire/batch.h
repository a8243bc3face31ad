/* Several plans handed over at once, and what came of them.
 *
 * The explorer packs plans one behind the other into the region `packed`, says in shm.batch where
 * the first of them is and how many there are, and then asks as for a single plan. The target
 * carries them out in order, each exactly as if it had been alone. A result is packed into the
 * region `results`, and `done` counts it: the explorer may read it while the target goes on. The
 * batch ends early at a run that is remarkable, or whose result does not fit: that one stays in the
 * ordinary regions (plan, trace, events, ...), and `in_place` says so. If neither all are done nor
 * the last is in place, the process died under plan number `done`.
 *
 *   plan:    struct packed_plan, the postponed threads, the runs of the prefix, the input; up to the next multiple of 8
 *   result:  struct packed_result, then events (ghosts included), words of `enabled`, waiting threads */
#ifndef RADDLE_WIRE_BATCH_H
#define RADDLE_WIRE_BATCH_H

#include "wire/plan.h"
#include "wire/trace.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define BATCH_PACKED_MAX (2u << 20) /* bytes: room for the largest plan there can be */
#define BATCH_RESULTS_MAX (1u << 20)

struct batch {
  uint32_t first,
      count; /* where in `packed`, how many; count 0: the plan in shm.plan, in the ordinary regions */
  uint32_t is_code_notable; /* an exit code other than 0 is remarkable */
  uint32_t in_place;
  _Alignas(64) _Atomic uint32_t done;
};

struct packed_plan {
  uint64_t size; /* of all of it: the next one begins there */
  uint8_t head[offsetof(struct plan, postponed)];
};

struct packed_result {
  uint64_t size;
  uint8_t head[offsetof(struct trace, stack)]; /* of a run without a failure the rest says nothing */
};

static inline size_t batch_align(size_t n) { return (n + 7) & ~(size_t)7; }

/* ---- plans ---- */

static inline size_t plan_packed_size(const struct plan *p) {
  return batch_align(sizeof(struct packed_plan) + p->postponed_count * sizeof *p->postponed +
                     p->run_count * sizeof *p->run + p->input_count);
}

/* plan_packed_size bytes at `to` are written. */
static inline void plan_pack(const struct plan *p, void *to) {
  struct packed_plan *packed = (struct packed_plan *)to;
  char *at = (char *)(packed + 1);
  packed->size = plan_packed_size(p);
  memcpy(packed->head, p, sizeof packed->head);
  memcpy(at, p->postponed, p->postponed_count * sizeof *p->postponed);
  at += p->postponed_count * sizeof *p->postponed;
  memcpy(at, p->run, p->run_count * sizeof *p->run);
  at += p->run_count * sizeof *p->run;
  memcpy(at, p->input, p->input_count);
}

static inline void plan_unpack(const struct packed_plan *packed, struct plan *p) {
  const char *at = (const char *)(packed + 1);
  memcpy(p, packed->head, sizeof packed->head);
  memcpy(p->postponed, at, p->postponed_count * sizeof *p->postponed);
  at += p->postponed_count * sizeof *p->postponed;
  memcpy(p->run, at, p->run_count * sizeof *p->run);
  at += p->run_count * sizeof *p->run;
  memcpy(p->input, at, p->input_count);
}

static inline const uint8_t *plan_packed_input(const struct packed_plan *packed, uint32_t *count) {
  uint32_t postponed, runs;
  memcpy(&postponed, packed->head + offsetof(struct plan, postponed_count), sizeof postponed);
  memcpy(&runs, packed->head + offsetof(struct plan, run_count), sizeof runs);
  memcpy(count, packed->head + offsetof(struct plan, input_count), sizeof *count);
  return (const uint8_t *)(packed + 1) + postponed * sizeof(uint32_t) + runs * sizeof(struct plan_run);
}

/* ---- results ---- */

/* A run and where its parts are: in the ordinary regions or in a packed result. */
struct view {
  const struct trace *trace;
  const struct event *events;    /* trace->ghost_count more behind those of the run */
  const uint64_t *enabled;       /* trace->enabled_count words */
  const struct waiting *waiting; /* trace->waiting_count entries */
  const uint8_t *input;          /* what its plan held; not packed with the result */
  uint32_t input_count;
  bool is_in_place;
};

/* The bytes written at `to`; 0 if there is not enough room. */
static inline size_t result_pack(const struct view *v, void *to, size_t room) {
  const struct trace *t = v->trace;
  size_t events = ((size_t)t->event_count + t->ghost_count) * sizeof *v->events;
  size_t enabled = t->enabled_count * sizeof *v->enabled, waiting = t->waiting_count * sizeof *v->waiting;
  size_t size = sizeof(struct packed_result) + events + enabled + waiting;
  struct packed_result *packed = (struct packed_result *)to;
  char *at = (char *)(packed + 1);
  if (size > room) return 0;
  packed->size = size;
  memcpy(packed->head, t, sizeof packed->head);
  memcpy(at, v->events, events);
  memcpy(at + events, v->enabled, enabled);
  memcpy(at + events + enabled, v->waiting, waiting);
  return size;
}

/* Without the input. The parts point into the packed result, but for the trace: *trace gets what
 * was packed of it. */
static inline struct view result_unpack(const struct packed_result *packed, struct trace *trace) {
  struct view v = {.trace = trace, .events = (const struct event *)(packed + 1)};
  memcpy(trace, packed->head, sizeof packed->head);
  trace->stack_count = 0;
  v.enabled = (const uint64_t *)(v.events + trace->event_count + trace->ghost_count);
  v.waiting = (const struct waiting *)(v.enabled + trace->enabled_count);
  return v;
}

#endif
