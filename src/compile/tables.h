/* The arrays a program carries about itself (wire/site.h), gathered while the module is
 * instrumented and written as one piece per ELF section at the end. Until then pointers into
 * them go through a placeholder. */
#ifndef RADDLE_COMPILE_TABLES_H
#define RADDLE_COMPILE_TABLES_H

#include "compile/func.h"

void tables_begin(struct unit *u);
void tables_finish(struct unit *u);

/* Pointer to the struct raddle_site of an instruction. */
LLVMValueRef table_site(struct func *fn, LLVMValueRef at);
/* Pointer to a new coverage byte; `at` says where the block is in the source. */
LLVMValueRef table_block(struct func *fn, LLVMValueRef at, uint32_t flags);
/* Says that the block of coverage byte `cov` holds the source line of `at`. */
void table_line(struct func *fn, LLVMValueRef cov, LLVMValueRef at);
/* Pointer to a new struct raddle_local of a local variable. size: 0 if it varies. */
LLVMValueRef table_local(struct func *fn, LLVMValueRef variable, uint64_t size);
/* An atomic operation that is weaker than sequentially consistent: "relaxed", "load". */
void table_weak(struct func *fn, LLVMValueRef at, const char *order, const char *what);
void table_function(struct unit *u, LLVMValueRef function);
/* The program's global variables, as they are now. */
void table_globals(struct unit *u);
/* Pointer to the struct raddle_extern of a declared function. */
LLVMValueRef table_extern(struct unit *u, LLVMValueRef function);
LLVMValueRef table_switch(struct unit *u, const struct raddle_case *cases, uint32_t count, uint32_t groups);
/* Pointer to a constant C string, the same for the same text. */
LLVMValueRef table_string(struct unit *u, const char *text, size_t length);

/* For tables that other files gather. A constant that only tables point to: */
LLVMValueRef table_constant(struct unit *u, LLVMValueRef value, const char *name);
/* What stands for a table until all its rows are known, and pointers into that. */
LLVMValueRef table_placeholder(struct unit *u, const char *name);
LLVMValueRef table_entry(struct unit *u, LLVMValueRef array, uint64_t offset);
LLVMValueRef table_rows(struct unit *u, const char *section, LLVMTypeRef type, LLVMValueRef *rows,
                        size_t count);
/* array: NULL if there are no rows. */
void table_fill(LLVMValueRef placeholder, LLVMValueRef array);

#endif
