/* The heap for Graphviz: a table for each box, with a port for each row. */
#include "report/heap_picture.h"

static void format_box(struct buffer *b, const struct heap_picture *p, size_t number) {
  const struct heap_box *box = &p->boxes.at[number];
  buffer_format(
      b,
      "  b%zu [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\"><tr><td port=\"whole\" "
      "bgcolor=\"%s\">",
      number, box->label ? "#e3e8ef" : "#fff3d6");
  buffer_xml(b, box->title, SIZE_MAX);
  buffer_text(b, "</td></tr>");
  for (uint32_t i = 0; i < box->count; i++) {
    buffer_format(b, "<tr><td align=\"left\" port=\"r%u\">", i);
    buffer_xml(b, p->rows.at[box->first + i].text, SIZE_MAX);
    buffer_text(b, "</td></tr>");
  }
  buffer_text(b, "</table>>];\n");
}

static void format_arrows(struct buffer *b, const struct heap_picture *p, size_t number) {
  const struct heap_box *box = &p->boxes.at[number];
  for (uint32_t i = 0; i < box->count; i++) {
    const struct heap_row *row = &p->rows.at[box->first + i];
    if (row->box == HEAP_NO_BOX) continue;
    buffer_format(b, "  b%zu:r%u -> b%u:", number, i, row->box);
    if (row->into == HEAP_NO_BOX)
      buffer_text(b, "whole;\n");
    else
      buffer_format(b, "r%u;\n", row->into);
  }
}

void heap_dot(struct buffer *b, const struct heap *h, const char *title) {
  struct heap_picture p;
  heap_picture_make(&p, h);
  buffer_text(b, "digraph heap {\n  label=");
  buffer_json(b, title);
  buffer_text(b, ";\n  labelloc=t;\n  rankdir=LR;\n  node [shape=plaintext, fontname=monospace];\n");
  for (size_t i = 0; i < p.boxes.count; i++) format_box(b, &p, i);
  for (size_t i = 0; i < p.boxes.count; i++) format_arrows(b, &p, i);
  buffer_text(b, "}\n");
  heap_picture_free(&p);
}
