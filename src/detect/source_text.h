/* What the source says at a place: the expression an access or a call is about.
 *
 * Clang's column of a load or store points at the variable, the member's name, or the operator; from there the expression
 * around it is put together: v->cnt, q[i].head, *p. Files are read once, and only while they are not newer than the
 * program: else the lines may have moved, and nothing is said. */
#ifndef RADDLE_DETECT_SOURCE_TEXT_H
#define RADDLE_DETECT_SOURCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct source_place {
  const char *file;
  uint32_t line, column;
};

/* Which expression at that place. */
enum source_role {
  SOURCE_READ,     /* what a load reads */
  SOURCE_WRITTEN,  /* what a store writes to */
  SOURCE_ARGUMENT, /* SOURCE_ARGUMENT + n: argument n of the call; for &x it is x */
};

struct source;
/* `program` must outlive it. Relative names are also looked for below `directories` (NULL-terminated, may be NULL; to
 * outlive it too): where the program's files were compiled. */
struct source *source_open(const char *program, const char *const *directories);
void source_close(struct source *);
/* Into `text`, always terminated; false and "" if it cannot be told. */
bool source_expression(struct source *, const struct source_place *, unsigned role, char *text, size_t size);

#endif
