/* Drivers: a main that makes the arguments of functions inputs, and calls them.
 *
 *     struct unit u = {.options = ..., .file = ..., .functions = ..., ...};
 *     char *why = unit_driver_write(&u, &text);       NULL: the driver is in the text
 *
 * The driver is for people, too: they may go on with it by hand. */
#ifndef RADDLE_UNIT_DRIVER_H
#define RADDLE_UNIT_DRIVER_H

#include "base/buffer.h"
#include "unit/condition.h"
#include "unit/options.h"
#include "unit/signature.h"

struct sequence;

struct unit {
  const struct unit_options *options;
  const struct unit_file *file; /* that the driver includes */
  const char *path;             /* of that file, absolute */
  const char *command;          /* that makes this driver, for the comment at the top */
  vec(const struct unit_function *) functions;
  const struct sequence *sequence; /* NULL: none */
  vec(struct unit_condition) conditions;
  vec(const struct unit_function *) prototypes; /* conditions that another file defines */
};

/* NULL, or a sentence (to be freed) about why there can be no driver. */
char *unit_driver_write(const struct unit *, struct buffer *);

#endif
