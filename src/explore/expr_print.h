/* Expressions as text, for traces and for debugging: C's notation where C has one.
 *
 * Variables carry the names of the inputs they are (x, s[3], p->next), or in8:32 where no input is
 * known: 32 bits from input byte 8 on; p@8:32 are those of an input that are no scalar of its type. Constants are signed. Unsigned operations have a u behind (<u,
 * /u, >>u); x[7:0] are bits of x; widening conversions are left out. What does not fit ends in
 * "...". */
#ifndef RADDLE_EXPLORE_EXPR_PRINT_H
#define RADDLE_EXPLORE_EXPR_PRINT_H

#include "wire/trace.h"
#include <stddef.h>

struct shm;

/* The inputs whose names to use; may be NULL. */
struct expr_names {
  const struct input_object *object;
  size_t count;
  const struct shm *types; /* of the program; or NULL */
};

/* Returns `text`, always terminated. size >= 4. */
const char *expr_print(const struct expr_store *, const struct expr_names *, expr_id, char *text,
                       size_t size);

#endif
