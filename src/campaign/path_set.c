#include "campaign/path_set.h"
#include "base/die.h"
#include <stdlib.h>
#include <string.h>

static uint64_t *slot(const struct path_set *s, uint64_t hash) {
  size_t i = hash & (s->size - 1);
  while (s->at[i] && s->at[i] != hash) i = (i + 1) & (s->size - 1);
  return &s->at[i];
}

static void grow(struct path_set *s) {
  struct path_set larger = {.size = s->size ? 2 * s->size : 64, .count = s->count};
  larger.at = xcalloc(larger.size, sizeof *larger.at);
  for (size_t i = 0; i < s->size; i++)
    if (s->at[i]) *slot(&larger, s->at[i]) = s->at[i];
  free(s->at);
  *s = larger;
}

bool path_set_add(struct path_set *s, uint64_t hash) {
  if (2 * (s->count + 1) > s->size) grow(s);
  uint64_t *place = slot(s, hash);
  if (*place) return false;
  *place = hash;
  s->count++;
  return true;
}

void path_set_clear(struct path_set *s) {
  if (s->size) memset(s->at, 0, s->size * sizeof *s->at);
  s->count = 0;
}

void path_set_free(struct path_set *s) { free(s->at); }
