#include "compile/map.h"
#include "base/check.h"

uintptr_t map_get(const struct map *m, const void *key) {
  const struct map_slot *slot = table_find(&m->slots, key);
  return slot ? slot->value : 0;
}

void map_set(struct map *m, const void *key, uintptr_t value) {
  check(value);
  table_at(&m->slots, key)->value = value;
}

void map_free(struct map *m) { table_free(&m->slots); }
