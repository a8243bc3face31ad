/* A trace: what one execution did, as the runtime records it in the shared mapping.
 *
 * Events are in the order they happened. The same plan always gives the same trace, bit for bit,
 * whether the run was made in-process or forked. */
#ifndef RADDLE_WIRE_TRACE_H
#define RADDLE_WIRE_TRACE_H

#include "wire/expr.h"
#include <stdint.h>

enum event_kind {
#define EVENT(name, text, help) EV_##name,
#include "wire/events.def"
#undef EVENT
  EV_COUNT
};

enum end_kind {
#define END(name, text, help) END_##name,
#include "wire/ends.def"
#undef END
  END_COUNT
};

enum bug_kind {
#define KIND(name, text, help) BUG_##name,
#include "wire/kinds.def"
#undef KIND
  BUG_COUNT
};

struct event {
  uint8_t kind;  /* enum event_kind */
  uint8_t taken; /* path events: outcome of the condition */
  uint16_t thread;
  uint32_t site; /* index into the program's site table */
  expr_id expr;
  uint32_t aux;
  uint64_t addr;
  uint64_t value;
};

static inline int event_is_path(const struct event *e) { return e->kind <= EV_CONCRETIZE; }

/* One input object the run asked for, in order; tests are written from these. */
#define INPUT_NAME_MAX 40
struct input_object {
  uint32_t thread;
  uint32_t first; /* first input byte */
  uint32_t bytes;
  uint8_t is_signed;
  uint8_t is_scalar; /* show as a number rather than as bytes */
  uint8_t pad[2];
  char name[INPUT_NAME_MAX];
};

#define TRACE_STACK_MAX 64
#define TRACE_MESSAGE_MAX 512
struct trace {
  uint32_t end;     /* enum end_kind */
  uint32_t kind;    /* enum bug_kind when end == END_BUG */
  int64_t value;    /* exit code, wait status */
  uint64_t address; /* memory errors: what was accessed */
  uint32_t site;    /* where it ended, if a hook knows it; else 0 and the stack tells */
  uint32_t event_count;
  uint32_t object_count;
  uint32_t input_count;  /* input bytes the run asked for (thread 0) */
  uint32_t new_coverage; /* coverage bytes first set by this run */
  uint32_t output_hash;  /* of what the program wrote to stdout, if captured */
  uint32_t stack_count;
  uint64_t steps;                  /* loop iterations counted against the budget */
  uint64_t stack[TRACE_STACK_MAX]; /* program counters, innermost first; return addresses but for [0]
                                      when pc_is_exact */
  uint32_t was_killed;             /* by the explorer, after --run-timeout */
  uint32_t pc_is_exact;            /* stack[0] is the faulting instruction itself */
  char message[TRACE_MESSAGE_MAX]; /* e.g. the assertion's text, "read of 4 bytes at ... 4 bytes past" */
};

#endif
