/* Expressions as text, for traces and for debugging: SMT-LIB without the noise, in8:32 is the variable of 32 bits from
 * input byte 8 on (t2.in8:32 in thread 2), constants are signed numbers. What does not fit ends in "...". */
#ifndef RADDLE_EXPLORE_EXPR_PRINT_H
#define RADDLE_EXPLORE_EXPR_PRINT_H

#include "wire/expr.h"
#include <stddef.h>

/* Returns `text`, always terminated. size >= 4. */
const char *expr_print(const struct expr_store *, expr_id, char *text, size_t size);

#endif
