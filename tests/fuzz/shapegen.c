/* shapegen SEED: a random small function over nodes that point to each other, as a C program.
 *
 * Compiled by raddle cc it is a test with two pointers and a number for inputs. With -DBRUTE it
 * enumerates all inputs by itself, and shares no code with raddle: each field that the function
 * reads for the first time is NULL, each node there is, or one more node; each number 0 .. 5,
 * more than the function's comparisons can tell apart. Runs that touch more than OBJECTS
 * nodes are left out, as raddle does it.
 *
 * Both say which branches were taken how: the brute force prints a line for each way through the
 * function, "exit TRACE" or "crash LINE"; the test exits with the number of its trace in the list that
 * traces.h gives. Statements are one a line, so a line says where a run crashes. */
#include <stdio.h>
#include <stdlib.h>

static unsigned long long state;

static unsigned draw(unsigned n) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 33) % n;
}

static int branches;

static const char *root(void) {
  static const char *const names[] = {"p", "q", "r"};
  return names[draw(3)];
}

static const char *field(void) { return draw(2) ? "a" : "b"; }

/* A pointer: p, p->a, p->a->b. */
static void pointer(char *to, size_t size, int depth) {
  char inner[128];
  if (!depth || !draw(3)) {
    snprintf(to, size, "%s", root());
    return;
  }
  pointer(inner, sizeof inner, depth - 1);
  snprintf(to, size, "PTR(%s, %s)", inner, field());
}

static void condition(char *to, size_t size) {
  char a[160], b[160];
  pointer(a, sizeof a, 2);
  pointer(b, sizeof b, 1);
  switch (draw(7)) {
  case 0: snprintf(to, size, "%s == NULL", a); break;
  case 1:
  case 2: snprintf(to, size, "%s == %s", a, b); break;
  case 3: snprintf(to, size, "VAL(%s) == %u", a, 1 + draw(3)); break;
  case 4: snprintf(to, size, "VAL(%s) < VAL(%s)", a, b); break;
  case 5: snprintf(to, size, "VAL(%s) == x", a); break;
  default: snprintf(to, size, "x > %u", draw(4)); break;
  }
}

static void statements(int depth, int count);

static void branch(int depth) {
  char text[400];
  condition(text, sizeof text);
  printf("  if (B(%d, %s)) {\n", branches++, text);
  statements(depth - 1, 1 + (int)draw(2));
  if (draw(2)) {
    printf("  } else {\n");
    statements(depth - 1, 1 + (int)draw(2));
  }
  printf("  }\n");
}

static void statement(int depth) {
  char a[160], b[160];
  pointer(a, sizeof a, 1);
  pointer(b, sizeof b, 1);
  switch (draw(depth > 0 ? 8 : 4)) {
  case 0: printf("  r = %s;\n", a); break;
  case 1: printf("  SETVAL(%s, %u);\n", a, draw(4)); break;
  case 2: printf("  SETPTR(%s, %s, %s);\n", a, field(), b); break;
  case 3: printf("  if (!(%s)) return;\n", a); break;
  default: branch(depth); break;
  }
}

static void statements(int depth, int count) {
  while (count--) statement(depth);
}

/* clang-format off */
static const char head[] =
"#include <setjmp.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
"#ifndef OBJECTS\n#define OBJECTS 3\n#endif\n"
"static char trace[256];\nstatic int length;\n"
"static int B(int number, int taken) {\n  if (length < 250) trace[length++] = (char)('A' + 2 * (number % 12) + !!taken);\n  return taken;\n}\n"
"#ifdef BRUTE\n"
"enum { NODES = 12, NUMBERS = 6, CHOICES = 256 };\n"
"typedef int ptr; /* a number; 0: NULL */\n#undef NULL\n#define NULL 0\n"
"static struct { int a, b, v, touched; } node[NODES]; /* -1: not read yet */\n"
"static int nodes, touched, root_p, root_q, root_x, at_line, choice[CHOICES], of[CHOICES], choices, at;\n"
"static jmp_buf out;\n"
"static int choose(int n) {\n"
"  if (at == choices) choice[at] = 0, of[at] = n, choices++;\n"
"  if (choices == CHOICES) abort();\n"
"  return choice[at++];\n}\n"
"static int new_pointer(void) {\n"
"  int c = choose(nodes + (nodes + 1 < NODES ? 2 : 1));\n"
"  if (c > nodes) { nodes++; node[nodes].a = node[nodes].b = node[nodes].v = -1; node[nodes].touched = 0; }\n"
"  return c;\n}\n"
"static int touch(ptr p, int line) {\n"
"  if (!p) { at_line = line; longjmp(out, 1); }\n"
"  if (!node[p].touched) { node[p].touched = 1; if (++touched > OBJECTS) longjmp(out, 2); }\n"
"  return p;\n}\n"
"static int once(int *field, int is_pointer) {\n  if (*field < 0) *field = is_pointer ? new_pointer() : choose(NUMBERS);\n  return *field;\n}\n"
"#define PTR(p, f) once(&node[touch(p, __LINE__)].f, 1)\n"
"#define VAL(p) once(&node[touch(p, __LINE__)].v, 0)\n"
"#define SETVAL(p, n) (node[touch(p, __LINE__)].v = (n))\n"
"#define SETPTR(p, f, q) do { ptr to_ = (q); node[touch(p, __LINE__)].f = to_; } while (0)\n"
"#define p once(&root_p, 1)\n#define q once(&root_q, 1)\n#define x once(&root_x, 0)\n"
"#else\n"
"#include <cute.h>\n"
"struct node { int v; struct node *a, *b; };\ntypedef struct node *ptr;\nstatic ptr p, q;\nstatic int x;\n"
"#define PTR(p, f) (p)->f\n#define VAL(p) (p)->v\n#define SETVAL(p, n) ((p)->v = (n))\n"
"#define SETPTR(p, f, q) do { ptr to_ = (q); (p)->f = to_; } while (0)\n"
"#endif\n"
"static void tested(void) {\n  ptr r = NULL;\n";
static const char tail[] =
"}\n"
"#undef p\n#undef q\n#undef x\n"
"#ifdef BRUTE\n"
"int main(void) {\n"
"  for (;;) {\n"
"    at = length = nodes = touched = 0;\n    root_p = root_q = root_x = -1;\n"
"    int how = setjmp(out);\n    if (!how) tested();\n    trace[length] = 0;\n"
"    if (how == 0) printf(\"exit %s\\n\", trace);\n    if (how == 1) printf(\"crash %d\\n\", at_line);\n"
"    choices = at;\n"
"    while (choices && choice[choices - 1] + 1 == of[choices - 1]) choices--;\n"
"    if (!choices) return 0;\n    choice[choices - 1]++;\n  }\n}\n"
"#else\n"
"static const char *const known[] = {\n#include \"traces.h\"\n  NULL};\n"
"int main(void) {\n"
"  CUTE_input(p);\n  CUTE_input(q);\n  CUTE_input(x);\n  CUTE_assume(x >= 0 && x < 6);\n"
"  tested();\n  trace[length] = 0;\n"
"  for (int i = 0; known[i]; i++)\n    if (!strcmp(known[i], trace)) exit(i);\n  exit(255);\n}\n"
"#endif\n";
/* clang-format on */

int main(int argc, char **argv) {
  if (argc != 2) return fputs("usage: shapegen SEED\n", stderr), 2;
  state = strtoull(argv[1], NULL, 10) * 0x9e3779b97f4a7c15ull + 1;
  for (int i = 0; i < 4; i++) draw(2);
  fputs(head, stdout);
  statements(2, 2 + (int)draw(3));
  fputs(tail, stdout);
  return 0;
}
