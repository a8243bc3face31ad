/* The declarations of a file, out of the syntax tree that clang prints as JSON. */
#ifndef RADDLE_UNIT_DECLARATIONS_H
#define RADDLE_UNIT_DECLARATIONS_H

#include "base/stop.h"
#include <jansson.h>

/* The tree that `clang -ast-dump=json` writes to this descriptor, without statements and
 * expressions. NULL: it is not a whole tree, or the token was set (at the deadline, too). */
json_t *declarations_read(int descriptor, struct stop *stop, double deadline);

#endif
