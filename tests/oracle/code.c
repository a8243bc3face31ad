/* From statements to instructions. */
#include "code.h"
#include <stdlib.h>
#include <string.h>

static struct instr *emit(struct code *c, enum instr_op op, const struct node *n) {
  if (c->count == CODE_MAX) abort();
  struct instr *i = &c->at[c->count++];
  *i = (struct instr){.op = op, .reg = NO_REG, .index = NO_INDEX};
  if (!n) return i;
  i->object = n->object;
  i->second = n->second;
  i->value = n->value;
  i->other = n->other_value;
  i->line = n->line;
  return i;
}

static struct instr *emit_end(struct code *c, enum instr_op op, const struct node *n) {
  struct instr *i = emit(c, op, n);
  i->line = n->end_line;
  return i;
}

static void emit_to(struct code *c, enum instr_op op, const struct node *n) { emit(c, op, n)->reg = n->reg; }

static void emit_list(struct code *c, const struct node *n);

/* Reads what the condition is about; then it is one on a register. */
static struct condition emit_condition(struct code *c, const struct node *n) {
  struct condition condition = n->condition;
  if (condition.how <= REG_LT) return condition;
  bool is_cell = condition.how <= CELL_NE;
  struct instr *i = emit(c, is_cell ? I_READ : I_ATOM_READ, n);
  i->object = condition.what;
  i->reg = SCRATCH;
  bool is_equal = condition.how == CELL_EQ || condition.how == ATOM_EQ;
  return (struct condition){is_equal ? REG_EQ : REG_NE, SCRATCH, condition.value};
}

static uint16_t here(const struct code *c) { return (uint16_t)c->count; }

/* if ($a is 0) body */
static struct instr *emit_if_zero(struct code *c, const struct node *n) {
  struct instr *i = emit(c, I_BRANCH, n);
  i->condition = (struct condition){REG_EQ, n->reg, 0};
  return i;
}

static void emit_around(struct code *c, const struct node *n, enum instr_op lock, enum instr_op unlock,
                        enum patience patience) {
  bool is_spinlock = op_table[n->op].group == GROUP_SPINLOCK;
  struct instr *i = emit(c, lock, n), *skip = NULL;
  i->patience = (uint8_t)patience;
  i->object = (uint8_t)(n->object + (is_spinlock ? MUTEXES : 0));
  if (patience != FOR_EVER) {
    i->reg = n->reg;
    skip = emit_if_zero(c, n);
  }
  emit_list(c, n->body);
  emit_end(c, unlock, n)->object = (uint8_t)(n->object + (is_spinlock ? MUTEXES : 0));
  if (skip) skip->jump = here(c);
}

static void emit_if(struct code *c, const struct node *n) {
  struct condition condition = emit_condition(c, n);
  struct instr *test = emit(c, I_BRANCH, n);
  test->condition = condition;
  emit_list(c, n->body);
  struct instr *over = n->other ? emit(c, I_JUMP, n) : NULL;
  test->jump = here(c);
  emit_list(c, n->other);
  if (over) over->jump = here(c);
}

static void emit_repeat(struct code *c, const struct node *n) {
  emit(c, I_LOOP_BEGIN, n);
  uint16_t top = here(c);
  struct instr *test = emit(c, I_LOOP_TEST, n);
  emit_list(c, n->body);
  emit(c, I_JUMP, n)->jump = top;
  test->jump = here(c);
}

static void emit_wait(struct code *c, const struct node *n, enum patience patience) {
  struct instr *i = emit(c, I_COND_WAIT, n);
  i->patience = (uint8_t)patience;
  if (patience != FOR_EVER) i->reg = n->reg;
}

static void emit_wait_while(struct code *c, const struct node *n) {
  uint16_t top = here(c);
  struct condition condition = emit_condition(c, n);
  struct instr *test = emit(c, I_BRANCH, n);
  test->condition = condition;
  emit_wait(c, n, FOR_EVER);
  emit(c, I_JUMP, n)->jump = top;
  test->jump = here(c);
}

static void emit_lock(struct code *c, enum instr_op op, const struct node *n, enum patience patience,
                      bool has_code) {
  struct instr *i = emit(c, op, n);
  i->patience = (uint8_t)patience;
  if (has_code) i->reg = n->reg;
}

static void emit_checked(struct code *c, enum instr_op op, const struct node *n) {
  struct condition condition = emit_condition(c, n);
  emit(c, op, n)->condition = condition;
}

/* Which object it is about is a value. */
static struct instr *emit_at(struct code *c, enum instr_op op, const struct node *n) {
  struct instr *i = emit(c, op, n);
  i->index = n->value;
  return i;
}

static void emit_remade(struct code *c, const struct node *n, enum object_kind kind) {
  emit(c, I_DESTROY, n)->second = (uint8_t)kind;
  emit_list(c, n->body);
  emit_end(c, I_INIT, n)->second = (uint8_t)kind;
}

static void emit_node(struct code *c, const struct node *n) {
  switch (n->op) {
  case OP_SET: emit_to(c, I_SET, n); break;
  case OP_PLUS: emit_to(c, I_PLUS, n); break;
  case OP_INPUT:
  case OP_CHOOSE: emit_to(c, I_INPUT, n); break;
  case OP_READ: emit_to(c, I_READ, n); break;
  case OP_WRITE: emit(c, I_WRITE, n); break;
  case OP_ADD:
    emit(c, I_READ, n)->reg = SCRATCH;
    emit(c, I_WRITE, n)->reg = SCRATCH;
    break;
  case OP_ALOAD: emit_to(c, I_ATOM_READ, n); break;
  case OP_ASTORE: emit(c, I_ATOM_WRITE, n); break;
  case OP_AADD: emit_to(c, I_ATOM_ADD, n); break;
  case OP_AXCHG: emit_to(c, I_ATOM_SWAP, n); break;
  case OP_CAS: emit_to(c, I_ATOM_CAS, n); break;
  case OP_CASOLD: {
    struct instr *i = emit(c, I_ATOM_CAS, n);
    i->reg = n->reg;
    i->second = true;
    break;
  }
  case OP_IF: emit_if(c, n); break;
  case OP_REPEAT: emit_repeat(c, n); break;
  case OP_ATOMICALLY:
    emit(c, I_SECTION_BEGIN, n);
    emit_list(c, n->body);
    emit(c, I_SECTION_END, n);
    break;
  case OP_LOCKED: emit_around(c, n, I_LOCK, I_UNLOCK, FOR_EVER); break;
  case OP_IF_LOCKED: emit_around(c, n, I_LOCK, I_UNLOCK, NOT); break;
  case OP_IF_LOCKED_SOON: emit_around(c, n, I_LOCK, I_UNLOCK, SOON); break;
  case OP_LOCK: emit_lock(c, I_LOCK, n, FOR_EVER, false); break;
  case OP_LOCK_CODE: emit_lock(c, I_LOCK, n, FOR_EVER, true); break;
  case OP_TRY_CODE: emit_lock(c, I_LOCK, n, NOT, true); break;
  case OP_TIMED_CODE: emit_lock(c, I_LOCK, n, SOON, true); break;
  case OP_UNLOCK: emit_lock(c, I_UNLOCK, n, FOR_EVER, false); break;
  case OP_UNLOCK_CODE: emit_lock(c, I_UNLOCK, n, FOR_EVER, true); break;
  case OP_READING: emit_around(c, n, I_READ_LOCK, I_RW_UNLOCK, FOR_EVER); break;
  case OP_WRITING: emit_around(c, n, I_WRITE_LOCK, I_RW_UNLOCK, FOR_EVER); break;
  case OP_IF_READING: emit_around(c, n, I_READ_LOCK, I_RW_UNLOCK, NOT); break;
  case OP_IF_WRITING: emit_around(c, n, I_WRITE_LOCK, I_RW_UNLOCK, NOT); break;
  case OP_IF_READING_SOON: emit_around(c, n, I_READ_LOCK, I_RW_UNLOCK, SOON); break;
  case OP_IF_WRITING_SOON: emit_around(c, n, I_WRITE_LOCK, I_RW_UNLOCK, SOON); break;
  case OP_WAIT: emit_wait(c, n, FOR_EVER); break;
  case OP_WAIT_SOON: emit_wait(c, n, SOON); break;
  case OP_WAIT_WHILE: emit_wait_while(c, n); break;
  case OP_WAITING:
    emit(c, I_LOCK, n)->object = n->second;
    emit_list(c, n->body);
    emit_end(c, I_UNLOCK, n)->object = n->second;
    break;
  case OP_SIGNAL: emit(c, I_COND_NOTIFY, n)->value = false; break;
  case OP_BROADCAST: emit(c, I_COND_NOTIFY, n)->value = true; break;
  case OP_SEM_WAIT: emit_lock(c, I_SEM_WAIT, n, FOR_EVER, false); break;
  case OP_SEM_TRY: emit_lock(c, I_SEM_WAIT, n, NOT, true); break;
  case OP_SEM_TIMED: emit_lock(c, I_SEM_WAIT, n, SOON, true); break;
  case OP_SEM_POST: emit(c, I_SEM_POST, n); break;
  case OP_SEM_VALUE: emit_to(c, I_SEM_VALUE, n); break;
  case OP_BARRIER: emit(c, I_BARRIER, n); break;
  case OP_BARRIER_CODE: emit_to(c, I_BARRIER, n); break;
  case OP_ONCE: emit(c, I_ONCE, n); break;
  case OP_SPIN:
  case OP_SPIN_YIELD: emit(c, I_SPIN, n); break;
  case OP_SPIN_PLAIN: emit(c, I_SPIN_PLAIN, n); break;
  case OP_SPIN_CAS: emit(c, I_SPIN_CAS, n); break;
  case OP_ASSERT: emit_checked(c, I_ASSERT, n); break;
  case OP_ASSUME: emit_checked(c, I_ASSUME, n); break;
  case OP_LEAVE: emit(c, I_LEAVE, n); break;
  case OP_STOP: emit(c, I_STOP, n); break;
  case OP_CREATE: emit(c, I_CREATE, n); break;
  case OP_JOIN: emit_to(c, I_JOIN, n); break;
  case OP_TRYJOIN: emit_lock(c, I_JOIN, n, NOT, true); break;
  case OP_JOIN_SOON: emit_lock(c, I_JOIN, n, SOON, true); break;
  case OP_DETACH: emit(c, I_DETACH, n); break;
  case OP_CANCEL: emit(c, I_CANCEL, n)->second = false; break;
  case OP_CANCEL_SELF: emit(c, I_CANCEL, n)->second = true; break;
  case OP_TESTCANCEL: emit(c, I_TESTCANCEL, n); break;
  case OP_CANCEL_OFF: emit(c, I_CANCEL_STATE, n)->value = true; break;
  case OP_CANCEL_ON: emit(c, I_CANCEL_STATE, n)->value = false; break;
  case OP_CLEANUP:
    emit(c, I_PUSH, n);
    emit_list(c, n->body);
    emit(c, I_POP, n);
    break;
  case OP_SETSPECIFIC: emit(c, I_SETSPECIFIC, n); break;
  case OP_GETSPECIFIC: emit_to(c, I_GETSPECIFIC, n); break;
  case OP_READ_AT: emit_at(c, I_READ, n)->reg = n->reg; break;
  case OP_WRITE_AT: emit_at(c, I_WRITE, n)->value = n->other_value; break;
  case OP_LOCKED_AT:
    emit_at(c, I_LOCK, n);
    emit_list(c, n->body);
    emit_at(c, I_UNLOCK, n)->line = n->end_line;
    break;
  case OP_POST_AT: emit_at(c, I_SEM_POST, n); break;
  case OP_TAKE_AT: {
    struct instr *i = emit_at(c, I_SEM_WAIT, n);
    i->reg = n->reg;
    i->patience = NOT;
    break;
  }
  case OP_SPAWNED:
    emit(c, I_CREATE, n);
    emit_list(c, n->body);
    emit_end(c, I_JOIN, n)->reg = n->reg;
    break;
  case OP_FREE: emit(c, I_FREE, n); break;
  case OP_SPIN_LOCKED: emit_around(c, n, I_LOCK, I_UNLOCK, FOR_EVER); break;
  case OP_IF_SPIN_LOCKED: emit_around(c, n, I_LOCK, I_UNLOCK, NOT); break;
  case OP_YIELD: emit(c, I_NOTHING, n); break;
  case OP_SLEEP: emit(c, I_TESTCANCEL, n); break;
  case OP_MUTEX_DESTROY: emit(c, I_DESTROY, n)->second = KIND_MUTEX; break;
  case OP_MUTEX_REMADE: emit_remade(c, n, KIND_MUTEX); break;
  case OP_SEM_DESTROY: emit(c, I_DESTROY, n)->second = KIND_SEM; break;
  case OP_SEM_REMADE: emit_remade(c, n, KIND_SEM); break;
  case OPS: break;
  }
}

static void emit_list(struct code *c, const struct node *n) {
  for (; n; n = n->next) emit_node(c, n);
}

void code_make(struct code *c, const struct program *p) {
  c->count = 0;
  for (unsigned f = 0; f < FUNCTIONS; f++) {
    c->start[f] = here(c);
    emit_list(c, p->code[f]);
    bool is_once = f >= ONCE_0 && f < ONCE_0 + ONCES;
    if (is_once) emit(c, I_ONCE_DONE, NULL)->object = (uint8_t)(f - ONCE_0);
    emit(c, f ? I_RETURN : p->main_leaves ? I_LEAVE : I_FINISH, NULL);
  }
  for (unsigned o = 0; o < ONCES; o++) {
    c->once_reset[o] = here(c);
    emit(c, I_ONCE_RESET, NULL)->object = (uint8_t)o;
    emit(c, I_RETURN, NULL);
  }
  c->end = here(c);
  emit(c, I_END, NULL);
}
