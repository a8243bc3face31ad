/* The campaign in words, for the end of `raddle test` and for `raddle report`. */
#ifndef RADDLE_REPORT_TEXT_H
#define RADDLE_REPORT_TEXT_H

#include "base/buffer.h"

/* Made from summary.json's text, so that a finished campaign and a running one read the same.
 * false if it is no summary. */
bool text_format(struct buffer *, const char *out, const char *summary, bool color);

#endif
