/* Objects behind pointer inputs (CUTE 4.1.1, the logical input map).
 *
 * A pointer input is a variable of 64 bits whose value is an address: NULL, a function, or that of
 * an object with a label, in slot `label` of the window at LAYOUT_INPUTS, or of a part of one. A
 * label is CUTE's logical address. The bytes of an object are input bytes of its label, so its
 * fields keep their values when the shape around them changes, and a plan is bytes as before.
 *
 * An object comes into being when the run first follows a pointer to it, and gets the type that the
 * pointer says (lazy initialisation: Khurshid, Pasareanu, Visser, TACAS 2003). So shapes that the
 * program cannot tell apart are one path. It is a block of the heap: it can be freed, and
 * accesses beside it are seen.
 *
 * A pointer to a structure may point to what an earlier pointer, to a member of it, has reached:
 * then the object grows to both sides. So flat bytes are reserved for the largest structure of
 * the program that has a part of the object's type.
 *
 * What a pointer to a scalar points to is an array of which nobody knows the length. It has
 * --max-array elements here, and a run that goes past them ends with a reason, not with a bug.
 *
 * Invariant: in the committed part of a slot a cell is poison unless its byte belongs to an object
 * that is alive; block[k].start is the object's address whether there is one or not, so that blocks
 * are sorted. */
#include "runtime/shapes.h"
#include "runtime/build.h"
#include "runtime/state.h"
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define S (&ST->shapes)
#define REDZONE 64 /* bytes of poison on both sides, or more */

extern const struct raddle_type __start_raddle_types[] __attribute__((weak, visibility("hidden")));
extern const struct raddle_type __stop_raddle_types[] __attribute__((weak, visibility("hidden")));
extern const struct raddle_target __start_raddle_targets[] __attribute__((weak, visibility("hidden")));
extern const struct raddle_target __stop_raddle_targets[] __attribute__((weak, visibility("hidden")));

enum { OPAQUE_BYTES = 8 };

/* ---- types ---- */

uint32_t shapes_type_number(const struct raddle_type *t) {
  bool is_own = t >= __start_raddle_types && t < __stop_raddle_types;
  return is_own ? (uint32_t)(t - __start_raddle_types) + 1 : 0;
}

const struct raddle_type *shapes_pointee(expr_id x) {
  return __start_raddle_types[NODE(x).a - MARK_POINTER].inner;
}

void shapes_publish(uint32_t (*string)(void *, const char *), void *cache) {
  const struct raddle_type *t = __start_raddle_types;
  uint32_t count = (uint32_t)(__stop_raddle_types - t);
  SHM->type_count = SHM->member_count = SHM->target_count = 0;
  for (; SHM->type_count < count && SHM->type_count < SHM_TYPE_MAX; t++) {
    uint32_t first = SHM->member_count, same = 0;
    bool has_members = t->kind == TYPE_STRUCT || t->kind == TYPE_UNION;
    if (has_members && first + t->count > SHM_MEMBER_MAX) return;
    while (__start_raddle_types[same].id != t->id) same++;
    shm_type(SHM)[SHM->type_count++] = (struct program_type){
        string(cache, t->name), t->kind, t->count, shapes_type_number(t->inner), first, same + 1, t->size};
    for (uint32_t i = 0; has_members && i < t->count; i++) {
      const struct raddle_member *m = &t->member[i];
      shm_member(SHM)[SHM->member_count++] = (struct program_member){
          string(cache, m->name), shapes_type_number(m->type), m->bit, m->bits, m->offset};
    }
  }
  for (const struct raddle_target *f = __start_raddle_targets; f < __stop_raddle_targets; f++) {
    uint32_t same = 0;
    while (same < count && __start_raddle_types[same].id != f->type) same++;
    if (same == count || SHM->target_count == SHM_TARGET_MAX) continue;
    shm_target(SHM)[SHM->target_count++] =
        (struct program_target){(uint64_t)f->address, string(cache, f->name), same + 1};
  }
}

/* ---- parts ---- */

struct search {
  const struct raddle_type *wanted;
  bool (*visit)(void *, uint64_t offset);
  void *self;
};

static bool search(const struct search *s, const struct raddle_type *in, uint64_t offset) {
  if (in->id == s->wanted->id) return s->visit(s->self, offset);
  if (in->kind == TYPE_ARRAY) {
    for (uint64_t i = 0; i < in->count; i++)
      if (search(s, in->inner, offset + i * in->inner->size)) return true;
    return false;
  }
  if (in->kind != TYPE_STRUCT && in->kind != TYPE_UNION) return false;
  for (uint32_t i = 0; i < in->count; i++)
    if (!in->member[i].bits && search(s, in->member[i].type, offset + in->member[i].offset)) return true;
  return false;
}

bool shapes_search(const struct raddle_type *in, const struct raddle_type *wanted,
                   bool (*visit)(void *, uint64_t offset), void *self) {
  struct search s = {wanted, visit, self};
  return search(&s, in, 0);
}

struct room {
  uint64_t size, before, after;
};

static bool make_room(void *self, uint64_t offset) {
  struct room *r = self;
  if (offset > r->before) r->before = offset;
  if (r->size - offset > r->after) r->after = r->size - offset;
  return false;
}

/* Around an object of type t. */
static void reserve_for(const struct raddle_type *t, uint64_t *before, uint64_t *after) {
  uint32_t number = shapes_type_number(t) - 1;
  if (number >= SHM_TYPE_MAX) return;
  if (!S->reserve[number].is_known) {
    struct room r = {0};
    for (const struct raddle_type *p = __start_raddle_types; p < __stop_raddle_types; p++) {
      if (p->kind != TYPE_POINTER || !p->inner || p->inner->size > LAYOUT_INPUT_SIZE / 2) continue;
      r.size = p->inner->size;
      if (p->inner->id != t->id && t->kind != TYPE_CHAR) shapes_search(p->inner, t, make_room, &r);
    }
    S->reserve[number].before = (uint32_t)r.before;
    S->reserve[number].after = (uint32_t)r.after;
    S->reserve[number].is_known = true;
  }
  *before = S->reserve[number].before;
  *after = S->reserve[number].after;
}

/* ---- marking input bytes ---- */

static void mark_type(uint64_t address, uint32_t flat, const struct raddle_type *t);

/* Of what the program cannot read as an input: its bytes are 0. */
static void leave_out(uint64_t address, uint64_t size) {
  memset((void *)address, 0, size);
  shadow_clear((void *)address, size);
}

static void mark_members(uint64_t address, uint32_t flat, const struct raddle_type *t) {
  for (uint32_t i = 0; i < t->count; i++) {
    const struct raddle_member *m = &t->member[i];
    if (!m->bits) mark_type(address + m->offset, flat + (uint32_t)m->offset, m->type);
  }
}

/* What a growing object has already is as it is. */
static bool is_kept(uint64_t address) { return address - S->kept_from < S->kept_to - S->kept_from; }

/* Of a union nobody knows which member is meant: pointers in one are noted as such. */
static void mark_either(uint64_t address, uint32_t flat, const struct raddle_type *t) {
  bool outer = S->in_union;
  if (t->kind == TYPE_UNION && t->count > 1) S->in_union = true;
  mark_members(address, flat, t);
  S->in_union = outer;
}

static void mark_type(uint64_t address, uint32_t flat, const struct raddle_type *t) {
  bool is_whole = t->kind == TYPE_STRUCT || t->kind == TYPE_UNION || t->kind == TYPE_ARRAY;
  if (!is_whole && is_kept(address)) return;
  struct grain *g = &ST->inputs.grain[flat];
  switch (t->kind) {
  case TYPE_BOOL:
    g->mark = MARK_BOOL;
    inputs_begin_with_zeros(flat, (void *)address, 1, 0xfe);
    break;
  case TYPE_POINTER:
    g->mark = (MARK_POINTER + shapes_type_number(t) - 1) | (S->in_union ? MARK_IN_UNION : 0);
    inputs_begin_with_zeros(flat, (void *)address, 8, 0xff);
    break;
  case TYPE_STRUCT:
  case TYPE_UNION: mark_either(address, flat, t); break;
  case TYPE_ARRAY:
    for (uint32_t i = 0; i < t->count; i++)
      mark_type(address + i * t->inner->size, flat + (uint32_t)(i * t->inner->size), t->inner);
    break;
  case TYPE_SYNC: leave_out(address, t->size); break;
  default: break;
  }
}

void shapes_describe(const void *p, uint64_t size, uint32_t flat, const struct raddle_type *t) {
  if (!t || !shapes_type_number(t) || !t->size) return;
  HOT->has_pointers = 1;
  for (uint64_t at = 0; at + t->size <= size; at += t->size)
    mark_type((uint64_t)p + at, flat + (uint32_t)at, t);
}

void shapes_new_variable(expr_id e, uint32_t mark) {
  if (mark != MARK_BOOL) return;
  bool is_bool = VALUE(e) <= 1;
  record_path(EV_ASSUME, expr_binary(EX_ULE, e, expr_const(expr_width(e), 1)), is_bool, HOT->site, 0);
  if (!is_bool) run_end(END_ASSUME, 0, "a bool is 0 or 1");
}

/* ---- names ---- */

static void name_member(const struct raddle_type *t, uint64_t offset, char *text, size_t size);

static void name_within(const struct raddle_type *t, uint64_t offset, char *text, size_t size) {
  for (uint32_t i = t->count; i--;) {
    const struct raddle_member *m = &t->member[i];
    if (offset < m->offset || offset - m->offset >= m->type->size) continue;
    int n = snprintf(text, size, *m->name ? ".%s" : "%s", m->name);
    if (n >= 0 && (size_t)n < size) name_member(m->type, offset - m->offset, text + n, size - (size_t)n);
    return;
  }
}

/* ".next", "[2].key", "": what lies at the offset of an object of this type. */
static void name_member(const struct raddle_type *t, uint64_t offset, char *text, size_t size) {
  *text = 0;
  if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION) return name_within(t, offset, text, size);
  if (t->kind != TYPE_ARRAY || !t->inner->size) return;
  int n = snprintf(text, size, "[%lu]", offset / t->inner->size);
  if (n >= 0 && (size_t)n < size) name_member(t->inner, offset % t->inner->size, text + n, size - (size_t)n);
}

/* An object is called by the pointer through which the run reached it: "p", "p->next". */
static void name_pointer(char *text, expr_id x) {
  uint32_t flat = NODE(x).b;
  char part[INPUT_NAME_MAX];
  for (uint32_t i = SHM->trace.object_count; i--;) {
    const struct input_object *o = &shm_object(SHM)[i];
    if (flat < o->flat || flat - o->flat >= o->bytes || !o->type) continue;
    const struct raddle_type *t = &__start_raddle_types[o->type - 1];
    uint64_t offset = flat - o->flat, element = offset / t->size;
    name_member(t, offset % t->size, part, sizeof part);
    bool is_list = o->bytes > t->size;
    if (is_list)
      snprintf(text, INPUT_NAME_MAX, "%.20s[%lu]%.15s", o->name, element, part);
    else if (o->label && *part == '.')
      snprintf(text, INPUT_NAME_MAX, "%.25s->%.12s", o->name, part + 1);
    else
      snprintf(text, INPUT_NAME_MAX, "%s%.25s%.13s", o->label ? "*" : "", o->name, part);
    return;
  }
  snprintf(text, INPUT_NAME_MAX, "?");
}

/* ---- objects ---- */

struct zone *shapes_zone(void) { return &S->zone; }

static void open_zone(void) {
  S->zone = (struct zone){LAYOUT_INPUTS, 0, 0, 0, 0, LAYOUT_INPUT_LABELS, S->block};
  for (uint32_t k = 0; k < LAYOUT_INPUT_LABELS; k++) S->block[k].start = layout_input(k);
  S->is_open = true;
}

/* Memory of a slot that may be used, and a redzone on both sides. */
static void commit(uint32_t label, uint64_t from, uint64_t to) {
  uint64_t *low = &S->committed[label].from, *high = &S->committed[label].to;
  from = align_down(from - REDZONE, PAGE);
  to = align_up(to + REDZONE, PAGE);
  if (!*high) *low = *high = from;
  if (*low <= from && to <= *high) return;
  if (from > *low) from = *low;
  if (to < *high) to = *high;
  if (mprotect((void *)from, to - from, PROT_READ | PROT_WRITE))
    run_end(END_FULL, 0, "no memory for an object behind a pointer input");
  memset(shadow_of((void *)from), 0xff, (*low - from) * sizeof(shadow_cell));
  memset(shadow_of((void *)*high), 0xff, (to - *high) * sizeof(shadow_cell));
  *low = from;
  *high = to;
}

/* Which elements, and how many of them there are. A structure that ends in a flexible array has
 * room for some elements of that. */
static uint64_t size_of(const struct raddle_type *t, bool *is_open) {
  uint64_t each = t->size ? t->size : OPAQUE_BYTES;
  *is_open = t->kind != TYPE_STRUCT && t->kind != TYPE_UNION && t->kind != TYPE_SYNC;
  if (*is_open) return each * SHM->max_array + (t->kind == TYPE_CHAR);
  const struct raddle_member *last = t->kind == TYPE_STRUCT && t->count ? &t->member[t->count - 1] : NULL;
  if (!last || last->type->kind != TYPE_ARRAY || last->type->count) return t->size;
  *is_open = true;
  uint64_t end = last->offset + SHM->max_array * last->type->inner->size;
  return end > t->size ? end : t->size;
}

static const struct shape_object *object_of_variable(expr_id x) {
  for (uint32_t i = 0; i < S->count; i++)
    if (NODE(x).b - S->object[i].flat < S->object[i].size) return &S->object[i];
  return NULL;
}

static _Noreturn void beyond(enum input_bound bound, const char *name, const char *what, uint32_t limit) {
  struct trace *t = &SHM->trace;
  snprintf(t->message, sizeof t->message, "%s: %s %u", name, what, limit);
  t->value = bound;
  t->site = record_site(HOT->site);
  run_leave(END_LIMIT);
}

/* What a flexible array, or an array of unknown length, holds behind its first element. */
static void mark_rest(const struct shape_object *o) {
  const struct raddle_type *t = o->type;
  if (t->kind == TYPE_STRUCT) {
    const struct raddle_member *last = &t->member[t->count - 1];
    const struct raddle_type *each = last->type->inner;
    for (uint64_t at = last->offset; each->size && at + each->size <= o->size; at += each->size)
      mark_type(o->start + at, o->flat + (uint32_t)at, each);
    return;
  }
  for (uint64_t at = t->size; t->size && at + t->size <= o->size; at += t->size)
    mark_type(o->start + at, o->flat + (uint32_t)at, t);
}

/* Bytes of the object that were not part of it before. */
static void add_bytes(const struct shape_object *o, uint64_t from, uint64_t to) {
  if (from >= to) return;
  memset(shadow_of((void *)from), 0, (to - from) * sizeof(shadow_cell));
  sharing_allocated(from, to - from, 0);
  inputs_of_object(o->flat + (uint32_t)(from - o->start), (void *)from, to - from);
}

/* The last byte of a string is its end. */
static void mark_object(const struct shape_object *o) {
  if (o->type->size) mark_type(o->start, o->flat, o->type);
  if (o->is_open) mark_rest(o);
  if (o->type->kind == TYPE_CHAR) leave_out(o->start + o->size - 1, 1);
}

/* What the trace says of the object. What an array of unknown length has behind the structure that
 * it turned out to be a part of is not told. */
static void tell(const struct shape_object *o, struct input_object *told) {
  told->thread = LAYOUT_THREADS + o->label;
  told->first = (uint32_t)(o->start - layout_slot(o->label));
  told->flat = o->flat;
  told->bytes = (uint32_t)(o->is_whole ? o->type->size : o->size);
  told->type = shapes_type_number(o->type);
  told->label = o->label;
  memcpy(told->name, o->name, sizeof told->name);
}

static void place(const struct shape_object *o) {
  S->block[o->label] = (struct block){.start = o->start, .size = o->size};
  if (S->zone.count <= o->label) S->zone.count = o->label + 1;
}

void shapes_make(expr_id x, uint64_t address) {
  const struct shape_object *holder = object_of_variable(x);
  uint32_t label = layout_label(address), depth = holder ? holder->depth + 1 : 1;
  struct shape_object *o = &S->object[S->count];
  uint64_t before = 0, after = 0;
  *o = (struct shape_object){
      .type = shapes_pointee(x), .start = address, .depth = depth, .label = label, .by = x};
  name_pointer(o->name, x);
  if (S->count >= SHM->max_objects || S->count == SHAPE_OBJECTS)
    beyond(BOUND_OBJECTS, o->name, "the input has more objects than --max-objects", SHM->max_objects);
  if (depth > SHM->max_depth)
    beyond(BOUND_DEPTH, o->name, "the input is deeper than --max-depth", SHM->max_depth);
  o->size = size_of(o->type, &o->is_open);
  reserve_for(o->type, &before, &after);
  if (after < o->size) after = o->size;
  uint64_t low = address - before - REDZONE, high = address + after + REDZONE;
  if (low < layout_slot(label) || high > layout_slot(label) + LAYOUT_INPUT_SLOT)
    beyond(BOUND_ARRAY, o->name, "an object is larger than", LAYOUT_INPUT_SIZE);
  if (!S->is_open) open_zone();
  commit(label, address - before, address + after);
  o->flat = inputs_claim_object(label, (uint32_t)(address - before - layout_slot(label)), before + after);
  o->flat += (uint32_t)before;
  S->count++;
  place(o);
  record_input(0, o->flat, (uint32_t)o->size, false, false, o->name);
  tell(o, &shm_object(SHM)[SHM->trace.object_count - 1]);
  add_bytes(o, o->start, o->start + o->size);
  mark_object(o);
}

void shapes_grow(uint32_t object, expr_id x, const struct raddle_type *type, uint64_t offset) {
  struct shape_object *o = &S->object[object];
  uint64_t old_start = o->start, old_end = o->start + o->size, end = o->start - offset + type->size;
  uint64_t part = o->type->size; /* of an array of unknown length the first element */
  struct input_object *told = shm_object(SHM);
  while (told->label != o->label) told++;
  o->type = type;
  o->is_whole = true;
  o->start -= offset;
  o->flat -= (uint32_t)offset;
  o->size = (end > old_end ? end : old_end) - o->start;
  name_pointer(o->name, x);
  place(o);
  tell(o, told);
  add_bytes(o, o->start, old_start);
  add_bytes(o, old_end, end);
  S->kept_from = old_start;
  S->kept_to = old_start + part;
  mark_type(o->start, o->flat, type);
  S->kept_from = S->kept_to = 0;
}

const struct shape_object *shapes_find(uint64_t address) {
  for (uint32_t i = 0; i < S->count; i++)
    if (address - S->object[i].start < S->object[i].size) return &S->object[i];
  return NULL;
}

/* What an index of 32 bits can reach. */
#define NEAR (UINT64_C(1) << 36)

const struct shape_object *shapes_open_near(uint64_t address) {
  uint32_t label = layout_label(address);
  const struct shape_object *found = NULL;
  if (!S->count || address - (LAYOUT_INPUTS - NEAR) >= 2 * NEAR) return NULL;
  for (uint32_t i = 0; i < S->count; i++) {
    const struct shape_object *o = &S->object[i];
    if (o->label == label) return o->is_open && !S->block[label].free_pc ? o : NULL;
    if (o->is_open && !S->block[o->label].free_pc) found = o;
  }
  return found;
}

void shapes_say_beyond(const struct shape_object *o) {
  struct trace *t = &SHM->trace;
  snprintf(t->message, sizeof t->message, "%s: the run goes past the elements of --max-array %u", o->name,
           SHM->max_array);
  t->value = BOUND_ARRAY;
}

void shapes_excuse(uint64_t address, site_ref site) {
  const struct shape_object *o = shapes_open_near(address);
  if (!o) return;
  shapes_say_beyond(o);
  SHM->trace.site = record_site(site ? site : HOT->site);
  run_leave(END_LIMIT);
}

void shapes_reset(void) {
  for (uint32_t i = 0; i < S->count; i++) {
    const struct shape_object *o = &S->object[i];
    memset((void *)o->start, 0, o->size);
    memset(shadow_of((void *)o->start), 0xff, o->size * sizeof(shadow_cell));
    S->block[o->label] = (struct block){.start = layout_input(o->label)};
  }
  S->count = S->pair_count = S->zone.count = 0;
  HOT->has_pointers = 0;
}
