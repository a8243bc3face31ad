/* Reads as variables (PLAN_FRESH); see fresh.c. */
#ifndef RADDLE_RUNTIME_FRESH_H
#define RADDLE_RUNTIME_FRESH_H

#include "runtime/run.h"

#define FRESH_GRANULES (1u << 18)
#define FRESH_HELD (1u << 22)

/* Knowledge about 8 bytes of visible memory, valid in run `run`. */
struct fresh_granule {
  uint64_t granule, run;
  uint8_t known;      /* bit k: the trace has the initial value of byte k */
  uint8_t content[8]; /* of the known bytes, as the trace has it */
  uint16_t writer[8]; /* 1 + the thread that wrote the byte last in this run; 0: nobody */
};

struct fresh_state {
  uint64_t run;           /* counts runs */
  uint32_t granule_count; /* met in this run */
  uint32_t settled;       /* events before this one are settled */
  uint32_t held_count;
  uint64_t exchange; /* address of the compare-exchange under way; 0: none */
  struct fresh_granule granule[FRESH_GRANULES];
  shadow_cell held[FRESH_HELD]; /* under the variables of the reads that are not settled, in their order */
};

static inline bool fresh_is_on(void) { return run_active && SHM->plan.flags & PLAN_FRESH; }

void fresh_begin(void) RT(fresh_begin); /* a run */
/* Completes the last reads and writes. Must come before any other access to visible memory. */
void fresh_settle(void) RT(fresh_settle);

/* The operation under way reads these bytes. Their visible part becomes events of at most 8
 * bytes each. Each event gets a variable, which the load that follows finds in the shadow. */
void fresh_read(enum event_kind, const void *p, uint64_t size, site_ref) RT(fresh_read);
/* The same for code without hooks: decides the values at once. */
void fresh_touch(const void *p, uint64_t size, site_ref) RT(fresh_touch);
/* The operation writes a value to one granule; e: an expression of 8 * size bits, or 0. */
void fresh_write(enum event_kind, const void *p, unsigned size, uint64_t value, expr_id e, site_ref)
    RT(fresh_write);
/* The operation writes these bytes. Events of their visible part get their values after the
 * write. is_bound: the reads before the write belong to the same access. */
void fresh_write_range(enum event_kind, const void *p, uint64_t size, bool is_bound, site_ref)
    RT(fresh_write_range);
/* An atomic operation; the other parameters are those of the hook. `now`: the contents of memory
 * afterwards, if `op` determines them. */
void fresh_atomic(void *p, uint32_t size, uint32_t what, uint32_t op, uint64_t old, uint64_t now,
                  uint64_t operand, expr_id s_operand, site_ref) RT(fresh_atomic);
/* The compare-exchange at p, whose outcome has been recorded, succeeds. */
void fresh_exchange(const void *p, unsigned size, uint64_t value, expr_id e, site_ref) RT(fresh_exchange);

/* Gives the thread's result to the thread that joins, and takes the joined thread's result as an
 * expression. */
struct thread;
void fresh_give_result(const struct thread *) RT(fresh_give_result);
expr_id fresh_take_result(const struct thread *joined) RT(fresh_take_result);

/* Does e depend on reads alone, not on inputs? Then a branch may decide e's value: such a
 * decision can be flipped, so the exploration loses nothing. */
bool fresh_decides(expr_id e) RT(fresh_decides);
/* Are these bytes of a model concrete, or can a decision make them concrete now? */
int __raddle_decides(const void *p, size_t size);

#endif
