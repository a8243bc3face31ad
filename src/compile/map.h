/* A table from pointers to words; 0 stands for "not there", so a value of 0 is never stored.
 *
 *     struct map m = {0};
 *     map_set(&m, key, 7);
 *     uintptr_t v = map_get(&m, key);
 *     map_free(&m);
 */
#ifndef RADDLE_COMPILE_MAP_H
#define RADDLE_COMPILE_MAP_H

#include "base/table.h"

struct map_slot {
  const void *key;
  uintptr_t value;
};

struct map {
  table(struct map_slot) slots;
};

uintptr_t map_get(const struct map *m, const void *key);
void map_set(struct map *m, const void *key, uintptr_t value);
void map_free(struct map *m);

#endif
