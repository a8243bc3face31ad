/* Arguments and memory of the program, for functions that are not instrumented themselves. */
#include "runtime/threads/native.h"
#include "runtime/build.h"
#include <string.h>

void native_take(const void *self, const uint64_t *argument, unsigned count) {
  if (!call_take(self)) return;
  for (unsigned i = 0; i < count; i++) {
    expr_id s = HOT->args[i];
    if (s)
      record_fixed(s, argument[i] & expr_mask(expr_width(s)), "argument of a library function", HOT->site);
  }
}

/* What is read must be there as a variable before it is fixed. */
static void read_fresh(const void *from, size_t size) {
  memory_check(from, size, false, HOT->site);
  __raddle_read_range_slow(from, size, HOT->site);
  __raddle_load_opaque_slow(from, 0, size, HOT->site);
}

void native_read(void *to, const void *from, size_t size) {
  if (fresh_is_on()) {
    read_fresh(from, size);
    memcpy(to, from, size);
    return;
  }
  __raddle_load_opaque_slow(from, 0, size, HOT->site);
  __raddle_touch(from, size, false);
  memcpy(to, from, size);
}

void native_write(void *to, const void *from, size_t size) {
  memory_check(to, size, true, HOT->site);
  __raddle_touch(to, size, true);
  shadow_clear(to, size);
  memcpy(to, from, size);
}

void native_store(void *to, unsigned size, uint64_t value, expr_id s) {
  native_write(to, &value, size);
  if (!s) return;
  if (expr_width(s) != 8 * size) s = expr_resize(8 * size, s);
  shadow_store(to, size, expr_shadow(s));
}

void native_tell(int *to, int value) {
  if (to) native_store(to, sizeof value, (uint32_t)value, 0);
}
