/* Where in the source an instruction comes from. */
#ifndef RADDLE_COMPILE_DEBUGINFO_H
#define RADDLE_COMPILE_DEBUGINFO_H

#include "compile/func.h"

struct where {
  LLVMValueRef file, function; /* pointers to C strings */
  uint32_t line, column;
};

/* Line 0 where there is no debug information. */
struct where where_is(struct func *fn, LLVMValueRef instruction);
/* The same for a global variable; function is a null pointer. */
struct where where_is_global(struct unit *u, LLVMValueRef variable);
/* Name ("" if unknown) and place of a local variable. */
LLVMValueRef name_of_local(struct func *fn, LLVMValueRef variable, struct where *where);

/* Finds out which local is which variable; to be done before locals are named. */
void debuginfo_find_variables(struct unit *u);

#endif
