/* Shared parts of hand-written library functions: their arguments, and access to the program's
 * memory. */
#ifndef RADDLE_RUNTIME_THREADS_NATIVE_H
#define RADDLE_RUNTIME_THREADS_NATIVE_H

#include "runtime/state.h"

/* Takes the shadows handed over for `self` and decides the arguments: which object, which
 * number. */
#define NATIVE_TAKE(self, ...)                                                                               \
  native_take((const void *)(uintptr_t)(self), (const uint64_t[]){__VA_ARGS__},                              \
              sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))
void native_take(const void *self, const uint64_t *argument, unsigned count) RT(native_take);

/* Accesses the program's memory like the program itself: checked, visible to other threads, with
 * symbolic bytes fixed. */
void native_read(void *to, const void *from, size_t size) RT(native_read);
void native_write(void *to, const void *from, size_t size) RT(native_write);
/* One word of `size` bytes with its expression. */
void native_store(void *to, unsigned size, uint64_t value, expr_id) RT(native_store);
/* An int that may be NULL. */
void native_tell(int *to, int value) RT(native_tell);

#endif
