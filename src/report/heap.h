/* The heap that a run begins with, as people see it: the inputs whose type is known and the objects
 * behind pointer inputs, each a list of fields, which are scalars, strings and pointers. Printers
 * and files of tests are made from this. An object is called by its label, "#2". */
#ifndef RADDLE_REPORT_HEAP_H
#define RADDLE_REPORT_HEAP_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/vec.h"
#include "wire/shm.h"
#include "wire/type.h"
#include <jansson.h>

#define HEAP_FIELDS_MAX 1000 /* of one object; the rest is counted */

struct heap_field {
  const char *path;    /* "v", "a[2].key", "[1]"; "" of what is one field as a whole */
  const char *type;    /* as C spells it */
  const char *value;   /* 3, 'a', "text", 0.5, true; NULL, #2, &#2.key, a function's name */
  uint32_t label;      /* a pointer: of the object that it points into; else 0 */
  enum type_kind kind; /* TYPE_ARRAY: a string */
  /* Where it lies; not known of what was read from a file. */
  uint32_t offset, size, bits;
  uint64_t address; /* a pointer's value */
};

struct heap_object {
  const char *name, *type; /* type: of its elements */
  uint32_t label;          /* 0: an input variable */
  uint32_t input;          /* its number in the list of inputs; of a file: among the variables */
  uint32_t elements, bytes;
  uint64_t address;      /* where it begins; not known of what was read from a file */
  uint32_t first, count; /* its fields */
  uint32_t more;         /* fields that are left out */
};

struct heap {
  struct arena text;
  vec(struct heap_object) objects; /* in the order in which the run reached them */
  vec(struct heap_field) fields;
};

/* The inputs of a run; `bytes` are the flat ones, what lies beyond them is 0. */
void heap_read(struct heap *, const struct shm *, const struct input_object *, uint32_t count,
               const uint8_t *bytes, size_t byte_count);
void heap_free(struct heap *);
/* NULL: there is none. */
const struct heap_object *heap_of_input(const struct heap *, uint32_t input);
const struct heap_object *heap_of_label(const struct heap *, uint32_t label);
/* Which objects can be reached from the variables, by place in `objects`; the nearest ones first. */
struct heap_order {
  vec(uint32_t) at;
};
void heap_reachable(const struct heap *, struct heap_order *);

/* As few digits as give the number back. */
void heap_format_real(struct buffer *, double, bool is_float);
/* 'a', or a number. */
void heap_format_char(struct buffer *, uint64_t);

/* ---- heap_json.c ---- */

/* The fields, as "fields", or as "value" if that is all there is. */
void heap_put_fields(json_t *to, const struct heap *, const struct heap_object *);
/* The list "objects". */
json_t *heap_list(const struct heap *);
/* Adds what such an object of JSON says: of input number `input`, or of an object with a label. */
void heap_load_input(struct heap *, const json_t *, uint32_t input);
void heap_load_list(struct heap *, const json_t *list);

/* ---- heap_text.c ---- */

/* 3, #1, {v = 3, next = #1}, {1, 2, 3}: on one line, cut if it is long. */
void heap_value_format(struct buffer *, const struct heap *, const struct heap_object *);
/* A line for each object that can be reached, each beginning with `indent`. */
void heap_lines_format(struct buffer *, const struct heap *, const char *indent);

/* ---- heap_dot.c, heap_svg.c ---- */

void heap_dot(struct buffer *, const struct heap *, const char *title);
void heap_svg(struct buffer *, const struct heap *, const char *title);

#endif
