#include "report/heap_picture.h"
#include <string.h>

enum { ROWS_SHOWN = 12, BOXES_SHOWN = 60 };

struct painter {
  struct heap_picture *p;
  const struct heap *heap;
  vec(const struct heap_object *) shown; /* by box */
};

static const char *keep(struct painter *a, char *text) {
  const char *kept = arena_text(&a->p->text, text);
  free(text);
  return kept;
}

/* ---- boxes ---- */

static void add_box(struct painter *a, const struct heap_object *o, uint32_t column) {
  struct heap_box box = {.label = o->label, .column = column};
  if (a->shown.count >= BOXES_SHOWN) return;
  char *many = o->elements > 1 ? xprintf(" [%u]", o->elements) : xstrdup("");
  if (o->label)
    box.title = keep(a, xprintf("#%u %s%s", o->label, o->type, many));
  else
    box.title = keep(a, xprintf("%s: %s%s", o->name, o->type, many));
  free(many);
  vec_push(&a->p->boxes, box);
  vec_push(&a->shown, o);
  if (column >= a->p->columns) a->p->columns = column + 1;
}

static uint32_t box_of(const struct painter *a, uint32_t label) {
  for (size_t i = 0; label && i < a->shown.count; i++)
    if (a->shown.at[i]->label == label) return (uint32_t)i;
  return HEAP_NO_BOX;
}

/* Breadth first: so each box is in the first column in which it can be. */
static void add_boxes(struct painter *a) {
  for (size_t i = 0; i < a->heap->objects.count; i++)
    if (!a->heap->objects.at[i].label) add_box(a, &a->heap->objects.at[i], 0);
  for (size_t k = 0; k < a->shown.count; k++) {
    const struct heap_object *o = a->shown.at[k];
    for (uint32_t i = 0; i < o->count; i++) {
      uint32_t label = a->heap->fields.at[o->first + i].label;
      const struct heap_object *to = heap_of_label(a->heap, label);
      if (to && box_of(a, label) == HEAP_NO_BOX) add_box(a, to, a->p->boxes.at[k].column + 1);
    }
  }
}

/* ---- rows ---- */

/* Pointers are shown wherever they are. */
static bool is_shown(const struct heap_field *f, uint32_t number) { return number < ROWS_SHOWN || f->label; }

static void add_row(struct painter *a, const struct heap_field *f) {
  struct heap_row row = {.box = box_of(a, f->label), .into = HEAP_NO_BOX};
  const char *equals = *f->path ? " = " : "";
  row.whole = keep(a, xprintf("%s %s%s%s", f->type, f->path, equals, f->value));
  row.text = keep(a, xprintf("%s%s%s", f->path, equals, f->value));
  vec_push(&a->p->rows, row);
}

static void add_gap(struct painter *a) {
  struct heap_row row = {"...", "fields that are left out", HEAP_NO_BOX, HEAP_NO_BOX};
  vec_push(&a->p->rows, row);
}

static void add_rows(struct painter *a, uint32_t number) {
  const struct heap_object *o = a->shown.at[number];
  struct heap_box *box = &a->p->boxes.at[number];
  bool is_gap = false;
  box->first = (uint32_t)a->p->rows.count;
  for (uint32_t i = 0; i < o->count; i++) {
    const struct heap_field *f = &a->heap->fields.at[o->first + i];
    if (is_shown(f, i))
      add_row(a, f);
    else if (!is_gap)
      add_gap(a);
    is_gap = !is_shown(f, i);
  }
  if (o->more && !is_gap) add_gap(a);
  box->count = (uint32_t)a->p->rows.count - box->first;
}

/* ---- arrows into objects ---- */

/* "&#2.key" leads to the row "key", or to the first one behind it: "key.x", "key[0]". */
static bool is_part(const char *row, const char *path) {
  size_t n = strlen(path);
  return !strncmp(row, path, n) && strchr(" .[", row[n]);
}

static void find_part(struct painter *a, struct heap_row *row, const char *value) {
  const struct heap_box *to = &a->p->boxes.at[row->box];
  const char *path = *value == '&' ? strpbrk(value, ".[") : NULL;
  if (!path) return;
  path += *path == '.';
  for (uint32_t i = 0; i < to->count && row->into == HEAP_NO_BOX; i++)
    if (is_part(a->p->rows.at[to->first + i].text, path)) row->into = i;
}

static void find_parts(struct painter *a) {
  for (size_t i = 0; i < a->p->rows.count; i++) {
    struct heap_row *row = &a->p->rows.at[i];
    const char *value = strstr(row->text, "&#");
    if (row->box != HEAP_NO_BOX && value) find_part(a, row, value);
  }
}

void heap_picture_make(struct heap_picture *p, const struct heap *h) {
  struct painter a = {.p = p, .heap = h};
  *p = (struct heap_picture){0};
  add_boxes(&a);
  for (uint32_t i = 0; i < a.shown.count; i++) add_rows(&a, i);
  find_parts(&a);
  vec_free(&a.shown);
}

void heap_picture_free(struct heap_picture *p) {
  arena_free(&p->text);
  vec_free(&p->boxes);
  vec_free(&p->rows);
}
