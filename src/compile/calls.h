/* What is known of a callee, and so what a call to it needs. */
#ifndef RADDLE_COMPILE_CALLS_H
#define RADDLE_COMPILE_CALLS_H

#include "compile/func.h"

/* CALLEE(NAME, hands over, result, asks whether the shadows were taken, external hook, says
 * where it is called) */
#define CALLEES(CALLEE)                                                                                      \
  CALLEE(INDIRECT, HAND_OVER, RESULT_CHECKED, 1, 0, 1) /* through a pointer */                               \
  CALLEE(PRIVATE, HAND_OVER, RESULT_KNOWN, 0, 0, 0)    /* defined here, only called from here */             \
  CALLEE(DEFINED, HAND_OVER, RESULT_KNOWN, 0, 0, 0)    /* defined here for good */                           \
  CALLEE(WEAK, HAND_OVER, RESULT_CHECKED, 1, 0, 0)     /* defined here, but another definition may win */    \
  CALLEE(MODEL, HAND_OVER, RESULT_CHECKED, 1, 1, 1)    /* calls.def */                                       \
  CALLEE(NATIVE, HAND_OVER, RESULT_CHECKED, 1, 1, 1)   /* calls.def */                                       \
  CALLEE(RUNTIME, HAND_OVER, RESULT_CHECKED, 0, 0, 1)  /* __raddle_* */                                      \
  CALLEE(SINK, HAND_OVER, RESULT_CHECKED, 0, 0, 0)     /* calls.def; the program may have its own */         \
  CALLEE(TELLS, HAND_OVER, RESULT_CHECKED, 0, 0, 0)    /* the same */                                        \
  CALLEE(PURE, HAND_OVER, RESULT_CHECKED, 1, 0, 0)     /* the same */                                        \
  CALLEE(EXTERN, HAND_OVER, RESULT_CHECKED, 1, 1, 1)   /* any other function of another file */              \
  CALLEE(LEFT_ALONE, HAND_OVER, RESULT_NONE, 1, 0, 0)  /* defined here, not instrumented */                  \
  CALLEE(TWICE, HAND_NOTHING, RESULT_NONE, 0, 0, 0)    /* setjmp and its like */                             \
  CALLEE(ASM, HAND_NOTHING, RESULT_NONE, 0, 0, 0)      /* inline assembly: arguments are concretized */      \
  CALLEE(INTRINSIC, HAND_NOTHING, RESULT_NONE, 0, 0, 0)

enum callee {
#define CALLEE(name, hands, result, untaken, external, at) CALLEE_##name,
  CALLEES(CALLEE)
#undef CALLEE
      CALLEE_COUNT
};

/* Classifies every function of the module; to be done before anything is added to it. */
void calls_classify(struct unit *u);
enum callee callee_of(const struct func *fn, LLVMValueRef call);
bool callee_returns_shadow(const struct func *fn, LLVMValueRef call);
/* Renames declarations as wire/calls.def says; `main` too. */
void calls_redirect(struct unit *u);

#endif
