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

/* "[2]": an element of a list needs no name. */
static bool is_index(const char *path) {
  return *path == '[' && path[strspn(path + 1, "0123456789") + 1] == ']' && !strchr(path, ']')[1];
}

void heap_value_format(struct buffer *b, const struct heap *h, const struct heap_object *o) {
  const struct heap_field *f = h->fields.at + o->first;
  if (o->count == 1 && !*f->path) return format_cut(b, f->value);
  buffer_text(b, "{");
  for (uint32_t i = 0; i < o->count && i < FIELDS_SHOWN; i++) {
    if (i) buffer_text(b, ", ");
    if (!is_index(f[i].path)) buffer_format(b, "%s = ", f[i].path);
    format_cut(b, f[i].value);
  }
  buffer_text(b, o->count > FIELDS_SHOWN || o->more ? ", ...}" : "}");
}

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
