/* Arguments and memory of the program, for functions that are not instrumented themselves. */
#include "runtime/threads/native.h"
#include "runtime/build.h"
#include <string.h>

static const char argument_text[] = "argument of a library function";

/* Which object it is, or which of a few numbers: each is a path. */
static void decide(expr_id s, uint64_t value) {
  if (expr_width(s) != 64) {
    record_split(s, value & expr_mask(expr_width(s)), UINT64_MAX, argument_text, HOT->site);
    return;
  }
  struct places at = memory_places((const void *)value, s, 1, false, HOT->site);
  if (at.index) record_split(at.index, VALUE(at.index), at.count - 1, argument_text, HOT->site);
  thread_self()->decided = s;
}

void native_take(const void *self, const uint64_t *argument, unsigned count) {
  expr_id given[8];
  if (!call_take(self)) return;
  if (count > 8) count = 8;
  memcpy(given, HOT->args, count * sizeof *given);
  for (unsigned i = 0; i < count; i++)
    if (given[i]) decide(given[i], argument[i]);
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
