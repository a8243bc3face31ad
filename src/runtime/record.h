/* Writing the trace's events; see record.c. */
#ifndef RADDLE_RUNTIME_RECORD_H
#define RADDLE_RUNTIME_RECORD_H

#include "runtime/rt.h"

#define RECORD_STRINGS (1u << 12)

/* Strings that the shared strings region already has, by the address of their literal. Server
 * and children share the table. */
struct record_shared {
  struct {
    uint64_t literal;
    uint32_t offset;
  } string[RECORD_STRINGS];
};

/* A path event: `taken` is the outcome of the condition. Constant conditions are not recorded. */
void record_path(enum event_kind kind, expr_id condition, bool taken, site_ref, uint64_t pc) RT(record_path);
/* Fixes e to its value in this run. why: a literal. */
void record_fixed(expr_id e, uint64_t value, const char *why, site_ref) RT(record_fixed);
/* Records decisions that determine e's value if few values are possible; else fixes e. limit:
 * the largest possible value. */
void record_split(expr_id e, uint64_t value, uint64_t limit, const char *why, site_ref) RT(record_split);
void record_input(uint32_t first, uint32_t flat, uint32_t bytes, bool is_signed, bool is_scalar,
                  const char *name) RT(record_input);
/* Three sorts of events: a note, which is not a step; a place that a waiting loop waits for; a
 * visible operation, with flags such as EVENT_FUSED in `taken`. */
void record_note(enum event_kind, uint32_t aux, uint64_t address) RT(record_note);
/* The expected value of the compare-exchange recorded last, for the bytes at `address`. */
void record_expect(uint64_t address, uint64_t value, site_ref) RT(record_expect);
void record_gate(uint64_t address, uint32_t size, uint64_t value, expr_id, site_ref) RT(record_gate);
/* The contents of the bytes before the run first touched them. */
void record_initial(uint64_t address, uint32_t size, uint64_t value, expr_id, site_ref) RT(record_initial);
/* A read of bytes that another thread wrote. A run notes a limited number of such reads. */
void record_seen(const void *p, uint64_t size, uint64_t value, site_ref) RT(record_seen);
void record_visible(enum event_kind, uint64_t object, uint32_t aux, uint64_t value, expr_id, site_ref,
                    uint8_t taken) RT(record_visible);
void record_observe(expr_id e, uint64_t value, uint64_t pc) RT(record_observe);
void record_external(const char *name, site_ref) RT(record_external);
void record_outside_order(const char *name, site_ref)
    RT(record_outside_order);                                         /* others decide when it goes on */
void record_no_input(const char *name, site_ref) RT(record_no_input); /* the program wanted some */

/* choice.c: if e can only be one of a few constants, branches that decide which; false: it may
 * be anything. */
bool choice_record(expr_id e, uint64_t value, site_ref) RT(choice_record);

uint32_t record_site(site_ref) RT(record_site);
uint32_t record_literal(const char *literal) RT(record_literal);

#endif
