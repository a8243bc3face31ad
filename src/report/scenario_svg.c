/* The picture for a browser. Every node has a row of its own, so that a line further down is
 * later in the run. Texts are cut to the width of their box; the whole text is shown where the
 * mouse points. Colours follow the reader's light or dark setting. */
#include "report/scenario_picture.h"
#include "report/svg.h"

#define MARGIN 20u
#define COLUMN 270u /* from the left side of a column to that of the next */
#define BOX 230u
#define ROW 48u
#define HEIGHT 36u
#define TOP 100u
#define BEND 45 /* how far arrows between columns swing out */
#define LETTERS 29

static const char style[] = "<style>\n"
                            "text{font:12px monospace;fill:#1b1f24}\n"
                            ".place,.legend{font-size:11px;fill:#6a737d}\n"
                            ".title,.thread{font-weight:bold}\n"
                            "rect{fill:#f3f5f8;stroke:#9aa3ad}\n"
                            ".back{fill:#ffffff;stroke:none}\n"
                            "path{fill:none;stroke:#9aa3ad;stroke-width:1.2}\n"
                            "path.interference{stroke:#0b62c4;stroke-width:2;stroke-dasharray:6 4}\n"
                            "marker path{fill:#9aa3ad;stroke:none}\n"
                            "#interference path{fill:#0b62c4}\n"
                            ".folded rect{fill:none;stroke-dasharray:2 3}\n"
                            ".failure rect{fill:#fdeceb;stroke:#c62828;stroke-width:2}\n"
                            ".failure text{fill:#c62828}\n"
                            "@media (prefers-color-scheme:dark){\n"
                            "text{fill:#e3e6ea}\n"
                            ".place,.legend{fill:#98a1ab}\n"
                            "rect{fill:#22272e;stroke:#6a737d}\n"
                            ".back{fill:#14171b}\n"
                            "path{stroke:#6a737d}\n"
                            "path.interference{stroke:#6cb0ff}\n"
                            "marker path{fill:#6a737d}\n"
                            "#interference path{fill:#6cb0ff}\n"
                            ".failure rect{fill:#3a1a1a;stroke:#ff7b72}\n"
                            ".failure text{fill:#ff7b72}\n"
                            "}\n</style>\n";

static uint32_t left_of(uint32_t column) { return MARGIN + column * COLUMN; }
static uint32_t top_of(uint32_t node) { return TOP + node * ROW; }

static void format_node(struct buffer *b, const struct picture_node *n, uint32_t number) {
  uint32_t x = left_of(n->column), y = top_of(number);
  buffer_format(b, "<g class=\"%s\"><title>", picture_node_name(n->kind));
  buffer_xml(b, n->label, SIZE_MAX);
  buffer_format(b, "</title>\n<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"%u\"/>\n", x, y, BOX,
                HEIGHT, n->kind == NODE_BRANCH ? HEIGHT / 2 : 3);
  svg_text(b, x + 8, y + (*n->place ? 15 : 22), "label", n->label, LETTERS);
  if (*n->place) svg_text(b, x + 8, y + 30, "place", n->place, LETTERS);
  buffer_text(b, "</g>\n");
}

/* Down the column, or from one side of a box to the near side of another. */
static void format_edge(struct buffer *b, const struct picture *p, const struct picture_edge *e) {
  uint32_t from = p->nodes.at[e->from].column, to = p->nodes.at[e->to].column;
  const char *name = picture_edge_name(e->kind);
  buffer_format(b, "<path class=\"%s\" marker-end=\"url(#%s)\" d=\"M", name,
                e->kind == EDGE_INTERFERENCE ? "interference" : "plain");
  if (from == to) {
    buffer_format(b, "%u %uV%u\"/>\n", left_of(from) + BOX / 2, top_of(e->from) + HEIGHT, top_of(e->to));
    return;
  }
  int bend = from < to ? BEND : -BEND;
  uint32_t x1 = left_of(from) + (from < to ? BOX : 0), x2 = left_of(to) + (from < to ? 0 : BOX);
  uint32_t y1 = top_of(e->from) + HEIGHT / 2, y2 = top_of(e->to) + HEIGHT / 2;
  buffer_format(b, "%u %uC%d %u %d %u %u %u\"/>\n", x1, y1, (int)x1 + bend, y1, (int)x2 - bend, y2, x2, y2);
}

static void format_frame(struct buffer *b, const struct picture *p) {
  uint32_t columns = p->columns.count > 2 ? (uint32_t)p->columns.count : 2; /* room for the title */
  uint32_t width = left_of(columns), height = top_of((uint32_t)p->nodes.count) + MARGIN;
  svg_open(b, width, height, style);
  buffer_text(b, "<defs>\n");
  svg_marker(b, "plain");
  svg_marker(b, "interference");
  buffer_text(b, "</defs>\n<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n");
}

void scenario_svg(struct buffer *b, const struct picture *p) {
  format_frame(b, p);
  svg_text(b, MARGIN, 26, "title", p->title, SIZE_MAX);
  svg_text(b, MARGIN, 46, "legend", "dashed: the value that is read was written by another thread", SIZE_MAX);
  for (uint32_t c = 0; c < p->columns.count; c++)
    svg_text(b, left_of(c), 80, "thread", p->columns.at[c].title, LETTERS);
  for (uint32_t i = 0; i < p->nodes.count; i++) format_node(b, &p->nodes.at[i], i);
  for (size_t i = 0; i < p->edges.count; i++) format_edge(b, p, &p->edges.at[i]);
  svg_close(b);
}
