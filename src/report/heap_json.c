/* The heap as a part of test.json (docs/formats.md). Numbers are numbers there, strings are strings,
 * and so are pointers: "NULL", "#1". The type of a field tells which. */
#include "report/heap.h"
#include "base/json_out.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- writing ---- */

/* The letters between the quotes; buffer_c writes octal digits, or the letter itself. */
static json_t *json_of_string(const char *quoted) {
  struct buffer b = {0};
  for (const char *p = quoted + 1; p[1]; p++) {
    char c = *p;
    bool is_octal = c == '\\' && p[1] >= '0' && p[1] <= '7';
    if (is_octal) {
      char digits[] = {p[1], p[2], p[3], 0};
      c = (char)strtoul(digits, NULL, 8);
      p += 3;
    } else if (c == '\\') {
      c = *++p;
    }
    buffer_bytes(&b, &c, 1);
  }
  json_t *text = json_of_exact(buffer_string(&b));
  buffer_free(&b);
  return text;
}

static json_t *json_of_number(const char *text) {
  char *end;
  errno = 0;
  long long v = strtoll(text, &end, 10);
  return errno || *end ? json_string(text) : json_integer(v);
}

static json_t *json_of_real(const char *text) {
  char *end;
  double v = strtod(text, &end);
  bool is_exact = !*end && isfinite(v) && strncmp(text, "0x", 2) != 0;
  return is_exact ? json_real(v) : json_string(text);
}

static json_t *value_of(const struct heap_field *f) {
  switch (f->kind) {
  case TYPE_ARRAY: return json_of_string(f->value);
  case TYPE_BOOL: return json_boolean(*f->value == 't');
  case TYPE_CHAR: return *f->value == '\'' ? json_integer(f->value[1]) : json_of_number(f->value);
  case TYPE_SIGNED:
  case TYPE_UNSIGNED: return json_of_number(f->value);
  case TYPE_WIDE: return strcmp(f->type, "long double") ? json_of_real(f->value) : json_string(f->value);
  default: return json_string(f->value);
  }
}

/* Its address changes when the program is built again, so a test says where it is. */
static bool is_function(const struct heap_field *f) {
  return f->kind == TYPE_POINTER && f->address && !f->label && strncmp(f->value, "0x", 2) != 0;
}

static json_t *field_of(const struct heap_field *f) {
  json_t *o = json_object();
  json_put_text(o, "path", f->path);
  json_put_text(o, "type", f->type);
  json_object_set_new(o, "value", value_of(f));
  if (is_function(f)) json_put_count(o, "offset", f->offset);
  return o;
}

void heap_put_fields(json_t *to, const struct heap *h, const struct heap_object *o) {
  const struct heap_field *f = h->fields.at + o->first;
  if (o->count == 1 && !*f->path) {
    json_object_set_new(to, "value", value_of(f));
    return;
  }
  json_t *list = json_array();
  for (uint32_t i = 0; i < o->count; i++) json_array_append_new(list, field_of(&f[i]));
  json_object_set_new(to, "fields", list);
  if (o->more) json_put_count(to, "more_fields", o->more);
}

json_t *heap_list(const struct heap *h) {
  json_t *list = json_array();
  for (size_t i = 0; i < h->objects.count; i++) {
    const struct heap_object *o = &h->objects.at[i];
    if (!o->label) continue;
    json_t *j = json_object();
    json_object_set_new(j, "label", json_sprintf("#%u", o->label));
    json_put_text(j, "name", o->name);
    json_put_text(j, "type", o->type);
    json_put_count(j, "elements", o->elements);
    json_put_count(j, "bytes", o->bytes);
    heap_put_fields(j, h, o);
    json_array_append_new(list, j);
  }
  return list;
}

/* ---- reading ---- */

static const char *text(const json_t *o, const char *key) {
  const char *s = json_string_value(json_object_get(o, key));
  return s ? s : "";
}

static uint32_t number(const json_t *o, const char *key) {
  return (uint32_t)json_integer_value(json_object_get(o, key));
}

static void quote(struct buffer *b, const char *text) {
  char *exact = xstrdup(text);
  json_exact(exact);
  buffer_text(b, "\"");
  buffer_c(b, (const uint8_t *)exact, strlen(exact));
  buffer_text(b, "\"");
  free(exact);
}

static void format_value(struct buffer *b, const json_t *value, const char *type) {
  if (json_is_boolean(value))
    buffer_text(b, json_is_true(value) ? "true" : "false");
  else if (json_is_real(value))
    heap_format_real(b, json_real_value(value), !strcmp(type, "float"));
  else if (json_is_integer(value) && !strcmp(type, "char"))
    heap_format_char(b, (uint64_t)json_integer_value(value));
  else if (json_is_integer(value))
    buffer_signed(b, json_integer_value(value));
  else if (!strncmp(type, "char [", 6) && json_is_string(value))
    quote(b, json_string_value(value));
  else if (json_is_string(value))
    buffer_utf8(b, json_string_value(value));
}

/* Only a pointer begins so. */
static uint32_t label_of(const char *value) {
  value += *value == '&';
  unsigned long label = *value == '#' ? strtoul(value + 1, NULL, 10) : 0;
  return label < LAYOUT_INPUT_LABELS ? (uint32_t)label : 0;
}

static void load_field(struct heap *h, const char *path, const char *type, const json_t *value,
                       uint32_t offset) {
  struct buffer b = {0};
  format_value(&b, value, type);
  struct heap_field f = {.path = arena_text(&h->text, path),
                         .type = arena_text(&h->text, type),
                         .value = arena_text(&h->text, buffer_string(&b)),
                         .offset = offset};
  f.label = label_of(f.value);
  vec_push(&h->fields, f);
  h->objects.at[h->objects.count - 1].count++;
  buffer_free(&b);
}

static void load_object(struct heap *h, const json_t *j, struct heap_object o, const char *type) {
  const json_t *fields = json_object_get(j, "fields"), *value = json_object_get(j, "value");
  bool is_string = !fields && json_is_string(value) && !strcmp(type, "char");
  o.name = arena_text(&h->text, text(j, "name"));
  o.type = arena_text(&h->text, type);
  o.first = (uint32_t)h->fields.count;
  o.elements = number(j, "elements");
  o.bytes = number(j, "bytes");
  o.more = number(j, "more_fields");
  vec_push(&h->objects, o);
  if (!fields) load_field(h, "", is_string ? "char []" : type, value, 0);
  for (size_t i = 0; i < json_array_size(fields); i++) {
    const json_t *f = json_array_get(fields, i);
    load_field(h, text(f, "path"), text(f, "type"), json_object_get(f, "value"), number(f, "offset"));
  }
}

void heap_load_input(struct heap *h, const json_t *j, uint32_t input) {
  const char *type = text(j, "c_type");
  if (*type) load_object(h, j, (struct heap_object){.input = input}, type);
}

void heap_load_list(struct heap *h, const json_t *list) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *j = json_array_get(list, i);
    uint32_t label = label_of(text(j, "label"));
    if (label) load_object(h, j, (struct heap_object){.label = label}, text(j, "type"));
  }
}
