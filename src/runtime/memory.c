/* Which object an address means, and where a symbolic address can go.
 *
 * An address is taken apart into constant + sum of coefficient * term. The constant of the
 * outermost sum points into the object meant; in C the access must stay inside, so a BOUNDS event
 * says that it does, and that it does not is a bug. The coefficients give the stride: any power of
 * two that divides them all does (arithmetic wraps at 2^64), and their greatest common divisor if
 * no term is wide enough to wrap (int indices, the usual case). Inside the object there are then
 * `count` places, and index = (address - first) / stride is computed exactly from the terms in 16
 * bits.
 *
 * Local objects come from HOT->local (wire/layout.h). */
#include "runtime/state.h"
#include "runtime/build.h"
#include <stdio.h>
#include <stdlib.h>

enum { TERMS = 16, INDEX_WIDTH = 16, NEAR = 64 };

/* Objects. */

/* The frame pointer of the instrumented function that called us. */
static uint64_t caller_frame(void) {
  const uint64_t *f = __builtin_frame_address(0);
  while (run_on_stack((uint64_t)f)) {
    if (program_made_call(f[1])) return f[0];
    if (f[0] <= (uint64_t)f) break;
    f = (const uint64_t *)f[0];
  }
  return 0;
}

static bool holds(uint64_t start, uint64_t size, uint64_t address) {
  return address >= start && address - start < size;
}

/* Entries of frames that have returned are still there: what lies below the thread's innermost
 * frame is not looked at. */
static const struct hot_local *local_at(uint64_t address) {
  uint32_t id;
  if (!thread_owns_address(address, &id)) return NULL;
  struct thread *self = thread_self(), *t = thread_number(id);
  if (!t) return NULL;
  uint64_t frame = t == self ? caller_frame() : t->sp;
  uint32_t count = t == self ? HOT->local_count : t->local_count;
  for (uint32_t i = count; i--;)
    if (t->local[i].frame >= frame && holds(t->local[i].start, t->local[i].size, address))
      return &t->local[i];
  return NULL;
}

const struct raddle_local *memory_local_at(uint64_t address) {
  const struct hot_local *l = local_at(address);
  return l ? l->what : NULL;
}

static struct object find_local(uint64_t address) {
  const struct hot_local *l = local_at(address);
  if (!l) return (struct object){0};
  return (struct object){l->start, l->size, OBJECT_LOCAL, NULL};
}

static struct object find_heap(uint64_t address) {
  const struct block *b = heap_find(address);
  if (!b || b->free_pc || !holds(b->start, b->size, address)) return (struct object){0};
  return (struct object){b->start, b->size, OBJECT_HEAP, NULL};
}

static struct object find_global(uint64_t address) {
  const struct raddle_global *g = program_global_before(address);
  if (!g || !holds((uint64_t)g->address, g->size, address)) return (struct object){0};
  return (struct object){(uint64_t)g->address, g->size, OBJECT_GLOBAL, g->name};
}

struct object memory_find(uint64_t address) {
  if (heap_owns(address)) return find_heap(address);
  if (address >= LAYOUT_STACKS && address < LAYOUT_SHADOW) return find_local(address);
  return find_global(address);
}

/* Bad accesses. */

static const char *access_name(bool is_write) { return is_write ? "write" : "read"; }

static _Noreturn void poisoned(const void *p, uint64_t size, const void *bad, bool is_write, site_ref site) {
  char where[256];
  const struct block *b = heap_find((uint64_t)bad);
  heap_describe((uint64_t)bad, where, sizeof where);
  bool freed = b && b->free_pc && (uint64_t)bad >= b->start && (uint64_t)bad < b->start + b->size;
  run_bug(freed ? BUG_USE_AFTER_FREE : BUG_HEAP_OVERFLOW, site, (uint64_t)p, "%s of %lu bytes at %p, %s",
          access_name(is_write), size, p, where);
}

void memory_check_heap(const void *p, uint64_t size, bool is_write, site_ref site) {
  if (!heap_owns((uint64_t)p)) return;
  const void *bad = shadow_poisoned(p, size);
  if (bad) shapes_excuse((uint64_t)bad, site);
  if (bad) poisoned(p, size, bad, is_write, site);
}

static _Noreturn void outside(const struct object *o, uint64_t address, uint64_t size, bool is_write,
                              site_ref site) {
  if (o->kind == OBJECT_HEAP) shapes_excuse(o->start, site); /* whatever the index is */
  long offset = address - o->start;
  char block[256];
  if (o->kind == OBJECT_HEAP) {
    heap_describe_block(heap_find(o->start), block, sizeof block);
    run_bug(BUG_HEAP_OVERFLOW, site, address, "%s of %lu bytes at offset %ld of %s", access_name(is_write),
            size, offset, block);
  }
  run_bug(BUG_OUT_OF_BOUNDS, site, address, "%s of %lu bytes at offset %ld of %s%s of %lu bytes",
          access_name(is_write), size, offset, o->kind == OBJECT_GLOBAL ? "global " : "a local object",
          o->name ? o->name : "", o->size);
}

/* Sums. */

struct sum {
  uint64_t constant;
  unsigned count;
  bool may_wrap;
  struct {
    uint64_t factor;
    expr_id term;
  } part[TERMS];
};

static bool is_small(uint64_t factor) { return (int64_t)factor < 1 << 24 && (int64_t)factor > -(1 << 24); }

static void add_term(struct sum *s, uint64_t factor, expr_id e) {
  bool is_ext = NODE(e).op == EX_ZEXT || NODE(e).op == EX_SEXT;
  if (!is_ext || expr_width(NODE(e).a) > 32 || !is_small(factor)) s->may_wrap = true;
  s->part[s->count].factor = factor;
  s->part[s->count++].term = e;
}

static void take_apart(struct sum *s, uint64_t factor, expr_id e) {
  const struct expr n = NODE(e);
  bool has_const = n.op != EX_CONST && expr_arity(n.op) == 2 && expr_is_const(n.b);
  if (n.op == EX_CONST) {
    s->constant += factor * expr_const_value(&n);
  } else if ((n.op == EX_ADD || n.op == EX_SUB) && s->count < TERMS - 2) {
    take_apart(s, factor, n.a);
    take_apart(s, n.op == EX_ADD ? factor : -factor, n.b);
  } else if (n.op == EX_MUL && has_const) {
    take_apart(s, factor * VALUE(n.b), n.a);
  } else if (n.op == EX_SHL && has_const && VALUE(n.b) < 64) {
    take_apart(s, factor << VALUE(n.b), n.a);
  } else if (s->count < TERMS) {
    add_term(s, factor, e);
  }
}

static uint64_t gcd(uint64_t a, uint64_t b) { return b ? gcd(b, a % b) : a; }

static uint64_t stride_of(const struct sum *s) {
  uint64_t g = 0, bits = 0;
  for (unsigned i = 0; i < s->count; i++) {
    g = gcd(g, llabs((int64_t)s->part[i].factor));
    bits |= s->part[i].factor;
  }
  return s->may_wrap ? bits & -bits : g;
}

/* sum of factor/stride * term + (constant - first)/stride, in `width` bits. */
static expr_id index_of(const struct sum *s, uint64_t first, int64_t stride, unsigned width) {
  expr_id index = expr_const(width, (int64_t)(s->constant - first) / stride);
  for (unsigned i = 0; i < s->count; i++) {
    expr_id factor = expr_const(width, (int64_t)s->part[i].factor / stride);
    index = expr_binary(EX_ADD, index, expr_binary(EX_MUL, expr_resize(width, s->part[i].term), factor));
  }
  return index;
}

/* Symbolic addresses. */

static uint64_t outer_constant(expr_id e) {
  const struct expr n = NODE(e);
  return n.op == EX_ADD && expr_is_const(n.b) ? VALUE(n.b) : 0;
}

/* The object the constant points into; in p[i - 1] or end[-i] it may lie a little below, or at
 * the end. What begins where the accessed object ends is not meant then: better a bug unseen
 * than a false one. */
static struct object object_meant(uint64_t constant, uint64_t now) {
  struct object here = memory_find(now), o = {0};
  if (!constant || (here.kind && constant == here.start + here.size)) return here.kind && constant ? here : o;
  o = memory_find(constant);
  if (o.kind) return o;
  bool is_near = constant + NEAR >= here.start && constant <= here.start + here.size + NEAR;
  return here.kind && is_near ? here : o;
}

static struct places places_of(const struct sum *s, const struct object *o, unsigned size) {
  struct places at = {.stride = stride_of(s)};
  if (!at.stride || at.stride > 1ul << 40 || o->size < size) return at;
  int64_t skip = (int64_t)(s->constant - o->start) % (int64_t)at.stride;
  if (skip < 0) skip += at.stride;
  at.first = o->start + skip;
  uint64_t room = o->size - size;
  uint64_t count = (uint64_t)skip > room ? 0 : (room - skip) / at.stride + 1;
  at.count = count <= MEMORY_ELEMENTS ? count : MEMORY_ELEMENTS + 1;
  return at;
}

/* Index below count where that is exact, and simpler for the solver; else the address itself. */
static expr_id in_bounds(const struct sum *s, const struct object *o, const struct places *at, expr_id sp,
                         unsigned size) {
  if (o->size < size) return expr_const(1, 0);
  uint64_t room = o->size - size, skip = at->first - o->start;
  if (at->first && !s->may_wrap && skip <= room) {
    uint64_t count = (room - skip) / at->stride + 1;
    return expr_binary(EX_ULT, index_of(s, at->first, at->stride, 64), expr_const(64, count));
  }
  expr_id offset = expr_binary(EX_SUB, sp, expr_const(64, o->start));
  return expr_binary(EX_ULE, offset, expr_const(64, room));
}

static bool is_pointer(uint64_t factor, expr_id term) {
  bool is_index = NODE(term).op == EX_ZEXT || NODE(term).op == EX_SEXT;
  return factor == 1 && !is_index && fresh_decides(term);
}

expr_id memory_decide_pointers(expr_id sp, site_ref site) {
  struct sum s = {0};
  bool any = false;
  if (!fresh_is_on() || expr_width(sp) != 64) return sp;
  take_apart(&s, 1, sp);
  expr_id left = expr_const(64, s.constant);
  for (unsigned i = 0; i < s.count; i++) {
    expr_id term = s.part[i].term;
    if (is_pointer(s.part[i].factor, term)) {
      record_fixed(term, VALUE(term), "address", site);
      term = expr_const(64, VALUE(term));
      any = true;
    }
    left = expr_binary(EX_ADD, left, expr_binary(EX_MUL, term, expr_const(64, s.part[i].factor)));
  }
  return any && VALUE(left) == VALUE(sp) ? left : sp;
}

struct places memory_places(const void *p, expr_id sp, unsigned size, bool is_write, site_ref site) {
  uint64_t now = (uint64_t)p;
  struct places fixed = {0};
  if (expr_width(sp) != 64 || VALUE(sp) != now) return fixed;
  if (HOT->tag && thread_self()->decided == sp) return fixed; /* there is one place it can be */
  sp = memory_decide_pointers(shapes_decide(sp, site), site);
  if (expr_is_const(sp)) return fixed;
  struct object o = object_meant(outer_constant(sp), now);
  if (!o.kind) {
    if (!choice_record(sp, now, site)) record_fixed(sp, now, "address of no known object", site);
    return fixed;
  }
  struct sum s = {0};
  take_apart(&s, 1, sp);
  struct places at = places_of(&s, &o, size);
  bool inside = now >= o.start && o.size >= size && now - o.start <= o.size - size;
  record_path(EV_BOUNDS, in_bounds(&s, &o, &at, sp, size), inside, site, 0);
  if (!inside) outside(&o, now, size, is_write, site);
  if (!at.first || !at.count || at.count > MEMORY_ELEMENTS)
    return record_fixed(sp, now, "address with too many places", site), fixed;
  at.index = index_of(&s, at.first, at.stride, INDEX_WIDTH);
  if (at.first + VALUE(at.index) * at.stride != now) return record_fixed(sp, now, "address", site), fixed;
  if (expr_is_const(at.index)) return fixed;
  return at;
}

/* Symbolic sizes. */

uint64_t memory_room(const void *p, expr_id s_size, uint64_t size, bool is_write, site_ref site) {
  struct object o = memory_find((uint64_t)p);
  if (!o.kind) return UINT64_MAX;
  uint64_t room = o.start + o.size - (uint64_t)p;
  expr_id fits = expr_binary(EX_ULE, s_size, expr_const(expr_width(s_size), room));
  record_path(EV_BOUNDS, fits, size <= room, site, 0);
  if (size > room) outside(&o, (uint64_t)p, size, is_write, site);
  return room;
}
