/* The heap of a run as boxes with arrows: the variables on the left, each object in the column behind
 * the nearest one that leads to it. What cannot be reached is left out. */
#ifndef RADDLE_REPORT_HEAP_PICTURE_H
#define RADDLE_REPORT_HEAP_PICTURE_H

#include "report/heap.h"

#define HEAP_NO_BOX UINT32_MAX

struct heap_row {
  const char *text;   /* "v = 3", "next = #2" */
  const char *whole;  /* the same with its type */
  uint32_t box, into; /* where its arrow leads: a box, and a row there or HEAP_NO_BOX for the whole */
};

struct heap_box {
  const char *title;
  uint32_t label, column;
  uint32_t first, count; /* rows */
};

struct heap_picture {
  struct arena text;
  vec(struct heap_box) boxes;
  vec(struct heap_row) rows;
  uint32_t columns;
};

void heap_picture_make(struct heap_picture *, const struct heap *);
void heap_picture_free(struct heap_picture *);

#endif
