/* A pointer is either the address of a named object, or a value that has a name: `p`, `v->next`,
 * `find(k)`. Both are a struct name; in the second case the memory is what the pointer points to.
 *
 * A value's name is that of the variable that holds it, where debug information says so
 * (debuginfo.c); else it is put together from what the value was computed from. */
#include "compile/expression.h"
#include "compile/calls.h"
#include "compile/debuginfo.h"
#include "compile/types.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH_MAX = 12 };
static const struct debug_type NO_TYPE;

struct name {
  char text[EXPRESSION_MAX + 1];
  bool is_pointer;        /* the text is that of a pointer to the memory, not of the memory itself */
  bool is_global;         /* the memory lies in a global, whose name is known by address */
  struct debug_type type; /* of the memory */
  bool is_vague;          /* the memory was cast, or is some part of what has the type */
};

static bool name_memory(struct func *fn, LLVMValueRef pointer, int depth, struct name *out);
static bool name_value(struct func *fn, LLVMValueRef v, int depth, struct name *out);

__attribute__((format(printf, 2, 3))) static void put(struct name *n, const char *format, ...) {
  size_t used = strlen(n->text);
  va_list arguments;
  va_start(arguments, format);
  int wanted = vsnprintf(n->text + used, sizeof n->text - used, format, arguments);
  va_end(arguments);
  if (wanted >= 0 && used + (size_t)wanted > EXPRESSION_MAX) strcpy(n->text + EXPRESSION_MAX - 3, "...");
}

/* The text of the memory itself. */
static void settle(struct name *n) {
  if (!n->is_pointer) return;
  struct name inner = *n;
  bool is_simple = !strpbrk(inner.text, " ");
  n->text[0] = 0;
  n->is_pointer = false;
  put(n, is_simple ? "*%s" : "*(%s)", inner.text);
}

/* ---- variables ---- */

static bool name_variable(debug_node variable, struct name *out) {
  size_t length;
  const char *text = variable ? variable_name(variable, &length) : "";
  if (!*text) return false;
  *out = (struct name){.type = {variable_type(variable), 0}};
  put(out, "%.*s", (int)length, text);
  return true;
}

static bool name_global(struct unit *u, LLVMValueRef global, struct name *out) {
  size_t length;
  if (!name_variable(variable_of_global(u, global), out)) {
    *out = (struct name){0};
    put(out, "%s", LLVMGetValueName2(global, &length));
  }
  out->is_global = !LLVMIsThreadLocal(global);
  return *out->text;
}

/* ---- computed values ---- */

static const char *operator_of(LLVMOpcode op) {
  switch (op) {
  case LLVMAdd: return "+";
  case LLVMSub: return "-";
  case LLVMMul: return "*";
  case LLVMSDiv:
  case LLVMUDiv: return "/";
  case LLVMSRem:
  case LLVMURem: return "%";
  case LLVMShl: return "<<";
  case LLVMLShr:
  case LLVMAShr: return ">>";
  case LLVMAnd: return "&";
  case LLVMOr: return "|";
  case LLVMXor: return "^";
  default: return NULL;
  }
}

static bool name_operand_of(struct func *fn, LLVMValueRef v, int depth, struct name *out) {
  if (!name_value(fn, v, depth, out)) return false;
  if (!strchr(out->text, ' ')) return true;
  struct name inner = *out;
  out->text[0] = 0;
  put(out, "(%s)", inner.text);
  return true;
}

static bool name_binary(struct func *fn, LLVMValueRef v, const char *operator, int depth, struct name *out) {
  struct name a, b;
  if (!name_operand_of(fn, LLVMGetOperand(v, 0), depth, &a) ||
      !name_operand_of(fn, LLVMGetOperand(v, 1), depth, &b))
    return false;
  *out = (struct name){0};
  put(out, "%s %s %s", a.text, operator, b.text);
  return true;
}

/* "find(k, 3)" */
static bool name_call(struct func *fn, LLVMValueRef call, int depth, struct name *out) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t length;
  if (!LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee)) return false;
  *out = (struct name){.type = {type_returned(fn->u, callee), 0}};
  put(out, "%s(", LLVMGetValueName2(callee, &length));
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
    struct name argument;
    bool is_told = name_value(fn, LLVMGetOperand(call, i), depth, &argument);
    put(out, "%s%s", i ? ", " : "", is_told ? argument.text : "...");
  }
  put(out, ")");
  return true;
}

static bool enter_offset(struct name *n, uint64_t bit);

/* The address of a global is that of its first element or member, too: a pointer that is read
 * there is the innermost of these. */
static void enter_first(struct name *n) {
  for (int k = 0; k < DEPTH_MAX && !n->is_pointer; k++) {
    if (type_is_array(n->type.node))
      put(n, "[0]"), n->type = type_element(n->type);
    else if (!enter_offset(n, 0))
      return;
  }
}

/* A value read from memory has the name of that memory. */
static bool name_loaded(struct func *fn, LLVMValueRef load, int depth, struct name *out) {
  if (!name_memory(fn, LLVMGetOperand(load, 0), depth, out)) return false;
  if (out->is_global && LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMPointerTypeKind) enter_first(out);
  settle(out);
  out->is_global = false;
  return true;
}

/* The address of something that has a name. */
static bool name_address(struct func *fn, LLVMValueRef v, int depth, struct name *out) {
  struct name memory;
  if (!name_memory(fn, v, depth, &memory)) return false;
  *out = (struct name){0};
  if (memory.is_pointer)
    put(out, "%s", memory.text);
  else
    put(out, "&%s", memory.text);
  return true;
}

static bool name_instruction(struct func *fn, LLVMValueRef v, int depth, struct name *out) {
  LLVMOpcode op = LLVMGetInstructionOpcode(v);
  switch (op) {
  case LLVMLoad: return name_loaded(fn, v, depth, out);
  case LLVMCall:
  case LLVMInvoke: return name_call(fn, v, depth, out);
  case LLVMSExt:
  case LLVMZExt:
  case LLVMTrunc:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMFreeze: return name_value(fn, LLVMGetOperand(v, 0), depth, out);
  case LLVMAlloca:
  case LLVMGetElementPtr: return name_address(fn, v, depth, out);
  default: return operator_of(op) && name_binary(fn, v, operator_of(op), depth, out);
  }
}

/* Of type `type` is the value itself: a pointer's, not what it points to. */
static bool name_value(struct func *fn, LLVMValueRef v, int depth, struct name *out) {
  *out = (struct name){0};
  if (depth > DEPTH_MAX) return false;
  if (LLVMIsAConstantInt(v) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64) {
    put(out, "%lld", LLVMConstIntGetSExtValue(v));
    return true;
  }
  if (LLVMIsAConstantPointerNull(v)) return put(out, "NULL"), true;
  if (name_variable((debug_node)map_get(&fn->u->holders, v), out)) return true;
  if (LLVMIsAGlobalVariable(v) || LLVMIsAConstantExpr(v)) return name_address(fn, v, depth + 1, out);
  return LLVMIsAInstruction(v) && name_instruction(fn, v, depth + 1, out);
}

/* ---- parts of memory ---- */

static void enter_member(struct name *n, const struct debug_member *m) {
  if (m->length) put(n, "%s%.*s", n->is_pointer ? "->" : ".", (int)m->length, m->name);
  if (m->length) n->is_pointer = false;
  n->type = (struct debug_type){m->type, 0};
  n->is_vague = false;
}

/* Into the member at an offset; false if the memory is best called by the name of the whole. */
static bool enter_offset(struct name *n, uint64_t bit) {
  struct debug_member m;
  if (!type_member(n->type.node, bit, &m) || m.offset != bit) return false;
  enter_member(n, &m);
  return true;
}

/* A pointer may have been cast: the structure is what the code says. */
static bool enter_field(struct func *fn, struct name *n, LLVMTypeRef structure, unsigned field) {
  if (!type_is_structure(n->type.node, structure))
    n->type = (struct debug_type){structure_find(fn->u, structure), 0};
  return enter_offset(n, 8 * LLVMOffsetOfElement(fn->u->layout, structure, field));
}

static void enter_element(struct func *fn, struct name *n, LLVMValueRef index, int depth) {
  struct name i;
  bool is_told = name_value(fn, index, depth, &i);
  if (!n->is_pointer && *n->text == '*') {
    struct name inner = *n;
    n->text[0] = 0;
    put(n, "(%s)", inner.text);
  }
  put(n, "[%s]", is_told ? i.text : "...");
  n->is_pointer = false;
}

static bool is_zero(LLVMValueRef index) { return LLVMIsAConstantInt(index) && LLVMIsNull(index); }

/* Along the indices of a getelementptr, in step with the types of both sides, as far as it can
 * be told. */
static void enter_path(struct func *fn, struct name *n, LLVMValueRef gep, int depth) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (int k = 2, count = LLVMGetNumOperands(gep); k < count; k++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)k);
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      n->is_vague = !enter_field(fn, n, type, field);
      if (n->is_vague) return;
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    bool is_array = type_is_array(n->type.node);
    enter_element(fn, n, index, depth);
    if (is_array)
      n->type = type_element(n->type);
    else
      n->is_vague |= !is_zero(index);
    type = LLVMGetElementType(type);
  }
}

/* p + i: an element of what p points into. An offset in bytes into a structure is one of its
 * members. */
static void enter_first_index(struct func *fn, struct name *n, LLVMValueRef gep, int depth) {
  LLVMValueRef index = LLVMGetOperand(gep, 1);
  struct debug_member m;
  if (is_zero(index)) return;
  bool is_bytes = LLVMGetGEPSourceElementType(gep) == fn->u->i8 && LLVMIsAConstantInt(index);
  uint64_t bit = is_bytes ? 8 * LLVMConstIntGetZExtValue(index) : 0;
  if (type_is_array(n->type.node)) n->type = types_of_length(n->type);
  uint64_t size = n->type.entered ? types_size(n->type) : type_size(n->type.node);
  n->is_vague |= size != LLVMABISizeOfType(fn->u->layout, LLVMGetGEPSourceElementType(gep));
  if (is_bytes && type_member(n->type.node, bit, &m))
    enter_offset(n, bit);
  else
    enter_element(fn, n, index, depth);
}

/* ---- memory ---- */

static bool name_part(struct func *fn, LLVMValueRef gep, int depth, struct name *out) {
  if (!name_memory(fn, LLVMGetOperand(gep, 0), depth, out)) return false;
  enter_first_index(fn, out, gep, depth);
  enter_path(fn, out, gep, depth);
  return true;
}

static bool name_pointed_to(struct func *fn, LLVMValueRef pointer, int depth, struct name *out) {
  if (!name_value(fn, pointer, depth, out)) return false;
  if (*out->text == '&') return false;
  out->type = (struct debug_type){out->is_vague ? NULL : type_inner(out->type.node), 0};
  out->is_pointer = true;
  out->is_vague = false;
  return true;
}

/* What a variable of type void * holds has the type that it has elsewhere. */
static struct debug_type type_beneath(struct func *fn, LLVMValueRef pointer, LLVMOpcode op, int depth) {
  struct name n = {0};
  if (op == LLVMGetElementPtr) return name_part(fn, pointer, depth, &n) && !n.is_vague ? n.type : NO_TYPE;
  bool is_told = LLVMIsAInstruction(pointer) && name_instruction(fn, pointer, depth, &n) && !n.is_vague;
  return is_told ? (struct debug_type){type_inner(n.type.node), 0} : NO_TYPE;
}

static bool name_held(struct func *fn, LLVMValueRef pointer, LLVMOpcode op, int depth, struct name *out) {
  if (!name_pointed_to(fn, pointer, depth, out)) return false;
  if (!out->type.node) out->type = type_beneath(fn, pointer, op, depth);
  return true;
}

static bool is_thread_local_address(LLVMValueRef v, LLVMOpcode op) {
  static const char NAME[] = "llvm.threadlocal.address";
  if (op != LLVMCall || !LLVMIsAFunction(LLVMGetCalledValue(v))) return false;
  return LLVMGetIntrinsicID(LLVMGetCalledValue(v)) == LLVMLookupIntrinsicID(NAME, sizeof NAME - 1);
}

static bool name_memory(struct func *fn, LLVMValueRef p, int depth, struct name *out) {
  struct unit *u = fn->u;
  *out = (struct name){0};
  if (depth++ > DEPTH_MAX) return false;
  if (LLVMIsAGlobalVariable(p)) return name_global(u, p, out);
  if (name_variable((debug_node)map_get(&u->variables, p), out)) return true;
  bool is_expression = LLVMIsAConstantExpr(p) != NULL;
  LLVMOpcode op = is_expression           ? LLVMGetConstOpcode(p)
                  : LLVMIsAInstruction(p) ? LLVMGetInstructionOpcode(p)
                                          : LLVMRet; /* an argument or a constant: not an operation */
  if (map_get(&u->holders, p)) return name_held(fn, p, op, depth, out);
  if (op == LLVMGetElementPtr) return name_part(fn, p, depth, out);
  if (op == LLVMBitCast || op == LLVMFreeze || op == LLVMAddrSpaceCast || is_thread_local_address(p, op))
    return name_memory(fn, LLVMGetOperand(p, 0), depth, out);
  return !is_expression && name_pointed_to(fn, p, depth, out);
}

/* ---- instructions ---- */

static void tell(struct func *fn, LLVMValueRef pointer, char *text) {
  struct name n;
  if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind) return;
  if (!name_memory(fn, pointer, 0, &n) || n.is_global) return;
  settle(&n);
  strcpy(text, n.text);
}

struct debug_type expression_type(struct func *fn, LLVMValueRef pointer) {
  struct name n;
  if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind) return NO_TYPE;
  return name_memory(fn, pointer, 0, &n) && !n.is_vague ? n.type : NO_TYPE;
}

static bool contains(const char *text, const char *part) { return strstr(text, part) != NULL; }

/* Calls whose second argument is memory of its own role. If a function reads both of two arguments,
 * it is not known which read belongs to which argument. */
static bool has_two_roles(const char *callee) {
  return contains(callee, "cond_") || contains(callee, "cnd_") || contains(callee, "cpy") ||
         contains(callee, "memmove") || contains(callee, "llvm.memcpy");
}

/* An array is passed as the address of its first element. */
static void drop_decay(char *text) {
  size_t length = strlen(text);
  if (length > 3 && !strcmp(text + length - 3, "[0]")) text[length - 3] = 0;
}

static void tell_call(struct func *fn, LLVMValueRef call, struct objects *out) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  unsigned count = LLVMGetNumArgOperands(call), pointers = 0;
  size_t length;
  if (!LLVMIsAFunction(callee) || !count) return;
  const char *name = LLVMGetValueName2(callee, &length);
  for (unsigned i = 0; i < count; i++)
    pointers += LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind;
  bool is_model = callee_of(fn, call) == CALLEE_MODEL;
  if (is_model && pointers > 1 && !has_two_roles(name)) return;
  tell(fn, LLVMGetOperand(call, 0), out->first);
  if (count > 1 && has_two_roles(name)) tell(fn, LLVMGetOperand(call, 1), out->second);
  drop_decay(out->first), drop_decay(out->second);
}

static bool is_about_memory(enum callee kind) {
  return kind == CALLEE_NATIVE || kind == CALLEE_MODEL || kind == CALLEE_INTRINSIC ||
         kind == CALLEE_RUNTIME || kind == CALLEE_EXTERN;
}

void expression_objects(struct func *fn, LLVMValueRef i, struct objects *out) {
  out->first[0] = out->second[0] = 0;
  if (fn->u->options->is_model || !LLVMIsAInstruction(i)) return;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: tell(fn, LLVMGetOperand(i, 0), out->first); return;
  case LLVMStore: tell(fn, LLVMGetOperand(i, 1), out->first); return;
  case LLVMCall:
  case LLVMInvoke:
    if (is_about_memory(callee_of(fn, i))) tell_call(fn, i, out);
    return;
  default: return;
  }
}
