/* A hash table from pointers to words; 0 stands for "not there", so a value of 0 is never stored.
 *
 *     struct map m = {0};
 *     map_set(&m, key, 7);
 *     uintptr_t v = map_get(&m, key);
 *     map_free(&m);
 */
#ifndef RADDLE_COMPILE_MAP_H
#define RADDLE_COMPILE_MAP_H

#include <stddef.h>
#include <stdint.h>

struct map_slot {
  const void *key; /* 0: free */
  uintptr_t value;
};

struct map {
  struct map_slot *slot;
  size_t count, capacity; /* capacity: 0 or a power of two, never full */
};

uintptr_t map_get(const struct map *m, const void *key);
void map_set(struct map *m, const void *key, uintptr_t value);
void map_free(struct map *m);

#endif
