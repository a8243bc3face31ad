/* A program as a flat list of instructions, for the enumerator. Conditions on shared places become a read into a register of the
 * machine (SCRATCH) and a condition on that, so that every instruction touches at most one thing that others can see. */
#ifndef ORACLE_CODE_H
#define ORACLE_CODE_H

#include "lang.h"

enum { SCRATCH = REGS, NO_REG = 255, NO_INDEX = 255, CODE_MAX = 1000 };

enum instr_op {
  /* nobody else can tell when these are done */
  I_SET,
  I_PLUS,
  I_JUMP,
  I_BRANCH, /* to `jump` unless the condition holds */
  I_LOOP_BEGIN,
  I_LOOP_TEST, /* to `jump` when it is over */
  I_PUSH,
  I_POP,
  I_CANCEL_STATE,
  I_NOTHING,
  I_SETSPECIFIC,
  I_GETSPECIFIC,
  I_RETURN, /* from a function */
  I_LAST_LOCAL = I_RETURN,
  I_INPUT,
  I_READ,
  I_WRITE,
  I_ATOM_READ,
  I_ATOM_WRITE,
  I_ATOM_ADD,
  I_ATOM_SWAP,
  I_ATOM_CAS,
  I_SECTION_BEGIN,
  I_SECTION_END,
  I_LOCK,
  I_UNLOCK,
  I_READ_LOCK,
  I_WRITE_LOCK,
  I_RW_UNLOCK,
  I_COND_WAIT,
  I_COND_NOTIFY, /* value: all? */
  I_SEM_WAIT,
  I_SEM_POST,
  I_SEM_VALUE,
  I_BARRIER,
  I_ONCE,
  I_ONCE_DONE,
  I_ONCE_RESET,
  I_SPIN,
  I_SPIN_PLAIN,
  I_SPIN_CAS,
  I_ASSERT,
  I_ASSUME,
  I_LEAVE,
  I_STOP,
  I_CREATE,
  I_JOIN,
  I_DETACH,
  I_CANCEL,
  I_TESTCANCEL,
  I_FREE,
  I_DESTROY,
  I_INIT,
  I_FINISH, /* main returns */
  I_END     /* a thread is over */
};

enum patience { FOR_EVER, SOON, NOT };
enum object_kind { KIND_MUTEX, KIND_SEM, KIND_RWLOCK, KIND_COND, KIND_BARRIER };

struct instr {
  uint8_t op, reg, object, second, value, other, patience;
  uint8_t index;              /* a value that says which object it is, modulo their number */
  struct condition condition; /* on registers only */
  uint16_t jump, line;
};

struct code {
  struct instr at[CODE_MAX];
  unsigned count;
  uint16_t start[FUNCTIONS], once_reset[ONCES], end;
};

void code_make(struct code *, const struct program *);

#endif
