#include "explore/rebuild.h"
#include "base/check.h"
#include "base/die.h"
#include "explore/limits.h"
#include "wire/builder.h"

#define ROOM (1u << 20)   /* nodes, and elements of tables */
#define SMALL_ROOM 1000ul /* where the store was made small, for tests */

void build_full(struct shm *s) {
  (void)s;
  die("the expression store is full: please report this");
}

static struct shm *opened(const struct expr_store *store) {
  check(store->shm);
  build_open(store->shm);
  return store->shm;
}

bool rebuild_has_room(const struct expr_store *store) {
  uint32_t exprs = limit_of(LIMIT_EXPRS), pool = limit_of(LIMIT_POOL);
  uint64_t room = exprs < 2 * ROOM || pool < 2 * ROOM ? SMALL_ROOM : ROOM;
  return *store->count + room < exprs && *store->pool_count + room < pool;
}

expr_id rebuild_const(const struct expr_store *store, unsigned width, uint64_t value) {
  return build_const(opened(store), width, value);
}

expr_id rebuild_var(const struct expr_store *store, unsigned thread, uint32_t first, unsigned bytes) {
  return build_var(opened(store), thread, first, bytes, 0);
}

expr_id rebuild_read(const struct expr_store *store, unsigned thread, uint32_t ordinal, unsigned bytes) {
  return build_read(opened(store), thread, ordinal, bytes, 0);
}

expr_id rebuild_node(const struct expr_store *store, struct expr e) {
  struct shm *s = opened(store);
  check(e.a < *store->count && e.b < *store->count && e.c < *store->count);
  switch (e.op) {
  case EX_NOT: return build_not(s, e.a);
  case EX_ZEXT: return build_zext(s, e.width, e.a);
  case EX_SEXT: return build_sext(s, e.width, e.a);
  case EX_EXTRACT: return build_extract(s, e.lo, e.width, e.a);
  case EX_CONCAT: return build_concat(s, e.a, e.b);
  case EX_ITE: return build_ite(s, e.a, e.b, e.c);
  default: return build_binary(s, e.op, e.a, e.b);
  }
}

expr_id rebuild_table(const struct expr_store *store, expr_id index, const expr_id *element, uint32_t count) {
  if (count + (uint64_t)*store->pool_count >= limit_of(LIMIT_POOL)) return 0;
  check(count && index < *store->count);
  return build_table(opened(store), index, element, count);
}
