/* Loops with no way out: servers, and programs that stop by doing nothing.
 *
 * The loop of a head is all blocks from which an edge back to the head is reached without passing
 * it. Its ways out are the edges to other blocks, except edges that the program does not mean to
 * take: to the side that a constant condition excludes, and to a place where the program fails,
 * which ends in unreachable code behind a call that does not end a thread. */
#include "compile/func.h"
#include <string.h>

enum { FAILING_MAX = 8 };

/* Functions that do not return and are a way to leave a loop. */
static const char *const LEAVE[] = {"exit",      "_exit",   "_Exit",    "quick_exit", "pthread_exit",
                                    "thrd_exit", "longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"};

static bool is_leaving(LLVMValueRef i) {
  size_t length;
  if (!LLVMIsACallInst(i) || !LLVMIsAFunction(LLVMGetCalledValue(i))) return false;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(i), &length);
  for (size_t k = 0; k < sizeof LEAVE / sizeof *LEAVE; k++)
    if (!strcmp(name, LEAVE[k])) return true;
  return false;
}

static bool has_leaving_call(LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (is_leaving(i)) return true;
  return false;
}

/* A thread that comes here can only fail. */
static bool is_failing(LLVMBasicBlockRef block) {
  for (int i = 0; i < FAILING_MAX; i++) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(block);
    if (has_leaving_call(block)) return false;
    if (LLVMIsAUnreachableInst(t)) return true;
    if (LLVMGetNumSuccessors(t) != 1) return false;
    block = LLVMGetSuccessor(t, 0);
  }
  return false;
}

static bool is_excluded(LLVMValueRef t, unsigned successor) {
  if (!LLVMIsABranchInst(t) || !LLVMIsConditional(t)) return false;
  LLVMValueRef c = LLVMGetCondition(t);
  return LLVMIsAConstantInt(c) && LLVMConstIntGetZExtValue(c) == successor;
}

typedef vec(LLVMBasicBlockRef) block_list;

/* What leads to `block` and is not in the loop yet. In reverse post-order a loop lies behind its
 * head. */
static void add_before(const struct func *fn, LLVMBasicBlockRef block, size_t head, struct map *body,
                       block_list *found) {
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef t = LLVMGetUser(use);
    if (!LLVMIsAInstruction(t)) continue;
    LLVMBasicBlockRef from = LLVMGetInstructionParent(t);
    size_t index = map_get(&fn->block_index, from);
    if (!index || index - 1 < head || map_get(body, from)) continue;
    map_set(body, from, 1);
    vec_push(found, from);
  }
}

static void find_body(const struct func *fn, size_t head, struct map *body, block_list *found) {
  map_set(body, fn->order.at[head], 1);
  vec_push(found, fn->order.at[head]);
  for (size_t i = 0; i < found->count; i++) add_before(fn, found->at[i], head, body, found);
}

static bool leaves(LLVMBasicBlockRef block, const struct map *body) {
  LLVMValueRef t = LLVMGetBasicBlockTerminator(block);
  if (LLVMIsAReturnInst(t)) return true;
  for (unsigned s = 0, n = LLVMGetNumSuccessors(t); s < n; s++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(t, s);
    if (!map_get(body, to) && !is_excluded(t, s) && !is_failing(to)) return true;
  }
  return false;
}

static bool has_way_out(const struct func *fn, size_t head) {
  struct map body = {0};
  block_list found = {0};
  bool has = false;
  find_body(fn, head, &body, &found);
  for (size_t i = 0; i < found.count && !has; i++) has = leaves(found.at[i], &body);
  map_free(&body);
  vec_free(&found);
  return has;
}

void loops_find_endless(struct func *fn) {
  for (size_t i = 0; i < fn->order.count; i++)
    if (fn->facts.at[i].is_loop_head) fn->facts.at[i].is_endless = !has_way_out(fn, i);
}
