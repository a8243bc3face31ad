#include "explore/class_pool.h"
#include "base/check.h"
#include "base/die.h"
#include "explore/classes.h"
#include <stdatomic.h>
#include <stdlib.h>

#define SHARDS 64u

struct shard {
  _Alignas(64) atomic_flag lock;
  struct classes classes;
};

struct class_pool {
  struct shard shard[SHARDS];
};

struct class_pool *class_pool_open(void) {
  struct class_pool *p = aligned_alloc(64, sizeof *p);
  if (!p) die("out of memory");
  for (unsigned i = 0; i < SHARDS; i++) {
    atomic_flag_clear(&p->shard[i].lock);
    p->shard[i].classes = (struct classes){0};
  }
  return p;
}

void class_pool_close(struct class_pool *p) {
  if (!p) return;
  for (unsigned i = 0; i < SHARDS; i++) classes_free(&p->shard[i].classes);
  free(p);
}

bool class_pool_add(struct class_pool *p, struct order_hash h) {
  _Static_assert(SHARDS == 1u << (64 - 58), "a shard for each value of the upper bits");
  struct shard *s = &p->shard[h.b >> 58]; /* the sets themselves go by the other half */
  while (atomic_flag_test_and_set_explicit(&s->lock, memory_order_acquire)) __builtin_ia32_pause();
  bool is_new = classes_add(&s->classes, h);
  atomic_flag_clear_explicit(&s->lock, memory_order_release);
  return is_new;
}
