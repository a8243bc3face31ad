/* Calls of LLVM intrinsics. What is not listed gets its symbolic operands fixed. */
#include "compile/calls.h"
#include "compile/tables.h"
#include <string.h>

typedef void intrinsic_handler(struct func *fn, LLVMValueRef call, uint32_t which);

static const char *name_of_intrinsic(LLVMValueRef call) {
  size_t length;
  return LLVMGetValueName2(LLVMGetCalledValue(call), &length);
}

static LLVMValueRef arg(LLVMValueRef call, unsigned i) { return LLVMGetOperand(call, i); }

static void ignore(struct func *fn, LLVMValueRef call, uint32_t which) { (void)fn, (void)call, (void)which; }

static void pass_on(struct func *fn, LLVMValueRef call, uint32_t which) {
  (void)which;
  if (type_width(LLVMTypeOf(call))) shadow_set(fn, call, 0, shadow_of_value(fn, arg(call, 0)));
}

/* The pointer may be the destination, which need not be aligned as the source is. */
static void replace_source(LLVMValueRef call, LLVMValueRef from) {
  enum { SOURCE = 2 };
  LLVMRemoveCallSiteEnumAttribute(call, SOURCE, LLVMGetEnumAttributeKindForName("align", 5));
  LLVMSetOperand(call, 1, from);
}

static void copy(struct func *fn, LLVMValueRef call, uint32_t which) {
  struct unit *u = fn->u;
  LLVMValueRef to = arg(call, 0), from = arg(call, 1), size = arg(call, 2);
  (void)which;
  LLVMValueRef s_from = shadow_of_value(fn, from);
  from = sharing_copy_range(fn, to, from, size, call);
  hook_call(u, H_memcpy, to, from, as_word(u, size), shadow_of_value(fn, to), s_from,
            shadow_of_value(fn, size), table_site(fn, call));
  if (from != arg(call, 1)) replace_source(call, from);
}

static void fill(struct func *fn, LLVMValueRef call, uint32_t which) {
  struct unit *u = fn->u;
  LLVMValueRef to = arg(call, 0), byte = arg(call, 1), size = arg(call, 2);
  (void)which;
  LLVMValueRef s_to = shadow_of_value(fn, to);
  to = sharing_fill_range(fn, to, byte, size, call);
  hook_call(u, H_memset, to, LLVMBuildZExt(u->b, byte, u->i32, ""), as_word(u, size), s_to,
            shadow_of_value(fn, byte), shadow_of_value(fn, size), table_site(fn, call));
  LLVMSetOperand(call, 0, to);
}

/* Operands that are no integers of the result's width (the flags of abs, ctlz, cttz) are
 * constants. */
static void compute(struct func *fn, LLVMValueRef call, uint32_t which) {
  struct unit *u = fn->u;
  LLVMValueRef a[3] = {k64(u, 0), k64(u, 0), k64(u, 0)}, s[3] = {u->zero, u->zero, u->zero}, any = u->zero;
  uint32_t width = type_width(LLVMTypeOf(arg(call, 0)));
  if (!width) return;
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n && i < 3; i++) {
    if (LLVMTypeOf(arg(call, i)) != LLVMTypeOf(arg(call, 0))) break;
    s[i] = shadow_of_value(fn, arg(call, i));
    any = s[i] == u->zero ? any : s[i];
  }
  if (any == u->zero) return;
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n && i < 3; i++)
    if (LLVMTypeOf(arg(call, i)) == LLVMTypeOf(arg(call, 0))) a[i] = as_word(u, arg(call, i));
  LLVMValueRef shadow =
      hook_call(u, H_intrinsic, k32(u, which), k32(u, width), a[0], a[1], a[2], s[0], s[1], s[2]);
  shadow_set(fn, call, which >= INTR_SADD_OVERFLOWS ? 1 : 0, shadow);
}

/* { value, did it overflow } */
static void overflow(struct func *fn, LLVMValueRef call, uint32_t which) {
  static const uint8_t OP[] = {EX_ADD, EX_ADD, EX_SUB, EX_SUB, EX_MUL, EX_MUL};
  struct unit *u = fn->u;
  LLVMValueRef a = arg(call, 0), b = arg(call, 1), sa = shadow_of_value(fn, a), sb = shadow_of_value(fn, b);
  uint32_t width = type_width(LLVMTypeOf(a));
  if (!width || (sa == u->zero && sb == u->zero)) return;
  shadow_set(fn, call, 0,
             hook_call(u, H_binary, k32(u, OP[which - INTR_SADD_OVERFLOWS]), k32(u, width), as_word(u, a),
                       as_word(u, b), sa, sb, LLVMConstNull(u->ptr)));
  compute(fn, call, which);
}

static void start_list(struct func *fn, LLVMValueRef call, uint32_t which) {
  (void)which;
  if (!fn->saved) return;
  build_after(fn->u, call);
  hook_call(fn->u, H_va_start, arg(call, 0), fn->saved);
}

static void copy_list(struct func *fn, LLVMValueRef call, uint32_t which) {
  struct unit *u = fn->u;
  LLVMValueRef to = arg(call, 0), from = arg(call, 1);
  enum { VA_LIST_SIZE = 24 };
  (void)which;
  sharing_read_range(fn, from, k64(u, VA_LIST_SIZE), call);
  sharing_write_range(fn, to, k64(u, VA_LIST_SIZE), call);
  hook_call(u, H_memcpy, to, from, k64(u, VA_LIST_SIZE), shadow_of_value(fn, to), shadow_of_value(fn, from),
            u->zero, table_site(fn, call));
}

/* The value would differ from run to run: the virtual clock is used instead. */
static void count_cycles(struct func *fn, LLVMValueRef call, uint32_t which) {
  struct unit *u = fn->u;
  static const char NAME[] = "__raddle_cycles";
  LLVMTypeRef type = LLVMFunctionType(u->i64, NULL, 0, false);
  LLVMValueRef f = LLVMGetNamedFunction(u->module, NAME);
  (void)which;
  if (!f) f = LLVMAddFunction(u->module, NAME, type);
  build_after(u, call);
  LLVMReplaceAllUsesWith(call, LLVMBuildCall2(u->b, type, f, NULL, 0, ""));
}

static void name_unsteady(struct func *fn, LLVMValueRef call, uint32_t which) {
  (void)which;
  say_outside(fn, call, "__raddle_outside_call", name_of_intrinsic(call));
}

/* name, handler, which, is the result exact when operands are symbolic */
static const struct entry {
  const char *name;
  intrinsic_handler *handle;
  uint32_t which;
  bool is_exact;
} TABLE[] = {
    {"llvm.dbg.declare", ignore, 0, false},
    {"llvm.dbg.value", ignore, 0, false},
    {"llvm.dbg.label", ignore, 0, false},
    {"llvm.dbg.assign", ignore, 0, false},
    {"llvm.lifetime.start", ignore, 0, false},
    {"llvm.lifetime.end", ignore, 0, false},
    {"llvm.assume", ignore, 0, false},
    {"llvm.stacksave", ignore, 0, false},
    {"llvm.stackrestore", ignore, 0, false},
    {"llvm.trap", ignore, 0, false},
    {"llvm.debugtrap", ignore, 0, false},
    {"llvm.va_end", ignore, 0, false},
    {"llvm.prefetch", ignore, 0, false},
    {"llvm.objectsize", ignore, 0, false},
    {"llvm.is.constant", ignore, 0, false},
    {"llvm.threadlocal.address", ignore, 0, false},
    {"llvm.experimental.noalias.scope.decl", ignore, 0, false},
    {"llvm.x86.sse2.pause", ignore, 0, false},
    {"llvm.readcyclecounter", count_cycles, 0, false},
    {"llvm.readsteadycounter", count_cycles, 0, false},
    {"llvm.x86.rdtsc", count_cycles, 0, false},
    {"llvm.x86.rdtscp", name_unsteady, 0, false},
    {"llvm.x86.rdpmc", name_unsteady, 0, false},
    {"llvm.x86.rdpid", name_unsteady, 0, false},
    {"llvm.x86.rdrand.16", name_unsteady, 0, false},
    {"llvm.x86.rdrand.32", name_unsteady, 0, false},
    {"llvm.x86.rdrand.64", name_unsteady, 0, false},
    {"llvm.x86.rdseed.16", name_unsteady, 0, false},
    {"llvm.x86.rdseed.32", name_unsteady, 0, false},
    {"llvm.x86.rdseed.64", name_unsteady, 0, false},
    {"llvm.expect", pass_on, 0, true},
    {"llvm.expect.with.probability", pass_on, 0, true},
    {"llvm.annotation", pass_on, 0, true},
    {"llvm.ptr.annotation", pass_on, 0, true},
    {"llvm.memcpy", copy, 0, false},
    {"llvm.memcpy.inline", copy, 0, false},
    {"llvm.memmove", copy, 0, false},
    {"llvm.memset", fill, 0, false},
    {"llvm.memset.inline", fill, 0, false},
    {"llvm.va_start", start_list, 0, false},
    {"llvm.va_copy", copy_list, 0, false},
    {"llvm.abs", compute, INTR_ABS, true},
    {"llvm.smin", compute, INTR_SMIN, true},
    {"llvm.smax", compute, INTR_SMAX, true},
    {"llvm.umin", compute, INTR_UMIN, true},
    {"llvm.umax", compute, INTR_UMAX, true},
    {"llvm.bswap", compute, INTR_BSWAP, true},
    {"llvm.ctpop", compute, INTR_CTPOP, true},
    {"llvm.ctlz", compute, INTR_CTLZ, true},
    {"llvm.cttz", compute, INTR_CTTZ, true},
    {"llvm.fshl", compute, INTR_FSHL, true},
    {"llvm.fshr", compute, INTR_FSHR, true},
    {"llvm.bitreverse", compute, INTR_BITREVERSE, true},
    {"llvm.sadd.with.overflow", overflow, INTR_SADD_OVERFLOWS, true},
    {"llvm.uadd.with.overflow", overflow, INTR_UADD_OVERFLOWS, true},
    {"llvm.ssub.with.overflow", overflow, INTR_SSUB_OVERFLOWS, true},
    {"llvm.usub.with.overflow", overflow, INTR_USUB_OVERFLOWS, true},
    {"llvm.smul.with.overflow", overflow, INTR_SMUL_OVERFLOWS, true},
    {"llvm.umul.with.overflow", overflow, INTR_UMUL_OVERFLOWS, true},
};
enum { TABLE_COUNT = sizeof TABLE / sizeof *TABLE };

static const struct entry *find(LLVMValueRef function) {
  static unsigned id[TABLE_COUNT];
  if (!id[0])
    for (int i = 0; i < TABLE_COUNT; i++) id[i] = LLVMLookupIntrinsicID(TABLE[i].name, strlen(TABLE[i].name));
  unsigned wanted = LLVMGetIntrinsicID(function);
  for (int i = 0; i < TABLE_COUNT; i++)
    if (id[i] == wanted) return &TABLE[i];
  return NULL;
}

bool intrinsic_is_exact(const struct unit *u, LLVMValueRef callee) {
  const struct entry *e = find(callee);
  (void)u;
  return e && e->is_exact;
}

bool intrinsic_forgets_pointers(LLVMValueRef callee) {
  const struct entry *e = find(callee);
  return e && e->handle != pass_on;
}

bool intrinsic_fills_first(LLVMValueRef callee) {
  const struct entry *e = find(callee);
  return e && (e->handle == copy || e->handle == fill);
}

bool intrinsic_does_nothing(LLVMValueRef callee) {
  const struct entry *e = find(callee);
  return e && e->handle == ignore;
}

void intrinsic_call(struct func *fn, LLVMValueRef call) {
  const struct entry *e = find(LLVMGetCalledValue(call));
  if (e) {
    e->handle(fn, call, e->which);
    return;
  }
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
    concretize(fn, arg(call, i), "compiler intrinsic", call);
}
