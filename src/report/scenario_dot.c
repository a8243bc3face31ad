/* The picture for Graphviz: a cluster for each thread. An invisible edge from each node to the
 * next keeps them in the order of the run, whatever cluster they are in (newrank). */
#include "report/scenario_picture.h"

static void format_label(struct buffer *b, const struct picture_node *n) {
  char *text = xprintf("%s%s%s", n->label, *n->place ? "\n" : "", n->place);
  buffer_json(b, text); /* quotes, backslashes and line ends are written alike */
  free(text);
}

static void format_node(struct buffer *b, const struct picture_node *n, size_t number) {
  static const char *const looks[] = {[NODE_OPERATION] = "",
                                      [NODE_BRANCH] = ", style=rounded",
                                      [NODE_FOLDED] = ", style=dotted",
                                      [NODE_FAILURE] =
                                          ", color=\"#c62828\", fontcolor=\"#c62828\", penwidth=2"};
  buffer_format(b, "    n%zu [label=", number);
  format_label(b, n);
  buffer_format(b, "%s];\n", looks[n->kind]);
}

static void format_column(struct buffer *b, const struct picture *p, uint32_t column) {
  const struct picture_column *c = &p->columns.at[column];
  buffer_format(b, "  subgraph cluster_%u {\n    label=", c->thread);
  buffer_json(b, c->title);
  buffer_text(b, ";\n");
  for (size_t i = 0; i < p->nodes.count; i++)
    if (p->nodes.at[i].column == column) format_node(b, &p->nodes.at[i], i);
  buffer_text(b, "  }\n");
}

static void format_edge(struct buffer *b, const struct picture_edge *e) {
  static const char *const looks[] = {[EDGE_LOCAL] = "",
                                      [EDGE_CREATE] = " [color=gray]",
                                      [EDGE_INTERFERENCE] = " [style=dashed, color=\"#0b62c4\"]"};
  buffer_format(b, "  n%u -> n%u%s;\n", e->from, e->to, looks[e->kind]);
}

void scenario_dot(struct buffer *b, const struct picture *p) {
  buffer_text(b, "digraph scenario {\n  label=");
  buffer_json(b, p->title);
  buffer_text(b, ";\n  labelloc=t;\n  newrank=true;\n  node [shape=box, fontname=monospace];\n");
  for (uint32_t c = 0; c < p->columns.count; c++) format_column(b, p, c);
  for (size_t i = 0; i < p->edges.count; i++) format_edge(b, &p->edges.at[i]);
  for (size_t i = 1; i < p->nodes.count; i++) buffer_format(b, "  n%zu -> n%zu [style=invis];\n", i - 1, i);
  buffer_text(b, "}\n");
}
