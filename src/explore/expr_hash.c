/* Operands have smaller ids than what is made of them, so hashes are made in the order of ids.
 * Which operand of a commutative operation comes first depends on the ids of the store: there
 * the order does not count. */
#include "explore/expr_hash.h"
#include "base/hash.h"

static bool is_symmetric(enum expr_op op) {
  return op == EX_ADD || op == EX_MUL || op == EX_AND || op == EX_OR || op == EX_XOR || op == EX_EQ;
}

static uint64_t hash_table(const struct expr_hashes *h, const struct expr_store *store, const struct expr *e,
                           uint64_t hash) {
  hash = hash_mix(hash, h->at.at[e->a]);
  for (uint32_t i = 0; i < e->c; i++) hash = hash_mix(hash, h->at.at[store->table[e->b + i]]);
  return hash;
}

static uint64_t hash_node(const struct expr_hashes *h, const struct expr_store *store, const struct expr *e) {
  const uint64_t *known = h->at.at;
  uint64_t hash = hash_mix(e->op, (uint64_t)e->width << 16 | e->lo);
  if (e->op == EX_TABLE) return hash_table(h, store, e, hash);
  if (is_symmetric(e->op))
    return hash_mix(hash_mix(hash, known[e->a] + known[e->b]), known[e->a] ^ known[e->b]);
  switch (expr_arity(e->op)) {
  case 0: return hash_mix(hash_mix(hash_mix(hash, e->a), e->b), e->c);
  case 1: return hash_mix(hash, known[e->a]);
  case 2: return hash_mix(hash_mix(hash, known[e->a]), known[e->b]);
  default: return hash_mix(hash_mix(hash_mix(hash, known[e->a]), known[e->b]), known[e->c]);
  }
}

uint64_t expr_hash(struct expr_hashes *h, const struct expr_store *store, expr_id id) {
  while (h->at.count <= id) {
    uint64_t hash = h->at.count ? hash_node(h, store, &store->node[h->at.count]) : 0;
    vec_push(&h->at, hash);
  }
  return h->at.at[id];
}

void expr_hashes_free(struct expr_hashes *h) { vec_free(&h->at); }
