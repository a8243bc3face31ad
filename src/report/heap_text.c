/* The heap as lines of text:
 *
 *     #1  struct cell  {v = 3, next = #2}
 *     #2  int [4]      {7, 0, 0, 0} */
#include "report/heap.h"
#include <stdio.h>
#include <string.h>

enum { OBJECTS_SHOWN = 10, FIELDS_SHOWN = 12, STRING_SHOWN = 60, TYPE_WIDTH_MAX = 24 };

/* A string that is long is cut behind a whole letter of it: before a backslash. */
static void format_cut(struct buffer *b, const char *value) {
  size_t length = strlen(value), n = STRING_SHOWN;
  if (*value != '"' || length <= STRING_SHOWN + 8) return buffer_text(b, value);
  for (size_t back = 1; back <= 4; back++)
    if (value[STRING_SHOWN - back] == '\\') n = STRING_SHOWN - back;
  buffer_bytes(b, value, n);
  buffer_text(b, "\"...");
}

/* ---- fields, nested as C nests them ---- */

struct list {
  struct buffer *b;
  const struct heap_field *field;
  uint32_t count, next, shown;
};

/* The first part of a path, "list" of "list[2].key" or "[2]" of "[2].key"; how many letters it has. */
static size_t part_of(const char *path) {
  return *path == '[' ? strcspn(path, "]") + 1 : strcspn(path, ".[");
}

static const char *rest_of(const struct list *l, size_t outer) {
  const char *rest = l->field[l->next].path + outer;
  return rest + (*rest == '.');
}

/* Is the next field inside of the part that this path names? */
static bool is_inside(const struct list *l, const char *path, size_t length) {
  if (l->next == l->count) return false;
  const char *next = l->field[l->next].path;
  return !strncmp(next, path, length) && strchr(".[", next[length]);
}

static void format_part(struct list *l, size_t outer);

/* All fields whose paths begin with that of the next one, as far as it goes. */
static void format_inside(struct list *l, const char *path, size_t length) {
  const char *separator = "";
  buffer_text(l->b, "{");
  while (is_inside(l, path, length)) {
    buffer_text(l->b, separator);
    if (l->shown >= FIELDS_SHOWN) {
      buffer_text(l->b, "...");
      while (is_inside(l, path, length)) l->next++;
      break;
    }
    format_part(l, length);
    separator = ", ";
  }
  buffer_text(l->b, "}");
}

/* "key = 3", "corner = {x = 1, y = 2}"; elements of a list have no names. */
static void format_part(struct list *l, size_t outer) {
  const struct heap_field *f = &l->field[l->next];
  const char *rest = rest_of(l, outer);
  size_t part = part_of(rest), length = (size_t)(rest - f->path) + part;
  if (*rest != '[') buffer_format(l->b, "%.*s = ", (int)part, rest);
  if (rest[part]) return format_inside(l, f->path, length);
  format_cut(l->b, f->value);
  l->next++;
  l->shown++;
}

void heap_value_format(struct buffer *b, const struct heap *h, const struct heap_object *o) {
  struct list l = {b, h->fields.at + o->first, o->count, 0, 0};
  if (o->count == 1 && !*l.field->path) return format_cut(b, l.field->value);
  buffer_text(b, "{");
  for (bool is_first = true; l.next < l.count && l.shown < FIELDS_SHOWN; is_first = false) {
    if (!is_first) buffer_text(b, ", ");
    format_part(&l, 0);
  }
  buffer_text(b, l.next < l.count || o->more ? ", ...}" : "}");
}

/* ---- objects ---- */

static char *type_text(const struct heap_object *o) {
  return o->elements > 1 ? xprintf("%s [%u]", o->type, o->elements) : xstrdup(o->type);
}

static int label_width(const struct heap *h, const struct heap_order *order) {
  int width = 1;
  for (size_t i = 0; i < order->at.count && i < OBJECTS_SHOWN; i++)
    while (snprintf(NULL, 0, "%u", h->objects.at[order->at.at[i]].label) > width) width++;
  return width;
}

static int type_width(const struct heap *h, const struct heap_order *order) {
  size_t width = 0;
  for (size_t i = 0; i < order->at.count && i < OBJECTS_SHOWN; i++) {
    char *type = type_text(&h->objects.at[order->at.at[i]]);
    size_t n = strlen(type);
    if (n > width && n <= TYPE_WIDTH_MAX) width = n;
    free(type);
  }
  return (int)width;
}

static void sort_by_label(const struct heap *h, struct heap_order *order) {
  for (size_t i = 1; i < order->at.count; i++)
    for (size_t k = i; k && h->objects.at[order->at.at[k - 1]].label > h->objects.at[order->at.at[k]].label;
         k--) {
      uint32_t place = order->at.at[k];
      order->at.at[k] = order->at.at[k - 1];
      order->at.at[k - 1] = place;
    }
}

void heap_lines_format(struct buffer *b, const struct heap *h, const char *indent) {
  struct heap_order order = {0};
  heap_reachable(h, &order);
  sort_by_label(h, &order);
  int digits = label_width(h, &order), width = type_width(h, &order);
  for (size_t i = 0; i < order.at.count && i < OBJECTS_SHOWN; i++) {
    const struct heap_object *o = &h->objects.at[order.at.at[i]];
    char *type = type_text(o);
    buffer_format(b, "%s#%-*u  %-*s  ", indent, digits, o->label, width, type);
    heap_value_format(b, h, o);
    buffer_text(b, "\n");
    free(type);
  }
  if (order.at.count > OBJECTS_SHOWN)
    buffer_format(b, "%s... and %zu more\n", indent, order.at.count - OBJECTS_SHOWN);
  vec_free(&order.at);
}
