/* Types of inputs, as the instrumentation leaves them in the program: rows of the ELF section
 * raddle_types (wire/site.h), and lists of members that the rows point to. Debug information is
 * where they come from (compile/types.c).
 *
 * A worked example. `struct cell { int v; struct cell *next; }` and an input `struct cell *p` give
 *
 *     {.name = "struct cell *", .kind = TYPE_POINTER, .size = 8, .inner = &cell}
 *     {.name = "struct cell", .kind = TYPE_STRUCT, .size = 16, .count = 2, .member =
 *        {{"v", 0, 0, 0, &int}, {"next", 8, 0, 0, &pointer}}}
 *     {.name = "int", .kind = TYPE_SIGNED, .size = 4}
 *
 * Typedefs and qualifiers are looked through. Files that use the same type have a row each: equal
 * ids say that the types are the same. */
#ifndef RADDLE_WIRE_TYPE_H
#define RADDLE_WIRE_TYPE_H

#include <stdbool.h>
#include <stdint.h>

enum type_kind {
  TYPE_OPAQUE, /* void, an incomplete type, or one that nobody may look into; size 0, or bytes that are left as 0 */
  TYPE_SIGNED, /* integers and enumerations, of 1, 2, 4, 8 bytes */
  TYPE_UNSIGNED,
  TYPE_CHAR,    /* plain char: a pointer to it is a string */
  TYPE_BOOL,    /* 0 or 1 */
  TYPE_WIDE,    /* other scalars: floating point, __int128, complex */
  TYPE_POINTER, /* inner: what it points to */
  TYPE_ARRAY,   /* count elements of type inner; count 0: flexible, the last member of a structure */
  TYPE_STRUCT,  /* count members */
  TYPE_UNION,
  TYPE_FUNCTION, /* of a pointer */
  TYPE_SYNC,     /* pthread_mutex_t and the like: bytes are 0, as PTHREAD_..._INITIALIZER makes them */
};

static inline bool type_is_integer(uint32_t kind) { return kind >= TYPE_SIGNED && kind <= TYPE_BOOL; }

struct raddle_type;
struct raddle_member {
  const char *name; /* "" of an anonymous structure or union */
  /* Bytes; of a bit-field: where the unit that holds it begins. The unit is as large as the type
   * and lies in the structure. Where a packed structure has no room for that, the unit is a byte,
   * and the bit-field may reach beyond it. */
  uint64_t offset;
  uint32_t bit, bits; /* of a bit-field: its first bit there, and how many; else 0 */
  const struct raddle_type *type;
};

struct raddle_type {
  uint64_t id;      /* a hash of all that follows, by name and layout; functions: of the signature */
  const char *name; /* as C spells it */
  uint64_t size;
  uint32_t kind;  /* enum type_kind */
  uint32_t count; /* members, elements */
  const struct raddle_type *inner;
  const struct raddle_member *member; /* by offset */
};

/* A function whose address a pointer input may hold: rows of the section raddle_targets, for
 * functions defined in the file. */
struct raddle_target {
  const void *address;
  const char *name;
  uint64_t type; /* id of its raddle_type */
};

#endif
