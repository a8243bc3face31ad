/* What the runtime is told of the memory of each input, in the order of the calls. */
#include "shapes.h"
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

void __VERIFIER_nondet_memory(void *, size_t);

struct deep {
  int first;
  struct cell cell;
  struct cell *grid[2][3];
  int numbers[3][4];
  union either either;
  char text[8];
  struct {
    struct cell *inside;
  };
  int low : 3;
};
struct cell *global;
static struct deep deep;
_Thread_local struct cell *local_to_thread;
struct cell cells[4];
pointer_to_named lone;
extern struct cell *elsewhere;
int columns;

static struct cell *make(void) { return malloc(sizeof(struct cell)); }

static void parameters(struct cell *p, struct cell array[], struct deep by_value, void *nothing,
                       tree **trees) {
  CUTE_input(*p);                          // told: struct cell
  CUTE_input(p);                           // told: struct cell *
  CUTE_input_array(array, 4);              // told: struct cell
  CUTE_input(by_value);                    // told: struct deep
  CUTE_input(by_value.cell.next);          // told: struct cell *
  raddle_symbolic(nothing, 16, "nothing"); // told: nothing
  CUTE_input(*trees);                      // told: struct tree *
  CUTE_input((*trees)->child[1]);          // told: struct tree *
}

static void globals(int i) {
  CUTE_input(global);             // told: struct cell *
  CUTE_input(*global);            // told: struct cell
  CUTE_input(global->next);       // told: struct cell *
  CUTE_input(global->next->next); // told: struct cell *
  CUTE_input(deep);               // told: struct deep
  CUTE_input(deep.first);         // told: int
  CUTE_input(deep.cell);          // told: struct cell
  CUTE_input(deep.grid);          // told: struct cell *[2][3]
  CUTE_input(deep.grid[0]);       // told: struct cell *[3]
  CUTE_input(deep.grid[1]);       // told: struct cell *[3]
  CUTE_input(deep.grid[i][2]);    // told: struct cell *
  CUTE_input(deep.inside);        // told: struct {...}
  CUTE_input(deep.either);        // told: union either
  CUTE_input(deep.text);          // told: nothing
  CUTE_input(deep.text[2]);       // told: nothing
  CUTE_input(cells);              // told: struct cell [4]
  CUTE_input(cells[0]);           // told: struct cell
  CUTE_input(cells[0].v);         // told: int
  CUTE_input(cells[i].next);      // told: struct cell *
  CUTE_input_array(cells, 2);     // told: struct cell
  CUTE_input(local_to_thread);    // told: struct cell *
  CUTE_input(*lone);              // told: named
  CUTE_input(elsewhere);          // told: nothing
}

static void locals(int i) {
  struct deep x;
  struct deep *p = &x;
  struct cell *many[3], **last = many + 2;
  _Bool flag;
  double number;
  char letter, *word = malloc(4);
  unsigned char bytes[2][8];
  int (*call)(int);
  int varying[i + 2];
  int matrix[2][i + 2];
  static struct cell *kept;
  __attribute__((nodebug)) struct cell *unknown;
  CUTE_input(x);                                 // told: struct deep
  CUTE_input(x.cell.next);                       // told: struct cell *
  CUTE_input(x.grid);                            // told: struct cell *[2][3]
  CUTE_input(x.grid[1]);                         // told: struct cell *[3]
  CUTE_input(x.grid[i][i]);                      // told: struct cell *
  CUTE_input(x.numbers[i]);                      // told: int [4]
  CUTE_input(x.either.p);                        // told: struct cell *
  CUTE_input(x.either.i);                        // told: int
  CUTE_input(p->cell);                           // told: struct cell
  CUTE_input(p->grid[1][2]);                     // told: struct cell *
  CUTE_input(p[0]);                              // told: struct deep
  CUTE_input(many);                              // told: struct cell *[3]
  CUTE_input(many[i]);                           // told: struct cell *
  CUTE_input(*last);                             // told: struct cell *
  CUTE_input(flag);                              // told: _Bool
  CUTE_input(number);                            // told: double
  CUTE_input(letter);                            // told: nothing
  CUTE_input(word);                              // told: char *
  CUTE_input_array(word, 4);                     // told: nothing
  CUTE_input(bytes);                             // told: nothing
  CUTE_input(call);                              // told: int (*)(int)
  CUTE_input_array(varying, i + 2);              // told: int
  CUTE_input(matrix[1]);                         // told: int
  CUTE_input(varying[1]);                        // told: int
  CUTE_input_array(many, 3);                     // told: struct cell *
  CUTE_input_array(x.grid[1], 2);                // told: struct cell *
  CUTE_input_array(x.numbers, 2);                // told: int [4]
  CUTE_input(kept);                              // told: struct cell *
  CUTE_input(unknown);                           // told: nothing
  klee_make_symbolic(&x, sizeof x, "klee");      // told: struct deep
  klee_make_symbolic(&p->cell.next, 8, "klee");  // told: struct cell *
  klee_make_symbolic((char *)p + 8, 16, "klee"); // told: struct cell
  klee_make_symbolic((char *)p + i, 16, "klee"); // told: nothing
  klee_make_symbolic((int *)p + 2, 4, "klee");   // told: nothing
  __VERIFIER_nondet_memory(&x, sizeof x);        // told: struct deep
}

static void pointers(int i) {
  struct cell *p = malloc(3 * sizeof *p), *q = i ? p : &cells[1];
  void *any = malloc(sizeof(struct cell)), *part = &deep.grid[1], *read = global->next;
  struct cell *known = any;
  struct deep *d = calloc(1, sizeof *d);
  char *raw = (char *)d;
  uintptr_t number = (uintptr_t)p;
  memset(raw, 0, 8);
  CUTE_input_array(p, 3);                           // told: struct cell
  CUTE_input(p[1]);                                 // told: struct cell
  CUTE_input(p[i + 1].next);                        // told: struct cell *
  CUTE_input(*q);                                   // told: struct cell
  raddle_symbolic(any, sizeof *known, "any");       // told: struct cell
  raddle_symbolic(part, 24, "part");                // told: struct cell *[3]
  raddle_symbolic(read, 16, "read");                // told: struct cell
  CUTE_input(*d);                                   // told: struct deep
  raddle_symbolic(d->grid, sizeof d->grid, "grid"); // told: struct cell *[3]
  raddle_symbolic(make(), 16, "made");              // told: struct cell
  raddle_symbolic((void *)&known->next, 8, "next"); // told: struct cell *
  raddle_symbolic((void *)number, 16, "number");    // told: nothing
  struct one *o = malloc(sizeof *o);
  struct flexible *f = malloc(sizeof *f + 2 * sizeof(struct cell));
  raddle_symbolic(f, sizeof *f + 32, "f"); // told: struct flexible
  raddle_symbolic(f->tail, 32, "f");       // told: struct cell
  CUTE_input(*o);                          // told: struct one
}

__attribute__((noinline)) static void none(tree **trees) { parameters(cells, cells, deep, cells, trees); }

void inputs(void) {
  tree leaf = {0}, *trees[1] = {&leaf};
  struct cell other = {0};
  cells[0].next = &cells[1], cells[1].next = &cells[2];
  global = cells;
  named n = {0};
  lone = &n;
  none(trees);
  globals(columns);
  locals(columns);
  pointers(columns);
}

int show(int argc, char **argv);
int main(int argc, char **argv) { return show(argc, argv); }
