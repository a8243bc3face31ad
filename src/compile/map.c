#include "compile/map.h"
#include "base/die.h"
#include <stdlib.h>

static size_t place(const struct map *m, const void *key) {
  size_t i = (uintptr_t)key * 0x9e3779b97f4a7c15u >> 20;
  for (i &= m->capacity - 1; m->slot[i].key && m->slot[i].key != key; i = (i + 1) & (m->capacity - 1)) {}
  return i;
}

static void grow(struct map *m) {
  struct map old = *m;
  m->capacity = old.capacity ? 2 * old.capacity : 64;
  m->slot = xcalloc(m->capacity, sizeof *m->slot);
  for (size_t i = 0; i < old.capacity; i++)
    if (old.slot[i].key) m->slot[place(m, old.slot[i].key)] = old.slot[i];
  free(old.slot);
}

uintptr_t map_get(const struct map *m, const void *key) {
  return m->capacity ? m->slot[place(m, key)].value : 0;
}

void map_set(struct map *m, const void *key, uintptr_t value) {
  if (2 * m->count >= m->capacity) grow(m);
  struct map_slot *slot = &m->slot[place(m, key)];
  m->count += !slot->key;
  *slot = (struct map_slot){key, value};
}

void map_free(struct map *m) {
  free(m->slot);
  *m = (struct map){0};
}
