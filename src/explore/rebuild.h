/* Expressions built on this side, in the store that the target fills (wire/builder.h). Only while
 * the target does not run, and only in a store that lies in a mapping.
 *
 * value[] of what is built here follows from whatever its operands were worth last. */
#ifndef RADDLE_EXPLORE_REBUILD_H
#define RADDLE_EXPLORE_REBUILD_H

#include "wire/expr.h"

/* A store that has to stop growing soon is left to the target. Ask before building; the answer
 * covers a million nodes. */
bool rebuild_has_room(const struct expr_store *);
expr_id rebuild_const(const struct expr_store *, unsigned width, uint64_t value);
expr_id rebuild_var(const struct expr_store *, unsigned thread, uint32_t first, unsigned bytes);
expr_id rebuild_read(const struct expr_store *, unsigned thread, uint32_t ordinal, unsigned bytes);
/* An inner node like this one: operator, operands and, for casts, `width` and `lo`. No TABLE. */
expr_id rebuild_node(const struct expr_store *, struct expr like);
/* Tells no room by 0: a table may be of any size. */
expr_id rebuild_table(const struct expr_store *, expr_id index, const expr_id *element, uint32_t count);

#endif
