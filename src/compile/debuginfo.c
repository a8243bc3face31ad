#include "compile/debuginfo.h"
#include "compile/tables.h"
#include <string.h>

static LLVMValueRef file_of(struct unit *u, LLVMValueRef v) {
  unsigned length = 0;
  const char *name = LLVMGetDebugLocFilename(v, &length);
  if (name && length) return table_string(u, name, length);
  size_t size;
  name = LLVMGetSourceFileName(u->module, &size);
  return table_string(u, name, size);
}

/* Code that clang made up has no line: the function's stands in. */
struct where where_is(struct func *fn, LLVMValueRef i) {
  LLVMValueRef from = LLVMGetDebugLocLine(i) ? i : fn->function;
  return (struct where){
      .file = file_of(fn->u, from),
      .function = table_string(fn->u, fn->name, strlen(fn->name)),
      .line = LLVMGetDebugLocLine(from),
      .column = from == i ? LLVMGetDebugLocColumn(i) : 0,
  };
}

struct where where_is_global(struct unit *u, LLVMValueRef variable) {
  return (struct where){file_of(u, variable), LLVMConstNull(u->ptr), LLVMGetDebugLocLine(variable), 0};
}
