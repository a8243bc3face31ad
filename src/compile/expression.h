/* What memory is called in the source: v->cnt, q[i].head, *p.
 *
 * Told from the code and its debug information, so it is right behind macros too, and needs no
 * source at hand. A name is that of the variables in the function at hand; nothing is said of
 * what has an address of its own: debug information names globals, down to the member and the
 * element. */
#ifndef RADDLE_COMPILE_EXPRESSION_H
#define RADDLE_COMPILE_EXPRESSION_H

#include "compile/debugtype.h"
#include "compile/func.h"

#define EXPRESSION_MAX 100 /* characters; what is longer ends in "..." */

/* Up to two places in memory that an instruction is about. "": nothing can be told. */
struct objects {
  char first[EXPRESSION_MAX +
             1]; /* loads, stores, atomics; a call's first argument; where a block is copied to */
  char second[EXPRESSION_MAX +
              1]; /* the mutex of a wait on a condition variable; where a block is copied from */
};
void expression_objects(struct func *, LLVMValueRef instruction, struct objects *out);

/* The type of the memory that a pointer points to, or points into as to elements of it. Its node is
 * NULL if nobody can tell: then nothing is known, void included. */
struct debug_type expression_type(struct func *, LLVMValueRef pointer);

#endif
