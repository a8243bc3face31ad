/* The heap for a browser. Boxes of a column lie below each other. An arrow leaves its row on the side
 * where its object is; to an object of the same column, and so to its own, it goes round on the right.
 * Texts are cut to the width of their box; the whole text is shown where the mouse points. */
#include "report/heap_picture.h"
#include "report/svg.h"

#define MARGIN 20u
#define COLUMN 340u /* from the left side of a column to that of the next */
#define BOX 230u
#define ROW 20u
#define GAP 28u /* between boxes */
#define TOP 60u
#define BEND 60
#define LETTERS 29

static const char style[] = "<style>\n"
                            "text{font:12px monospace;fill:#1b1f24}\n"
                            ".title,.head{font-weight:bold}\n"
                            "rect{fill:#f3f5f8;stroke:#9aa3ad}\n"
                            ".variable rect{fill:#fff8e6}\n"
                            ".back{fill:#ffffff;stroke:none}\n"
                            "path{fill:none;stroke:#0b62c4;stroke-width:1.4}\n"
                            "path.rule{stroke:#9aa3ad;stroke-width:1}\n"
                            "marker path{fill:#0b62c4;stroke:none}\n"
                            "@media (prefers-color-scheme:dark){\n"
                            "text{fill:#e3e6ea}\n"
                            "rect{fill:#22272e;stroke:#6a737d}\n"
                            ".variable rect{fill:#332d1c}\n"
                            ".back{fill:#14171b}\n"
                            "path{stroke:#6cb0ff}\n"
                            "path.rule{stroke:#6a737d}\n"
                            "marker path{fill:#6cb0ff}\n"
                            "}\n</style>\n";

struct drawing {
  struct buffer *b;
  const struct heap_picture *p;
  vec(uint32_t) top; /* of each box */
  uint32_t height;
};

static uint32_t left_of(const struct heap_box *box) { return MARGIN + box->column * COLUMN; }
static uint32_t height_of(const struct heap_box *box) { return ROW * (box->count + 1); }

static void place(struct drawing *d) {
  for (size_t i = 0; i < d->p->boxes.count; i++) {
    uint32_t top = TOP;
    for (size_t k = 0; k < i; k++)
      if (d->p->boxes.at[k].column == d->p->boxes.at[i].column)
        top = d->top.at[k] + height_of(&d->p->boxes.at[k]) + GAP;
    vec_push(&d->top, top);
    if (top + height_of(&d->p->boxes.at[i]) > d->height) d->height = top + height_of(&d->p->boxes.at[i]);
  }
}

static void draw_row(struct drawing *d, const struct heap_row *row, uint32_t x, uint32_t y) {
  buffer_text(d->b, "<g><title>");
  buffer_xml(d->b, row->whole, SIZE_MAX);
  buffer_format(d->b, "</title><path class=\"rule\" d=\"M%u %uh%u\"/>", x, y, BOX);
  svg_text(d->b, x + 8, y + 14, "row", row->text, LETTERS);
  buffer_text(d->b, "</g>\n");
}

static void draw_box(struct drawing *d, size_t number) {
  const struct heap_box *box = &d->p->boxes.at[number];
  uint32_t x = left_of(box), y = d->top.at[number];
  buffer_format(d->b, "<g class=\"%s\"><title>", box->label ? "object" : "variable");
  buffer_xml(d->b, box->title, SIZE_MAX);
  buffer_format(d->b, "</title>\n<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"3\"/>\n", x, y, BOX,
                height_of(box));
  svg_text(d->b, x + 8, y + 14, "head", box->title, LETTERS);
  buffer_text(d->b, "</g>\n");
  for (uint32_t i = 0; i < box->count; i++) draw_row(d, &d->p->rows.at[box->first + i], x, y + ROW * (i + 1));
}

static void draw_arrow(struct drawing *d, size_t number, uint32_t i) {
  const struct heap_box *from = &d->p->boxes.at[number];
  const struct heap_row *row = &d->p->rows.at[from->first + i];
  const struct heap_box *to = &d->p->boxes.at[row->box];
  bool goes_left = to->column<from->column, goes_right = to->column> from->column;
  uint32_t x1 = left_of(from) + (goes_left ? 0 : BOX), x2 = left_of(to) + (goes_right ? 0 : BOX);
  uint32_t y1 = d->top.at[number] + ROW * (i + 1) + ROW / 2;
  uint32_t y2 = d->top.at[row->box] + ROW / 2;
  if (row->into != HEAP_NO_BOX) y2 += ROW * (row->into + 1);
  int out1 = (int)x1 + (goes_left ? -BEND : BEND), out2 = (int)x2 + (goes_right ? -BEND : BEND);
  buffer_format(d->b,
                "<path class=\"pointer\" marker-end=\"url(#pointer)\" d=\"M%u %uC%d %u %d %u %u %u\"/>\n", x1,
                y1, out1, y1, out2, y2, x2, y2);
}

static void draw_arrows(struct drawing *d, size_t number) {
  const struct heap_box *box = &d->p->boxes.at[number];
  for (uint32_t i = 0; i < box->count; i++)
    if (d->p->rows.at[box->first + i].box != HEAP_NO_BOX) draw_arrow(d, number, i);
}

void heap_svg(struct buffer *b, const struct heap *h, const char *title) {
  struct heap_picture p;
  heap_picture_make(&p, h);
  struct drawing d = {.b = b, .p = &p};
  place(&d);
  uint32_t columns = p.columns > 2 ? p.columns : 2; /* room for the title */
  svg_open(b, MARGIN + columns * COLUMN, d.height + MARGIN, style);
  buffer_text(b, "<defs>\n");
  svg_marker(b, "pointer");
  buffer_text(b, "</defs>\n<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n");
  svg_text(b, MARGIN, 26, "title", title, SIZE_MAX);
  for (size_t i = 0; i < p.boxes.count; i++) draw_box(&d, i);
  for (size_t i = 0; i < p.boxes.count; i++) draw_arrows(&d, i);
  svg_close(b);
  vec_free(&d.top);
  heap_picture_free(&p);
}
