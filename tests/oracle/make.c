/* Random programs. A program uses a few groups of operations; each thread is a short list of statements, some with bodies.
 *
 * Most rules that C and POSIX have for the programmer are kept by construction (unlock what was locked, join what was created);
 * what cannot be seen here is found by the enumerator, which refuses such programs. The group MISUSE breaks the rules of mutexes on
 * purpose: what is wrong then must be reported. */
#include "lang.h"
#include <string.h>

const struct op_row op_table[OPS] = {
#define GROUP(name, is_on, known, why)
#define OP(name, group, where, weight, text) {#name, GROUP_##group, where, weight, text},
#include "ops.def"
#undef GROUP
#undef OP
};
const struct group_row group_table[GROUPS] = {
#define GROUP(name, is_on, known, why) {#name, is_on, known, why},
#define OP(name, group, where, weight, text)
#include "ops.def"
#undef GROUP
#undef OP
};

struct maker {
  struct program *p;
  uint64_t random;
  int budget;       /* statements that may still be made in this function */
  unsigned written; /* registers that have been given something in this function */
  unsigned spare;   /* a thread that nobody creates yet; 0: none */
};

/* Where a statement is made. */
struct place {
  unsigned thread;
  unsigned depth;
  unsigned held;  /* mutexes */
  unsigned loops; /* around it */
  bool in_section, in_function, has_rwlock, has_spinlock, is_alone;
};

static unsigned below(struct maker *k, unsigned n) {
  k->random = k->random * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(k->random >> 33) % n;
}
static bool chance(struct maker *k, unsigned percent) { return below(k, 100) < percent; }

static struct node *new_node(struct maker *k, enum op op) {
  struct program *p = k->p;
  if (p->node_count == NODES) return NULL;
  struct node *n = &p->pool[p->node_count];
  *n = (struct node){.op = op, .number = (uint16_t)p->node_count++};
  return n;
}

static struct node **append(struct node **at, struct node *n) {
  if (!n) return at;
  *at = n;
  return &n->next;
}

/* ---- operands ---- */

static unsigned written_register(struct maker *k) {
  unsigned r = below(k, FREE_REGS);
  while (!(k->written >> r & 1)) r = (r + 1) % FREE_REGS;
  return r;
}

static uint8_t some_value(struct maker *k, const struct place *w) {
  if (!w->in_function && k->written && chance(k, 40)) return IN_REGISTER | (uint8_t)written_register(k);
  return (uint8_t)below(k, 4);
}

/* Most of what threads do is about the same few things. */
static uint8_t some_object(struct maker *k, unsigned count) {
  return (uint8_t)(chance(k, 60) ? 0 : below(k, count));
}

static struct condition some_condition(struct maker *k, const struct place *w) {
  bool has_atoms = k->p->has[GROUP_ATOMIC] || k->p->has[GROUP_EXCHANGE];
  struct condition c = {0};
  if (k->written && chance(k, 60)) {
    c.how = (uint8_t)below(k, CELL_EQ);
    c.what = (uint8_t)written_register(k);
  } else if (has_atoms && chance(k, 60)) {
    c.how = (uint8_t)(ATOM_EQ + below(k, 2));
    c.what = some_object(k, ATOMS);
  } else {
    c.how = (uint8_t)(CELL_EQ + below(k, 2));
    c.what = some_object(k, CELLS);
  }
  c.value = (uint8_t)(below(k, 3) + (c.how == REG_LT));
  if (k->written && chance(k, 15) && !w->in_function) c.value = IN_REGISTER | (uint8_t)written_register(k);
  return c;
}

static unsigned objects_of(enum group g) {
  static const uint8_t count[GROUPS] = {
      [GROUP_PLAIN] = CELLS,      [GROUP_ATOMIC] = ATOMS,    [GROUP_EXCHANGE] = ATOMS,
      [GROUP_MUTEX] = MUTEXES,    [GROUP_TRYLOCK] = MUTEXES, [GROUP_MISUSE] = MUTEXES,
      [GROUP_RWLOCK] = RWLOCKS,   [GROUP_CONDITION] = CONDS, [GROUP_SEMAPHORE] = SEMS,
      [GROUP_BARRIER] = BARRIERS, [GROUP_ONCE] = ONCES,      [GROUP_KEYS] = KEYS,
      [GROUP_SPIN] = ATOMS,       [GROUP_DESTROY] = MUTEXES, [GROUP_SPINLOCK] = SPINLOCKS};
  return count[g] ? count[g] : 1;
}

/* ---- statements ---- */

static bool is_in(const char *where, char letter) { return strchr(where, letter); }

static bool may_stand(const struct maker *k, enum op op, const struct place *w) {
  const struct op_row *r = &op_table[op];
  if (!r->weight || !k->p->has[r->group] || is_in(r->where, 'B')) return false;
  if (w->in_section && !is_in(r->where, 'S')) return false;
  if (w->in_function && !is_in(r->where, 'H')) return false;
  if (is_in(r->where, 'T') && !w->thread) return false;
  if (is_in(r->where, 'L') && w->loops) return false;
  if (is_in(r->where, 'C') && w->is_alone) return false;
  if (w->has_rwlock && r->group == GROUP_RWLOCK) return false;
  if (w->has_spinlock && r->group == GROUP_SPINLOCK) return false;
  if (op == OP_SPAWNED && (!k->spare || k->spare == w->thread)) return false;
  if (w->depth >= 3 && strchr(r->text, '$') && (strstr(r->text, "$b") || strstr(r->text, "$n"))) return false;
  return true;
}

static enum op some_op(struct maker *k, const struct place *w) {
  unsigned sum = 0;
  for (enum op op = 0; op < OPS; op++)
    if (may_stand(k, op, w)) sum += op_table[op].weight;
  if (!sum) return OPS;
  unsigned pick = below(k, sum);
  for (enum op op = 0; op < OPS; op++) {
    if (!may_stand(k, op, w)) continue;
    if (pick < op_table[op].weight) return op;
    pick -= op_table[op].weight;
  }
  return OPS;
}

static struct node *some_list(struct maker *k, const struct place *w, unsigned most);

static struct node *body_in(struct maker *k, struct place w, unsigned most) {
  w.depth++;
  return some_list(k, &w, 1 + below(k, most));
}

/* What a thread waits for on a condition variable, with the mutex held. */
static struct node *waiting_body(struct maker *k, struct place w) {
  struct node *list = NULL, **at = &list, *n;
  w.held |= 1;
  if (chance(k, 30)) at = append(at, body_in(k, w, 1));
  static const enum op kinds[] = {OP_WAIT, OP_WAIT_SOON, OP_WAIT_WHILE, OP_WAIT_WHILE, OP_IF};
  enum op op = kinds[below(k, w.loops ? 2 : 5)];
  n = new_node(k, op);
  if (!n) return list;
  n->reg = (uint8_t)below(k, FREE_REGS);
  n->condition = (struct condition){chance(k, 50) ? CELL_EQ : CELL_NE, 0, (uint8_t)below(k, 2)};
  if (op == OP_IF) append(&n->body, new_node(k, OP_WAIT));
  while (*at) at = &(*at)->next;
  at = append(at, n);
  if (chance(k, 50)) append(at, body_in(k, w, 2));
  return list;
}

static void make_operands(struct maker *k, struct node *n, const struct place *w) {
  const char *text = op_table[n->op].text;
  n->reg = (uint8_t)below(k, FREE_REGS);
  n->object = some_object(k, objects_of(op_table[n->op].group));
  n->value = some_value(k, w);
  n->other_value = some_value(k, w);
  if (op_table[n->op].group == GROUP_INDEX && k->written)
    n->value = IN_REGISTER | (uint8_t)written_register(k);
  if (strstr(text, "$?")) n->condition = some_condition(k, w);
}

/* Counts and the like are constants; the value that ends a waiting loop too. */
static void make_constant(struct maker *k, struct node *n, unsigned from, unsigned count) {
  n->other_value = (uint8_t)(from + below(k, count));
}

static void make_lock(struct maker *k, struct node *n, const struct place *w) {
  if (w->held >> n->object & 1) n->object = !n->object;
  struct place in = *w;
  if (!(w->held >> n->object & 1)) {
    in.held |= 1u << n->object;
    n->body = body_in(k, in, 3);
    return;
  }
  n->op = OP_SET, n->body = NULL; /* both are held */
}

static void make_parts(struct maker *k, struct node *n, const struct place *w) {
  struct place in = *w;
  switch (n->op) {
  case OP_INPUT:
  case OP_CHOOSE: make_constant(k, n, 2, 2); break;
  case OP_IF:
    n->body = body_in(k, in, 2);
    if (chance(k, 30)) n->other = body_in(k, in, 2);
    break;
  case OP_REPEAT:
    make_constant(k, n, 2, 2);
    n->object = (uint8_t)w->loops, in.loops++;
    n->body = body_in(k, in, 2);
    break;
  case OP_ATOMICALLY:
    in.in_section = true;
    n->body = body_in(k, in, 4);
    break;
  case OP_LOCKED:
  case OP_IF_LOCKED:
  case OP_IF_LOCKED_SOON: make_lock(k, n, w); break;
  case OP_READING:
  case OP_WRITING:
  case OP_IF_READING:
  case OP_IF_WRITING:
  case OP_IF_READING_SOON:
  case OP_IF_WRITING_SOON:
    in.has_rwlock = true;
    n->body = body_in(k, in, 2);
    break;
  case OP_WAITING:
    if (w->held & 1)
      n->op = OP_SIGNAL;
    else
      n->body = waiting_body(k, in);
    break;
  case OP_SPIN:
  case OP_SPIN_YIELD:
  case OP_SPIN_CAS: make_constant(k, n, 0, 3); break;
  case OP_SPIN_PLAIN:
    make_constant(k, n, 0, 2);
    n->object = (uint8_t)below(k, CELLS);
    break;
  case OP_LOCKED_AT: /* the register must stay as it is */
    in.in_function = true;
    n->body = body_in(k, in, 2);
    break;
  case OP_SPIN_LOCKED:
  case OP_IF_SPIN_LOCKED:
    in.has_spinlock = true;
    n->body = body_in(k, in, 2);
    break;
  case OP_SPAWNED:
    n->object = (uint8_t)k->spare;
    k->spare = 0;
    n->body = body_in(k, in, 2);
    break;
  case OP_MUTEX_REMADE:
  case OP_SEM_REMADE:
    make_constant(k, n, 0, 2);
    n->body = chance(k, 40) ? body_in(k, in, 1) : NULL;
    break;
  case OP_CLEANUP:
    n->object = (uint8_t)below(k, HANDLERS);
    make_constant(k, n, 0, 2);
    n->body = body_in(k, in, 3);
    break;
  default: break;
  }
}

static struct node *some_statement(struct maker *k, const struct place *w) {
  enum op op = some_op(k, w);
  struct node *n = op < OPS ? new_node(k, op) : NULL;
  if (!n) return NULL;
  k->budget--;
  make_operands(k, n, w);
  make_parts(k, n, w);
  if (strstr(op_table[n->op].text, "$a")) k->written |= 1u << n->reg;
  return n;
}

static struct node *some_list(struct maker *k, const struct place *w, unsigned most) {
  struct node *list = NULL, **at = &list;
  for (unsigned i = 0; i < most && (k->budget > 0 || !i); i++) at = append(at, some_statement(k, w));
  return list;
}

/* ---- functions ---- */

static struct node **end_of(struct node **at) {
  while (*at) at = &(*at)->next;
  return at;
}

static struct node *about_thread(struct maker *k, enum op op, unsigned thread) {
  struct node *n = new_node(k, op);
  if (!n) return NULL;
  n->object = (uint8_t)thread;
  n->reg = (uint8_t)below(k, FREE_REGS);
  return n;
}

static void create_children(struct maker *k, unsigned self, const struct place *w) {
  struct program *p = k->p;
  for (unsigned t = 1; t < p->threads; t++) {
    if (p->creator[t] != self) continue;
    append(end_of(&p->code[self]), about_thread(k, OP_CREATE, t));
    if (chance(k, 15)) append(end_of(&p->code[self]), some_statement(k, w));
  }
}

static void end_child(struct maker *k, unsigned self, unsigned t) {
  struct program *p = k->p;
  struct node **at = end_of(&p->code[self]);
  if (p->has[GROUP_CANCEL] && chance(k, 60)) at = append(at, about_thread(k, OP_CANCEL, t));
  if (!p->has[GROUP_JOINING]) {
    append(at, about_thread(k, OP_JOIN, t));
    return;
  }
  switch (below(k, 6)) {
  case 0: append(at, about_thread(k, OP_DETACH, t)); break;
  case 1: append(at, about_thread(k, OP_TRYJOIN, t)); break;
  case 2: append(at, about_thread(k, OP_JOIN_SOON, t)); break;
  case 3: break;
  default: append(at, about_thread(k, OP_JOIN, t));
  }
}

static void make_thread(struct maker *k, unsigned self) {
  struct program *p = k->p;
  struct place w = {.thread = self, .is_alone = !self};
  k->written = 0;
  k->budget = self ? 2 + (int)below(k, 4) : (int)below(k, 3);
  if (self || chance(k, 50)) p->code[self] = some_list(k, &w, 1 + below(k, 3));
  w.is_alone = false;
  create_children(k, self, &w);
  k->budget = self ? 1 + (int)below(k, 3) : (int)below(k, 4);
  if (self || k->budget) *end_of(&p->code[self]) = some_list(k, &w, 1 + below(k, 3));
  for (unsigned t = self + 1; t < p->threads; t++)
    if (p->creator[t] == self) end_child(k, self, t);
}

/* main looks at what is left: part of the final state. */
static void make_end(struct maker *k) {
  struct program *p = k->p;
  struct node **at = end_of(&p->code[0]);
  for (unsigned i = 0; i < REGS - FREE_REGS; i++) {
    struct node *n = NULL;
    if (i < CELLS && (i < 2 || chance(k, 50)))
      n = new_node(k, OP_READ), n->object = (uint8_t)i;
    else if (i >= CELLS && p->has[GROUP_SEMAPHORE] && !p->has[GROUP_DESTROY])
      n = new_node(k, OP_SEM_VALUE), n->object = 0;
    else if (i >= CELLS)
      n = new_node(k, OP_ALOAD), n->object = (uint8_t)below(k, ATOMS);
    if (!n) continue;
    n->reg = (uint8_t)(FREE_REGS + i);
    at = append(at, n);
  }
}

/* A function without registers: constants only. */
static void make_function(struct maker *k, unsigned function) {
  struct place w = {.thread = 1, .in_function = true, .depth = 3};
  k->written = 0;
  k->budget = 2;
  k->p->code[function] = some_list(k, &w, 1 + below(k, 2));
}

/* ---- what a program is made of ---- */

static void choose_groups(struct maker *k, uint32_t mask) {
  struct program *p = k->p;
  p->has[GROUP_LOCAL] = p->has[GROUP_PLAIN] = true;
  unsigned wanted = 2 + below(k, 4);
  for (unsigned tries = 0; tries < 60 && wanted; tries++) {
    unsigned g = below(k, GROUPS);
    if (p->has[g] || !(mask >> g & 1)) continue;
    p->has[g] = true;
    wanted--;
  }
}

static void choose_shape(struct maker *k) {
  struct program *p = k->p;
  p->threads = 3 + chance(k, 40) + chance(k, 8);
  if (chance(k, 10)) p->threads = 2;
  for (unsigned t = 1; t < p->threads; t++) p->creator[t] = t > 1 && chance(k, 15) ? (uint8_t)(t - 1) : 0;
  for (unsigned i = 0; i < CELLS; i++) p->cell[i] = (uint8_t)(below(k, 3) / 2);
  for (unsigned i = 0; i < ATOMS; i++) p->atom[i] = (uint8_t)(below(k, 3) / 2);
  for (unsigned i = 0; i < MUTEXES; i++)
    p->mutex_type[i] = p->has[GROUP_MISUSE] || chance(k, 20) ? (uint8_t)below(k, 3) : NORMAL;
  if (p->has[GROUP_CONDITION]) p->mutex_type[0] = NORMAL;
  for (unsigned i = 0; i < MUTEXES && p->has[GROUP_DESTROY]; i++)
    p->mutex_type[i] = NORMAL; /* made again they are */
  for (unsigned i = 0; i < SEMS; i++) p->sem[i] = (uint8_t)below(k, 3);
  for (unsigned i = 0; i < BARRIERS; i++) p->barrier[i] = (uint8_t)(1 + below(k, p->threads - 1));
  p->layout = p->has[GROUP_FREEING] ? HEAP : below(k, LAYOUTS);
  p->has_tls = chance(k, 10);
  p->prefers_writers = chance(k, 25);
  p->main_leaves = chance(k, 4) && p->layout != STACK;
  if (!p->has[GROUP_SPAWN] || p->threads == THREADS) return;
  k->spare = p->threads++;
  p->creator[k->spare] = NOBODY;
  p->width = below(k, WIDTHS);
}

/* ---- leaving statements out ---- */

static void prune(struct node **at, const enum fate *fate) {
  while (*at) {
    struct node *n = *at;
    prune(&n->body, fate);
    prune(&n->other, fate);
    if (fate[n->number] == KEPT) {
      at = &n->next;
      continue;
    }
    struct node *rest = n->next;
    *at = fate[n->number] == UNWRAPPED ? n->body : NULL;
    at = end_of(at);
    *at = rest;
  }
}

static bool is_about_thread(enum op op) {
  return op == OP_JOIN || op == OP_TRYJOIN || op == OP_JOIN_SOON || op == OP_DETACH || op == OP_CANCEL;
}

static bool creates(const struct node *n, unsigned thread) {
  for (; n; n = n->next)
    if (((n->op == OP_CREATE || n->op == OP_SPAWNED) && n->object == thread) || creates(n->body, thread) ||
        creates(n->other, thread))
      return true;
  return false;
}

static bool is_created(const struct program *p, unsigned thread) {
  for (unsigned t = 0; t < p->threads; t++)
    if (creates(p->code[t], thread)) return true;
  return false;
}

/* What is done to threads that nobody creates any more. */
static void drop_orphans(struct program *p) {
  for (unsigned t = 0; t < p->threads; t++)
    for (struct node **at = &p->code[t]; *at;)
      if (is_about_thread((*at)->op) && !is_created(p, (*at)->object))
        *at = (*at)->next;
      else
        at = &(*at)->next;
  for (unsigned t = 1; t < p->threads; t++)
    if (!is_created(p, t)) p->code[t] = NULL;
}

static uint8_t registers_written(const struct node *n) {
  uint8_t mask = 0;
  for (; n; n = n->next) {
    if (strstr(op_table[n->op].text, "$a")) mask |= (uint8_t)(1u << n->reg);
    mask |= registers_written(n->body) | registers_written(n->other);
  }
  return mask;
}

void program_make(struct program *p, uint64_t seed, uint32_t groups, const enum fate *fate) {
  memset(p, 0, sizeof *p);
  p->seed = seed;
  struct maker k = {.p = p, .random = seed * 0x9e3779b97f4a7c15ull + 12345};
  for (unsigned i = 0; i < 4; i++) below(&k, 2);
  choose_groups(&k, groups);
  choose_shape(&k);
  for (unsigned t = 0; t < p->threads; t++) make_thread(&k, t);
  for (unsigned f = THREADS; f < FUNCTIONS; f++) make_function(&k, f);
  make_end(&k);
  for (unsigned f = 0; f < FUNCTIONS && fate; f++) prune(&p->code[f], fate);
  drop_orphans(p);
  p->final_regs = registers_written(p->code[0]);
}
