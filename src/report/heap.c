#include "report/heap.h"
#include "explore/type_path.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct reader {
  struct heap *heap;
  const struct shm *shm;
  const struct input_object *object; /* all inputs of the run */
  uint32_t count;
  const uint8_t *bytes;
  size_t byte_count;
  const struct input_object *in; /* the one that is read */
  struct heap_object *to;
};

static const char *string(const struct reader *r, uint32_t offset) { return shm_strings(r->shm) + offset; }

static const char *keep(struct reader *r, struct buffer *b) {
  const char *text = arena_text(&r->heap->text, buffer_string(b));
  buffer_free(b);
  return text;
}

static uint8_t byte_at(const struct reader *r, uint32_t offset) {
  size_t flat = (size_t)r->in->flat + offset;
  return flat < r->byte_count && offset < r->in->bytes ? r->bytes[flat] : 0;
}

static uint64_t bits_at(const struct reader *r, uint32_t offset, uint32_t bit, uint32_t bits) {
  uint64_t v = 0;
  for (uint32_t i = 0; i < bits && i < 64; i++, bit++)
    v |= (uint64_t)(byte_at(r, offset + bit / 8) >> bit % 8 & 1) << i;
  return v;
}

/* ---- values ---- */

void heap_format_char(struct buffer *b, uint64_t v) {
  if (v >= ' ' && v < 0x7f && v != '\'' && v != '\\')
    buffer_format(b, "'%c'", (char)v);
  else
    buffer_signed(b, expr_signed(v, 8));
}

void heap_format_real(struct buffer *b, double v, bool is_float) {
  char text[40];
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, v);
    if (is_float ? strtof(text, NULL) == (float)v : strtod(text, NULL) == v) break;
  }
  buffer_text(b, text);
}

static void format_long_real(struct buffer *b, const uint8_t *bytes) {
  long double v;
  memcpy(&v, bytes, sizeof v);
  buffer_format(b, "%.21Lg", v);
}

/* Complex numbers, vectors and integers of 128 bits: the highest byte first. */
static void format_wide(struct buffer *b, const uint8_t *bytes, uint32_t size) {
  buffer_text(b, "0x");
  for (uint32_t i = size; i--;) buffer_format(b, "%02x", bytes[i]);
}

static void format_other(const struct reader *r, struct buffer *b, const char *type, uint32_t offset,
                         uint32_t size) {
  uint8_t bytes[64];
  float f;
  double d;
  for (uint32_t i = 0; i < sizeof bytes; i++) bytes[i] = i < size ? byte_at(r, offset + i) : 0;
  if (!strcmp(type, "float"))
    memcpy(&f, bytes, sizeof f), heap_format_real(b, (double)f, true);
  else if (!strcmp(type, "double"))
    memcpy(&d, bytes, sizeof d), heap_format_real(b, d, false);
  else if (!strcmp(type, "long double"))
    format_long_real(b, bytes);
  else
    format_wide(b, bytes, size < sizeof bytes ? size : sizeof bytes);
}

static void format_number(struct buffer *b, enum type_kind kind, uint64_t v, uint32_t bits) {
  if (kind == TYPE_SIGNED)
    buffer_signed(b, expr_signed(v, bits));
  else if (kind == TYPE_CHAR)
    heap_format_char(b, v);
  else if (kind == TYPE_BOOL)
    buffer_text(b, v ? "true" : "false");
  else
    buffer_unsigned(b, v);
}

/* Up to its end, or all of an array that has none. */
static void format_string(const struct reader *r, struct buffer *b, uint32_t offset, uint32_t size) {
  uint32_t n = 0;
  buffer_text(b, "\"");
  while (n < size && byte_at(r, offset + n)) n++;
  for (uint32_t i = 0; i < n; i++) {
    uint8_t byte = byte_at(r, offset + i);
    buffer_c(b, &byte, 1);
  }
  buffer_text(b, "\"");
}

/* ---- pointers ---- */

static const struct input_object *object_of_label(const struct reader *r, uint32_t label) {
  for (uint32_t i = 0; label && i < r->count; i++)
    if (r->object[i].label == label) return &r->object[i];
  return NULL;
}

static bool format_function(const struct reader *r, struct buffer *b, uint64_t value) {
  const struct program_target *t = shm_target(r->shm);
  for (uint32_t i = 0; i < r->shm->target_count; i++) {
    if (t[i].address != value) continue;
    buffer_text(b, string(r, t[i].name));
    return true;
  }
  return false;
}

/* Where an object begins. */
static uint64_t begin_of(const struct input_object *o) { return layout_slot(o->label) + o->first; }

/* Part of an object: #2 for what begins with it, else &#2.key. */
static void format_part(const struct reader *r, struct buffer *b, uint32_t label, uint64_t offset,
                        const struct program_type *pointee) {
  const struct input_object *o = object_of_label(r, label);
  char path[128];
  struct type_wanted wanted = {pointee, 1};
  bool is_known = o && pointee && type_path(r->shm, o, offset, wanted, path, sizeof path);
  if (is_known && *path)
    buffer_format(b, "&#%u%s", label, path);
  else if (is_known || !offset)
    buffer_format(b, "#%u", label);
  else
    buffer_format(b, "#%u+%" PRIu64, label, offset);
}

static void format_pointer(const struct reader *r, struct buffer *b, struct heap_field *f,
                           const struct program_type *t) {
  const struct program_type *pointee = type_of_number(r->shm, t->inner);
  uint32_t label = layout_label(f->address);
  const struct input_object *to = object_of_label(r, label);
  if (!f->address) {
    buffer_text(b, "NULL");
  } else if (label) {
    f->label = label;
    format_part(r, b, label, f->address - (to ? begin_of(to) : layout_input(label)), pointee);
  } else if (!format_function(r, b, f->address)) {
    buffer_format(b, "0x%" PRIx64, f->address);
  }
}

/* ---- fields ---- */

static void add(struct reader *r, struct heap_field f, const struct buffer *path, struct buffer *value) {
  struct buffer copy = {0};
  const char *text = path->at;
  size_t skipped = path->count && *text == '.';
  buffer_bytes(&copy, path->count ? text + skipped : "", path->count - skipped);
  f.path = keep(r, &copy);
  f.value = keep(r, value);
  vec_push(&r->heap->fields, f);
  r->to->count++;
}

static void read_type(struct reader *r, const struct program_type *t, uint32_t offset, struct buffer *path);

static void read_scalar(struct reader *r, const struct program_type *t, uint32_t offset,
                        const struct buffer *path) {
  struct heap_field f = {
      .type = string(r, t->name), .kind = t->kind, .offset = offset, .size = (uint32_t)t->size};
  struct buffer value = {0};
  uint32_t bits = 8 * f.size;
  if (t->kind == TYPE_WIDE)
    format_other(r, &value, f.type, offset, f.size);
  else if (t->kind == TYPE_POINTER)
    f.address = bits_at(r, offset, 0, bits), format_pointer(r, &value, &f, t);
  else
    format_number(&value, t->kind, bits_at(r, offset, 0, bits), bits);
  add(r, f, path, &value);
}

static void read_string(struct reader *r, uint32_t offset, uint32_t size, const struct buffer *path) {
  struct buffer value = {0}, type = {0};
  buffer_format(&type, "char [%u]", size);
  format_string(r, &value, offset, size);
  struct heap_field f = {.type = keep(r, &type), .kind = TYPE_ARRAY, .offset = offset, .size = size};
  add(r, f, path, &value);
}

static void read_bits(struct reader *r, const struct program_type *t, const struct program_member *m,
                      uint32_t offset, const struct buffer *path) {
  struct heap_field f = {.type = string(r, t->name), .kind = t->kind, .offset = offset, .bits = m->bits};
  struct buffer value = {0};
  f.size = (m->bit + m->bits + 7) / 8;
  format_number(&value, t->kind, bits_at(r, offset, m->bit, m->bits), m->bits);
  add(r, f, path, &value);
}

static bool is_full(struct reader *r) {
  if (r->to->count < HEAP_FIELDS_MAX) return false;
  r->to->more++;
  return true;
}

static void read_elements(struct reader *r, const struct program_type *each, uint64_t count, uint32_t offset,
                          struct buffer *path) {
  size_t length = path->count;
  if (!each || !each->size) return;
  if (each->kind == TYPE_CHAR) return read_string(r, offset, (uint32_t)count, path);
  for (uint64_t i = 0; i < count; i++) {
    if (is_full(r)) continue;
    buffer_format(path, "[%" PRIu64 "]", i);
    read_type(r, each, offset + (uint32_t)(i * each->size), path);
    path->count = length;
  }
}

/* A flexible array reaches to the end of its object. */
static void read_array(struct reader *r, const struct program_type *t, uint32_t offset, struct buffer *path) {
  const struct program_type *each = type_of_number(r->shm, t->inner);
  uint64_t room = offset < r->in->bytes ? r->in->bytes - offset : 0;
  uint64_t count = t->count || !each || !each->size ? t->count : room / each->size;
  read_elements(r, each, count, offset, path);
}

static void read_members(struct reader *r, const struct program_type *t, uint32_t offset,
                         struct buffer *path) {
  size_t length = path->count;
  for (uint32_t i = 0; i < t->count && t->member + i < r->shm->member_count; i++) {
    const struct program_member *m = &shm_member(r->shm)[t->member + i];
    const struct program_type *type = type_of_number(r->shm, m->type);
    if (!type || is_full(r)) continue;
    if (*string(r, m->name)) buffer_format(path, ".%s", string(r, m->name));
    if (m->bits)
      read_bits(r, type, m, offset + (uint32_t)m->offset, path);
    else
      read_type(r, type, offset + (uint32_t)m->offset, path);
    path->count = length;
  }
}

static void read_type(struct reader *r, const struct program_type *t, uint32_t offset, struct buffer *path) {
  switch ((enum type_kind)t->kind) {
  case TYPE_STRUCT:
  case TYPE_UNION: return read_members(r, t, offset, path);
  case TYPE_ARRAY: return read_array(r, t, offset, path);
  case TYPE_SIGNED:
  case TYPE_UNSIGNED:
  case TYPE_CHAR:
  case TYPE_BOOL:
  case TYPE_WIDE:
  case TYPE_POINTER: return read_scalar(r, t, offset, path);
  case TYPE_OPAQUE:
  case TYPE_FUNCTION:
  case TYPE_SYNC: return; /* its bytes are 0 */
  }
}

/* ---- objects ---- */

static void read_object(struct reader *r, uint32_t input) {
  const struct input_object *o = r->in = &r->object[input];
  const struct program_type *t = type_of_number(r->shm, o->type);
  struct buffer path = {0};
  if (!t && !o->label) return;
  struct heap_object object = {.name = arena_text(&r->heap->text, o->name),
                               .type = t ? string(r, t->name) : "?",
                               .label = o->label,
                               .input = input,
                               .elements = 1,
                               .bytes = o->bytes,
                               .address = o->label ? begin_of(o) : 0,
                               .first = (uint32_t)r->heap->fields.count};
  bool is_list = t && t->size && o->bytes >= 2 * t->size && !type_is_flexible(r->shm, t);
  if (is_list) object.elements = o->bytes / (uint32_t)t->size;
  vec_push(&r->heap->objects, object);
  r->to = &vec_last(&r->heap->objects);
  if (is_list)
    read_elements(r, t, object.elements, 0, &path);
  else if (t)
    read_type(r, t, 0, &path);
  buffer_free(&path);
}

void heap_read(struct heap *h, const struct shm *s, const struct input_object *objects, uint32_t count,
               const uint8_t *bytes, size_t byte_count) {
  struct reader r = {h, s, objects, count, bytes, byte_count, NULL, NULL};
  *h = (struct heap){0};
  for (uint32_t i = 0; i < count; i++) read_object(&r, i);
}

void heap_free(struct heap *h) {
  arena_free(&h->text);
  vec_free(&h->objects);
  vec_free(&h->fields);
}

const struct heap_object *heap_of_input(const struct heap *h, uint32_t input) {
  for (size_t i = 0; i < h->objects.count; i++)
    if (!h->objects.at[i].label && h->objects.at[i].input == input) return &h->objects.at[i];
  return NULL;
}

const struct heap_object *heap_of_label(const struct heap *h, uint32_t label) {
  for (size_t i = 0; label && i < h->objects.count; i++)
    if (h->objects.at[i].label == label) return &h->objects.at[i];
  return NULL;
}

/* ---- what can be reached ---- */

static void reach_from(const struct heap *h, const struct heap_object *from, struct heap_order *order) {
  for (uint32_t i = 0; i < from->count; i++) {
    const struct heap_object *to = heap_of_label(h, h->fields.at[from->first + i].label);
    uint32_t place = to ? (uint32_t)(to - h->objects.at) : 0;
    bool is_new = to != NULL;
    for (size_t k = 0; k < order->at.count; k++) is_new &= order->at.at[k] != place;
    if (is_new) vec_push(&order->at, place);
  }
}

void heap_reachable(const struct heap *h, struct heap_order *order) {
  for (size_t i = 0; i < h->objects.count; i++)
    if (!h->objects.at[i].label) reach_from(h, &h->objects.at[i], order);
  for (size_t k = 0; k < order->at.count; k++) reach_from(h, &h->objects.at[order->at.at[k]], order);
}
