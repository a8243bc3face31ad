/* The tables of wire/type.h: types of inputs, and functions that pointers may point to. */
#ifndef RADDLE_COMPILE_TYPES_H
#define RADDLE_COMPILE_TYPES_H

#include "compile/debugtype.h"

void types_begin(struct unit *u);
void types_finish(struct unit *u);

/* Pointer to the struct raddle_type of a type. */
LLVMValueRef types_row(struct unit *u, struct debug_type type);
/* Bytes; 0 of what is incomplete or has no length of its own. */
uint64_t types_size(struct debug_type type);
/* The elements of an array without a length, or with one that varies: the size of the memory tells
 * how many there are. Other types as they are. */
struct debug_type types_of_length(struct debug_type type);
/* Bytes that mean nothing but themselves: integers of one byte, and arrays of them. */
bool type_is_bytes(struct debug_type type);
/* Finds the part of the type that begins where the type does and has that size; of an array, the
 * elements that fill it. False if there is no such part, or several (in a union). */
bool types_narrow(struct debug_type *type, uint64_t size);

/* A row for a function that is defined here. */
void types_target(struct unit *u, LLVMValueRef function);

#endif
