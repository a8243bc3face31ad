/* runtime/build.c once more, compiled for a mapping that lies anywhere. Its functions get linker names of their own: the
 * runtime's belong to the runtime. */
#include "explore/rebuild.h"
#include "base/die.h"
#include "explore/limits.h"
#include "runtime/rt.h"

#undef RT
#define RT(name) __asm__("__raddle_rebuild_" #name) __attribute__((visibility("hidden")))

static _Thread_local struct shm *mapping;
#undef SHM
#define SHM mapping

#include "runtime/build.c"

#define ROOM (1u << 20)   /* nodes, and elements of tables */
#define SMALL_ROOM 1000ul /* where the store was made small, for tests */

_Noreturn void expr_full(void) { die("the expression store is full: please report this"); }

static void use(const struct expr_store *store) {
  mapping = store->shm;
  expr_open();
}

bool rebuild_has_room(const struct expr_store *store) {
  uint32_t exprs = limit_of(LIMIT_EXPRS), pool = limit_of(LIMIT_POOL);
  uint64_t room = exprs < 2 * ROOM || pool < 2 * ROOM ? SMALL_ROOM : ROOM;
  return *store->count + room < exprs && *store->pool_count + room < pool;
}

expr_id rebuild_const(const struct expr_store *store, unsigned width, uint64_t value) {
  use(store);
  return expr_const(width, value);
}

expr_id rebuild_var(const struct expr_store *store, unsigned thread, uint32_t first, unsigned bytes) {
  use(store);
  return expr_var(thread, first, bytes, 0);
}

expr_id rebuild_read(const struct expr_store *store, unsigned thread, uint32_t ordinal, unsigned bytes) {
  use(store);
  return intern((struct expr){.op = EX_READ, .width = (uint8_t)(8 * bytes), .a = thread, .b = ordinal}, 0);
}

expr_id rebuild_node(const struct expr_store *store, struct expr e) {
  use(store);
  switch (e.op) {
  case EX_NOT: return expr_not(e.a);
  case EX_ZEXT: return expr_zext(e.width, e.a);
  case EX_SEXT: return expr_sext(e.width, e.a);
  case EX_EXTRACT: return expr_extract(e.lo, e.width, e.a);
  case EX_CONCAT: return expr_concat(e.a, e.b);
  case EX_ITE: return expr_ite(e.a, e.b, e.c);
  default: return expr_binary(e.op, e.a, e.b);
  }
}

expr_id rebuild_table(const struct expr_store *store, expr_id index, const expr_id *element, uint32_t count) {
  use(store);
  if (count + (uint64_t)*store->pool_count >= limit_of(LIMIT_POOL)) return 0;
  return expr_table(index, element, count);
}
