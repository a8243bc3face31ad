/* Types in the words of C: "struct cell *", "int (*[4])(char)". Typedefs and qualifiers are looked
 * through, so that equal types have one name. */
#ifndef RADDLE_COMPILE_SPELL_H
#define RADDLE_COMPILE_SPELL_H

#include "compile/debugtype.h"

/* A type for a lock or the like, which the program may only hand to the library that made it: these
 * keep the name that they are known by. */
bool type_is_sync(debug_node type);
/* Without typedefs and qualifiers, but for those of type_is_sync. */
struct debug_type type_bare(struct debug_type type);
/* Does a structure, union or enumeration have neither a tag nor a typedef? */
bool type_is_nameless(struct unit *u, debug_node bare);
/* The caller frees it. */
char *type_spelled(struct unit *u, struct debug_type type);

#endif
