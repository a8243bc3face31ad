/* Memory that becomes an input has a type, which the runtime is told just before. */
#include "compile/expression.h"
#include "compile/types.h"
#include <string.h>

/* The memory is their first argument, its size the second one. */
static bool makes_input(LLVMValueRef callee) {
  static const char *const NAME[] = {"raddle_symbolic", "klee_make_symbolic", "__VERIFIER_nondet_memory"};
  if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return false;
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  for (size_t i = 0; i < sizeof NAME / sizeof *NAME; i++)
    if (!strcmp(NAME[i], name)) return true;
  return false;
}

/* The address of a structure is that of its first member, too: the size tells which is meant. More
 * than one of the type is an array of them, as is `size` where it is not known. */
static bool is_of_size(struct debug_type *type, LLVMValueRef size) {
  if (!LLVMIsAConstantInt(size) || types_size(*type) <= LLVMConstIntGetZExtValue(size)) return true;
  return types_narrow(type, LLVMConstIntGetZExtValue(size));
}

static void tell_type(struct unit *u, LLVMValueRef row) {
  static const char NAME[] = "__raddle_input_type";
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(u->context), &u->ptr, 1, false);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, NAME);
  if (!f) f = LLVMAddFunction(u->module, NAME, type);
  LLVMBuildCall2(u->b, type, f, &row, 1, "");
}

void show_input_type(struct func *fn, LLVMValueRef call) {
  if (fn->u->options->is_model || LLVMGetNumArgOperands(call) < 2) return;
  if (!makes_input(LLVMGetCalledValue(call))) return;
  struct debug_type type = expression_type(fn, LLVMGetOperand(call, 0));
  type = types_of_length(type);
  if (!type.node || !is_of_size(&type, LLVMGetOperand(call, 1)) || type_is_bytes(type)) return;
  tell_type(fn->u, types_row(fn->u, type));
}
