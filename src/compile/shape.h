/* How a first-class value divides into scalars ("leaves"): each integer of up to 64 bits and
 * each pointer has a shadow; floats, vectors and wide integers are leaves without one. A type
 * with more than SHAPE_MAX leaves is opaque: it has no leaves, and memory is read and written as
 * such a value without its shadow. */
#ifndef RADDLE_COMPILE_SHAPE_H
#define RADDLE_COMPILE_SHAPE_H

#include "compile/unit.h"

#define SHAPE_MAX HOT_RESULTS

struct leaf {
  LLVMTypeRef type;
  uint64_t offset; /* bytes from the start of the value in memory */
  uint32_t width;  /* bits; 0: no shadow */
};

struct shape {
  unsigned count; /* 0: void or opaque */
  struct leaf leaf[SHAPE_MAX];
};

struct shape shape_of(const struct unit *u, LLVMTypeRef type);
/* Index of the first leaf of the element that `indices` (of extractvalue and the like) lead to. */
unsigned shape_index(const struct unit *u, LLVMTypeRef type, const unsigned *indices, unsigned count);
/* Leaf k of a value, taken out at the builder's place. */
LLVMValueRef shape_leaf_value(struct unit *u, LLVMValueRef value, const struct shape *shape, unsigned k);
/* Bits of an integer of up to 64 bits or a pointer; 0 for everything else. */
uint32_t type_width(LLVMTypeRef type);
bool type_is_aggregate(LLVMTypeRef type);

#endif
