/* A table of numbers by key that is empty at the start of each run. An entry counts only if its stamp is the present one, so
 * emptying costs nothing.
 *
 * Invariant: at most half of the slots have the present stamp; their number is a power of two. */
#ifndef RADDLE_EXPLORE_STRATEGY_INTERFERE_STAMPS_H
#define RADDLE_EXPLORE_STRATEGY_INTERFERE_STAMPS_H

#include "base/vec.h"
#include <stdint.h>

struct stamped {
  uint64_t key;
  uint32_t stamp, value;
};

struct stamps {
  struct stamped *slot;
  size_t size, count;
  uint32_t stamp;
};

static inline void stamps_empty(struct stamps *s) { s->stamp++, s->count = 0; }
static inline void stamps_free(struct stamps *s) { free(s->slot); }

static inline struct stamped *stamps_slot(const struct stamps *s, uint64_t key) {
  size_t i = (key * 0x9e3779b97f4a7c15ull >> 24) & (s->size - 1);
  while (s->slot[i].stamp == s->stamp && s->slot[i].key != key) i = (i + 1) & (s->size - 1);
  return &s->slot[i];
}

/* 0: it is not there. */
static inline uint32_t stamps_get(const struct stamps *s, uint64_t key) {
  const struct stamped *e = s->size ? stamps_slot(s, key) : NULL;
  return e && e->stamp == s->stamp ? e->value : 0;
}

static inline void stamps_grow(struct stamps *s) {
  struct stamps old = *s;
  s->size = old.size ? 2 * old.size : 1024;
  s->slot = xcalloc(s->size, sizeof *s->slot);
  for (size_t i = 0; i < old.size; i++)
    if (old.slot[i].stamp == s->stamp) *stamps_slot(s, old.slot[i].key) = old.slot[i];
  free(old.slot);
}

/* Its number, 0 if it is new; until the next call. */
static inline uint32_t *stamps_at(struct stamps *s, uint64_t key) {
  if (2 * s->count >= s->size) stamps_grow(s);
  struct stamped *e = stamps_slot(s, key);
  if (e->stamp != s->stamp) {
    *e = (struct stamped){key, s->stamp, 0};
    s->count++;
  }
  return &e->value;
}

#endif
