/* Everything lies in one ring of words that overwrites its oldest part. A place is a count of words since the
 * start, so it tells its age: valid(at) says whether it is still there. Tables map hashes to places; a newer entry
 * takes the slot of an older one.
 *
 *   answer   count, answer, variables, then `count` sorted codes, then (id, low half, high half) by variable
 *   core     place of the next core with the same literal (two words), count, then `count` codes
 *   model    variables, then (id, low half, high half) by variable
 *
 * A literal's code is 2 * cond + taken. An unsatisfiable subset has a literal that `current` does not satisfy (when one step is
 * flipped, the goal alone): cores are found through the chains of these. */
#include "explore/cache.h"
#include "base/check.h"
#include "base/hash.h"
#include "explore/sparse.h"

#define RING (1u << 23) /* words */
#define SLOTS (1u << 16)
#define CORE_SHARED 12 /* a core this small is found through each of its literals */
#define CHAIN_MAX 64

struct slot {
  uint64_t hash, at; /* at: place + 1, 0: empty */
};

struct cache {
  uint32_t *ring;
  uint64_t head;
  struct slot *answers, *cores, *models;
  uint32_t *mark; /* by condition: generation << 1 | taken */
  uint32_t generation;
  vec(uint32_t) codes;
};

struct cache *cache_open(void) {
  struct cache *c = xcalloc(1, sizeof *c);
  c->ring = xcalloc(RING, sizeof *c->ring);
  c->answers = xcalloc(SLOTS, sizeof *c->answers);
  c->cores = xcalloc(SLOTS, sizeof *c->cores);
  c->models = xcalloc(SLOTS, sizeof *c->models);
  c->mark = sparse_open(sizeof *c->mark);
  return c;
}

void cache_close(struct cache *c) {
  sparse_close(c->mark, sizeof *c->mark);
  free(c->ring);
  free(c->answers);
  free(c->cores);
  free(c->models);
  vec_free(&c->codes);
  free(c);
}

static uint32_t code_of(const struct literal *l) { return l->cond << 1 | l->taken; }

static struct slot *slot_of(struct slot *table, uint64_t hash) { return &table[(hash >> 7) & (SLOTS - 1)]; }

static bool valid(const struct cache *c, uint64_t at) { return at + RING >= c->head; }

static const uint32_t *words_at(const struct cache *c, const struct slot *slot, uint64_t hash) {
  if (!slot->at || slot->hash != hash || !valid(c, slot->at - 1)) return NULL;
  return c->ring + (slot->at - 1) % RING;
}

/* Room for n words in one piece, NULL if that is too many. */
static uint32_t *take(struct cache *c, size_t n, uint64_t *at) {
  if (n > RING / 16) return NULL;
  if (c->head % RING + n > RING) c->head += RING - c->head % RING;
  *at = c->head;
  c->head += n;
  check(*at % RING + n <= RING); /* a piece does not wrap */
  return c->ring + *at % RING;
}

static int by_code(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return (a > b) - (a < b);
}

static uint64_t sort_codes(struct cache *c, const struct query *q) {
  uint64_t hash = q->lit.count;
  vec_clear(&c->codes);
  for (size_t i = 0; i < q->lit.count; i++) vec_push(&c->codes, code_of(q->lit.at[i]));
  qsort(c->codes.at, c->codes.count, sizeof *c->codes.at, by_code);
  for (size_t i = 0; i < c->codes.count; i++) hash = hash_mix(hash, c->codes.at[i]);
  return hash;
}

static void write_model(const struct query *q, uint32_t *to) {
  for (size_t i = 0; i < q->vars.count; i++) {
    uint64_t v = input_get_var(q->out, query_node(q, q->vars.at[i]));
    *to++ = q->vars.at[i];
    *to++ = (uint32_t)v;
    *to++ = (uint32_t)(v >> 32);
  }
}

/* Only what the query may change; a model may come from a question about other variables as well. */
static void read_model(struct query *q, const uint32_t *from, uint32_t count) {
  query_reset(q);
  for (; count--; from += 3)
    for (size_t i = 0; i < q->vars.count; i++)
      if (q->vars.at[i] == from[0]) query_set(q, from[0], (uint64_t)from[2] << 32 | from[1]);
}

/* ---- the same literals ---- */

static bool find_answer(struct cache *c, struct query *q, enum smt_answer *answer) {
  uint64_t hash = sort_codes(c, q);
  const uint32_t *w = words_at(c, slot_of(c->answers, hash), hash);
  if (!w || w[0] != c->codes.count || memcmp(w + 3, c->codes.at, w[0] * sizeof *w)) return false;
  *answer = (enum smt_answer)w[1];
  if (*answer == SMT_SAT) read_model(q, w + 3 + w[0], w[2]);
  return true;
}

void cache_add(struct cache *c, struct query *q, enum smt_answer answer) {
  uint64_t hash = sort_codes(c, q), at;
  uint32_t count = (uint32_t)c->codes.count, vars = answer == SMT_SAT ? (uint32_t)q->vars.count : 0;
  uint32_t *w = take(c, 3 + count + 3ull * vars, &at);
  if (!w) return;
  w[0] = count;
  w[1] = answer;
  w[2] = vars;
  memcpy(w + 3, c->codes.at, count * sizeof *w);
  if (vars) write_model(q, w + 3 + count);
  *slot_of(c->answers, hash) = (struct slot){hash, at + 1};
}

/* ---- supersets of cores ---- */

static void next_generation(struct cache *c) {
  if (++c->generation == 1u << 31) sparse_clear(c->mark, sizeof *c->mark), c->generation = 1;
}

static void mark_literals(struct cache *c, const struct query *q) {
  next_generation(c);
  for (size_t i = 0; i < q->lit.count; i++)
    c->mark[q->lit.at[i]->cond] = c->generation << 1 | q->lit.at[i]->taken;
}

static bool is_marked(const struct cache *c, uint32_t code) {
  return c->mark[code >> 1] == (c->generation << 1 | (code & 1));
}

/* The words of a core that has this literal, and others of the query only. */
static const uint32_t *core_with(struct cache *c, const struct query *q, const struct literal *l) {
  uint64_t hash = hash_mix(0, code_of(l));
  const struct slot *slot = slot_of(c->cores, hash);
  uint64_t at = slot->hash == hash ? slot->at : 0;
  if (!at) return NULL;
  mark_literals(c, q);
  for (int i = 0; at && valid(c, at - 1) && i < CHAIN_MAX; i++) {
    const uint32_t *w = c->ring + (at - 1) % RING;
    uint32_t k = 0;
    while (k < w[2] && is_marked(c, w[3 + k])) k++;
    if (k == w[2]) return w;
    at = (uint64_t)w[1] << 32 | w[0];
  }
  return NULL;
}

static size_t bring_forward(struct cache *c, struct query *q, const uint32_t *codes, uint32_t count) {
  size_t n = 0;
  next_generation(c);
  for (uint32_t k = 0; k < count; k++) c->mark[codes[k] >> 1] = c->generation << 1 | (codes[k] & 1);
  for (size_t i = 0; i < q->lit.count; i++) {
    const struct literal *l = q->lit.at[i];
    if (!is_marked(c, code_of(l))) continue;
    q->lit.at[i] = q->lit.at[n];
    q->lit.at[n++] = l;
  }
  check(n >= count); /* all literals of the core are in the question */
  return n;
}

static bool find_core(struct cache *c, struct query *q, size_t *core) {
  const uint32_t *w = NULL;
  query_reset(q);
  for (size_t i = 0; i < q->lit.count && !w; i++)
    if (i == 0 || !literal_holds(q, q->lit.at[i])) w = core_with(c, q, q->lit.at[i]);
  if (!w) return false;
  *core = bring_forward(c, q, w + 3, w[2]);
  return true;
}

static void add_core_for(struct cache *c, const struct query *q, size_t count, const struct literal *key) {
  uint64_t hash = hash_mix(0, code_of(key)), at;
  uint32_t *w = take(c, 3 + count, &at);
  if (!w) return;
  struct slot *slot = slot_of(c->cores, hash);
  uint64_t next = slot->hash == hash ? slot->at : 0;
  w[0] = (uint32_t)next;
  w[1] = (uint32_t)(next >> 32);
  w[2] = (uint32_t)count;
  for (size_t i = 0; i < count; i++) w[3 + i] = code_of(q->lit.at[i]);
  *slot = (struct slot){hash, at + 1};
}

void cache_add_core(struct cache *c, const struct query *q, size_t count) {
  size_t keys = count <= CORE_SHARED ? count : 1;
  for (size_t i = 0; i < keys; i++) add_core_for(c, q, count, q->lit.at[i]);
}

bool cache_find(struct cache *c, struct query *q, enum smt_answer *answer, size_t *core) {
  *core = 0;
  if (find_core(c, q, core)) return *answer = SMT_UNSAT, true;
  return find_answer(c, q, answer);
}

/* ---- models by goal ---- */

void cache_remember(struct cache *c, const struct query *q) {
  uint64_t hash = hash_mix(1, code_of(q->lit.at[0])), at;
  uint32_t *w = take(c, 1 + 3 * q->vars.count, &at);
  if (!w) return;
  w[0] = (uint32_t)q->vars.count;
  write_model(q, w + 1);
  *slot_of(c->models, hash) = (struct slot){hash, at + 1};
}

bool cache_recall(struct cache *c, struct query *q) {
  uint64_t hash = hash_mix(1, code_of(q->lit.at[0]));
  const uint32_t *w = words_at(c, slot_of(c->models, hash), hash);
  if (!w) return false;
  read_model(q, w + 1, w[0]);
  return true;
}
