/* Each object is a block of malloc, since the program may free it. Fields that are 0 are left to
 * calloc. Members of a union lie over each other, so integers come after floating point, whose values
 * may lose bits, and pointers come last.
 *
 * An object whose type cannot be declared here is an array of bytes. */
#include "report/repro_heap.h"
#include "explore/type_path.h"
#include "report/repro_types.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { UNSEEN_BYTES = 64 }; /* of an object that the run did not look at */

static const struct input_object *input_of(const struct repro_heap *r, const struct heap_object *o) {
  return &r->object[o->input];
}

static const struct program_type *type_of(const struct repro_heap *r, const struct heap_object *o) {
  return type_of_number(r->shm, input_of(r, o)->type);
}

static bool is_bytes(const struct repro_heap *r, const struct heap_object *o) {
  const struct program_type *t = type_of(r, o);
  return !t || o->more || !repro_is_mirrored(r->shm, t);
}

static const uint8_t *bytes_of(const struct repro_heap *r, const struct heap_object *o, uint32_t offset,
                               uint32_t size, uint8_t *room) {
  size_t flat = (size_t)input_of(r, o)->flat + offset;
  for (uint32_t i = 0; i < size; i++) room[i] = flat + i < r->input_count ? r->input[flat + i] : 0;
  return room;
}

/* Without the zeros at the end. */
static uint32_t length_of(const uint8_t *bytes, uint32_t size) {
  while (size && !bytes[size - 1]) size--;
  return size;
}

/* ---- places ---- */

/* What C calls the part of an object: `path` is as in struct heap_field, or begins with a dot. */
static void format_place(struct buffer *b, const struct repro_heap *r, const struct heap_object *o,
                         const char *path) {
  const struct program_type *t = type_of(r, o);
  path += *path == '.';
  if (t->kind == TYPE_ARRAY && o->elements < 2)
    buffer_format(b, "(*object_%u)%s", o->label, path);
  else if (*path == '[')
    buffer_format(b, "object_%u%s", o->label, path);
  else if (*path)
    buffer_format(b, "object_%u->%s", o->label, path);
  else
    buffer_format(b, "*object_%u", o->label);
}

static void format_target(struct buffer *b, const struct repro_heap *r, const struct heap_field *f) {
  const struct heap_object *o = heap_of_label(r->heap, f->label);
  const char *path = strpbrk(f->value, ".[");
  bool has_path = *f->value == '&' && path && o && !is_bytes(r, o);
  uint64_t offset = f->address - (o ? o->address : layout_input(f->label));
  buffer_text(b, "(void *)");
  if (has_path)
    buffer_text(b, "&"), format_place(b, r, o, path);
  else if (offset)
    buffer_format(b, "((char *)object_%u + %" PRIu64 ")", f->label, offset);
  else
    buffer_format(b, "object_%u", f->label);
}

static bool is_function(const struct repro_heap *r, uint64_t address, uint32_t *number) {
  for (*number = 0; *number < r->shm->target_count; ++*number)
    if (shm_target(r->shm)[*number].address == address) return true;
  return false;
}

static void format_pointer(struct buffer *b, const struct repro_heap *r, const struct heap_field *f) {
  uint32_t number;
  if (f->label)
    format_target(b, r, f);
  else if (is_function(r, f->address, &number))
    buffer_format(b, "(void *)target_%u", number);
  else
    buffer_format(b, "(void *)0x%" PRIx64, f->address);
}

void repro_heap_pointers(struct repro_heap *r, const struct heap_object *variable, const char *array,
                         size_t position) {
  for (uint32_t i = 0; variable && i < variable->count; i++) {
    const struct heap_field *f = &r->heap->fields.at[variable->first + i];
    if (f->kind != TYPE_POINTER || !f->address) continue;
    buffer_format(&r->pointers, "  put_pointer(%s + %zu, ", array, position + f->offset);
    format_pointer(&r->pointers, r, f);
    buffer_text(&r->pointers, ");\n");
  }
}

/* ---- values ---- */

static void format_bytes(struct buffer *b, const uint8_t *bytes, uint32_t size) {
  buffer_text(b, "\"");
  buffer_c(b, bytes, size);
  buffer_text(b, "\"");
}

static void format_real(struct buffer *b, const char *value) {
  const char *sign = *value == '-' ? "-" : "";
  if (strstr(value, "nan"))
    buffer_format(b, "%s__builtin_nan(\"\")", sign);
  else if (strstr(value, "inf"))
    buffer_format(b, "%s__builtin_inf()", sign);
  else
    buffer_format(b, "%s%s", value, strpbrk(value, ".e") ? "L" : "");
}

/* The lowest integer of C is no literal. */
static void format_integer(struct buffer *b, const struct heap_field *f) {
  if (!strcmp(f->value, "-9223372036854775808"))
    buffer_text(b, "-9223372036854775807 - 1");
  else
    buffer_format(b, "%s%s", f->value, f->kind == TYPE_UNSIGNED && strlen(f->value) > 9 ? "ul" : "");
}

static bool is_text_of_bytes(const struct heap_field *f) {
  return f->kind == TYPE_ARRAY || (f->kind == TYPE_WIDE && !strncmp(f->value, "0x", 2));
}

static void format_assignment(struct buffer *b, const struct repro_heap *r, const struct heap_object *o,
                              const struct heap_field *f) {
  uint8_t room[LAYOUT_INPUT_SIZE];
  const uint8_t *bytes = bytes_of(r, o, f->offset, f->size, room);
  uint32_t length = length_of(bytes, f->size);
  if (!length || !strcmp(f->value, "0")) return;
  bool is_copied = is_text_of_bytes(f);
  bool is_whole = is_copied && !*f->path;
  buffer_text(b, is_whole ? "  memcpy(" : is_copied ? "  memcpy((void *)&" : "  ");
  if (is_whole)
    buffer_format(b, "object_%u", o->label);
  else
    format_place(b, r, o, f->path);
  buffer_text(b, is_copied ? ", " : " = ");
  switch (f->kind) {
  case TYPE_POINTER: format_pointer(b, r, f); break;
  case TYPE_ARRAY: format_bytes(b, bytes, length); break;
  case TYPE_WIDE:
    if (is_copied)
      format_bytes(b, bytes, length);
    else
      format_real(b, f->value);
    break;
  case TYPE_BOOL: buffer_text(b, *f->value == 't' ? "1" : "0"); break;
  default: format_integer(b, f);
  }
  if (is_copied) buffer_format(b, ", %u)", length);
  buffer_text(b, ";\n");
}

/* 0: floating point, 1: integers, 2: pointers. */
static int turn_of(const struct heap_field *f) {
  return f->kind == TYPE_WIDE ? 0 : f->kind == TYPE_POINTER ? 2 : 1;
}

static void format_fields(struct buffer *b, const struct repro_heap *r, const struct heap_object *o) {
  for (int turn = 0; turn < 3; turn++)
    for (uint32_t i = 0; i < o->count; i++) {
      const struct heap_field *f = &r->heap->fields.at[o->first + i];
      if (turn_of(f) == turn) format_assignment(b, r, o, f);
    }
}

static void format_as_bytes(struct buffer *b, struct repro_heap *r, const struct heap_object *o) {
  uint8_t room[LAYOUT_INPUT_SIZE];
  uint32_t length = length_of(bytes_of(r, o, 0, o->bytes, room), o->bytes);
  char array[24];
  if (length) {
    buffer_format(b, "  memcpy(object_%u, ", o->label);
    format_bytes(b, room, length);
    buffer_format(b, ", %u);\n", length);
  }
  struct buffer others = r->pointers;
  r->pointers = (struct buffer){0};
  snprintf(array, sizeof array, "object_%u", o->label);
  repro_heap_pointers(r, o, array, 0);
  buffer_bytes(b, r->pointers.at, r->pointers.count);
  buffer_free(&r->pointers);
  r->pointers = others;
}

/* ---- the whole ---- */

static void declare_object(struct buffer *b, const struct repro_heap *r, const struct heap_object *o) {
  char name[24];
  snprintf(name, sizeof name, "object_%u", o->label);
  const struct program_type *t = type_of(r, o);
  struct program_type pointer = {.kind = TYPE_POINTER, .size = 8, .inner = input_of(r, o)->type};
  char *text =
      is_bytes(r, o) || !t ? xprintf("unsigned char *%s", name) : repro_declaration(r->shm, &pointer, name);
  buffer_format(b, "static %s; /* %s */\n", text, o->name);
  free(text);
}

/* Objects that pointers lead to though the run never followed them. */
static bool is_first_mention(const struct heap *h, size_t field) {
  uint32_t label = h->fields.at[field].label;
  if (!label || heap_of_label(h, label)) return false;
  for (size_t i = 0; i < field; i++)
    if (h->fields.at[i].label == label) return false;
  return true;
}

/* By another name: a header may declare the function in its own way. */
static void declare_functions(struct buffer *b, const struct repro_heap *r) {
  for (uint32_t k = 0; k < r->shm->target_count; k++) {
    bool is_used = false;
    for (size_t i = 0; i < r->heap->fields.count; i++) {
      const struct heap_field *f = &r->heap->fields.at[i];
      is_used |= f->kind == TYPE_POINTER && f->address == shm_target(r->shm)[k].address;
    }
    if (!is_used) continue;
    buffer_format(
        b, "extern void target_%u(void) __asm__(\"%s\") __attribute__((weak)); /* NULL if it is static */\n",
        k, shm_strings(r->shm) + shm_target(r->shm)[k].name);
  }
}

static void declare(struct buffer *b, const struct repro_heap *r) {
  struct repro_types types = {.shm = r->shm};
  const struct heap *h = r->heap;
  for (size_t i = 0; i < h->objects.count; i++) {
    const struct heap_object *o = &h->objects.at[i];
    if (o->label && !is_bytes(r, o)) repro_declare(b, &types, type_of(r, o));
  }
  repro_types_free(&types);
  declare_functions(b, r);
  for (size_t i = 0; i < h->objects.count; i++)
    if (h->objects.at[i].label) declare_object(b, r, &h->objects.at[i]);
  for (size_t i = 0; i < h->fields.count; i++)
    if (is_first_mention(h, i))
      buffer_format(b, "static unsigned char *object_%u; /* the run did not look at it */\n",
                    h->fields.at[i].label);
}

static void make(struct buffer *b, struct repro_heap *r) {
  const struct heap *h = r->heap;
  for (size_t i = 0; i < h->objects.count; i++)
    if (h->objects.at[i].label)
      buffer_format(b, "  object_%u = calloc(1, %u);\n", h->objects.at[i].label, h->objects.at[i].bytes);
  for (size_t i = 0; i < h->fields.count; i++)
    if (is_first_mention(h, i))
      buffer_format(b, "  object_%u = calloc(1, %d);\n", h->fields.at[i].label, UNSEEN_BYTES);
  for (size_t i = 0; i < h->objects.count; i++) {
    const struct heap_object *o = &h->objects.at[i];
    if (!o->label) continue;
    if (is_bytes(r, o))
      format_as_bytes(b, r, o);
    else
      format_fields(b, r, o);
  }
}

void repro_heap_format(struct buffer *b, struct repro_heap *r) {
  if (!r->pointers.count) return;
  buffer_text(b, "\n/* What pointer inputs lead to. The types lie in memory as the program's do. */\n");
  declare(b, r);
  buffer_text(b, "static void put_pointer(void *to, const void *pointer) { memcpy(to, &pointer, sizeof "
                 "pointer); }\n"
                 "__attribute__((constructor(101))) static void make_objects(void) {\n");
  make(b, r);
  buffer_bytes(b, r->pointers.at, r->pointers.count);
  buffer_text(b, "}\n");
}

void repro_heap_free(struct repro_heap *r) { buffer_free(&r->pointers); }
