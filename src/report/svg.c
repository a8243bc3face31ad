#include "report/svg.h"

static bool is_inside_letter(char c) { return (c & 0xc0) == 0x80; }

static void format_cut(struct buffer *b, const char *text, size_t most) {
  size_t letters = 0, size = 0;
  while (text[size] && letters <= most) {
    do size++;
    while (is_inside_letter(text[size]));
    if (++letters == most && text[size]) {
      buffer_xml(b, text, size);
      buffer_text(b, "\xe2\x80\xa6");
      return;
    }
  }
  buffer_xml(b, text, size);
}

void svg_text(struct buffer *b, uint32_t x, uint32_t y, const char *class, const char *text, size_t letters) {
  buffer_format(b, "<text x=\"%u\" y=\"%u\" class=\"%s\">", x, y, class);
  if (letters < SIZE_MAX)
    format_cut(b, text, letters);
  else
    buffer_xml(b, text, SIZE_MAX);
  buffer_text(b, "</text>\n");
}

void svg_marker(struct buffer *b, const char *name) {
  buffer_format(
      b,
      "<marker id=\"%s\" viewBox=\"0 0 10 10\" refX=\"10\" refY=\"5\" markerWidth=\"8\" markerHeight=\"8\" "
      "markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\"/></marker>\n",
      name);
}

void svg_open(struct buffer *b, uint32_t width, uint32_t height, const char *style) {
  buffer_format(
      b,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" "
      "height=\"%u\" viewBox=\"0 0 %u %u\">\n",
      width, height, width, height);
  buffer_text(b, style);
}

void svg_close(struct buffer *b) { buffer_text(b, "</svg>\n"); }
