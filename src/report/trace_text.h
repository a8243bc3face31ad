/* A run for people: one line per event, a column per thread, then how it ended. */
#ifndef RADDLE_REPORT_TRACE_TEXT_H
#define RADDLE_REPORT_TRACE_TEXT_H

#include "report/buffer.h"
#include "report/campaign_data.h"

/* `bug` may be NULL. */
void trace_format(struct buffer *, struct target *, const struct run *, const struct bug *bug);
/* "exit 0", "assert at foo.c:12: x > 0", ... */
void outcome_format(struct buffer *, const struct trace *, const struct bug *bug);

#endif
