/* Variables of the path are the nodes of a union-find forest (by size, no compression, so that it can be undone).
 * A component has two circular lists, of its variables and of its steps; joining two circles is swapping
 * two `next` cells, and so is parting them again. Every change is in `log`; leaving a step undoes the log
 * back to its mark. Following a path that shares a prefix with the last one costs what they do not share.
 *
 * Variables that share input bytes are linked too: `owner` says which variable first claimed a byte.
 *
 * Invariant: a variable not on the path is alone: parent and next are itself, and it has no step. */
#include "explore/slice.h"
#include "base/check.h"
#include "explore/sparse.h"

#define NONE UINT32_MAX
#define CHAIN_MAX 256 /* steps looked at for a literal contradiction */

struct var {
  expr_id id;
  uint32_t parent, size, next;
  uint32_t step; /* of a root: some step of the component, or NONE */
  bool is_active;
};

struct link {
  uint32_t next;  /* step of the same component, circular */
  uint32_t var;   /* one of its variables, or NONE */
  uint32_t above; /* earlier step about the same term, plus 1 */
  uint32_t fixed; /* first step, this one included, that leaves the term one value, plus 1 */
  uint32_t mark;  /* size of the log before this step */
};

enum change { ACTIVATED, LINKED_STEP, JOINED };
struct undo {
  enum change change;
  uint32_t a, b; /* JOINED: root that stays, root that goes */
  uint32_t step,
      with; /* steps whose `next` was swapped, NONE: none was; LINKED_STEP: the root's step before */
};

struct slicer {
  struct expr_store store;
  struct eval *eval;
  vec(struct decision) path;
  vec(struct literal) lits;
  vec(struct link) links;
  vec(struct var) vars;
  vec(uint32_t) active; /* variables of the path, in order of appearance */
  vec(struct undo) log;
  vec(uint32_t) owner; /* by input byte: variable + 1 */
  uint32_t overlaps;   /* bytes claimed twice */
  uint32_t *var_of;    /* by id: variable + 1 */
  uint32_t *chain;     /* by term: last step about it + 1 */
};

struct slicer *slicer_open(const struct expr_store *store, struct eval *eval) {
  struct slicer *s = xcalloc(1, sizeof *s);
  s->store = *store;
  s->eval = eval;
  s->var_of = sparse_open(sizeof *s->var_of);
  s->chain = sparse_open(sizeof *s->chain);
  return s;
}

void slicer_close(struct slicer *s) {
  sparse_close(s->var_of, sizeof *s->var_of);
  sparse_close(s->chain, sizeof *s->chain);
  vec_free(&s->path);
  vec_free(&s->lits);
  vec_free(&s->links);
  vec_free(&s->vars);
  vec_free(&s->active);
  vec_free(&s->log);
  vec_free(&s->owner);
  free(s);
}

static uint32_t root_of(const struct slicer *s, uint32_t v) {
  while (s->vars.at[v].parent != v) v = s->vars.at[v].parent;
  return v;
}

static void swap_next_vars(struct slicer *s, uint32_t a, uint32_t b) {
  uint32_t t = s->vars.at[a].next;
  s->vars.at[a].next = s->vars.at[b].next;
  s->vars.at[b].next = t;
}

static void swap_next_steps(struct slicer *s, uint32_t a, uint32_t b) {
  uint32_t t = s->links.at[a].next;
  s->links.at[a].next = s->links.at[b].next;
  s->links.at[b].next = t;
}

static uint32_t join(struct slicer *s, uint32_t x, uint32_t y) {
  uint32_t a = root_of(s, x), b = root_of(s, y);
  if (a == b) return a;
  if (s->vars.at[a].size < s->vars.at[b].size) {
    uint32_t t = a;
    a = b;
    b = t;
  }
  struct var *p = &s->vars.at[a], *q = &s->vars.at[b];
  vec_push(&s->log, ((struct undo){JOINED, a, b, p->step, q->step}));
  if (p->step != NONE && q->step != NONE) swap_next_steps(s, p->step, q->step);
  if (p->step == NONE) p->step = q->step;
  q->parent = a;
  p->size += q->size;
  swap_next_vars(s, a, b);
  return a;
}

static void part(struct slicer *s, const struct undo *u) {
  struct var *p = &s->vars.at[u->a], *q = &s->vars.at[u->b];
  if (u->step != NONE && u->with != NONE) swap_next_steps(s, u->step, u->with);
  p->step = u->step;
  check(q->parent == u->a && p->size > q->size);
  q->parent = u->b;
  p->size -= q->size;
  swap_next_vars(s, u->a, u->b);
}

static uint32_t number_of(struct slicer *s, expr_id id) {
  if (s->var_of[id]) return s->var_of[id] - 1;
  uint32_t v = (uint32_t)s->vars.count;
  vec_push(&s->vars, ((struct var){.id = id, .parent = v, .size = 1, .next = v, .step = NONE}));
  s->var_of[id] = v + 1;
  return v;
}

static void claim_bytes(struct slicer *s, uint32_t v) {
  const struct expr *e = &s->store.node[s->vars.at[v].id];
  while (s->owner.count < e->b + (size_t)e->width / 8) vec_push(&s->owner, 0);
  for (uint32_t i = 0; i < e->width / 8u; i++) {
    uint32_t *owner = &s->owner.at[e->b + i];
    if (!*owner)
      *owner = v + 1;
    else
      s->overlaps++, join(s, v, *owner - 1);
  }
}

static void release_bytes(struct slicer *s, uint32_t v) {
  const struct expr *e = &s->store.node[s->vars.at[v].id];
  for (uint32_t i = 0; i < e->width / 8u; i++) {
    if (s->owner.at[e->b + i] == v + 1)
      s->owner.at[e->b + i] = 0;
    else
      s->overlaps--;
  }
}

static uint32_t activate(struct slicer *s, expr_id id) {
  uint32_t v = number_of(s, id);
  if (s->vars.at[v].is_active) return v;
  s->vars.at[v].is_active = true;
  vec_push(&s->active, v);
  vec_push(&s->log, ((struct undo){.change = ACTIVATED, .a = v}));
  claim_bytes(s, v);
  return v;
}

static void link_step(struct slicer *s, uint32_t step, uint32_t root) {
  struct var *r = &s->vars.at[root];
  vec_push(&s->log, ((struct undo){.change = LINKED_STEP, .a = root, .b = step, .step = r->step}));
  if (r->step == NONE)
    r->step = step;
  else
    swap_next_steps(s, r->step, step);
}

/* As a variable is that is not on the path. */
static bool is_alone(const struct var *v, uint32_t number) {
  return v->parent == number && v->next == number && v->size == 1 && v->step == NONE;
}

static void undo(struct slicer *s, const struct undo *u) {
  switch (u->change) {
  case JOINED: part(s, u); return;
  case LINKED_STEP:
    if (u->step != NONE) swap_next_steps(s, u->step, u->b);
    s->vars.at[u->a].step = u->step;
    return;
  case ACTIVATED:
    release_bytes(s, u->a);
    s->vars.at[u->a].is_active = false;
    check(is_alone(&s->vars.at[u->a], u->a));
    s->active.count--;
    return;
  }
}

static bool leaves_one_value(const struct atom *a) { return a->kind == ATOM_RANGE && a->lo == a->hi; }

void slicer_extend(struct slicer *s, const struct decision *step) {
  uint32_t n = (uint32_t)s->path.count;
  struct literal l = {step->cond, step->taken, atom_of(&s->store, step->cond, step->taken)};
  vec_push(&s->path, *step);
  vec_push(&s->lits, l);
  uint32_t above = s->chain[l.atom.x], fixed = above ? s->links.at[above - 1].fixed : 0;
  if (!fixed && leaves_one_value(&l.atom)) fixed = n + 1;
  vec_push(&s->links, ((struct link){n, NONE, above, fixed, (uint32_t)s->log.count}));
  s->chain[l.atom.x] = n + 1;
  size_t count;
  const expr_id *ids = eval_vars(s->eval, step->cond, &count);
  if (!count) return;
  uint32_t root = activate(s, ids[0]);
  s->links.at[n].var = root;
  for (size_t i = 1; i < count; i++) root = join(s, root, activate(s, ids[i]));
  link_step(s, n, root_of(s, root));
}

static void leave(struct slicer *s) {
  const struct link *l = &vec_last(&s->links);
  while (s->log.count > l->mark) {
    struct undo u = vec_pop(&s->log);
    undo(s, &u);
  }
  check(s->log.count == l->mark);
  s->chain[vec_last(&s->lits).atom.x] = l->above;
  s->links.count--;
  s->lits.count--;
  s->path.count--;
}

/* Whole blocks first: memcmp is several times faster than a loop over steps. */
static size_t common_prefix(const struct decision *x, const struct decision *y, size_t n) {
  enum { BLOCK = 64 };
  size_t i = 0;
  while (i + BLOCK <= n && !memcmp(x + i, y + i, BLOCK * sizeof *x)) i += BLOCK;
  while (i < n && x[i].cond == y[i].cond && x[i].taken == y[i].taken) i++;
  return i;
}

void slicer_follow(struct slicer *s, const struct decision *steps, size_t count) {
  size_t same = common_prefix(s->path.at, steps, count < s->path.count ? count : s->path.count);
  while (s->path.count > same) leave(s);
  while (s->path.count < count) slicer_extend(s, &steps[s->path.count]);
  check(slicer_is_sound(s));
}

const struct literal *slicer_literal(const struct slicer *s, size_t step) { return &s->lits.at[step]; }

bool slicer_excludes(const struct slicer *s, const struct literal *goal, size_t limit,
                     const struct literal **by) {
  uint32_t at = s->chain[goal->atom.x];
  *by = NULL;
  if (goal->atom.kind == ATOM_FALSE) return true;
  /* Where the term has one value the other steps about it hold for that value: they exclude no more. */
  uint32_t fixed = at ? s->links.at[at - 1].fixed : 0;
  if (fixed && fixed - 1 < limit && goal->atom.kind == ATOM_RANGE) {
    *by = &s->lits.at[fixed - 1];
    return atom_excludes(&goal->atom, &(*by)->atom);
  }
  for (int i = 0; at && i < CHAIN_MAX; at = s->links.at[at - 1].above, i++) {
    *by = &s->lits.at[at - 1];
    if (at - 1 < limit && atom_excludes(&goal->atom, &(*by)->atom)) return true;
  }
  return false;
}

void slicer_component(const struct slicer *s, size_t step, struct query *q) {
  uint32_t v = s->links.at[step].var;
  q->has_overlaps = s->overlaps > 0;
  for (uint32_t i = s->links.at[step].next; i != step; i = s->links.at[i].next)
    vec_push(&q->lit, &s->lits.at[i]);
  if (v == NONE) return;
  uint32_t i = v;
  do vec_push(&q->vars, s->vars.at[i].id);
  while ((i = s->vars.at[i].next) != v);
}

void slicer_everything(const struct slicer *s, size_t but_step, struct query *q) {
  q->has_overlaps = s->overlaps > 0;
  for (size_t i = 0; i < s->lits.count; i++)
    if (i != but_step) vec_push(&q->lit, &s->lits.at[i]);
  for (size_t i = 0; i < s->active.count; i++) vec_push(&q->vars, s->vars.at[s->active.at[i]].id);
}

uint32_t slicer_group(const struct slicer *s, size_t step) {
  return s->links.at[step].var == NONE ? NONE : root_of(s, s->links.at[step].var);
}

static bool fixed_is_sound(const struct slicer *s, size_t step) {
  uint32_t fixed = s->links.at[step].fixed;
  if (!fixed) return !leaves_one_value(&s->lits.at[step].atom);
  return fixed - 1 <= step && leaves_one_value(&s->lits.at[fixed - 1].atom) &&
         s->lits.at[fixed - 1].atom.x == s->lits.at[step].atom.x;
}

/* Every step is in the circle of its own component, and circles do not mix; looked at for the last step. */
bool slicer_is_sound(const struct slicer *s) {
  if (!s->links.count) return true;
  size_t last = s->links.count - 1, length = 0;
  uint32_t group = slicer_group(s, last), i = (uint32_t)last;
  if (!fixed_is_sound(s, last)) return false;
  do {
    if (slicer_group(s, i) != group || ++length > s->links.count) return false;
    i = s->links.at[i].next;
  } while (i != last);
  return true;
}
