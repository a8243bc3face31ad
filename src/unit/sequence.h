/* Sequences of calls:
 *
 *     new, insert*, (search|delete)*, free
 *
 *     sequence = item { "," item }
 *     item     = (NAME | "(" sequence { "|" sequence } ")") [ "?" | "*" | "+" | "{n}" | "{m,n}" ]
 *
 * A sequence stands for the list of calls that is chosen where it leaves a choice. `*` is at most
 * so many times as the parser is told, `+` too. */
#ifndef RADDLE_UNIT_SEQUENCE_H
#define RADDLE_UNIT_SEQUENCE_H

#include "base/buffer.h"
#include "base/vec.h"
#include <stdint.h>

struct unit;

struct sequence_item;
struct sequence {
  vec(struct sequence_item) items;
};

struct sequence_item {
  char *name; /* NULL: one of the alternatives */
  vec(struct sequence) alternatives;
  uint32_t least, most; /* how often */
};

/* NULL and a sentence with the place in *why (to be freed) if that is no sequence. */
struct sequence *sequence_parse(const char *text, uint32_t max_calls, char **why);
void sequence_free(struct sequence *);
/* Each name in it, once, in the order of the text. */
void sequence_each_name(const struct sequence *, void (*tell)(void *, const char *name), void *context);
/* The driver for unit->sequence; as unit_driver_write. */
char *unit_sequence_write(const struct unit *, struct buffer *);

#endif
