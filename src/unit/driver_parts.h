/* What all sorts of drivers have in common. */
#ifndef RADDLE_UNIT_DRIVER_PARTS_H
#define RADDLE_UNIT_DRIVER_PARTS_H

#include "unit/driver.h"

/* From the comment at the top to the last include. */
void driver_head(struct buffer *, const struct unit *, bool has_threads);
/* Makes the file's variables inputs, if that is wanted. */
void driver_globals(struct buffer *, const struct unit *);
/* insert(l, k) */
void driver_call(struct buffer *, const struct unit_call *);
/* The same as a statement; what it returns is kept if the call says so. */
void driver_call_line(struct buffer *, const struct unit_call *);
/* The variable for what the call returns, if that is kept. */
void driver_result(struct buffer *, const struct unit_call *, const char *storage);
/* A line that assumes or asserts the condition for this call, unless it is of the other sort or
 * such a line is among those written. NULL, or why it cannot be (to be freed). */
char *driver_condition(struct buffer *, const struct unit_condition *, const struct unit_call *,
                       bool is_before, unit_names *written);
/* Names that the driver uses itself. */
void driver_reserve(unit_names *used, const struct unit *);

#endif
