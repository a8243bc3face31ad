/* A program of the small language of threads: for each function a list of statements (ops.def).
 *
 * Registers are a thread's own variables, cells and atoms are shared. Values are small and never negative, so it does not matter
 * which C type holds them. Statements are numbered from 0 as they are made; fate[] leaves some out when a program is made smaller.
 *
 * Nothing here includes anything of raddle: this is the second opinion. */
#ifndef ORACLE_LANG_H
#define ORACLE_LANG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
  THREADS = 5, /* main is 0 */
  REGS = 8,    /* of these the last four are main's, for what it reads in the end */
  FREE_REGS = 4,
  CELLS = 3,
  ATOMS = 2,
  MUTEXES = 2,
  SPINLOCKS = 1, /* in the enumerator they are mutexes that follow the others */
  RWLOCKS = 1,
  CONDS = 1,
  SEMS = 2,
  BARRIERS = 1,
  ONCES = 1,
  KEYS = 1,
  HANDLERS = 2,
  LOOPS = 2,
  NODES = 200,
  LINES = 16384
};

/* Functions: threads, then these. */
enum {
  ONCE_0 = THREADS,
  HANDLER_0 = ONCE_0 + ONCES,
  DESTRUCTOR_0 = HANDLER_0 + HANDLERS,
  FUNCTIONS = DESTRUCTOR_0 + KEYS
};

enum group {
#define GROUP(name, is_on, known, why) GROUP_##name,
#define OP(name, group, where, weight, text)
#include "ops.def"
#undef GROUP
#undef OP
  GROUPS
};

enum op {
#define GROUP(name, is_on, known, why)
#define OP(name, group, where, weight, text) OP_##name,
#include "ops.def"
#undef GROUP
#undef OP
  OPS
};

struct op_row {
  const char *name;
  enum group group;
  const char *where;
  unsigned weight;
  const char *text;
};
struct group_row {
  const char *name;
  bool is_on;
  const char *known, *why;
};
extern const struct op_row op_table[OPS];
extern const struct group_row group_table[GROUPS];

/* A value is a constant, or a register with this bit. */
enum { IN_REGISTER = 0x80 };

enum compared { REG_EQ, REG_NE, REG_LT, CELL_EQ, CELL_NE, ATOM_EQ, ATOM_NE, COMPARED };
struct condition {
  uint8_t how, what, value; /* enum compared; register, cell or atom; value */
};

struct node {
  enum op op;
  uint8_t reg, object, second, value, other_value;
  struct condition condition;
  uint16_t number, line, end_line;
  struct node *body, *other, *next;
};

enum mutex_type { NORMAL, ERRORCHECK, RECURSIVE };
enum layout { APART, ARRAY, STRUCT, HEAP, STACK, LAYOUTS };
enum width { INT, BYTE, LONG, WIDTHS };

enum { NOBODY = 255 };

struct program {
  uint64_t seed;
  struct node *code[FUNCTIONS];
  unsigned threads;         /* with main */
  uint8_t creator[THREADS]; /* NOBODY: it is for SPAWNED */
  uint8_t cell[CELLS], atom[ATOMS], mutex_type[MUTEXES], sem[SEMS], barrier[BARRIERS];
  enum layout layout;
  enum width width;
  bool has_tls;         /* registers are thread-local variables */
  bool prefers_writers; /* read-write locks do */
  bool main_leaves;     /* by pthread_exit, so there is no final state */
  bool has[GROUPS];
  struct node pool[NODES];
  unsigned node_count;
  uint8_t final_regs; /* mask of main's registers that make up the final state */
  uint16_t other_state_line;
};

/* Statements that are left out; with UNWRAPPED their bodies stay. */
enum fate { KEPT, LEFT_OUT, UNWRAPPED };

/* The program of this seed, made of groups in the mask; fate: NODES of them, or NULL. */
void program_make(struct program *, uint64_t seed, uint32_t groups, const enum fate *fate);

/* ---- what it can do (enumerate.c) ---- */

enum { STATES_MAX = 40, PAIRS_MAX = 200, DEADLOCKS_MAX = 40 };

struct pair {
  uint16_t first, second; /* lines, first <= second */
};

struct outcomes {
  uint64_t states[STATES_MAX]; /* of main, at its end; sorted */
  unsigned state_count;
  uint16_t state_line[STATES_MAX]; /* where the printer puts them */
  bool fails[LINES], misused[LINES], blocks[LINES], is_covered[LINES];
  bool is_deadlocked;
  bool may_be_deadlocked; /* some threads wait for ever for a lock, but the process goes on or ends */
  struct pair races[PAIRS_MAX];
  bool may_race[PAIRS_MAX]; /* this pair may also be left out */
  unsigned race_count;
  bool assumes; /* an assumption can fail */
  bool is_too_large;
  double interleavings;
  unsigned graph; /* states of the whole program */
};

/* `program_print` must have been called: places are lines. */
void program_enumerate(const struct program *, struct outcomes *);

/* ---- as C (print.c) ---- */

struct text {
  char *at;
  size_t count, room;
  unsigned line; /* of the next character, from 1 */
};
void text_head(struct text *);
/* The program as functions, lines noted. A prefix sets its names apart from those of others in the same file; "": it is alone. */
void program_print(struct program *, struct text *, const char *prefix);
/* And where it ends: a line for each final state, one for all that should not be. */
void program_print_states(struct program *, struct text *, const char *prefix, struct outcomes *);
/* main(), which runs the program whose number it is given. */
void text_tail(struct text *, unsigned programs);

#endif
