/* Which memory another thread could know of, and the hooks before accesses to it ("Sharing" in
 * wire/hooks.def).
 *
 * A local is private when its address stays in the function: followed through getelementptr, casts,
 * phis and selects, it is loaded from, stored to, compared, given to block operations, and nothing
 * else. Memory is private when everything the pointer can be based on is a private local or a
 * constant.
 * Invariant: locals are judged before the first hook is added, since hooks take addresses too. */
#include "compile/calls.h"
#include "compile/tables.h"
#include <string.h>

enum { USES_MAX = 1000, BASES_MAX = 64 }; /* looked at before the answer is the safe one */

/* Values to look at. Only what joins several can be met twice. */
struct walk {
  vec(LLVMValueRef) all;
  size_t next;
};

static void walk_add(struct walk *w, LLVMValueRef v) {
  bool joins = LLVMIsAPHINode(v) || LLVMIsASelectInst(v);
  for (size_t i = 0; joins && i < w->all.count; i++)
    if (w->all.at[i] == v) return;
  vec_push(&w->all, v);
}

static bool has_call_attribute(const struct unit *u, LLVMValueRef call, unsigned i, enum attribute a) {
  return LLVMGetCallSiteEnumAttribute(call, i + 1, u->attribute[a]) != NULL;
}

/* Does the call get only the memory at p: a struct to be copied, an operand of assembly? */
static bool is_lent(const struct unit *u, LLVMValueRef call, LLVMValueRef p) {
  for (unsigned i = 0, n = LLVMGetNumArgOperands(call); i < n; i++)
    if (LLVMGetOperand(call, i) == p && !has_call_attribute(u, call, i, A_byval) &&
        !has_call_attribute(u, call, i, A_elementtype))
      return false;
  return LLVMGetCalledValue(call) != p;
}

/* The functions of our models that have no hooks keep nothing. */
static bool call_keeps_secret(const struct unit *u, LLVMValueRef call, LLVMValueRef p) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (is_lent(u, call, p)) return true;
  if (u->options->is_model && map_get(&u->callee, callee) == CALLEE_LEFT_ALONE + 1) return true;
  return LLVMIsAFunction(callee) && (intrinsic_forgets_pointers(callee) || function_yields(callee));
}

/* Does the address p stay in the function, as far as this use of it goes? */
static bool use_keeps_secret(const struct unit *u, LLVMValueRef user, LLVMValueRef p, struct walk *w) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMLoad:
  case LLVMICmp: return true;
  case LLVMStore: return LLVMGetOperand(user, 0) != p;
  case LLVMAtomicRMW: return LLVMGetOperand(user, 1) != p;
  case LLVMAtomicCmpXchg: return LLVMGetOperand(user, 1) != p && LLVMGetOperand(user, 2) != p;
  case LLVMGetElementPtr:
  case LLVMBitCast:
  case LLVMFreeze:
  case LLVMPHI:
  case LLVMSelect: walk_add(w, user); return true;
  case LLVMCall: return call_keeps_secret(u, user, p);
  default: return false;
  }
}

static bool is_secret(const struct unit *u, LLVMValueRef local) {
  struct walk w = {0};
  bool secret = true;
  size_t uses = 0;
  walk_add(&w, local);
  while (secret && w.next < w.all.count) {
    LLVMValueRef p = w.all.at[w.next++];
    for (LLVMUseRef use = LLVMGetFirstUse(p); use && secret; use = LLVMGetNextUse(use))
      secret = uses++ < USES_MAX && use_keeps_secret(u, LLVMGetUser(use), p, &w);
  }
  vec_free(&w.all);
  return secret;
}

static void judge(struct unit *u, LLVMValueRef local) {
  if (is_secret(u, local)) map_set(&u->private_locals, local, 1);
}

void sharing_find_private(struct func *fn) {
  for (unsigned i = 0, n = LLVMCountParams(fn->function); i < n; i++)
    if (LLVMGetEnumAttributeAtIndex(fn->function, i + 1, fn->u->attribute[A_byval]))
      judge(fn->u, LLVMGetParam(fn->function, i));
  for (size_t b = 0; b < fn->order.count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(fn->order.at[b]); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsAAllocaInst(i)) judge(fn->u, i);
}

/* Adds what v is computed from; false if v itself decides, and is not private. */
static bool trace_back(const struct unit *u, LLVMValueRef v, struct walk *w) {
  if (LLVMIsAGlobalVariable(v)) return LLVMIsGlobalConstant(v);
  if (LLVMIsAConstantPointerNull(v) || map_get(&u->private_locals, v)) return true;
  if (!LLVMIsAInstruction(v) && !LLVMIsAConstantExpr(v)) return false;
  switch (LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : LLVMGetConstOpcode(v)) {
  case LLVMGetElementPtr:
  case LLVMBitCast:
  case LLVMFreeze: walk_add(w, LLVMGetOperand(v, 0)); return true;
  case LLVMSelect:
    walk_add(w, LLVMGetOperand(v, 1));
    walk_add(w, LLVMGetOperand(v, 2));
    return true;
  case LLVMPHI:
    for (unsigned e = 0, n = LLVMCountIncoming(v); e < n; e++) walk_add(w, LLVMGetIncomingValue(v, e));
    return true;
  default: return false;
  }
}

bool memory_is_private(const struct unit *u, LLVMValueRef pointer) {
  struct walk w = {0};
  bool is_private = true;
  walk_add(&w, pointer);
  while (is_private && w.next < w.all.count)
    is_private = trace_back(u, w.all.at[w.next++], &w) && w.all.count < BASES_MAX;
  vec_free(&w.all);
  return is_private;
}

/* What a model does is done where it was called: NULL stands for HOT->site. */
static LLVMValueRef site_of(struct func *fn, LLVMValueRef at) {
  return fn->u->options->is_model ? LLVMConstNull(fn->u->ptr) : table_site(fn, at);
}

/* Whether an access is one value in one granule, by its type and alignment. */
static bool is_in_granule(LLVMValueRef access, LLVMTypeRef type, uint64_t size) {
  return size <= OWNER_GRANULE && LLVMGetAlignment(access) >= size && !type_is_aggregate(type);
}

static void decide_place(struct func *fn, LLVMValueRef pointer, uint64_t size, LLVMValueRef site) {
  struct unit *u = fn->u;
  LLVMValueRef sp = shadow_of_value(fn, pointer);
  if (sp != u->zero) hook_call(u, H_place, pointer, sp, k32(u, size), site);
}

void sharing_read(struct func *fn, LLVMValueRef load) {
  struct unit *u = fn->u;
  LLVMValueRef pointer = LLVMGetOperand(load, 0), site = site_of(fn, load);
  uint64_t size = LLVMStoreSizeOfType(u->layout, LLVMTypeOf(load));
  if (!size || memory_is_private(u, pointer)) return;
  decide_place(fn, pointer, size, site);
  if (is_in_granule(load, LLVMTypeOf(load), size))
    hook_call(u, H_read, pointer, k32(u, size), site);
  else
    hook_call(u, H_read_range, pointer, k64(u, size), site);
}

/* The bits of a number or pointer of up to 64; 0 for everything else. */
static LLVMValueRef bits_of(struct unit *u, LLVMValueRef v) {
  LLVMTypeRef type = LLVMTypeOf(v);
  switch (LLVMGetTypeKind(type)) {
  case LLVMFloatTypeKind: return as_word(u, LLVMBuildBitCast(u->b, v, u->i32, ""));
  case LLVMDoubleTypeKind: return LLVMBuildBitCast(u->b, v, u->i64, "");
  default: return type_width(type) ? as_word(u, v) : k64(u, 0);
  }
}

void sharing_write(struct func *fn, LLVMValueRef store) {
  struct unit *u = fn->u;
  LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1),
               site = site_of(fn, store);
  uint64_t size = LLVMStoreSizeOfType(u->layout, LLVMTypeOf(value));
  if (!size || memory_is_private(u, pointer)) return;
  decide_place(fn, pointer, size, site);
  if (is_in_granule(store, LLVMTypeOf(value), size))
    hook_call(u, H_write, pointer, k32(u, size), bits_of(u, value), shadow_of_value(fn, value), site);
  else
    hook_call(u, H_write_range, pointer, k64(u, size), site);
}

static void read_range(struct func *fn, LLVMValueRef from, LLVMValueRef size, LLVMValueRef at) {
  if (!memory_is_private(fn->u, from)) hook_call(fn->u, H_read_range, from, size, site_of(fn, at));
}

static void write_range(struct func *fn, LLVMValueRef to, LLVMValueRef size, LLVMValueRef at) {
  if (!memory_is_private(fn->u, to)) hook_call(fn->u, H_write_range, to, size, site_of(fn, at));
}

/* `bytes` is `size` as a word. NULL: nothing is written, or read. */
static void decide_range(struct func *fn, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size,
                         LLVMValueRef bytes, LLVMValueRef at) {
  struct unit *u = fn->u;
  LLVMValueRef s_to = to ? shadow_of_value(fn, to) : u->zero,
               s_from = from ? shadow_of_value(fn, from) : u->zero;
  LLVMValueRef s_size = shadow_of_value(fn, size), none = LLVMConstNull(u->ptr);
  if (s_to == u->zero && s_from == u->zero && s_size == u->zero) return;
  hook_call(u, H_range, to ? to : none, from ? from : none, bytes, s_to, s_from, s_size, site_of(fn, at));
}

void sharing_read_range(struct func *fn, LLVMValueRef from, LLVMValueRef size, LLVMValueRef at) {
  decide_range(fn, NULL, from, size, as_word(fn->u, size), at);
  read_range(fn, from, as_word(fn->u, size), at);
}

void sharing_write_range(struct func *fn, LLVMValueRef to, LLVMValueRef size, LLVMValueRef at) {
  decide_range(fn, to, NULL, size, as_word(fn->u, size), at);
  write_range(fn, to, as_word(fn->u, size), at);
}

LLVMValueRef sharing_copy_range(struct func *fn, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size,
                                LLVMValueRef at) {
  LLVMValueRef bytes = as_word(fn->u, size);
  uint32_t sides =
      (memory_is_private(fn->u, from) ? 0 : SIDE_FROM) | (memory_is_private(fn->u, to) ? 0 : SIDE_TO);
  decide_range(fn, to, from, size, bytes, at);
  if (!sides) return from;
  return hook_call(fn->u, H_copy_range, to, from, bytes, k32(fn->u, sides), site_of(fn, at));
}

LLVMValueRef sharing_fill_range(struct func *fn, LLVMValueRef to, LLVMValueRef byte, LLVMValueRef size,
                                LLVMValueRef at) {
  struct unit *u = fn->u;
  LLVMValueRef bytes = as_word(u, size);
  decide_range(fn, to, NULL, size, bytes, at);
  if (memory_is_private(u, to)) return to;
  return hook_call(u, H_fill_range, to, LLVMBuildZExt(u->b, byte, u->i32, ""), shadow_of_value(fn, byte),
                   bytes, site_of(fn, at));
}

void sharing_atomic(struct func *fn, LLVMValueRef at, const struct atomic *x) {
  struct unit *u = fn->u;
  if (memory_is_private(u, x->pointer)) return;
  uint64_t size = LLVMStoreSizeOfType(u->layout, x->type);
  decide_place(fn, x->pointer, size, site_of(fn, at));
  LLVMValueRef none = k64(u, 0);
  hook_call(u, H_atomic, x->pointer, k32(u, size), k32(u, x->what), k32(u, x->op),
            x->a ? bits_of(u, x->a) : none, x->b ? bits_of(u, x->b) : none,
            x->written ? shadow_of_value(fn, x->written) : u->zero, site_of(fn, at));
}
