/* A table of pairs. A pair is known by its two sites; library models are called from many
 * places, there the object counts too. In front of it a few settled pairs by their sites alone:
 * a run may show one pair thousands of times. */
#include "campaign/race_pairs.h"
#include "base/die.h"
#include "base/table.h"
#include <stdlib.h>
#include <string.h>

#define SETTLED 256u

struct settled {
  uint64_t run;
  uint32_t site[2];
};

struct race_pairs {
  const struct shm *shm;
  table(struct race_pair) pairs;
  struct settled settled[SETTLED];
};

struct race_pairs *race_pairs_open(const struct shm *shm) {
  struct race_pairs *p = xcalloc(1, sizeof *p);
  p->shm = shm;
  return p;
}

void race_pairs_close(struct race_pairs *p) {
  table_free(&p->pairs);
  free(p);
}

/* ---- keys ---- */

static bool is_models(const struct shm *s, uint32_t site) {
  if (!site || site >= s->site_count) return true;
  return !strncmp(shm_strings(s) + shm_site(s)[site].function, "__raddle_libc_", 14);
}

uint64_t race_pair_key(const struct shm *s, const struct event *a, const struct event *b) {
  uint32_t low = a->site < b->site ? a->site : b->site, high = a->site ^ b->site ^ low;
  uint64_t key = hash_mix(hash_mix(1, low), high);
  if (is_models(s, low) || is_models(s, high)) key = hash_mix(key, a->addr > b->addr ? a->addr : b->addr);
  return key;
}

/* ---- the table ---- */

struct race_pair *race_pair_of(struct race_pairs *p, const struct event *a, const struct event *b) {
  return table_at(&p->pairs, race_pair_key(p->shm, a, b));
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
