/* shapegen SEED: a random small function over nodes that point to each other, as a C program.
 *
 * Compiled by raddle cc it is a test with two pointers to nodes, two to numbers (which may lie in
 * nodes) and a number for inputs. With -DBRUTE it
 * enumerates all inputs by itself, and shares no code with raddle: each field that the function
 * reads for the first time is NULL, each node there is, or one more node; pointers to numbers also
 * numbers of their own; each number is -3 .. 5, more than the function's comparisons can tell apart. Runs that touch more than OBJECTS
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

static const char *number(void) { return draw(2) ? "i" : "j"; }

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
  switch (draw(10)) {
  case 7: snprintf(to, size, "NUM(%s) == %u", number(), 1 + draw(3)); break;
  case 8: snprintf(to, size, "NUM(%s) < VAL(%s)", number(), b); break;
  case 9: snprintf(to, size, draw(2) ? "i == j" : "i == NULL"); break;
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
  switch (draw(depth > 0 ? 9 : 5)) {
  case 4: printf("  SETNUM(%s, %u);\n", number(), draw(4)); break;
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
"enum { NODES = 12, NUMBERS = 9, LEAST = -3, UNREAD = -9, CHOICES = 256, OWN = 100 };\n"
"typedef int ptr; /* a number; 0: NULL */\n#undef NULL\n#define NULL 0\n"
"static struct { int a, b, v, touched; } node[NODES]; \n"
"static struct { int v, touched; } own[NODES]; /* numbers that lie in no node: pointers to them are OWN + k */\n"
"static int nodes, owns, touched, root_p, root_q, root_i, root_j, root_x, at_line, choice[CHOICES], of[CHOICES], choices, at;\n"
"static jmp_buf out;\n"
"static int choose(int n) {\n"
"  if (at == choices) choice[at] = 0, of[at] = n, choices++;\n"
"  if (choices == CHOICES) abort();\n"
"  return choice[at++];\n}\n"
"static void make_node(void) {\n"
"  nodes++; node[nodes].a = node[nodes].b = node[nodes].v = UNREAD; node[nodes].touched = 0;\n}\n"
"static int new_pointer(void) {\n"
"  int c = choose(nodes + (nodes + 1 < NODES ? 2 : 1));\n"
"  if (c > nodes) make_node();\n"
"  return c;\n}\n"
"static int new_place(void) { /* NULL, in a node, in a new node, an own number, a new own number */\n"
"  int c = choose(nodes + owns + 3);\n"
"  if (c <= nodes) return c;\n"
"  if (c == nodes + 1) { make_node(); return nodes; }\n"
"  c -= nodes + 2;\n"
"  if (c == owns) { own[owns].v = UNREAD; own[owns++].touched = 0; }\n"
"  return OWN + c;\n}\n"
"static int touch(ptr p, int line) {\n"
"  if (!p) { at_line = line; longjmp(out, 1); }\n"
"  if (!node[p].touched) { node[p].touched = 1; if (++touched > OBJECTS) longjmp(out, 2); }\n"
"  return p;\n}\n"
"static int once(int *field, int is_pointer) {\n  if (*field == UNREAD) *field = is_pointer ? new_pointer() : choose(NUMBERS) + LEAST;\n  return *field;\n}\n"
"static int place(int *root) { if (*root == UNREAD) *root = new_place(); return *root; }\n"
"static int *number(int at, int line) {\n"
"  if (at < OWN) return &node[touch(at, line)].v;\n"
"  if (!own[at - OWN].touched) { own[at - OWN].touched = 1; if (++touched > OBJECTS) longjmp(out, 2); }\n"
"  return &own[at - OWN].v;\n}\n"
"#define NUM(k) once(number(k, __LINE__), 0)\n"
"#define SETNUM(k, n) (*number(k, __LINE__) = (n))\n"
"#define PTR(p, f) once(&node[touch(p, __LINE__)].f, 1)\n"
"#define VAL(p) once(&node[touch(p, __LINE__)].v, 0)\n"
"#define SETVAL(p, n) (node[touch(p, __LINE__)].v = (n))\n"
"#define SETPTR(p, f, q) do { ptr to_ = (q); node[touch(p, __LINE__)].f = to_; } while (0)\n"
"#define i place(&root_i)\n#define j place(&root_j)\n#define p once(&root_p, 1)\n#define q once(&root_q, 1)\n#define x once(&root_x, 0)\n"
"#else\n"
"#include <cute.h>\n"
"struct node { int v; struct node *a, *b; };\ntypedef struct node *ptr;\nstatic ptr p, q;\nstatic int *i, *j;\nstatic int x;\n#define NUM(k) (*(k))\n#define SETNUM(k, n) (*(k) = (n))\n"
"#define PTR(p, f) (p)->f\n#define VAL(p) (p)->v\n#define SETVAL(p, n) ((p)->v = (n))\n"
"#define SETPTR(p, f, q) do { ptr to_ = (q); (p)->f = to_; } while (0)\n"
"#endif\n"
"static void tested(void) {\n  ptr r = NULL;\n";
static const char tail[] =
"}\n"
"#undef p\n#undef q\n#undef x\n#undef i\n#undef j\n"
"#ifdef BRUTE\n"
"int main(void) {\n"
"  for (;;) {\n"
"    at = length = nodes = owns = touched = 0;\n    root_p = root_q = root_i = root_j = root_x = UNREAD;\n"
"    int how = setjmp(out);\n    if (!how) tested();\n    trace[length] = 0;\n"
"    if (how == 0) printf(\"exit %s\\n\", trace);\n    if (how == 1) printf(\"crash %d\\n\", at_line);\n"
"    choices = at;\n"
"    while (choices && choice[choices - 1] + 1 == of[choices - 1]) choices--;\n"
"    if (!choices) return 0;\n    choice[choices - 1]++;\n  }\n}\n"
"#else\n"
"static const char *const known[] = {\n#include \"traces.h\"\n  NULL};\n"
"int main(void) {\n"
"  CUTE_input(p);\n  CUTE_input(q);\n  CUTE_input(i);\n  CUTE_input(j);\n  CUTE_input(x);\n  CUTE_assume(x >= -3 && x <= 5);\n"
"  tested();\n  trace[length] = 0;\n"
"  for (int k = 0; known[k]; k++)\n    if (!strcmp(known[k], trace)) exit(k);\n  exit(255);\n}\n"
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
