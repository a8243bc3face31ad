/* Inputs of a run; see inputs.c. */
#ifndef RADDLE_RUNTIME_INPUTS_H
#define RADDLE_RUNTIME_INPUTS_H

#include "runtime/rt.h"
#include "wire/type.h"

struct grain {
  expr_id var;     /* the variable this input byte became part of; 0: not read yet */
  uint32_t offset; /* which of its bytes */
  uint32_t mark;   /* what begins here (runtime/shapes.h) */
};

struct inputs_state {
  uint32_t count; /* flat bytes up to the last one asked for */
  uint64_t stdin_address;
  uint32_t native_count;               /* bytes given outside of runs */
  const struct raddle_type *next_type; /* of the memory that is made an input next; NULL: unknown */
  struct grain grain[PLAN_INPUT_MAX];
};

void inputs_reset(void) RT(inputs_reset);
/* A scalar of 1, 2, 4 or 8 bytes, zero-extended; *shadow is its variable, 0 outside a run. */
uint64_t inputs_scalar(unsigned bytes, bool is_signed, const char *name, expr_id *shadow) RT(inputs_scalar);
/* n input bytes written to p, with INBYTE cells. */
void inputs_bytes(void *p, uint64_t n, const char *name) RT(inputs_bytes);
/* Bytes of the object behind pointer inputs that has this label, from byte `first` of its slot on: where
 * they are in the flat numbering; and such bytes written to p. */
uint32_t inputs_claim_object(uint32_t label, uint32_t first, uint64_t size) RT(inputs_claim_object);
void inputs_of_object(uint32_t flat, void *p, uint64_t size) RT(inputs_of_object);
/* The variable that consists of exactly the input bytes first .. first+n-1, made now if
 * possible; else 0. */
expr_id inputs_variable(uint32_t first, unsigned n) RT(inputs_variable);
/* The expression of one input byte. */
expr_id inputs_byte(uint32_t byte) RT(inputs_byte);

/* For the models in runtime/libc, which are instrumented: the shadow comes back as for any call. */
void __raddle_input_type(const struct raddle_type *);
uint64_t __raddle_input(uint32_t width, int is_signed, const char *name);
void __raddle_symbolic(void *p, size_t size, const char *name);
int __raddle_stdin_available(void);                       /* --sym-stdin is on */
const unsigned char *__raddle_stdin_buffer(size_t *size); /* its bytes; the same buffer for the whole run */

/* A function of the runtime that takes or returns shadows does so like instrumented code (struct
 * raddle_hot). */
static inline bool call_take(const void *self) {
  bool handed = HOT->callee == self;
  if (handed) HOT->callee = NULL;
  return handed;
}
static inline expr_id call_argument(bool handed, unsigned i) { return handed ? HOT->args[i] : 0; }
static inline void call_return(const void *self, expr_id s) {
  HOT->result[0] = s;
  HOT->returned = self;
}

#endif
