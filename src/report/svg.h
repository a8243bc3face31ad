/* Pieces of pictures for a browser. */
#ifndef RADDLE_REPORT_SVG_H
#define RADDLE_REPORT_SVG_H

#include "base/buffer.h"
#include <stdint.h>

/* The head of the file; `style` is CSS. svg_close ends it. */
void svg_open(struct buffer *, uint32_t width, uint32_t height, const char *style);
void svg_close(struct buffer *);
/* No more than so many letters of it; SIZE_MAX: all. */
void svg_text(struct buffer *, uint32_t x, uint32_t y, const char *class, const char *text, size_t letters);
/* The head of an arrow, inside of <defs>. */
void svg_marker(struct buffer *, const char *name);

#endif
