/* Pieces of C that drivers are made of. */
#ifndef RADDLE_UNIT_TEXT_H
#define RADDLE_UNIT_TEXT_H

#include "base/buffer.h"
#include "unit/signature.h"

/* "static struct list *l;": of that type, but the driver may set it. */
void text_declare(struct buffer *, const char *storage, const char *type, const char *name);
/* A line that makes a variable an input. */
void text_symbolic(struct buffer *, const char *indent, const struct unit_type *, const char *variable,
                   const char *label);
/* A name like this one that nothing else in the file or in the driver has; from now on the driver
 * has it. */
const char *text_name(unit_names *used, const struct unit_file *, const char *wanted);
/* For inside a comment. */
void text_comment(struct buffer *, const char *text);
/* The names of a list with commas; blanks around them do not count. */
void text_split(unit_names *, const char *list);
void text_names_free(unit_names *);

#endif
