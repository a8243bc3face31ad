/* A hash table with open addressing, never more than half full. A pair is known by its two sites; library models are
 * called from many places, there the object counts too. In front of it a few settled pairs by their sites alone: a
 * run may show one pair thousands of times. */
#include "campaign/race_pairs.h"
#include "base/die.h"
#include <stdlib.h>
#include <string.h>

#define SETTLED 256u

struct settled {
  uint64_t run;
  uint32_t site[2];
};

struct race_pairs {
  const struct shm *shm;
  struct race_pair *at;
  size_t size, count;
  struct settled settled[SETTLED];
};

struct race_pairs *race_pairs_open(const struct shm *shm) {
  struct race_pairs *p = xcalloc(1, sizeof *p);
  p->shm = shm;
  p->size = 64;
  p->at = xcalloc(p->size, sizeof *p->at);
  return p;
}

void race_pairs_close(struct race_pairs *p) {
  free(p->at);
  free(p);
}

/* ---- keys ---- */

static uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

static bool is_models(const struct shm *s, uint32_t site) {
  if (!site || site >= s->site_count) return true;
  return !strncmp(shm_strings(s) + shm_site(s)[site].function, "__raddle_libc_", 14);
}

uint64_t race_pair_key(const struct shm *s, const struct event *a, const struct event *b) {
  uint32_t low = a->site < b->site ? a->site : b->site, high = a->site ^ b->site ^ low;
  uint64_t key = mix(mix(1, low), high);
  if (is_models(s, low) || is_models(s, high)) key = mix(key, a->addr > b->addr ? a->addr : b->addr);
  return key ? key : 1;
}

/* ---- the table ---- */

static struct race_pair *slot(struct race_pair *at, size_t size, uint64_t key) {
  size_t i = key & (size - 1);
  while (at[i].key && at[i].key != key) i = (i + 1) & (size - 1);
  return &at[i];
}

static void grow(struct race_pairs *p) {
  struct race_pair *at = xcalloc(2 * p->size, sizeof *at);
  for (size_t i = 0; i < p->size; i++)
    if (p->at[i].key) *slot(at, 2 * p->size, p->at[i].key) = p->at[i];
  free(p->at);
  p->at = at;
  p->size *= 2;
}

struct race_pair *race_pair_of(struct race_pairs *p, const struct event *a, const struct event *b) {
  if (2 * (p->count + 1) > p->size) grow(p);
  uint64_t key = race_pair_key(p->shm, a, b);
  struct race_pair *pair = slot(p->at, p->size, key);
  if (pair->key) return pair;
  p->count++;
  *pair = (struct race_pair){.key = key};
  return pair;
}

/* ---- settled ones ---- */

static size_t settled_slot(const struct event *a, const struct event *b) {
  return (a->site * 31 + b->site) % SETTLED;
}

void race_pair_settle(struct race_pairs *p, const struct event *a, const struct event *b, uint64_t run) {
  if (is_models(p->shm, a->site) || is_models(p->shm, b->site)) return;
  p->settled[settled_slot(a, b)] = (struct settled){run, {a->site, b->site}};
}

bool race_pair_is_settled(const struct race_pairs *p, const struct event *a, const struct event *b,
                          uint64_t run) {
  const struct settled *s = &p->settled[settled_slot(a, b)];
  return s->run == run && s->site[0] == a->site && s->site[1] == b->site;
}
