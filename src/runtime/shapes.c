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

extern const struct raddle_type __start_raddle_types[] __attribute__((weak));
extern const struct raddle_type __stop_raddle_types[] __attribute__((weak));
extern const struct raddle_target __start_raddle_targets[] __attribute__((weak));
extern const struct raddle_target __stop_raddle_targets[] __attribute__((weak));

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

static void mark_type(uint64_t address, uint32_t flat, const struct raddle_type *t) {
  struct grain *g = &ST->inputs.grain[flat];
  switch (t->kind) {
  case TYPE_BOOL:
    g->mark = MARK_BOOL;
    inputs_begin_with_zeros(flat, (void *)address, 1, 0xfe);
    break;
  case TYPE_POINTER:
    g->mark = MARK_POINTER + shapes_type_number(t) - 1;
    inputs_begin_with_zeros(flat, (void *)address, 8, 0xff);
    break;
  case TYPE_STRUCT:
  case TYPE_UNION: mark_members(address, flat, t); break;
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

static void commit(uint32_t label, uint64_t size) {
  uint64_t start = layout_input(label), from = align_down(start - REDZONE, PAGE),
           to = align_up(start + size + REDZONE, PAGE);
  if (S->committed[label] >= to - start) return;
  if (mprotect((void *)from, to - from, PROT_READ | PROT_WRITE))
    run_end(END_FULL, 0, "no memory for an object behind a pointer input");
  if (S->committed[label]) from = start + S->committed[label];
  memset(shadow_of((void *)from), 0xff, (to - from) * sizeof(shadow_cell));
  S->committed[label] = to - start;
}

/* Which elements, and how many of them there are. A structure that ends in a flexible array has
 * room for some elements of that. */
static uint64_t size_of(const struct raddle_type *t, bool *is_open) {
  uint64_t each = t->size ? t->size : OPAQUE_BYTES;
  *is_open = t->kind != TYPE_STRUCT && t->kind != TYPE_UNION && t->kind != TYPE_ARRAY && t->kind != TYPE_SYNC;
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

/* The last byte of a string is its end. */
static void fill(const struct shape_object *o) {
  inputs_of_object(o->flat, (void *)o->start, o->size);
  if (o->type->size) mark_type(o->start, o->flat, o->type);
  if (o->is_open) mark_rest(o);
  if (o->type->kind == TYPE_CHAR) leave_out(o->start + o->size - 1, 1);
}

void shapes_make(expr_id x, uint64_t address) {
  const struct shape_object *holder = object_of_variable(x);
  uint32_t label = layout_label(address), depth = holder ? holder->depth + 1 : 1;
  struct shape_object *o = &S->object[S->count];
  char name[INPUT_NAME_MAX];
  name_pointer(name, x);
  if (S->count >= SHM->max_objects || S->count == SHAPE_OBJECTS)
    beyond(BOUND_OBJECTS, name, "the input has more objects than --max-objects", SHM->max_objects);
  if (depth > SHM->max_depth)
    beyond(BOUND_DEPTH, name, "the input is deeper than --max-depth", SHM->max_depth);
  *o = (struct shape_object){
      .type = shapes_pointee(x), .start = address, .depth = depth, .label = label, .by = x};
  memcpy(o->name, name, sizeof name);
  o->size = size_of(o->type, &o->is_open);
  if (o->size > LAYOUT_INPUT_SIZE) beyond(BOUND_ARRAY, name, "an object is larger than", LAYOUT_INPUT_SIZE);
  if (!S->is_open) open_zone();
  commit(label, o->size);
  o->flat = inputs_claim_object(label, o->size);
  S->count++;
  S->block[label] = (struct block){.start = address, .size = o->size};
  if (S->zone.count <= label) S->zone.count = label + 1;
  memset(shadow_of((void *)address), 0, o->size * sizeof(shadow_cell));
  sharing_allocated(address, o->size, 0);
  record_input(0, o->flat, (uint32_t)o->size, false, false, name);
  struct input_object *told = &shm_object(SHM)[SHM->trace.object_count - 1];
  told->thread = LAYOUT_THREADS + label;
  told->type = shapes_type_number(o->type);
  told->label = label;
  fill(o);
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
    S->block[o->label] = (struct block){.start = o->start};
  }
  S->count = S->pair_count = S->resolved_count = S->zone.count = 0;
  HOT->has_pointers = 0;
}
