#include "compile/debuginfo.h"
#include "compile/debugtype.h"
#include "compile/tables.h"
#include "compile/types.h"
#include <limits.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include <unistd.h>

/* If a name begins with clang's working directory, clang cuts that part: the part is the file's own
 * directory then. */
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
  return (struct where){
      .file = file_of(u, variable), .function = LLVMConstNull(u->ptr), .line = LLVMGetDebugLocLine(variable)};
}

/* ---- variables ---- */

static bool is_call_of(LLVMValueRef i, LLVMValueRef function) {
  return function && LLVMIsACallInst(i) && LLVMGetCalledValue(i) == function;
}

/* The variable holds the value itself, not a part of the value and not what the value points to.
 * The same few expressions come again and again. */
static bool is_plain(struct map *known, LLVMValueRef expression) {
  LLVMMetadataRef key = LLVMValueAsMetadata(expression);
  uintptr_t answer = map_get(known, key);
  if (!answer) {
    char *text = LLVMPrintValueToString(expression);
    answer = strstr(text, "DIExpression()") ? 1 : 2;
    map_set(known, key, answer);
    LLVMDisposeMessage(text);
  }
  return answer == 1;
}

static LLVMValueRef described_value(LLVMValueRef call) {
  LLVMValueRef wrapped = LLVMGetOperand(call, 0);
  if (LLVMGetMetadataKind(LLVMValueAsMetadata(wrapped)) != LLVMLocalAsMetadataMetadataKind) return NULL;
  return node_operand(wrapped, 0);
}

static void note_variable(struct unit *u, LLVMValueRef call) {
  LLVMValueRef local = described_value(call);
  if (local && !map_get(&u->variables, local))
    map_set(&u->variables, local, (uintptr_t)LLVMGetOperand(call, 1));
}

/* Void pointers tell least; and bytes less than a structure. */
static bool tells_less(debug_node type, debug_node than) {
  debug_node inner = type_inner(type), other = type_plain(type_inner(than));
  if (!type_is_pointer(type)) return false;
  bool is_whole = type_tag(other) == TAG_STRUCTURE || type_tag(other) == TAG_UNION;
  return !inner || (is_whole && type_is_bytes((struct debug_type){inner, 0}));
}

/* Of several variables the last one tells most: `struct item *v = arg`. */
static void note_holder(struct unit *u, LLVMValueRef call, struct map *plain) {
  LLVMValueRef value = described_value(call), variable = LLVMGetOperand(call, 1);
  if (!value || !is_plain(plain, LLVMGetOperand(call, 2))) return;
  debug_node before = (debug_node)map_get(&u->holders, value);
  if (before && tells_less(variable_type(variable), variable_type(before))) return;
  map_set(&u->holders, value, (uintptr_t)variable);
}

static void note_function(struct unit *u, LLVMValueRef function, LLVMValueRef declare, LLVMValueRef value,
                          struct map *plain) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (is_call_of(i, declare)) note_variable(u, i);
      if (is_call_of(i, value)) note_holder(u, i, plain);
    }
}

/* The C interface can read variables only where they are declared by calls. */
void debuginfo_find_variables(struct unit *u) {
  bool has_records = LLVMIsNewDbgInfoFormat(u->module);
  struct map plain = {0};
  if (has_records) LLVMSetIsNewDbgInfoFormat(u->module, false);
  LLVMValueRef declare = LLVMGetNamedFunction(u->module, "llvm.dbg.declare"),
               value = LLVMGetNamedFunction(u->module, "llvm.dbg.value");
  for (LLVMValueRef f = LLVMGetFirstFunction(u->module); f && (declare || value); f = LLVMGetNextFunction(f))
    note_function(u, f, declare, value, &plain);
  if (has_records) LLVMSetIsNewDbgInfoFormat(u->module, true);
  map_free(&plain);
}

LLVMValueRef name_of_local(struct func *fn, LLVMValueRef variable, struct where *where) {
  struct unit *u = fn->u;
  LLVMValueRef node = (LLVMValueRef)map_get(&u->variables, variable);
  size_t length = 0;
  const char *text = node ? variable_name(node, &length) : "";
  *where = where_is(fn, LLVMIsAInstruction(variable) ? variable : LLVMGetFirstInstruction(fn->order.at[0]));
  if (node) where->line = LLVMDIVariableGetLine(LLVMValueAsMetadata(node));
  return table_string(u, text, length);
}
