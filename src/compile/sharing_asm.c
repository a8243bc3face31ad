/* Inline assembly that touches memory others know of: one step, whatever its instructions are.
 *
 * Operands in memory are announced before it and recorded; when the assembly is done, the recorded
 * events get the contents of the operands. A load or a store of one operand is atomic, as the
 * processor's are; what reads and writes one is so if it is locked. Two operands or more are an
 * atomic section. An address in a register, with "memory" among what is clobbered, may be read and
 * written: it counts as an atomic update of the first byte there, and is named in the verdict,
 * since nobody knows how far it reaches. */
#include "compile/func.h"
#include "compile/tables.h"
#include <string.h>

struct assembly {
  struct func *fn;
  LLVMValueRef call, site;
  const char *text;
  size_t length;
  unsigned outputs; /* in memory; they are the first operands */
  bool clobbers;    /* memory that is no operand */
};

static LLVMTypeRef memory_operand(const struct assembly *a, unsigned i) {
  LLVMAttributeRef t = LLVMGetCallSiteEnumAttribute(a->call, i + 1, a->fn->u->attribute[A_elementtype]);
  return t ? LLVMGetTypeAttributeValue(t) : NULL;
}

/* In the list of constraints outputs in memory are marked = and *. */
static void read_constraints(struct assembly *a, LLVMValueRef assembly) {
  size_t length;
  const char *c = LLVMGetInlineAsmConstraintString(assembly, &length), *end = c + length;
  a->clobbers = memmem(c, length, "~{memory}", 9) != NULL;
  while (c < end) {
    const char *comma = memchr(c, ',', end - c), *stop = comma ? comma : end;
    a->outputs += *c == '=' && memchr(c, '*', stop - c);
    c = stop + 1;
  }
}

static bool is_blank(const struct assembly *a) {
  for (size_t i = 0; i < a->length; i++)
    if (!strchr(" \t\n;", a->text[i])) return a->text[i] == '#';
  return true;
}

/* xchg with memory locks by itself, cmpxchg does not. */
static bool is_locked(const struct assembly *a) {
  if (memmem(a->text, a->length, "lock", 4)) return true;
  const char *x = memmem(a->text, a->length, "xchg", 4);
  return x && !(x - a->text >= 3 && !memcmp(x - 3, "cmp", 3));
}

static bool is_among(const struct assembly *a, LLVMValueRef v, unsigned first, unsigned end) {
  for (unsigned i = first; i < end; i++)
    if (LLVMGetOperand(a->call, i) == v && memory_operand(a, i)) return true;
  return false;
}

static unsigned operand_count(const struct assembly *a) { return LLVMGetNumArgOperands(a->call); }

static bool is_shared(const struct assembly *a, unsigned i) {
  return memory_operand(a, i) && !memory_is_private(a->fn->u, LLVMGetOperand(a->call, i));
}

static bool is_address(const struct assembly *a, unsigned i) {
  LLVMValueRef v = LLVMGetOperand(a->call, i);
  bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind && !memory_operand(a, i);
  return a->clobbers && is_pointer && !LLVMIsAFunction(v) && !LLVMIsNull(v) &&
         !memory_is_private(a->fn->u, v);
}

static void announce(struct assembly *a, unsigned i) {
  struct unit *u = a->fn->u;
  LLVMValueRef p = LLVMGetOperand(a->call, i);
  LLVMTypeRef type = memory_operand(a, i);
  LLVMValueRef size = k64(u, LLVMStoreSizeOfType(u->layout, type));
  bool is_output = i < a->outputs, is_small = LLVMStoreSizeOfType(u->layout, type) <= 8;
  bool is_both = is_output && is_among(a, p, a->outputs, operand_count(a));
  struct atomic x = {ATOMIC_RMW, RMW_UNKNOWN, p, .a = k64(u, 0), .type = type};
  if (!is_output) x = (struct atomic){ATOMIC_LOAD, 0, p, .type = type};
  if (is_small && (!is_both || is_locked(a)))
    sharing_atomic(a->fn, a->call, &x);
  else if (is_output)
    sharing_write_range(a->fn, p, size, a->call);
  else
    sharing_read_range(a->fn, p, size, a->call);
}

/* An operand that is read and written is there twice: it counts as an output. */
static bool is_counted(const struct assembly *a, unsigned i) {
  return is_shared(a, i) && (i < a->outputs || !is_among(a, LLVMGetOperand(a->call, i), 0, a->outputs));
}

static void announce_all(struct assembly *a) {
  for (unsigned i = 0, n = operand_count(a); i < n; i++) {
    if (is_counted(a, i)) announce(a, i);
    if (is_address(a, i)) hook_call(a->fn->u, H_asm_address, LLVMGetOperand(a->call, i), a->site);
  }
}

static void record_all(struct assembly *a) {
  struct unit *u = a->fn->u;
  for (unsigned i = 0, n = operand_count(a); i < n; i++) {
    LLVMValueRef p = LLVMGetOperand(a->call, i);
    if (i < a->outputs && is_shared(a, i))
      hook_call(u, H_asm_done, p, k32(u, LLVMStoreSizeOfType(u->layout, memory_operand(a, i))));
    if (is_address(a, i)) hook_call(u, H_asm_done, p, k32(u, 1));
  }
}

void sharing_asm(struct func *fn, LLVMValueRef call) {
  struct unit *u = fn->u;
  LLVMValueRef assembly = LLVMGetCalledValue(call);
  struct assembly a = {.fn = fn, .call = call, .site = table_site(fn, call)};
  a.text = LLVMGetInlineAsmAsmString(assembly, &a.length);
  if (is_blank(&a)) return;
  read_constraints(&a, assembly);
  unsigned shared = 0;
  for (unsigned i = 0, n = operand_count(&a); i < n; i++) shared += is_counted(&a, i) || is_address(&a, i);
  if (shared > 1) hook_call(u, H_atomic_begin, a.site);
  announce_all(&a);
  build_after(u, call);
  record_all(&a);
  if (shared > 1) hook_call(u, H_atomic_end, a.site);
}
