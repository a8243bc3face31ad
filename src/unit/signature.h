/* What a C file declares, as clang reads it: functions with their parameters, variables of the
 * file, and the names and types that a driver has to keep clear of.
 *
 * Types are as clang spells them (`const struct list *`, `int (*)(char)`). `same` is the same type
 * without typedefs and qualifiers, to compare types with. */
#ifndef RADDLE_UNIT_SIGNATURE_H
#define RADDLE_UNIT_SIGNATURE_H

#include "base/stop.h"
#include "base/vec.h"
#include <stdbool.h>
#include <stdint.h>

struct unit_type {
  char *text, *same;
  bool is_pointer; /* also by a typedef */
};

struct unit_parameter {
  char *name; /* arg1, arg2, ... where the source names none */
  struct unit_type type;
};

struct unit_function {
  char *name;
  struct unit_type returns; /* text NULL: cannot be told apart from the declarator, `int (*(int))(char)` */
  vec(struct unit_parameter) parameters;
  bool is_defined, is_static, is_variadic, is_noreturn;
  bool is_inline_only; /* every declaration says inline: there is no definition for the linker */
  bool is_own;         /* of the file itself, not of one that it includes */
  uint32_t line;       /* of the definition, or else of a declaration; 0: of another file */
};

struct unit_variable {
  char *name;
  struct unit_type type;
};

typedef vec(char *) unit_names;

struct unit_file {
  const char *path;
  vec(struct unit_function) functions;
  vec(struct unit_variable) variables; /* that the file defines and the program may change */
  unit_names taken;                    /* all names at file scope */
  unit_names tags;                     /* of structures, unions and enumerations */
  unit_names typedefs, meanings;       /* typedefs[i] stands for meanings[i] */
};

enum unit_read { UNIT_READ, UNIT_STOPPED, UNIT_DOES_NOT_COMPILE };

/* Asks clang; its errors go to standard error. The path outlives the file. */
enum unit_read unit_file_read(struct unit_file *, const char *path, struct stop *stop, double deadline);
void unit_file_free(struct unit_file *);
const struct unit_function *unit_function_find(const struct unit_file *, const char *name);
bool unit_names_has(const unit_names *, const char *name);
/* NULL, or why this function cannot be called by a driver (to be freed). */
char *unit_function_refusal(const struct unit_file *, const struct unit_function *);
/* f(int x, char *s) */
char *unit_function_text(const struct unit_function *);
bool unit_function_is_void(const struct unit_function *);

#endif
