/* first[x] is the place in the query of the strongest literal so far about term x; a literal is compared with that
 * one alone, so the pass is linear and may miss something. Pairs are found under their first term only.
 *
 * Invariant: a literal is dropped only when one that stays implies it. The goal (place 0) always stays. */
#include "explore/common.h"
#include "base/check.h"
#include "explore/sparse.h"

struct place {
  uint32_t generation, at;
};

struct common {
  struct place *first; /* by term */
  uint32_t generation;
};

struct common *common_open(void) {
  struct common *c = xcalloc(1, sizeof *c);
  c->first = sparse_open(sizeof *c->first);
  return c;
}

void common_close(struct common *c) {
  sparse_close(c->first, sizeof *c->first);
  free(c);
}

static void start(struct common *c) {
  if (++c->generation) return;
  sparse_clear(c->first, sizeof *c->first);
  c->generation = 1;
}

void common_eliminate(struct common *c, struct query *q) {
  size_t kept = 0;
  start(c);
  for (size_t i = 0; i < q->lit.count; i++) {
    const struct literal *l = q->lit.at[i];
    struct place *p = &c->first[l->atom.x];
    if (l->atom.kind == ATOM_TRUE && i) continue;
    if (p->generation == c->generation && l->atom.kind >= ATOM_RANGE) {
      check(p->at < kept); /* a literal that stays */
      if (atom_implies(&q->lit.at[p->at]->atom, &l->atom)) continue;
      if (p->at && atom_implies(&l->atom, &q->lit.at[p->at]->atom)) {
        q->lit.at[p->at] = l;
        continue;
      }
    } else
      *p = (struct place){c->generation, (uint32_t)kept};
    q->lit.at[kept++] = l;
  }
  check(kept || !q->lit.count); /* the goal stays */
  q->lit.count = kept;
}
