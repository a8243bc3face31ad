/* The functions that the user named, looked for in the files that the user named. Whatever is not
 * there ends the process with a sentence that says what is. */
#ifndef RADDLE_CLI_UNIT_NAMES_H
#define RADDLE_CLI_UNIT_NAMES_H

#include "unit/signature.h"

struct unit_sources {
  struct unit_file *files;
  size_t count;
};

/* False: the token was set. */
bool unit_sources_read(struct unit_sources *, char *const *paths, size_t count, struct stop *,
                       double deadline);
void unit_sources_free(struct unit_sources *);
/* The file that defines the function to be tested. */
size_t unit_source_of(const struct unit_sources *, const char *function);
/* A condition, which any of the files may define. */
const struct unit_function *unit_condition_of(const struct unit_sources *, const char *option,
                                              const char *name);

#endif
