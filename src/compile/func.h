/* One function under instrumentation: which shadow belongs to which SSA value.
 *
 * Blocks are visited in reverse post-order, so every operand but a phi's has its shadow before
 * it is asked for; phis of shadows are filled at the end. Invariant: a value whose leaf has no
 * entry is known to be concrete, and its shadow is the constant u->zero. Blocks that cannot be
 * reached are left alone. */
#ifndef RADDLE_COMPILE_FUNC_H
#define RADDLE_COMPILE_FUNC_H

#include "compile/shape.h"
#include "compile/unit.h"

struct block_facts {
  uint32_t edges_in;      /* from reachable blocks */
  bool is_loop_head;      /* target of a back edge */
  bool is_endless;        /* and there is no way out of that loop */
  bool is_branch_outcome; /* the only edge into the block is one of several edges out of a br or switch */
};

struct func {
  struct unit *u;
  LLVMValueRef function;
  const char *name;
  vec(LLVMBasicBlockRef) order;  /* reachable blocks, reverse post-order */
  vec(struct block_facts) facts; /* in step with order */
  struct map block_index;        /* block -> index in order + 1 */
  struct map first_leaf;         /* value -> index in leaves + 1 */
  vec(LLVMValueRef) leaves;
  struct map spin_head; /* block that ends a round of a waiting loop -> the head of that loop */
  struct map spin_phi;  /* that head -> its is_first, once it is there */
  struct map maybe;     /* values that may be symbolic, by a static over-approximation */
  vec(LLVMValueRef) phis;
  LLVMValueRef handed;     /* result of the enter hook */
  LLVMValueRef saved;      /* variadic functions: where va_save keeps the hand-over */
  bool is_private;         /* every caller is a direct call in this module */
  LLVMValueRef frame_hook; /* where local objects are announced from on; NULL: there are none */
  bool returns_symbolic;   /* some return may hand back a shadow */
};

/* flow.c: order, facts and the static approximation. */
void flow_order(struct func *fn);
void loops_find_endless(struct func *fn); /* loops.c */
bool flow_maybe(struct func *fn);         /* true if what the function may return is no longer what it was */
static inline bool is_maybe(const struct func *fn, LLVMValueRef v) { return map_get(&fn->maybe, v) != 0; }

/* memory.c: to be called before the local hook; moves the builder. */
void begin_locals(struct func *fn);
/* Behind the allocas of constant size that the function begins with: the size of another one may
 * need a shadow. */
LLVMValueRef behind_allocas(struct func *fn);
LLVMValueRef shadow_get(const struct func *fn, LLVMValueRef v, unsigned leaf);
void shadow_set(struct func *fn, LLVMValueRef v, unsigned leaf, LLVMValueRef s);
static inline LLVMValueRef shadow_of_value(const struct func *fn, LLVMValueRef v) {
  return shadow_get(fn, v, 0);
}
/* OR of two shadows: not 0 when either is symbolic. */
LLVMValueRef shadow_any(struct func *fn, LLVMValueRef a, LLVMValueRef b);

/* Fixes every shadow of v to its value at the builder's place. */
void concretize(struct func *fn, LLVMValueRef v, const char *why, LLVMValueRef at);

void func_begin(struct func *fn, struct unit *u, LLVMValueRef function);
void func_instrument(struct func *fn);
void func_end(struct func *fn);
/* Functions whose code must stay as it is. */
bool func_is_left_alone(const struct unit *u, LLVMValueRef function);

/* Handlers by opcode; each gets the instruction, the builder placed before it. */
typedef void handler(struct func *fn, LLVMValueRef instruction);
handler on_binary, on_compare, on_cast, on_select, on_phi, on_gep, on_freeze, on_extractvalue, on_insertvalue,
    on_opaque_use;                                               /* values.c */
void weak_note(struct func *fn, LLVMValueRef instruction);       /* weak.c */
handler on_load, on_store, on_alloca, on_atomic_rmw, on_cmpxchg; /* memory.c */
handler on_call, on_return;                                      /* calls.c */
handler on_br, on_switch, on_indirectbr;                         /* control.c */

void values_fill_phis(struct func *fn);
void control_enter_block(struct func *fn, size_t index);
void calls_enter(struct func *fn);
/* input_type.c: before calls that make memory an input. */
void show_input_type(struct func *fn, LLVMValueRef call);
/* assembly.c */
void assembly_call(struct func *fn, LLVMValueRef call);
/* Tells the runtime, by a call, of an operation whose result differs from run to run, or that
 * raddle cannot follow. */
void say_outside(struct func *fn, LLVMValueRef at, const char *function, const char *what);
/* intrinsics.c */
void intrinsic_call(struct func *fn, LLVMValueRef call);
/* Can a result of this intrinsic be symbolic when an operand is? */
bool intrinsic_is_exact(const struct unit *u, LLVMValueRef callee);
/* Does it neither keep nor return the pointers it is given? */
bool intrinsic_forgets_pointers(LLVMValueRef callee);
/* Does it write what its first operand points to, and nothing else? */
bool intrinsic_fills_first(LLVMValueRef callee);
/* Is it there for the compiler or the debugger alone, or to wait? */
bool intrinsic_does_nothing(LLVMValueRef callee);

/* sharing.c: memory other threads may know of. The hooks come before the access; nothing is
 * added for private memory. */
void sharing_find_private(struct func *fn);
bool memory_is_private(const struct unit *u, LLVMValueRef pointer);
void sharing_read(struct func *fn, LLVMValueRef load);
void sharing_write(struct func *fn, LLVMValueRef store);
void sharing_read_range(struct func *fn, LLVMValueRef from, LLVMValueRef size, LLVMValueRef at);
void sharing_write_range(struct func *fn, LLVMValueRef to, LLVMValueRef size, LLVMValueRef at);
/* What the instruction is to copy from, or to fill, then. */
LLVMValueRef sharing_copy_range(struct func *fn, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size,
                                LLVMValueRef at);
LLVMValueRef sharing_fill_range(struct func *fn, LLVMValueRef to, LLVMValueRef byte, LLVMValueRef size,
                                LLVMValueRef at);
/* An atomic instruction, as the hook wants it described. */
struct atomic {
  enum hook_atomic what;
  uint32_t op;
  LLVMValueRef pointer, a, b; /* NULL: there is none */
  LLVMValueRef written;       /* a or b: what is written, or added; NULL: nothing */
  LLVMTypeRef type;
};
void sharing_atomic(struct func *fn, LLVMValueRef at, const struct atomic *x);
/* Operands of inline assembly that are in memory. */
void sharing_asm(struct func *fn, LLVMValueRef call);

/* straight.c: does the section that this call begins, or the atomic function from here on, touch
 * the same wherever it stands? */
bool straight_section(const struct unit *u, LLVMValueRef call);
bool straight_function(const struct unit *u, LLVMValueRef from);

/* spin.c: loops that only wait. To be found before any function of the module has hooks. */
void spin_find(struct func *fn);
void spin_begin_round(struct func *fn, LLVMBasicBlockRef head, LLVMValueRef at);
void spin_end_round(struct func *fn, LLVMValueRef terminator);
/* A library function that does nothing but let time pass. */
bool function_yields(LLVMValueRef function);

#endif
