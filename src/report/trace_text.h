/* A run for people: one line per event, a column per thread, a line at each change of threads;
 * then how it ended. */
#ifndef RADDLE_REPORT_TRACE_TEXT_H
#define RADDLE_REPORT_TRACE_TEXT_H

#include "base/buffer.h"
#include "campaign/facts.h"

/* The run that the mapping holds. `symbols` may be NULL: then there are no names but those of
 * the tables; so may `bug`. */
void trace_format(struct buffer *, const struct shm *, const struct run *, struct symbolizer *symbols,
                  const struct bug *bug);
/* "exit 0", "assert at foo.c:12: x > 0", ... */
void outcome_format(struct buffer *, const struct trace *, const struct bug *bug);

#endif
