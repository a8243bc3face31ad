/* Inline assembly, for symbolic data: operands are fixed to their values, memory operands as well;
 * what is written to memory is concrete. Assembly that can reach other memory is taken for a
 * function that is not instrumented: the verdict names it as soon as there is symbolic data. What
 * it reaches is judged by its operands, its clobbers and its text.
 *
 * Sharing between threads is in sharing_asm.c. */
#include "compile/calls.h"
#include "compile/tables.h"
#include <ctype.h>
#include <string.h>

/* Instructions that do nothing to data. */
static const char *const HARMLESS[] = {"",    "mfence", "lfence",     "sfence",  "pause", "nop",
                                       "rep", "repz",   "lock",       "endbr64", "ud2",   "int3",
                                       "cld", "emms",   "vzeroupper", NULL};
/* Instructions whose results differ from run to run. */
static const char *const UNSTEADY[] = {"rdtsc", "rdtscp", "rdrand", "rdseed",
                                       "rdpmc", "cpuid",  "rdpid",  NULL};
/* Those that leave the process or the function. */
static const char *const LEAVING[] = {"syscall", "sysenter", "int", "call", "callq", "jmp", "jmpq", NULL};

static bool is_listed(const char *word, size_t n, const char *const *list) {
  for (; *list; list++)
    if (strlen(*list) == n && !strncmp(word, *list, n)) return true;
  return false;
}

/* What the text of an assembly statement says. */
struct text_facts {
  bool is_harmless; /* every instruction is */
  bool has_memory;  /* an operand in parentheses or brackets */
  const char *unsteady;
  bool leaves;
};

static const char *unsteady_name(const char *word, size_t n) {
  for (const char *const *u = UNSTEADY; *u; u++)
    if (strlen(*u) == n && !strncmp(word, *u, n)) return *u;
  return NULL;
}

static void judge_instruction(struct text_facts *facts, const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at)) at++;
  const char *stop = at;
  while (stop < end && (isalnum((unsigned char)*stop) || *stop == '_' || *stop == '.')) stop++;
  size_t n = (size_t)(stop - at);
  if (stop < end && *stop == ':') return judge_instruction(facts, stop + 1, end); /* a label */
  facts->is_harmless &= is_listed(at, n, HARMLESS);
  facts->leaves |= is_listed(at, n, LEAVING);
  if (!facts->unsteady) facts->unsteady = unsteady_name(at, n);
  facts->has_memory |= memchr(stop, '(', (size_t)(end - stop)) || memchr(stop, '[', (size_t)(end - stop));
}

/* Instructions are separated by newlines and semicolons. */
static struct text_facts judge_text(const char *text, size_t length) {
  struct text_facts facts = {.is_harmless = true};
  for (const char *at = text, *end = text + length; at < end;) {
    const char *stop = at;
    while (stop < end && *stop != '\n' && *stop != ';') stop++;
    judge_instruction(&facts, at, stop);
    at = stop + 1;
  }
  return facts;
}

static bool clobbers_memory(LLVMValueRef assembly) {
  size_t length;
  const char *c = LLVMGetInlineAsmConstraintString(assembly, &length);
  return strstr(c, "~{memory}") != NULL;
}

/* How many of the operands in memory are written: in the list of constraints they are marked =
 * and *. */
static unsigned assembly_outputs(LLVMValueRef assembly) {
  size_t length;
  const char *c = LLVMGetInlineAsmConstraintString(assembly, &length), *end = c + length;
  unsigned count = 0;
  while (c < end) {
    const char *comma = memchr(c, ',', (size_t)(end - c)), *stop = comma ? comma : end;
    count += *c == '=' && memchr(c, '*', (size_t)(stop - c));
    c = stop + 1;
  }
  return count;
}

static LLVMTypeRef memory_type(const struct unit *u, LLVMValueRef call, unsigned i) {
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, i + 1, u->attribute[A_elementtype]);
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

/* A pointer in a register is there to be followed. */
static bool follows_pointers(const struct unit *u, LLVMValueRef call) {
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
    if (is_pointer(LLVMGetOperand(call, i)) && !memory_type(u, call, i)) return true;
  return false;
}

/* Outputs in memory come first. An output that is read as well is an operand a second time. */
static void fix_operands(struct func *fn, LLVMValueRef call) {
  struct unit *u = fn->u;
  LLVMValueRef site = table_site(fn, call);
  unsigned outputs = assembly_outputs(LLVMGetCalledValue(call));
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++) {
    LLVMValueRef v = LLVMGetOperand(call, i), s = shadow_of_value(fn, v);
    LLVMTypeRef type = memory_type(u, call, i);
    if (type && outputs)
      outputs--;
    else if (type)
      hook_call(u, H_load_opaque, v, s, k64(u, LLVMStoreSizeOfType(u->layout, type)), site);
    else
      concretize(fn, v, "inline assembly", call);
  }
}

static void clear_outputs(struct func *fn, LLVMValueRef call) {
  struct unit *u = fn->u;
  unsigned left = assembly_outputs(LLVMGetCalledValue(call));
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n && left; i++) {
    LLVMTypeRef type = memory_type(u, call, i);
    if (!type) continue;
    left--;
    hook_call(u, H_clear, LLVMGetOperand(call, i), u->zero, k64(u, LLVMStoreSizeOfType(u->layout, type)),
              table_site(fn, call));
  }
}

void say_outside(struct func *fn, LLVMValueRef at, const char *function, const char *what) {
  struct unit *u = fn->u;
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(u->context), &u->ptr, 1, false);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, function), text = table_string(u, what, strlen(what));
  if (!f) f = LLVMAddFunction(u->module, function, type);
  hook_call(u, H_at, table_site(fn, at));
  LLVMBuildCall2(u->b, type, f, &text, 1, "");
}

void assembly_call(struct func *fn, LLVMValueRef call) {
  struct unit *u = fn->u;
  LLVMValueRef assembly = LLVMGetCalledValue(call);
  size_t length;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
  struct text_facts facts = judge_text(text, length);
  sharing_asm(fn, call);
  build_before(u, call); /* others have run by then */
  fix_operands(fn, call);
  clear_outputs(fn, call);
  if (facts.unsteady) say_outside(fn, call, "__raddle_outside_call", facts.unsteady);
  if (facts.leaves) say_outside(fn, call, "__raddle_outside_fork", "inline assembly");
  bool reaches = facts.leaves || facts.has_memory || clobbers_memory(assembly) || follows_pointers(u, call);
  if (reaches && !facts.is_harmless)
    hook_call(u, H_indirect, LLVMConstIntToPtr(k64(u, HOOK_ASSEMBLY), u->ptr), k32(u, 1),
              table_site(fn, call));
}
