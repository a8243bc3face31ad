#include "compile/debuginfo.h"
#include "compile/tables.h"
#include <limits.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include <unistd.h>

/* clang cuts a name that begins as the directory it works in does: what is cut is the file's own directory then. */
static bool is_cut(const char *name, const char *directory, unsigned length) {
  char here[PATH_MAX];
  if (*name == '/' || !directory || !length || !getcwd(here, sizeof here)) return false;
  return strlen(here) != length || memcmp(here, directory, length) != 0;
}

static LLVMValueRef file_of(struct unit *u, LLVMValueRef v) {
  unsigned length = 0, cut = 0;
  const char *name = LLVMGetDebugLocFilename(v, &length), *directory = LLVMGetDebugLocDirectory(v, &cut);
  if (name && length && is_cut(name, directory, cut)) {
    char *whole = xprintf("%.*s/%.*s", (int)cut, directory, (int)length, name);
    LLVMValueRef string = table_string(u, whole, strlen(whole));
    free(whole);
    return string;
  }
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

/* Operand k of a node: of the local variable, 1 is the name; of a value, 0 is the value itself. */
static LLVMValueRef operand_of_node(LLVMValueRef node, unsigned k) {
  unsigned count = LLVMGetMDNodeNumOperands(node);
  if (k >= count) return NULL;
  LLVMValueRef *all = xcalloc(count, sizeof *all), found;
  LLVMGetMDNodeOperands(node, all);
  found = all[k];
  free(all);
  return found;
}

static void note_variable(struct unit *u, LLVMValueRef call) {
  LLVMValueRef local = operand_of_node(LLVMGetOperand(call, 0), 0);
  if (local && !map_get(&u->variables, local))
    map_set(&u->variables, local, (uintptr_t)LLVMGetOperand(call, 1));
}

/* The C interface can read variables only where they are declared by calls. */
void debuginfo_find_variables(struct unit *u) {
  static const char DECLARE[] = "llvm.dbg.declare";
  bool has_records = LLVMIsNewDbgInfoFormat(u->module);
  if (has_records) LLVMSetIsNewDbgInfoFormat(u->module, false);
  LLVMValueRef declare = LLVMGetNamedFunction(u->module, DECLARE);
  for (LLVMUseRef use = declare ? LLVMGetFirstUse(declare) : NULL; use; use = LLVMGetNextUse(use))
    note_variable(u, LLVMGetUser(use));
  if (has_records) LLVMSetIsNewDbgInfoFormat(u->module, true);
}

LLVMValueRef name_of_local(struct func *fn, LLVMValueRef variable, struct where *where) {
  struct unit *u = fn->u;
  LLVMValueRef node = (LLVMValueRef)map_get(&u->variables, variable);
  LLVMValueRef name = node ? operand_of_node(node, 1) : NULL;
  unsigned length = 0;
  const char *text = name ? LLVMGetMDString(name, &length) : NULL;
  *where = where_is(fn, LLVMIsAInstruction(variable) ? variable : LLVMGetFirstInstruction(fn->order.at[0]));
  if (node) where->line = LLVMDIVariableGetLine(LLVMValueAsMetadata(node));
  return table_string(u, text ? text : "", length);
}
