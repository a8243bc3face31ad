/* Where a pointer input points is decided when the program follows it: is it NULL, is it an object
 * that the run has reached before, or a part of one, or is it an object of its own? Each question is
 * a branch, so each answer is a path, whichever strategy explores them, and 4.1.6's limit of CUTE is
 * none here: *p = 0; *q = 1; if (*p == 1) is reached with p == q.
 *
 * The questions speak of pointers, not of addresses: x == r, where r is the pointer through which
 * the run reached the object first. Labels are names, nothing more, and the solver may choose them.
 *
 * After the answers the pointer has one place it can be: its value takes its place in the address.
 * Invariant: what follows from earlier answers alone is not asked (known); the order of the questions is the same
 * in every run with the same answers. */
#include "runtime/build.h"
#include "runtime/shapes.h"
#include "runtime/state.h"

#define S (&ST->shapes)

extern const struct raddle_target __start_raddle_targets[] __attribute__((weak, visibility("hidden")));
extern const struct raddle_target __stop_raddle_targets[] __attribute__((weak, visibility("hidden")));

static bool is_pointer(expr_id e) { return NODE(e).op == EX_VAR && NODE(e).a >= MARK_POINTER; }

/* ---- what is known ---- */

static bool is_resolved(expr_id x) { return ST->resolved_in[x] == ST->run.number; }

static void resolve(expr_id x) { ST->resolved_in[x] = ST->run.number; }

/* x is one that was decided, by a chain of equalities. */
static bool is_known(expr_id x) {
  expr_id reached[64] = {x};
  uint32_t count = 1;
  if (is_resolved(x)) return true;
  for (uint32_t k = 0; k < count; k++) {
    if (is_resolved(reached[k])) return true;
    for (uint32_t i = 0; i < S->pair_count && count < 64; i++) {
      const struct shape_pair *p = &S->pair[i];
      expr_id other = p->a == reached[k] ? p->b : p->b == reached[k] ? p->a : 0;
      for (uint32_t j = 0; other && j < count; j++)
        if (reached[j] == other) other = 0;
      if (other) reached[count++] = other;
    }
  }
  return false;
}

/* pointer + offset; 0: it is something else. */
static expr_id base_of(expr_id e, uint64_t *offset) {
  const struct expr n = NODE(e);
  *offset = 0;
  if (is_pointer(e)) return e;
  if (n.op != EX_ADD || !is_pointer(n.a) || !expr_is_const(n.b)) return 0;
  *offset = VALUE(n.b);
  return n.a;
}

void shapes_learn(expr_id condition) {
  const struct expr n = NODE(condition);
  uint64_t x, y;
  if (!HOT->has_pointers || n.op != EX_EQ || expr_width(n.a) != 64 || S->pair_count == SHAPE_PAIRS) return;
  expr_id a = base_of(n.a, &x), b = base_of(n.b, &y);
  if (a && b) S->pair[S->pair_count++] = (struct shape_pair){a, b, y - x};
}

/* ---- questions ---- */

struct question {
  expr_id x;
  uint32_t about; /* an object */
  uint64_t base;  /* of the element of it that is looked through */
  uint64_t value;
  site_ref site;
};

/* Does x point `offset` bytes behind the element's beginning? */
static bool ask(const struct question *q, uint64_t offset) {
  const struct shape_object *o = &S->object[q->about];
  uint64_t there = o->start + q->base + offset;
  expr_id place = expr_binary(EX_ADD, o->by, expr_const(64, there - VALUE(o->by)));
  expr_id same = build_question(SHM, expr_binary(EX_EQ, q->x, place), EXPR_ALIAS);
  record_path(EV_BRANCH, same, q->value == there, q->site, 0);
  return q->value == there;
}

static bool ask_part(void *self, uint64_t offset) { return ask(self, offset); }

/* Is the object a part of what x points to? */
static bool ask_whole(void *self, uint64_t offset) {
  const struct question *q = self;
  if (!ask(q, -offset)) return false;
  shapes_grow(q->about, q->x, shapes_pointee(q->x), offset);
  return true;
}

/* Is x in an object that was reached before, or around it? A string is met at its beginning only. */
static bool ask_about(uint32_t object, struct question *q) {
  const struct shape_object *o = &S->object[object];
  const struct raddle_type *wanted = shapes_pointee(q->x);
  q->about = object;
  if (wanted->kind == TYPE_CHAR || wanted->kind == TYPE_OPAQUE) return o->type->id == wanted->id && ask(q, 0);
  uint64_t elements = o->is_open && o->type->kind != TYPE_STRUCT ? SHM->max_array : 1;
  for (uint64_t i = 0; i < elements; i++) {
    q->base = i * o->type->size;
    if (shapes_search(o->type, wanted, ask_part, q)) return true;
  }
  q->base = 0;
  return o->type->id != wanted->id && o->type->kind != TYPE_CHAR &&
         shapes_search(wanted, o->type, ask_whole, q);
}

/* An object has the type of the pointer that reached it first; others do not point to it. */
static void refuse_others(struct question *q) {
  for (uint32_t i = 0; i < S->count; i++) {
    const struct shape_object *o = &S->object[i];
    expr_id same = expr_binary(EX_EQ, q->x, o->by);
    q->about = i;
    if (layout_label(q->value) == o->label) {
      ask(q, q->value - o->start);
      run_end(END_ASSUME, 0, "a pointer input points into an object of another type");
    }
    if (o->type->id != shapes_pointee(q->x)->id) record_path(EV_ASSUME, expr_not(same), true, q->site, 0);
  }
}

static void resolve_object(expr_id x, uint64_t value, site_ref site) {
  struct question q = {.x = x, .value = value, .site = site};
  for (uint32_t i = 0; i < S->count; i++)
    if (ask_about(i, &q)) return;
  refuse_others(&q);
  if (!layout_label(value)) run_end(END_ASSUME, 0, "a pointer input points to no object");
  shapes_make(x, value);
}

static void ask_null(expr_id x, uint64_t value, site_ref site) {
  expr_id is_null = expr_binary(EX_EQ, x, expr_const(64, 0));
  record_path(EV_BRANCH, build_question(SHM, is_null, EXPR_FOLLOW), value == 0, site, 0);
}

static void decide_pointer(expr_id x, site_ref site) {
  uint64_t value = VALUE(x);
  if (is_known(x)) return;
  HOT->site = site ? site : HOT->site;
  ask_null(x, value, site);
  if (value && shapes_pointee(x)->kind != TYPE_FUNCTION) resolve_object(x, value, site);
  resolve(x);
}

/* ---- addresses ---- */

static bool mentions(expr_id e) {
  const struct expr n = NODE(e);
  switch (n.op) {
  case EX_VAR: return is_pointer(e);
  case EX_ADD: return mentions(n.a) || mentions(n.b);
  case EX_SUB: return mentions(n.a);
  case EX_ITE: return mentions(n.b) || mentions(n.c);
  case EX_TABLE:
    for (uint32_t i = 0; i < n.c; i++)
      if (mentions(shm_pool(SHM)[n.b + i])) return true;
    return false;
  default: return false;
  }
}

static expr_id decide(expr_id e, site_ref site) {
  const struct expr n = NODE(e);
  if (!mentions(e)) return e;
  switch (n.op) {
  case EX_ADD: return expr_binary(EX_ADD, decide(n.a, site), decide(n.b, site));
  case EX_SUB: return expr_binary(EX_SUB, decide(n.a, site), n.b);
  case EX_ITE:
    record_path(EV_BRANCH, n.a, VALUE(n.a) & 1, site, 0);
    return decide(VALUE(n.a) & 1 ? n.b : n.c, site);
  case EX_TABLE: {
    uint64_t index = VALUE(n.a) < n.c ? VALUE(n.a) : n.c - 1;
    record_split(n.a, VALUE(n.a), n.c - 1, "index of a pointer", site);
    return decide(shm_pool(SHM)[n.b + index], site);
  }
  default: decide_pointer(e, site); return expr_const(64, VALUE(e));
  }
}

expr_id shapes_decide(expr_id address, site_ref site) {
  if (!HOT->has_pointers || expr_width(address) != 64) return address;
  uint64_t value = VALUE(address);
  expr_id left = decide(address, site);
  return VALUE(left) == value ? left : address;
}

/* Nobody follows a pointer to void. */
HOOK_SLOW void __raddle_follow_slow(uint32_t sp, const struct raddle_extern *x,
                                    const struct raddle_site *site) {
  (void)x;
  if (!is_pointer(sp) || shapes_pointee(sp)->kind != TYPE_OPAQUE) shapes_decide(sp, site);
}

/* ---- all at once ---- */

static void settle_bytes(uint32_t flat, uint64_t size) {
  for (uint64_t i = 0; i + 8 <= size; i++) {
    if (ST->inputs.grain[flat + i].mark < MARK_POINTER) continue;
    expr_id x = inputs_variable((uint32_t)(flat + i), 8);
    if (x) decide(x, HOT->site);
  }
}

/* Objects that are reached on the way come behind the others. */
void shapes_settle(void) {
  for (uint32_t i = 0; i < SHM->trace.object_count; i++) {
    struct input_object o = shm_object(SHM)[i];
    if (o.type) settle_bytes(o.flat, o.bytes);
  }
}

/* ---- functions ---- */

expr_id shapes_decide_target(expr_id target, site_ref site) {
  if (!HOT->has_pointers || !is_pointer(target) || shapes_pointee(target)->kind != TYPE_FUNCTION)
    return target;
  uint64_t value = VALUE(target), type = shapes_pointee(target)->id;
  expr_id known = expr_const(64, value);
  if (is_known(target)) return known;
  ask_null(target, value, site);
  resolve(target);
  if (!value) return known;
  for (const struct raddle_target *t = __start_raddle_targets; t < __stop_raddle_targets; t++) {
    if (t->type != type) continue;
    bool is_it = (uint64_t)t->address == value;
    record_path(EV_BRANCH, expr_binary(EX_EQ, target, expr_const(64, (uint64_t)t->address)), is_it, site, 0);
    if (is_it) return known;
  }
  run_end(END_ASSUME, 0, "a pointer input points to no function of its type");
}
