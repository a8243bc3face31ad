/* The program's global variables by address, down to the element and the field: q[3].head,
 * table.count.
 *
 * Read from the program's debug information (DWARF, by libdw), at the first question: campaigns
 * without bugs never pay for it. Without debug information every question has the answer
 * "unknown". */
#ifndef RADDLE_DETECT_VARIABLES_H
#define RADDLE_DETECT_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a value wants to be shown. */
enum value_class {
  CLASS_UNKNOWN,
  CLASS_SIGNED,
  CLASS_UNSIGNED,
  CLASS_CHAR,
  CLASS_BOOL,
  CLASS_POINTER,
  CLASS_FLOAT,
  CLASS_ENUM
};

#define VARIABLE_TEXT 128
struct variable {
  char text[VARIABLE_TEXT]; /* "q[3].head" */
  enum value_class class;
  uint64_t type; /* for variables_enumerator */
  bool is_exact; /* the text names these bytes and no others; else they are part of it, or it of them */
};

struct variables;
/* `program` must outlive it. */
struct variables *variables_open(const char *program);
void variables_close(struct variables *);
/* What lies at [address, address + size); size 0: the object that begins there, as a
 * mutex does, whatever its size. */
bool variables_find(struct variables *, uint64_t address, uint64_t size, struct variable *out);
/* How to show values of structure members called `member`, of `size` bytes; CLASS_UNKNOWN if
 * there is none, or if they differ. For memory of unknown type, whose accesses name a member in
 * the source. */
enum value_class variables_member_class(struct variables *, const char *member, uint64_t size);
/* Directories the program's files were compiled in; NULL-terminated, valid until
 * variables_close. */
const char *const *variables_directories(struct variables *);
/* The enumerator's name; NULL if it has none. */
const char *variables_enumerator(struct variables *, uint64_t type, int64_t value);

#endif
