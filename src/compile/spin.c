/* Loops that wait, and the hook at their heads.
 *
 * A waiting loop is the natural loop of one edge back to a head: the blocks from which that edge
 * is reached without passing the head again. No loop is inside. They read memory that others can
 * write, yield and compute; they store nothing but what they do not read themselves. Then a
 * round that ends with that edge is a function of the memory it reads and of the values carried
 * into it by the phis of the head. (Rounds that end with another edge may do what they like:
 * they count as first ones.) So when the values carried into the next round are those that this
 * one began with, the next round will be the same unless something that was read is written: the
 * hook may wait for that. Values are compared as the program runs, shadows included, and a round
 * that begins with others counts as the first one. A counter is never the same: such loops are
 * left out. */
#include "compile/calls.h"
#include "compile/tables.h"
#include <string.h>

enum { BODY_MAX = 64, CALLEE_BLOCKS_MAX = 32 };

/* A piece of code that is asked whether it only waits: a loop, or a function called in one. */
struct region {
  struct func *fn;
  LLVMBasicBlockRef block[BODY_MAX];
  size_t count;
  bool is_loop;
  size_t reads; /* of memory that others can write */
};

/* Functions that do nothing but let time pass. */
static const char *const YIELDS[] = {"sched_yield", "pthread_yield", "thrd_yield", "usleep",
                                     "nanosleep",   "sleep",         "thrd_sleep", "clock_nanosleep"};

bool function_yields(LLVMValueRef function) {
  size_t length;
  const char *name = LLVMGetValueName2(function, &length);
  if (!LLVMIsDeclaration(function)) return false;
  for (size_t i = 0; i < sizeof YIELDS / sizeof *YIELDS; i++)
    if (!strcmp(name, YIELDS[i])) return true;
  return false;
}

static bool contains(const struct region *r, LLVMBasicBlockRef block) {
  for (size_t i = 0; i < r->count; i++)
    if (r->block[i] == block) return true;
  return false;
}

/* A load from memory written in assembly, into a register. */
static bool asm_loads(LLVMValueRef call) {
  size_t length, constraints;
  LLVMValueRef assembly = LLVMGetCalledValue(call);
  const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
  const char *c = LLVMGetInlineAsmConstraintString(assembly, &constraints);
  while (length && strchr(" \t\n;", text[length - 1])) length--;
  while (length && strchr(" \t\n", *text)) text++, length--;
  bool is_one = length > 3 && !memchr(text, '\n', length) && !memchr(text, ';', length);
  return is_one && !memcmp(text, "mov", 3) && !memmem(c, constraints, "=*", 2) &&
         memmem(c, constraints, "*m", 2);
}

/* Instructions written in assembly that change nothing. */
static bool asm_waits(LLVMValueRef call) {
  static const char *const TEXT[] = {"",    "pause",  "rep; nop", "rep;nop", "rep nop",
                                     "nop", "mfence", "lfence",   "sfence"};
  size_t length;
  const char *text = LLVMGetInlineAsmAsmString(LLVMGetCalledValue(call), &length);
  if (LLVMGetNumArgOperands(call) || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) return false;
  while (length && strchr(" \t\n;", text[length - 1])) length--;
  while (length && strchr(" \t\n", *text)) text++, length--;
  for (size_t i = 0; i < sizeof TEXT / sizeof *TEXT; i++)
    if (strlen(TEXT[i]) == length && !memcmp(TEXT[i], text, length)) return true;
  return false;
}

/* Is this use of a local's address no read of it within the loop, and does it keep the address
 * secret? */
static bool is_write_only_use(const struct region *r, LLVMValueRef user, LLVMValueRef p);

static bool is_write_only(const struct region *r, LLVMValueRef p) {
  for (LLVMUseRef use = LLVMGetFirstUse(p); use; use = LLVMGetNextUse(use))
    if (!is_write_only_use(r, LLVMGetUser(use), p)) return false;
  return true;
}

static bool is_write_only_use(const struct region *r, LLVMValueRef user, LLVMValueRef p) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMLoad: return !contains(r, LLVMGetInstructionParent(user));
  case LLVMStore: return LLVMGetOperand(user, 0) != p;
  case LLVMGetElementPtr:
  case LLVMBitCast: return is_write_only(r, user);
  case LLVMCall: break;
  default: return false;
  }
  LLVMValueRef callee = LLVMGetCalledValue(user);
  if (!LLVMIsAFunction(callee)) return false;
  if (function_yields(callee)) return true;
  if (!intrinsic_forgets_pointers(callee)) return false;
  return intrinsic_fills_first(callee) ? LLVMGetOperand(user, 1) != p : intrinsic_does_nothing(callee);
}

static LLVMValueRef local_behind(LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer))
    pointer = LLVMGetOperand(pointer, 0);
  return LLVMIsAAllocaInst(pointer) ? pointer : NULL;
}

/* A function's private locals end with it; those of a loop's function must not carry anything
 * into the next round. */
static bool write_does_nothing(const struct region *r, LLVMValueRef pointer) {
  LLVMValueRef local = local_behind(pointer);
  if (!local) return false;
  return r->is_loop ? is_write_only(r, local) : map_get(&r->fn->u->private_locals, local) != 0;
}

static bool function_waits(struct unit *u, LLVMValueRef function, size_t *reads);

static bool call_waits(struct region *r, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  switch (callee_of(r->fn, call)) {
  case CALLEE_ASM: r->reads += asm_loads(call); return asm_waits(call) || asm_loads(call);
  case CALLEE_INTRINSIC:
    if (intrinsic_fills_first(callee)) return write_does_nothing(r, LLVMGetOperand(call, 0));
    return intrinsic_does_nothing(callee) || intrinsic_is_exact(r->fn->u, callee);
  case CALLEE_PRIVATE:
  case CALLEE_DEFINED: return function_waits(r->fn->u, callee, &r->reads);
  default: return LLVMIsAFunction(callee) && function_yields(callee);
  }
}

static bool reads(struct region *r, LLVMValueRef pointer) {
  if (memory_is_private(r->fn->u, pointer)) return false;
  r->reads++;
  return true;
}

static bool instruction_waits(struct region *r, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad: reads(r, LLVMGetOperand(i, 0)); return true;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return reads(r, LLVMGetOperand(i, 0));
  case LLVMStore:
    return LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic && write_does_nothing(r, LLVMGetOperand(i, 1));
  case LLVMCall: return call_waits(r, i);
  case LLVMAlloca:
  case LLVMRet: return !r->is_loop;
  case LLVMBr:
  case LLVMSwitch:
  case LLVMPHI:
  case LLVMFence:
  case LLVMSelect:
  case LLVMFreeze:
  case LLVMICmp:
  case LLVMFCmp:
  case LLVMGetElementPtr:
  case LLVMExtractValue:
  case LLVMInsertValue:
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector: return true;
  default: return LLVMIsACastInst(i) || LLVMIsABinaryOperator(i) || LLVMIsAUnaryOperator(i);
  }
}

static bool region_waits(struct region *r) {
  for (size_t b = 0; b < r->count; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(r->block[b]); i; i = LLVMGetNextInstruction(i))
      if (!instruction_waits(r, i)) return false;
  return true;
}

/* No loops: every edge leads to a block further on. */
static bool take_function(struct region *r, LLVMValueRef function) {
  if (LLVMCountBasicBlocks(function) > CALLEE_BLOCKS_MAX) return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    r->block[r->count++] = b;
    LLVMValueRef t = LLVMGetBasicBlockTerminator(b);
    for (unsigned s = 0, n = LLVMGetNumSuccessors(t); s < n; s++)
      if (contains(r, LLVMGetSuccessor(t, s))) return false;
  }
  return true;
}

/* A function that calls itself is not settled when it is asked about, so it does not count as
 * waiting. */
static bool function_waits(struct unit *u, LLVMValueRef function, size_t *reads) {
  enum { NO = 1, YES }; /* + how many reads */
  uintptr_t known = map_get(&u->waiting, function);
  if (!known) {
    struct func fn = {.u = u, .function = function};
    struct region r = {.fn = &fn};
    map_set(&u->waiting, function, NO);
    known = take_function(&r, function) && region_waits(&r) ? YES + r.reads : NO;
    map_set(&u->waiting, function, known);
  }
  if (known != NO) *reads += known - YES;
  return known != NO;
}

static size_t index_of(const struct func *fn, LLVMBasicBlockRef block) {
  return map_get(&fn->block_index, block) - 1;
}

/* Adds the reachable blocks with an edge to `block`. False if the loop cannot wait. */
static bool add_predecessors(struct region *r, LLVMBasicBlockRef block, size_t head) {
  struct func *fn = r->fn;
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef t = LLVMGetUser(use);
    if (!LLVMIsAInstruction(t)) return false;
    LLVMBasicBlockRef from = LLVMGetInstructionParent(t);
    if (!map_get(&fn->block_index, from) || contains(r, from)) continue;
    size_t index = index_of(fn, from);
    if (index < head || r->count == BODY_MAX || fn->facts.at[index].is_loop_head) return false;
    r->block[r->count++] = from;
  }
  return true;
}

/* The head first, then the latch. In reverse post-order a natural loop lies behind its head; a loop
 * with another way in does not. */
static bool take_loop(struct region *r, size_t head, LLVMBasicBlockRef latch) {
  r->block[r->count++] = r->fn->order.at[head];
  if (latch != r->block[0]) r->block[r->count++] = latch;
  for (size_t i = 1; i < r->count; i++)
    if (!add_predecessors(r, r->block[i], head)) return false;
  return true;
}

static bool can_compare(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || kind == LLVMFloatTypeKind ||
         kind == LLVMDoubleTypeKind;
}

/* The phi with a constant added. */
static bool is_count_of(LLVMValueRef v, LLVMValueRef phi) {
  if (!LLVMIsAInstruction(v) || LLVMGetNumOperands(v) != 2) return false;
  LLVMOpcode op = LLVMGetInstructionOpcode(v);
  LLVMValueRef step = LLVMGetOperand(v, LLVMGetOperand(v, 0) == phi);
  if (op != LLVMAdd && op != LLVMSub && op != LLVMGetElementPtr) return false;
  return (LLVMGetOperand(v, 0) == phi || LLVMGetOperand(v, 1) == phi) && LLVMIsAConstantInt(step) &&
         !LLVMIsNull(step);
}

static LLVMValueRef incoming_from(LLVMValueRef phi, LLVMBasicBlockRef from) {
  for (unsigned e = 0, n = LLVMCountIncoming(phi); e < n; e++)
    if (LLVMGetIncomingBlock(phi, e) == from) return LLVMGetIncomingValue(phi, e);
  return NULL;
}

static bool can_stay_same(LLVMBasicBlockRef head, LLVMBasicBlockRef latch) {
  for (LLVMValueRef phi = LLVMGetFirstInstruction(head); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi))
    if (!can_compare(LLVMTypeOf(phi)) || is_count_of(incoming_from(phi, latch), phi)) return false;
  return true;
}

static bool is_latch(const struct func *fn, size_t block, LLVMBasicBlockRef head) {
  LLVMValueRef t = LLVMGetBasicBlockTerminator(fn->order.at[block]);
  return LLVMIsABranchInst(t) && LLVMGetNumSuccessors(t) == 1 && LLVMGetSuccessor(t, 0) == head;
}

static bool waits_by(struct func *fn, size_t head, size_t latch) {
  struct region r = {.fn = fn, .is_loop = true};
  bool is_inner = latch == head || !fn->facts.at[latch].is_loop_head;
  return is_inner && take_loop(&r, head, fn->order.at[latch]) && region_waits(&r) && r.reads &&
         can_stay_same(fn->order.at[head], fn->order.at[latch]);
}

void spin_find(struct func *fn) {
  for (size_t head = 0; head < fn->order.count; head++)
    for (size_t latch = head; fn->facts.at[head].is_loop_head && latch < fn->order.count; latch++) {
      if (!is_latch(fn, latch, fn->order.at[head]) || !waits_by(fn, head, latch)) continue;
      map_set(&fn->spin_head, fn->order.at[latch], (uintptr_t)fn->order.at[head]);
      map_set(&fn->spin_phi, fn->order.at[head], 1); /* until there is one */
    }
}

static LLVMValueRef both(struct unit *u, LLVMValueRef a, LLVMValueRef b) {
  return a ? LLVMBuildAnd(u->b, a, b, "") : b;
}

static LLVMValueRef same_bits(struct unit *u, LLVMValueRef a, LLVMValueRef b) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(a));
  LLVMTypeRef as = kind == LLVMFloatTypeKind ? u->i32 : kind == LLVMDoubleTypeKind ? u->i64 : NULL;
  if (as) a = LLVMBuildBitCast(u->b, a, as, ""), b = LLVMBuildBitCast(u->b, b, as, "");
  return LLVMBuildICmp(u->b, LLVMIntEQ, a, b, "");
}

/* What differs between what `latch` carries to the head and what the round began with: a bit of
 * enum hook_spin. NULL: nothing ever. Phis without a value for the edge are our own, and not
 * filled yet. */
static LLVMValueRef difference(struct func *fn, LLVMBasicBlockRef head, LLVMBasicBlockRef latch,
                               enum hook_spin what) {
  struct unit *u = fn->u;
  LLVMValueRef same = NULL;
  for (LLVMValueRef phi = LLVMGetFirstInstruction(head); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi)) {
    LLVMValueRef next = incoming_from(phi, latch);
    if (!next || next == phi) continue;
    if (what == SPIN_VALUES) same = both(u, same, same_bits(u, phi, next));
    if (what == SPIN_SHADOWS && is_maybe(fn, phi))
      same = both(u, same, same_bits(u, shadow_of_value(fn, phi), shadow_of_value(fn, next)));
  }
  return same ? LLVMBuildSelect(u->b, same, u->zero, k32(u, what), "") : NULL;
}

void spin_end_round(struct func *fn, LLVMValueRef terminator) {
  struct unit *u = fn->u;
  LLVMBasicBlockRef latch = LLVMGetInstructionParent(terminator);
  LLVMBasicBlockRef head = (LLVMBasicBlockRef)map_get(&fn->spin_head, latch);
  if (!head) return;
  LLVMValueRef values = difference(fn, head, latch, SPIN_VALUES),
               shadows = difference(fn, head, latch, SPIN_SHADOWS);
  LLVMValueRef first = values && shadows ? LLVMBuildOr(u->b, values, shadows, "") : values ? values : u->zero;
  LLVMAddIncoming((LLVMValueRef)map_get(&fn->spin_phi, head), &first, &latch, 1);
}

/* Each way into the loop, except from the end of a round, begins a first round. */
static void fill_entries(struct func *fn, LLVMBasicBlockRef head, LLVMValueRef phi) {
  LLVMValueRef first = k32(fn->u, SPIN_VALUES);
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(head)); use; use = LLVMGetNextUse(use)) {
    LLVMBasicBlockRef from = LLVMGetInstructionParent(LLVMGetUser(use));
    if (!map_get(&fn->spin_head, from)) LLVMAddIncoming(phi, &first, &from, 1);
  }
}

void spin_begin_round(struct func *fn, LLVMBasicBlockRef head, LLVMValueRef at) {
  struct unit *u = fn->u;
  if (!map_get(&fn->spin_phi, head)) return;
  LLVMPositionBuilderBeforeInstrAndDbgRecords(u->b, LLVMGetFirstInstruction(head));
  LLVMValueRef phi = LLVMBuildPhi(u->b, u->i32, "");
  map_set(&fn->spin_phi, head, (uintptr_t)phi);
  fill_entries(fn, head, phi);
  build_before(u, at);
  hook_call(u, H_spin, phi, table_site(fn, at));
}
