/* What C calls a part of an input whose type is known (wire/type.h): "p->next", "a[2].key". */
#ifndef RADDLE_EXPLORE_TYPE_PATH_H
#define RADDLE_EXPLORE_TYPE_PATH_H

#include "wire/shm.h"
#include "wire/type.h"

/* The row of a number of a type; NULL: none. */
const struct program_type *type_of_number(const struct shm *, uint32_t number);
/* What a part must be: of that type, if it is not NULL, else a scalar or bit-field of the bytes. */
struct type_wanted {
  const struct program_type *type;
  uint32_t bytes;
};

/* The elements behind the first one are those of the flexible array that its type ends in. */
bool type_is_flexible(const struct shm *, const struct program_type *);

/* The way from the object to its part at the offset: ".next", "[2].key", "" for the whole. False:
 * there is no such part, or `text` is too small. */
bool type_path(const struct shm *, const struct input_object *, uint64_t offset, struct type_wanted,
               char *text, size_t size);
/* The same from a variable of the program on. */
bool type_part_name(const struct shm *, const struct input_object *, uint64_t offset, struct type_wanted,
                    char *text, size_t size);

#endif
