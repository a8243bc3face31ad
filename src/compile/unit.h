/* A unit is one LLVM module under instrumentation, with what every part of the instrumenter needs:
 * types, the builder, the hooks of wire/hooks.def, and the tables that end up in ELF sections
 * (wire/site.h).
 *
 * The way of a unit:  unit_read, unit_prepare (passes, hooks linked in), calls_classify,
 * func_instrument for each function, tables_finish, unit_finish (renaming, passes,
 * verification), unit_write. */
#ifndef RADDLE_COMPILE_UNIT_H
#define RADDLE_COMPILE_UNIT_H

#include "base/vec.h"
#include "compile/map.h"
#include "wire/hooks.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <stdbool.h>

enum hook {
#define HOOK(name, result, parameters) H_##name,
#define INLINE(name, result, parameters) H_##name,
#include "wire/hooks.def"
#include "compile/inline.def"
#undef HOOK
#undef INLINE
  H_COUNT
};

/* Kinds of attributes asked for, by their LLVM names. */
/* clang-format off */
#define ATTRIBUTES(A)                                                                                        \
  A(byval)                                                                                                   \
  A(elementtype)                                                                                                   \
  A(naked)                                                                                                   \
  A(returns_twice)                                                                                           \
  A(noinline)                                                                                                \
  A(alwaysinline)                                                                                            \
  A(optnone)                                                                                                 \
  A(memory)                                                                                                  \
  A(willreturn)                                                                                              \
  A(nosync)                                                                                                  \
  A(nofree)                                                                                                  \
  A(norecurse)                                                                                               \
  A(speculatable)                                                                                            \
  A(mustprogress)                                                                                            \
  A(nomerge)                                                                                                 \
  A(disable_sanitizer_instrumentation)
/* clang-format on */
enum attribute {
#define A(name) A_##name,
  ATTRIBUTES(A)
#undef A
      A_COUNT
};

struct options {
  const char *in, *out, *inline_bc;
  bool is_model;          /* raddle's own libc models */
  bool emit_llvm;         /* write text instead of an object */
  bool emit_raw;          /* the same, before the hooks are inlined */
  bool is_quick;          /* code that is made fast rather than fast code */
  bool function_sections; /* as clang's flags of that name */
  bool data_sections;
};

struct unit {
  const struct options *options;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef b;
  LLVMTargetMachineRef machine;
  LLVMTargetDataRef layout;
  LLVMTypeRef i1, i8, i32, i64, ptr;
  LLVMValueRef zero; /* i32 0: the shadow of everything known to be concrete; compared by address */
  LLVMValueRef hook[H_COUNT];
  LLVMTypeRef hook_type[H_COUNT];
  unsigned attribute[A_COUNT];
  struct map callee;         /* function -> enum callee + 1, see calls.h */
  struct map pointed_to;     /* functions of other files whose address is taken */
  struct map never_symbolic; /* defined functions whose result is concrete whatever they are given */
  struct map private_locals; /* see sharing.c */
  struct map waiting;        /* see spin.c */
  struct map variables;      /* local -> its debug information, see debuginfo.c */
  struct map holders;        /* value -> debug information of the variable that holds it, see debuginfo.c */
  struct structures *structures; /* see debugtype.c */
  struct map is_ours;            /* globals and functions that raddle added or wants left alone */
  struct tables *tables;
  struct types *types; /* see types.c */
  uint64_t hook_count; /* hooks in the function at hand */
  uint64_t hook_work;  /* their squares, of the functions before it */
};

void unit_read(struct unit *u, const struct options *options);
void unit_prepare(struct unit *u);
void unit_finish(struct unit *u);
/* constructors.c: the lists of the module become entries of .init_array and .fini_array. */
void unit_place_constructors(struct unit *u);
void unit_write(struct unit *u);

/* Calls a hook at the builder's place. The arguments are as hooks.def lists them. */
void unit_begin_function(struct unit *u); /* hooks are counted by function */
LLVMValueRef hook_emit(struct unit *u, enum hook h, LLVMValueRef *arguments, unsigned count);
#define hook_call(u, h, ...)                                                                                 \
  hook_emit(u, h, (LLVMValueRef[]){__VA_ARGS__}, sizeof((LLVMValueRef[]){__VA_ARGS__}) / sizeof(LLVMValueRef))

static inline LLVMValueRef k32(const struct unit *u, uint32_t n) { return LLVMConstInt(u->i32, n, 0); }
static inline LLVMValueRef k64(const struct unit *u, uint64_t n) { return LLVMConstInt(u->i64, n, 0); }

/* The value as hooks take it: zero-extended to 64 bits. */
LLVMValueRef as_word(struct unit *u, LLVMValueRef v);

/* A block that break-crit-edges made, on an edge of a branch. */
bool is_edge_block(LLVMBasicBlockRef block);

bool has_attribute(const struct unit *u, LLVMValueRef function, enum attribute a);

/* Places the builder behind an instruction (behind its block's head, if that is a phi), with its
 * source line. */
void build_before(struct unit *u, LLVMValueRef instruction);
void build_after(struct unit *u, LLVMValueRef instruction);

#endif
