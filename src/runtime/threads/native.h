/* What functions of the library that are done by hand have in common: their arguments and the
 * program's memory. */
#ifndef RADDLE_RUNTIME_THREADS_NATIVE_H
#define RADDLE_RUNTIME_THREADS_NATIVE_H

#include "runtime/state.h"

/* Takes what the caller handed over for `self` and decides the arguments: which object, which
 * number. */
#define NATIVE_TAKE(self, ...)                                                                               \
  native_take((const void *)(uintptr_t)(self), (const uint64_t[]){__VA_ARGS__},                              \
              sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))
void native_take(const void *self, const uint64_t *argument, unsigned count) RT(native_take);

/* The program's memory, as the program itself would access it: checked, seen by others, symbolic
 * bytes fixed. */
void native_read(void *to, const void *from, size_t size) RT(native_read);
void native_write(void *to, const void *from, size_t size) RT(native_write);
/* One word of `size` bytes with its expression. */
void native_store(void *to, unsigned size, uint64_t value, expr_id) RT(native_store);
/* An int that may be NULL. */
void native_tell(int *to, int value) RT(native_tell);

#endif
